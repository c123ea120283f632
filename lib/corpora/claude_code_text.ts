/**
 * What a person typed in one record of a Claude Code transcript.
 *
 * @module
 */

import { type JsonObject, listOf, objectOf } from "./json_access.ts";
import type { Rules } from "./rules.ts";
import { type UserText, userText } from "./user_text.ts";

/**
 * Find what was typed in a record of type `user`: tool results, injected context, summaries and
 * whatever other agents say have that type too.
 *
 * @param record The record.
 * @param rules What counts as a message.
 * @returns The typed text, or the reason why there is none.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { claudeCodeText, RULES } from "@taskflow/corpora";
 *
 * const typed = { type: "user", message: { role: "user", content: "Why?" } };
 * equal(claudeCodeText(typed, RULES.default).text, "Why?");
 * equal(claudeCodeText({ ...typed, isMeta: true }, RULES.default).reason, "injected-context");
 * ```
 */
export function claudeCodeText(record: JsonObject, rules: Rules): UserText {
  if (typeof record.agentId === "string") return none("subagent");
  if (record.isSidechain === true) return none("sidechain");
  const content = objectOf(record.message)?.content;
  const text = typeof content === "string" ? content : textOf(content);
  if (text === null) return none("unreadable");
  if (record.toolUseResult !== undefined && typeof content === "string") {
    return none("tool-result");
  }
  if (text === "" && hasToolResult(content)) return none("tool-result");
  if (record.isCompactSummary === true) return none("compaction-summary");
  if (record.isMeta === true || record.isVisibleInTranscriptOnly === true) {
    return none("injected-context");
  }
  return userText(text, rules);
}

/**
 * Find what was typed in a record of type `attachment`: prompts that wait while the agent works are
 * there and nowhere else.
 *
 * @param record The record.
 * @param rules What counts as a message.
 * @returns The typed text, the reason why it does not count, or `null` if it is no prompt at all.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { queuedPrompt, RULES } from "@taskflow/corpora";
 *
 * const attachment = { type: "queued_command", commandMode: "prompt", prompt: "and test it" };
 * equal(queuedPrompt({ type: "attachment", attachment }, RULES.default)?.text, "and test it");
 * equal(queuedPrompt({ type: "attachment", attachment: {} }, RULES.default), null);
 * ```
 */
export function queuedPrompt(
  record: JsonObject,
  rules: Rules,
): UserText | null {
  const attachment = objectOf(record.attachment);
  if (attachment?.type !== "queued_command") return null;
  if (typeof record.agentId === "string") return none("subagent");
  if (record.isSidechain === true) return none("sidechain");
  const { prompt, commandMode } = attachment;
  const text = typeof prompt === "string" ? prompt : textOf(prompt);
  if (text === null) return none("unreadable");
  const typed = userText(text, rules);
  if (typed.reason !== null) return typed;
  const dropped = rules.queuedPrompts === "drop" ||
    (typeof commandMode === "string" && commandMode !== "prompt");
  return dropped ? none("injected-context") : typed;
}

function none(reason: NonNullable<UserText["reason"]>): UserText {
  return { text: null, reason };
}

/** The text blocks of a list of blocks; `null` if it is no list. */
function textOf(content: unknown): string | null {
  if (!Array.isArray(content)) return null;
  const texts: string[] = [];
  for (const block of listOf(content)) {
    if (typeof block === "string") texts.push(block);
    else {
      const { type, text } = objectOf(block) ?? {};
      if (type === "text" && typeof text === "string") texts.push(text);
    }
  }
  return texts.join("\n");
}

function hasToolResult(content: unknown): boolean {
  return listOf(content).some((block) =>
    objectOf(block)?.type === "tool_result"
  );
}
