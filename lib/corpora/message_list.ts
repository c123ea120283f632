/**
 * The messages of one session while it is read.
 *
 * @module
 */

import type { Message } from "@taskflow/session";
import type { Origins, ReadContext } from "./adapter.ts";
import { detach } from "./detach.ts";
import type { Reason } from "./report.ts";
import { userText } from "./user_text.ts";

/** Where a user record stands, as far as its format tells. */
export interface RecordPlace {
  /** ISO 8601 time (default: not known). */
  readonly time?: string | null;
  /** 1-based line (default: the format has none). */
  readonly line?: number | null;
  /** Id of the record, the same in copies of it (default: it has none). */
  readonly record?: string | null;
}

/** Messages of a session; what is no message is reported. */
export interface MessageList {
  /** The messages so far, in order. */
  readonly messages: Message[];
  /** Where they stand. Equal ids mean copies only among files that belong together. */
  readonly origins: Origins;
  /** Take a user record: what was typed becomes a message, anything else is left out. */
  add(raw: string, place: RecordPlace): void;
  /** Leave a user record out. */
  leaveOut(reason: Reason, place: RecordPlace): void;
}

/**
 * Start the messages of a session.
 *
 * @param context Rules, and where to report what is left out.
 * @param session Session id, for the report.
 * @returns An empty list.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { messageList, RULES } from "@taskflow/corpora";
 *
 * const left: string[] = [];
 * const leaveOut = (reason: string) => void left.push(reason);
 * const list = messageList({ rules: RULES.default, leaveOut, warn: () => {} }, "s-1");
 * list.add(" Why?\n", { line: 1 });
 * list.add("[Request interrupted by user]", { line: 2 });
 * deepEqual(list.messages.map(({ text }) => text), ["Why?"]);
 * deepEqual(left, ["interruption-marker"]);
 * ```
 */
export function messageList(
  context: ReadContext,
  session: string | null,
): MessageList {
  const messages: Message[] = [];
  const records: (string | null)[] = [];
  const lines: (number | null)[] = [];
  const leaveOut = (reason: Reason, { line = null }: RecordPlace) =>
    context.leaveOut(reason, line, session);
  return {
    messages,
    origins: { records, lines },
    leaveOut,
    add(raw, place) {
      const { text, reason } = userText(raw, context.rules);
      if (reason !== null) return leaveOut(reason, place);
      const { time: timestamp = null, line = null, record = null } = place;
      messages.push({ text: detach(text), timestamp, intent: null });
      records.push(record);
      lines.push(line);
    },
  };
}
