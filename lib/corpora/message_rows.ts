/**
 * Messages one a row: what people join their labels to, with the text only if it is asked for.
 *
 * @module
 */

import { countWords, type Session } from "@taskflow/session";
import { parseInstant } from "@taskflow/table";
import { Field, Int32, Schema, TimestampMillisecond, Utf8 } from "apache-arrow";
import { createHash } from "node:crypto";
import { trimText } from "./trim_text.ts";

/** A message. What is not known is `null`. */
export type MessageRow = {
  /** File of the session, relative to the folder given, with `/`. */
  readonly file: string | null;
  /** Id of the session, unique in the table. */
  readonly session: string;
  /** 0-based ordinal of the session in its file. */
  readonly ordinal: number;
  /** 0-based position of the message in its session. */
  readonly position: number;
  /** Format that the session was read from. */
  readonly source: string;
  /** When it was sent; the same to the millisecond, in UTC. */
  readonly timestamp: Date | null;
  readonly intent: string | null;
  /** SHA-256 of the trimmed text as UTF-8, 64 hexadecimal digits. */
  readonly sha256: string | null;
  /** Words of the text; see `countWords()`. */
  readonly words: number | null;
  /** Unicode code points of the text. */
  readonly characters: number | null;
  /** The text; there only if it was asked for. */
  readonly text?: string | null;
};

/**
 * Columns of {@linkcode messageRows}, and of what a classifier adds to them, that are of a message or its
 * file, and no property of a session.
 */
export const MESSAGE_COLUMNS: readonly string[] = [
  "file",
  "ordinal",
  "sha256",
  "words",
  "characters",
  "probability",
  "failure",
];

/**
 * Names, order and types of the columns of {@linkcode messageRows}.
 *
 * @param withText Whether there is a column `text`.
 * @returns The schema of a table of messages.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { messageSchemaOf } from "@taskflow/corpora";
 *
 * equal(messageSchemaOf(false).fields.some(({ name }) => name === "text"), false);
 * ```
 */
export function messageSchemaOf(withText: boolean): Schema {
  return new Schema([
    new Field("file", new Utf8(), true),
    new Field("session", new Utf8(), false),
    new Field("ordinal", new Int32(), false),
    new Field("position", new Int32(), false),
    new Field("source", new Utf8(), false),
    new Field("timestamp", new TimestampMillisecond("UTC"), true),
    new Field("intent", new Utf8(), true),
    new Field("sha256", new Utf8(), true),
    new Field("words", new Int32(), true),
    new Field("characters", new Int32(), true),
    ...(withText ? [new Field("text", new Utf8(), true)] : []),
  ]);
}

/**
 * The messages of a corpus, one a row. Sessions without messages have no row.
 *
 * The table is both a label file (`readLabels()`: `file`, `ordinal`, `sha256`, `intent`) and a table of
 * labelled sessions (`readLabelled()`: `session`, `position`, `intent`). In it an id is one session, so
 * the later of two sessions with one id (of two agents) is called `source:id`.
 *
 * @param sessions The corpus.
 * @param withText Whether the texts are wanted; they are private.
 * @returns The rows, in order; memory holds the ids of the sessions.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { messageRows } from "@taskflow/corpora";
 *
 * async function* corpus() {
 *   const message = { text: "Why?", timestamp: null, intent: "question" };
 *   yield {
 *     schema_version: 1 as const,
 *     id: "s-1",
 *     source: "aider",
 *     file: "a.md",
 *     ordinal: 0,
 *     attributes: {},
 *     messages: [message],
 *   };
 * }
 * const [row] = await Array.fromAsync(messageRows(corpus()));
 * deepEqual([row?.file, row?.position, row?.words, row?.text], ["a.md", 0, 1, undefined]);
 * ```
 */
export async function* messageRows(
  sessions: AsyncIterable<Session>,
  withText = false,
): AsyncGenerator<MessageRow> {
  for await (const session of withUniqueIds(sessions)) {
    const { id, file, ordinal, source, messages } = session;
    for (const [position, { text, timestamp, intent }] of messages.entries()) {
      yield {
        file,
        session: id,
        ordinal,
        position,
        source,
        timestamp: dateOf(timestamp),
        intent,
        ...measures(text),
        ...(withText ? { text } : {}),
      };
    }
  }
}

/**
 * The sessions with ids that are unique among them: the later of two with one id (of two agents) is
 * called `source:id`, a third `source:id#2`.
 *
 * @param sessions The corpus.
 * @returns The sessions, in order; memory holds their ids.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { withUniqueIds } from "@taskflow/corpora";
 *
 * async function* corpus() {
 *   yield { id: "1", source: "aider" };
 *   yield { id: "1", source: "codex" };
 * }
 * const sessions = await Array.fromAsync(withUniqueIds(corpus()));
 * deepEqual(sessions.map(({ id }) => id), ["1", "codex:1"]);
 * ```
 */
export async function* withUniqueIds<S extends Pick<Session, "id" | "source">>(
  sessions: AsyncIterable<S>,
): AsyncGenerator<S> {
  const ids = new Set<string>();
  for await (const session of sessions) {
    const { id, source } = session;
    let name = id;
    for (let n = 1; ids.has(name); n++) {
      name = n === 1 ? `${source}:${id}` : `${source}:${id}#${n}`;
    }
    ids.add(name);
    yield { ...session, id: name };
  }
}

function dateOf(timestamp: string | null): Date | null {
  const instant = timestamp === null ? null : parseInstant(timestamp);
  return instant === null ? null : new Date(Number(instant));
}

function measures(
  text: string | null,
): Pick<MessageRow, "sha256" | "words" | "characters"> {
  if (text === null) return { sha256: null, words: null, characters: null };
  let characters = 0;
  for (const _ of text) characters++;
  return {
    sha256: createHash("sha256").update(trimText(text)).digest("hex"),
    words: countWords(text),
    characters,
  };
}
