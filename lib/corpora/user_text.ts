/**
 * What a person typed inside the text of a user record. Shared by all formats: tools copy each
 * other's tags, and exports keep them.
 *
 * @module
 */

import type { Reason } from "./report.ts";
import type { Rules } from "./rules.ts";
import { trimText } from "./trim_text.ts";

/** The typed text, or the reason why the record holds none. */
export type UserText =
  | { readonly text: string; readonly reason: null }
  | { readonly text: null; readonly reason: Reason };

/** Blocks that tools put around or beside what was typed. */
const BLOCKS = [
  "system-reminder",
  "ide_opened_file",
  "ide_selection",
  "ide_diagnostics",
  "local-command-caveat",
  "environment_details",
  "environment_context",
  "user_instructions",
];
const OPENING = new RegExp(
  `^[ \\t]*<(${BLOCKS.join("|")})(?:[ \\t][^>\\n]*)?>`,
  "gm",
);

/** Text that no person typed, by how it starts. */
const PREFIXES: readonly (readonly [string, Reason])[] = [
  ["[Request interrupted by user", "interruption-marker"],
  ["<turn_aborted>", "interruption-marker"],
  [
    "This session is being continued from a previous conversation",
    "compaction-summary",
  ],
  ["<local-command-stdout>", "command-output"],
  ["<local-command-stderr>", "command-output"],
  ["<bash-stdout>", "command-output"],
  ["<bash-stderr>", "command-output"],
  ["<user_shell_command>", "command-output"],
  ["<subagent_notification>", "subagent"],
  ["<teammate-message", "subagent"],
  ["<tool_result", "tool-result"],
  ["Caveat: The messages below", "injected-context"],
  ["Operation stopped by hook", "injected-context"],
  ["Stop hook feedback", "injected-context"],
  ["Base directory for this skill", "injected-context"],
  ["# AGENTS.md instructions", "injected-context"],
  ["[Image: source:", "injected-context"],
  ["<task-notification>", "injected-context"],
  ["<system_notification>", "injected-context"],
  ["<ci-monitor-event", "injected-context"],
  ["<TEXTBLOCK>", "injected-context"],
  ["<skill>", "injected-context"],
  ["<user_action>", "injected-context"],
  ["<permissions instructions>", "injected-context"],
  ["<image name", "injected-context"],
  ["<local-command-caveat>", "injected-context"],
  ["<system-reminder>", "injected-context"],
  ["<environment_context>", "injected-context"],
];

const COMMAND = /^<command-(?:name|message|args)>/;
const BASH_INPUT = "<bash-input>";

/**
 * Find what a person typed in the text of a user record.
 *
 * Whole blocks that tools inject are taken out; what starts like a known injected text is left out;
 * a slash command follows the rules.
 *
 * @param raw Text of the record.
 * @param rules What counts as a message.
 * @returns The trimmed text with line feeds only, or the reason for leaving the record out.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { RULES, userText } from "@taskflow/corpora";
 *
 * const reminder = "<system-reminder>\nBe brief.\n</system-reminder>\nFix the login test.";
 * equal(userText(reminder, RULES.default).text, "Fix the login test.");
 * equal(userText("[Request interrupted by user]", RULES.default).reason, "interruption-marker");
 * ```
 */
export function userText(raw: string, rules: Rules): UserText {
  const typed = trimText(
    raw.includes("\r") ? raw.replaceAll("\r\n", "\n") : raw,
  );
  if (typed === "") return { text: null, reason: "empty" };
  const text = withoutBlocks(typed);
  if (text === "") return { text: null, reason: "injected-context" };
  if (COMMAND.test(text)) return command(text, rules);
  if (text.startsWith(BASH_INPUT)) return bashInput(text, rules);
  for (const [prefix, reason] of PREFIXES) {
    if (text.startsWith(prefix)) return { text: null, reason };
  }
  return { text, reason: null };
}

/**
 * Whether the text of a user record is a slash command in the tags of Claude Code.
 *
 * @param raw Text of the record.
 * @returns Whether it starts with a command tag.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { isSlashCommand } from "@taskflow/corpora";
 *
 * equal(isSlashCommand("<command-name>/clear</command-name>"), true);
 * ```
 */
export function isSlashCommand(raw: string): boolean {
  return COMMAND.test(raw.trimStart());
}

function command(text: string, rules: Rules): UserText {
  const args = content(text, "command-args");
  const name = content(text, "command-name") ||
    content(text, "command-message").split(/\s/, 1)[0];
  return rules.slashCommands === "arguments" && args !== "" && name
    ? { text: `/${name.replace(/^\//, "")} ${args}`, reason: null }
    : { text: null, reason: "slash-command" };
}

function bashInput(text: string, rules: Rules): UserText {
  const typed = content(text, "bash-input");
  return rules.bashInput === "execute" && typed !== ""
    ? { text: `!${typed}`, reason: null }
    : { text: null, reason: "slash-command" };
}

/** What stands in the first element of a name, trimmed; empty if there is none. */
function content(text: string, tag: string): string {
  const open = text.indexOf(`<${tag}>`);
  if (open < 0) return "";
  const close = text.indexOf(`</${tag}>`, open);
  return close < 0 ? "" : text.slice(open + tag.length + 2, close).trim();
}

/** Take out whole injected blocks: whole lines only, since people quote tags in mid-sentence. */
function withoutBlocks(text: string): string {
  if (!text.includes("</")) return text;
  let [kept, from] = ["", 0];
  // The next closing tag of each name is remembered: many openings before one closing tag, or
  // before none, would otherwise search the same text again and again.
  const closings = new Map<string, number>();
  OPENING.lastIndex = 0;
  for (let found; (found = OPENING.exec(text)) !== null;) {
    const close = `</${found[1]}>`;
    let end = closings.get(close) ?? -1;
    if (end < OPENING.lastIndex) end = text.indexOf(close, OPENING.lastIndex);
    if (end < 0) end = Infinity;
    closings.set(close, end);
    if (end === Infinity) continue;
    const after = lineEnd(text, end + close.length);
    if (text.slice(end + close.length, after).trim() !== "") continue;
    kept += text.slice(from, found.index);
    from = OPENING.lastIndex = after;
  }
  return trimText(kept + text.slice(from));
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}
