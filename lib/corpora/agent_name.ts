/**
 * One name per coding agent, however an export spells it.
 *
 * @module
 */

/** Spellings that differ by more than case and punctuation, as compact keys. */
const NAMES: Readonly<Record<string, string>> = {
  claudecode: "claude-code",
  codexcli: "codex-cli",
  codex: "codex-cli",
  geminicli: "gemini-cli",
  cursorcli: "cursor-cli",
  cursor: "cursor",
  cursoride: "cursor",
  vscode: "copilot",
  vscodecopilotide: "copilot",
  vscodecopilot: "copilot",
  copilotide: "copilot",
  copilotcli: "copilot-cli",
  factorydroidcli: "droid-cli",
  droidcli: "droid-cli",
};

/**
 * Name a coding agent.
 *
 * @param spelling As the export writes it, for example `Cursor IDE`.
 * @returns Lower case with hyphens; spellings of one agent give one name, an unknown agent keeps its
 * own.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { agentName } from "@taskflow/corpora";
 *
 * equal(agentName("Cursor IDE"), agentName("cursoride"));
 * equal(agentName("DeepSeek TUI"), "deepseek-tui");
 * ```
 */
export function agentName(spelling: string): string {
  const plain = spelling.trim().toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(
      /^-|-$/g,
      "",
    );
  return Object.hasOwn(NAMES, plain.replaceAll("-", ""))
    ? NAMES[plain.replaceAll("-", "")] ?? plain
    : plain;
}
