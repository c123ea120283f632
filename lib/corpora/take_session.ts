/**
 * Counting sessions and messages once, wherever they recur.
 *
 * @module
 */

import type { Session } from "@taskflow/session";
import type { AdapterSession } from "./adapter.ts";
import { type RecordIds, recordIds } from "./record_ids.ts";
import {
  type IngestReport,
  keepSession,
  leaveOut,
  repeatSession,
  warn,
} from "./report.ts";
import { uuidOf } from "./uuid_of.ts";

/** What a corpus has had so far. */
export interface Seen {
  /** Sessions by agent and id: their file and number of messages. */
  readonly sessions: Map<
    string,
    { readonly file: string; readonly messages: number }
  >;
  /** Records by id. */
  readonly records: RecordIds;
}

/**
 * Start the memory of a corpus.
 *
 * @returns An empty memory.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { newSeen } from "@taskflow/corpora";
 *
 * equal(newSeen().records.size, 0);
 * ```
 */
export function newSeen(): Seen {
  return { sessions: new Map(), records: recordIds() };
}

/**
 * Leave out the messages of a session that are copies of records met before.
 *
 * @param session A session as an adapter delivers it.
 * @param seen Records of the corpus.
 * @param linked Ids met in the files of the same conversation.
 * @param report Where to count the copies.
 * @returns The session without copies; `null` if it had messages and all are copies.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { dropCopies, emptyReport, newSeen } from "@taskflow/corpora";
 *
 * const session = {
 *   schema_version: 1 as const,
 *   id: "s-1",
 *   source: "claude-code",
 *   file: "a.jsonl",
 *   ordinal: 0,
 *   attributes: {},
 *   messages: [{ text: "Why?", timestamp: null, intent: null }],
 *   origins: { records: ["0e9cbd8a-1f0a-4c3e-9d2b-6a5f4e3d2c1b"], lines: [1] },
 * };
 * const [seen, report] = [newSeen(), emptyReport()];
 * equal(dropCopies(session, seen, new Set(), report), session);
 * equal(dropCopies(session, seen, new Set(), report), null);
 * equal(report.leftOut.get("duplicate-session")?.count, 1);
 * ```
 */
export function dropCopies(
  session: AdapterSession,
  seen: Seen,
  linked: Set<string>,
  report: IngestReport,
): AdapterSession | null {
  const { origins, messages, id } = session;
  if (origins === undefined || messages.length === 0) return session;
  const { records, lines } = origins;
  const isNew = (record: string): boolean => {
    if (uuidOf(record) !== null) return seen.records.add(record);
    if (linked.has(record)) return false;
    linked.add(record);
    return true;
  };
  const kept: number[] = [];
  const copies: number[] = [];
  for (const at of messages.keys()) {
    const record = records[at] ?? null;
    (record === null || isNew(record) ? kept : copies).push(at);
  }
  if (copies.length === 0) return session;
  const reason = kept.length === 0 ? "duplicate-session" : "replayed-history";
  if (kept.length === 0) repeatSession(report, session.source);
  for (const at of copies) {
    const file = session.file ?? "";
    const place = { file, line: lines[at] ?? null, session: id };
    leaveOut(report, session.source, reason, place);
  }
  if (kept.length === 0) return null;
  return {
    ...session,
    messages: kept.flatMap((at) => messages[at] ?? []),
    origins: {
      records: kept.map((at) => records[at] ?? null),
      lines: kept.map((at) => lines[at] ?? null),
    },
  };
}

/**
 * Count a session, unless its id was met before.
 *
 * @param session A session.
 * @param seen Sessions of the corpus.
 * @param report Where to count it.
 * @returns Whether it is new; of one that is not, all messages are left out.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { countSession, emptyReport, newSeen } from "@taskflow/corpora";
 *
 * const session = {
 *   schema_version: 1 as const,
 *   id: "s-1",
 *   source: "specstory",
 *   file: "a.md",
 *   ordinal: 0,
 *   attributes: {},
 *   messages: [],
 * };
 * const [seen, report] = [newSeen(), emptyReport()];
 * equal(countSession(session, seen, report), true);
 * equal(countSession(session, seen, report), false);
 * deepEqual(report.sessions, { kept: 1, empty: 1, duplicate: 1 });
 * ```
 */
export function countSession(
  session: Session,
  { sessions }: Seen,
  report: IngestReport,
): boolean {
  const { id, ordinal } = session;
  const file = session.file ?? "";
  const messages = session.messages.length;
  const key = sessionKey(session);
  const first = sessions.get(key);
  if (first === undefined) {
    sessions.set(key, { file, messages });
    keepSession(report, session.source, messages);
    return true;
  }
  const place = { file, line: null, session: id };
  repeatSession(report, session.source);
  if (messages > 0) {
    leaveOut(report, session.source, "duplicate-session", place, messages);
  }
  if (messages > first.messages) {
    warn(
      report,
      place,
      `session "${id}" (number ${ordinal + 1} in this file) has ${messages} ` +
        `messages here, but ${first.messages} in "${first.file}", which comes ` +
        `first and counts: take that file away to count this one`,
    );
  }
  return false;
}

/**
 * The key of a session: its agent, or its source if that is unknown, and its id.
 *
 * @param session A session.
 * @returns The key.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { sessionKey } from "@taskflow/corpora";
 *
 * const session = { id: "s-1", source: "entire", attributes: { agent: "claude-code" } };
 * equal(sessionKey(session), "claude-code\0s-1");
 * ```
 */
export function sessionKey(
  { id, source, attributes: { agent } }: Pick<
    Session,
    "id" | "source" | "attributes"
  >,
): string {
  return `${agent ?? source}\0${id}`;
}
