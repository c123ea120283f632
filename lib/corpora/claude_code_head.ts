/**
 * Telling Claude Code transcripts, and which of them belong together, by their first records.
 *
 * @module
 */

import type { Head } from "./adapter.ts";
import { type JsonObject, objectOf, stringOf } from "./json_access.ts";
import { jsonHead } from "./json_head.ts";
import { uuidOf } from "./uuid_of.ts";

/**
 * Whether a file starts like a Claude Code transcript.
 *
 * @param head Beginning of the file.
 * @returns Whether one of its first records is of that kind, and none of a look-alike.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { isClaudeCode } from "@taskflow/corpora";
 *
 * const text = '{"type":"user","uuid":"u-1","message":{"role":"user","content":"Why?"}}\n';
 * equal(isClaudeCode({ bytes: new TextEncoder().encode(text), text, complete: true }), true);
 * ```
 */
export function isClaudeCode(head: Head): boolean {
  const records = recordsOf(head);
  return records.some(isRecord) && !records.some(isLookAlike);
}

/**
 * Names of the conversation a transcript belongs to: its session id, and the ids of its first record
 * and its first user record, which copies in resumed and forked sessions share.
 *
 * @param head Beginning of the file.
 * @returns The names; none for transcripts of sub-agents and team mates, who use their leader's id.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { claudeCodeLinks } from "@taskflow/corpora";
 *
 * const text = '{"type":"user","uuid":"u-1","sessionId":"s-1","message":{"content":"Why?"}}\n';
 * const head = { bytes: new TextEncoder().encode(text), text, complete: true };
 * deepEqual(claudeCodeLinks(head), ["claude-code session s-1"]);
 * ```
 */
export function claudeCodeLinks(head: Head): readonly string[] {
  const all = recordsOf(head);
  if (all.some(isOfAnotherAgent)) return [];
  const links = new Set<string>();
  const session = first(all, "sessionId");
  if (session !== null) links.add(`claude-code session ${session}`);
  const users = all.filter(({ type }) => type === "user");
  for (const records of [all, users]) {
    const id = uuidOf(first(records, "uuid"));
    if (id !== null) links.add(`claude-code record ${id}`);
  }
  return [...links];
}

function recordsOf(head: Head): JsonObject[] {
  const { form, values } = jsonHead(head) ?? {};
  if (form !== "lines" || values === undefined) return [];
  return values.map(objectOf).filter((record) => record !== null);
}

function first(records: readonly JsonObject[], key: string): string | null {
  for (const record of records) {
    const value = stringOf(record[key]);
    if (value !== null) return value;
  }
  return null;
}

function isOfAnotherAgent(record: JsonObject): boolean {
  return record.isSidechain === true || typeof record.agentId === "string" ||
    typeof record.agentName === "string" && record.type !== "agent-name";
}

function isRecord(record: JsonObject): boolean {
  const has = (key: string) => typeof record[key] === "string";
  switch (record.type) {
    case "user":
    case "assistant":
      return objectOf(record.message) !== null &&
        (has("uuid") || has("sessionId"));
    case "summary":
      return has("summary") && has("leafUuid");
    case "file-history-snapshot":
      return has("messageId") || has("sessionId");
    default:
      return has("type") && has("sessionId") &&
        (KINDS.has(String(record.type)) ||
          has("uuid") && record.parentUuid !== undefined);
  }
}

/** Types of records that may have no id of their own. */
const KINDS = new Set([
  "agent-name",
  "ai-title",
  "attachment",
  "custom-title",
  "last-prompt",
  "mode",
  "permission-mode",
  "pr-link",
  "progress",
  "queue-operation",
  "system",
]);

/** Qwen Code took over the envelope, but has parts where Claude Code has content. */
function isLookAlike(record: JsonObject): boolean {
  return Array.isArray(objectOf(record.message)?.parts);
}
