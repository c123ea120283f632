/**
 * Telling Codex rollouts, and which of them belong together, by their first records.
 *
 * @module
 */

import type { Head } from "./adapter.ts";
import { type JsonObject, listOf, objectOf, stringOf } from "./json_access.ts";
import { jsonHead } from "./json_head.ts";

/**
 * How a rollout is written: lines with an envelope (`payload`), the bare lines of the middle of 2025,
 * or one object with `session` and `items` before that.
 */
export type CodexForm = "envelope" | "bare" | "object";

/** Types of lines with an envelope. */
const ENVELOPES = new Set([
  "compacted",
  "event_msg",
  "inter_agent_communication",
  "response_item",
  "session_meta",
  "turn_context",
]);

/** What the source of a rollout is called where no person started it. */
const AGENTS = ["subagent", "subAgent", "sub_agent", "internal"];

/**
 * Tell how a Codex rollout is written.
 *
 * @param head Beginning of a file.
 * @returns The form, or `null` if it is no rollout.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { codexForm } from "@taskflow/corpora";
 *
 * const text = '{"timestamp":"2026-01-02T03:04:05Z","type":"session_meta","payload":{"id":"c-1"}}\n';
 * equal(codexForm({ bytes: new TextEncoder().encode(text), text, complete: true }), "envelope");
 * ```
 */
export function codexForm(head: Head): CodexForm | null {
  const { form, values = [] } = jsonHead(head) ?? {};
  const records = values.map(objectOf).filter((record) => record !== null);
  const [first] = records;
  if (first === undefined) return null;
  if (isObject(first)) return "object";
  if (form !== "lines") return null;
  if (records.some(isEnvelope)) return "envelope";
  return isBareMeta(first) ? "bare" : null;
}

/**
 * Names of the conversation a rollout belongs to: its own, and that of the one it was forked from.
 *
 * @param head Beginning of the file.
 * @returns The names; none for rollouts of sub-agents.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { codexLinks } from "@taskflow/corpora";
 *
 * const text = '{"type":"session_meta","payload":{"id":"c-2","forked_from_id":"c-1"}}\n';
 * const head = { bytes: new TextEncoder().encode(text), text, complete: true };
 * deepEqual(codexLinks(head), ["codex session c-2", "codex session c-1"]);
 * ```
 */
export function codexLinks(head: Head): readonly string[] {
  for (const value of jsonHead(head)?.values ?? []) {
    const record = objectOf(value);
    if (record?.type !== "session_meta") continue;
    const meta = objectOf(record.payload);
    if (meta === null || isSubagent(meta)) return [];
    return [stringOf(meta.id), stringOf(meta.forked_from_id)]
      .filter((id) => id !== null).map((id) => `codex session ${id}`);
  }
  return [];
}

/**
 * Whether a rollout is that of a sub-agent: its "user" is another agent.
 *
 * @param meta Payload of the first `session_meta` line.
 * @returns Whether its source says so.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { isSubagent } from "@taskflow/corpora";
 *
 * equal(isSubagent({ source: { subagent: "review" } }), true);
 * equal(isSubagent({ source: "vscode", thread_source: "user" }), false);
 * ```
 */
export function isSubagent(meta: JsonObject): boolean {
  const source = objectOf(meta.source) ?? {};
  if (AGENTS.some((name) => name in source)) return true;
  const thread = stringOf(meta.thread_source);
  return thread !== null && thread !== "user";
}

function isEnvelope(record: JsonObject): boolean {
  return ENVELOPES.has(String(record.type)) &&
    objectOf(record.payload) !== null;
}

function isBareMeta(record: JsonObject): boolean {
  return record.type === undefined && typeof record.id === "string" &&
    typeof record.timestamp === "string" && "instructions" in record;
}

function isObject(record: JsonObject): boolean {
  const session = objectOf(record.session);
  return session !== null && isBareMeta(session) &&
    (record.items === undefined || listOf(record.items) === record.items);
}
