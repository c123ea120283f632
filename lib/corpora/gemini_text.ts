/**
 * What a person typed in a user record of Gemini CLI.
 *
 * @module
 */

import { listOf, objectOf } from "./json_access.ts";
import type { Reason } from "./report.ts";
import type { Rules } from "./rules.ts";
import type { UserText } from "./user_text.ts";

/** What `@file` mentions add after the prompt, up to the end of the record. */
const REFERENCES = "--- Content from referenced files ---";

/** Blocks that the tool sends with a prompt or in its place. */
const BLOCK = /<(session_context|hook_context|system_note)>[^]*?<\/\1>/g;

/** Texts that the tool writes in the name of the user, by how they start. */
const PREFIXES: readonly (readonly [string, Reason])[] = [
  ["<state_snapshot>", "compaction-summary"],
  ["<session_context>", "injected-context"],
  ["<hook_context>", "injected-context"],
  ["Here is the user's editor context as a JSON object.", "injected-context"],
  [
    "Here is a summary of changes in the user's editor context",
    "injected-context",
  ],
  ["System: Potential loop detected.", "injected-context"],
  ["[System: You previously ", "injected-context"],
  ["[Function Response: ", "tool-result"],
];

/** The tool sends this when it believes that the model has more to say. */
const CONTINUE = "Please continue.";

const SHELL = /^I ran the following shell command:\n```sh\n([^]*?)\n```/;

/** A command, but no path: `/chat save x`, not `/home/me/x is empty`. */
const COMMAND = /^\/[A-Za-z][\w:.-]*(?=\s|$)/;

/**
 * Find what a person typed in a user record.
 *
 * @param content Its `displayContent`, or else its `content`: a text, a part, or a list of parts.
 * @param rules What counts as a message.
 * @returns The text, which `userText` still has to look at, or the reason why there is none.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { geminiText, RULES } from "@taskflow/corpora";
 *
 * const parts = [{ text: "Explain @a.ts" }, { text: "\n--- Content from referenced files ---" }];
 * equal(geminiText(parts, RULES.default).text, "Explain @a.ts");
 * equal(geminiText([{ functionResponse: {} }], RULES.default).reason, "tool-result");
 * equal(geminiText("/chat list", RULES.labels).reason, "slash-command");
 * ```
 */
export function geminiText(content: unknown, rules: Rules): UserText {
  const parts = Array.isArray(content) ? listOf(content) : [content];
  let text = "";
  let results = 0;
  for (const part of parts) {
    const piece = typeof part === "string" ? part : objectOf(part)?.text;
    if (typeof piece === "string") text += piece;
    else if (objectOf(part)?.functionResponse !== undefined) results++;
  }
  const references = text.search(`(?:^|\n)${REFERENCES}`);
  if (references >= 0) text = text.slice(0, references);
  const typed = text.replace(BLOCK, "").trim();
  if (typed === "") {
    const reason = results > 0
      ? "tool-result"
      : text.trim() === ""
      ? "empty"
      : "injected-context";
    return { text: null, reason };
  }
  if (typed === CONTINUE) return { text: null, reason: "scripted-prompt" };
  for (const [prefix, reason] of PREFIXES) {
    if (typed.startsWith(prefix)) return { text: null, reason };
  }
  const shell = SHELL.exec(typed)?.[1];
  if (shell !== undefined) {
    return rules.bashInput === "execute"
      ? { text: `!${shell}`, reason: null }
      : { text: null, reason: "slash-command" };
  }
  const command = COMMAND.exec(typed)?.[0];
  const dropped = command !== undefined &&
    (rules.slashCommands === "none" || command === typed);
  return dropped || typed === "?"
    ? { text: null, reason: "slash-command" }
    : { text: typed, reason: null };
}
