/**
 * Sessions: what adapters deliver and what flows are counted from (Section 2).
 *
 * @module
 */

import * as z from "zod";

/** Schema of an attribute value; `null` means "not known for this session". */
export const attributeSchema = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
]);

/** Schema of one message that a person typed. */
export const messageSchema = z.strictObject({
  /** Text as typed, trimmed; `null` where only the label is known. */
  text: z.string().nullable(),
  /** ISO 8601 time, or `null` where the export has none. */
  timestamp: z.string().nullable(),
  /** Intent label, or `null` where the message is not classified. */
  intent: z.string().nullable(),
});

/** Schema of a session on disk (one JSON object a line). */
export const sessionSchema = z.strictObject({
  schema_version: z.literal(1),
  /** Session id, unique within its source. */
  id: z.string().min(1),
  /** Export format or table the session was read from, for example `specstory`. */
  source: z.string(),
  /** File it was read from, relative to the folder given; `null` for tables. */
  file: z.string().nullable(),
  /** 0-based ordinal of the session inside its file. */
  ordinal: z.number().int().nonnegative(),
  /** Known properties of the whole session, for filters: agent, model, surface, month, ... */
  attributes: z.record(z.string(), attributeSchema),
  /** Ordered messages that a person typed. */
  messages: z.array(messageSchema),
});

/** A property of a session; `null` means "not known". */
export type Attribute = z.infer<typeof attributeSchema>;
/** One message that a person typed. */
export type Message = z.infer<typeof messageSchema>;
/** The ordered messages that a person typed in one conversation. */
export type Session = z.infer<typeof sessionSchema>;

/**
 * Labelled sessions as JSONL: `{"session":"id","intents":["bug-fix", ...]}`, one a line.
 * The order of `intents` is the order of the messages.
 */
export const labelledSessionSchema = z.object({
  session: z.string().min(1),
  intents: z.array(z.string()),
  attributes: z.record(z.string(), attributeSchema).optional(),
});

/** A session of which only the intents are known (and perhaps some attributes). */
export type LabelledSession = z.infer<typeof labelledSessionSchema>;

/**
 * The intents of a session whose every message is labelled.
 *
 * @param session A session.
 * @returns The labels in message order, or `null` if a message has none: a gap would invent a
 * transition between its neighbours, so such a session is left out of a flow and counted.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { intentsOf } from "@taskflow/session";
 *
 * const message = { text: "why?", timestamp: null, intent: null };
 * equal(intentsOf({ messages: [message] }), null);
 * ```
 */
export function intentsOf(session: Pick<Session, "messages">): string[] | null {
  const intents: string[] = [];
  for (const { intent } of session.messages) {
    if (intent === null) return null;
    intents.push(intent);
  }
  return intents;
}
