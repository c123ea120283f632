/**
 * One session from the files of one conversation.
 *
 * @module
 */

import type { Attribute, Message } from "@taskflow/session";
import type { AdapterSession } from "./adapter.ts";

/**
 * Merge sessions that are one conversation: resumed in a new file, or forked into several. Messages
 * stand file after file; if all have a time, in order of time.
 *
 * @param sessions At least one session, each without the messages of those before it.
 * @returns One session: id, file and source of the one that starts first, attributes of the one with
 * most tool calls, month of the first.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { mergeSessions } from "@taskflow/corpora";
 *
 * const session = (id: string, text: string, timestamp: string) => ({
 *   schema_version: 1 as const,
 *   id,
 *   source: "claude-code",
 *   file: `${id}.jsonl`,
 *   ordinal: 0,
 *   attributes: { tool_calls: 1 },
 *   messages: [{ text, timestamp, intent: null }],
 * });
 * const merged = mergeSessions([
 *   session("b", "and test it", "2026-01-02T11:00:00Z"),
 *   session("a", "Fix it", "2026-01-02T10:00:00Z"),
 * ]);
 * deepEqual(merged.messages.map(({ text }) => text), ["Fix it", "and test it"]);
 * deepEqual(merged.id, "a");
 * ```
 */
export function mergeSessions(
  sessions: readonly [AdapterSession, ...AdapterSession[]],
): AdapterSession {
  const [only, ...others] = sessions;
  if (others.length === 0) return only;
  const first = sessions.reduce((a, b) => start(b) < start(a) ? b : a);
  const best = sessions.reduce((a, b) => calls(b) > calls(a) ? b : a);
  const months = sessions.map(({ attributes: { month } }) => month)
    .filter((month) => typeof month === "string").sort();
  const attributes: Record<string, Attribute> = { ...best.attributes };
  if (months[0] !== undefined) attributes.month = months[0];
  return {
    schema_version: 1,
    id: first.id,
    source: first.source,
    file: first.file,
    ordinal: first.ordinal,
    attributes,
    messages: inOrder(sessions.flatMap(({ messages }) => messages)),
  };
}

function start({ messages }: AdapterSession): number {
  const time = messages[0]?.timestamp ?? null;
  return time === null ? Infinity : Date.parse(time);
}

function calls({ attributes: { tool_calls } }: AdapterSession): number {
  return typeof tool_calls === "number" ? tool_calls : 0;
}

function inOrder(messages: Message[]): Message[] {
  const times = messages.map(({ timestamp }) =>
    timestamp === null ? NaN : Date.parse(timestamp)
  );
  if (times.some(Number.isNaN)) return messages;
  return [...messages.keys()]
    .sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b)
    .flatMap((at) => messages[at] ?? []);
}
