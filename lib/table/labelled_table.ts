/**
 * Labelled corpora as tables: one row a message (DESIGN, section 4).
 *
 * @module
 */

import type { Attribute, Message, Session } from "@taskflow/session";
import type { Taxonomy } from "@taskflow/taxonomy";
import {
  BufferType,
  Data,
  type DataType,
  Dictionary,
  Field,
  Int32,
  Schema,
  type Table,
  TimestampMillisecond,
  Utf8,
  Vector,
} from "apache-arrow";
import { buildData, tableOf } from "./build_data.ts";
import { errorText } from "./format.ts";
import { inferType, keysOf } from "./infer_type.ts";
import { parseInstant } from "./instant.ts";

/** Columns with a meaning of their own; every other column is an attribute of the session. */
export const LABELLED_COLUMNS = [
  "session",
  "position",
  "intent",
  "text",
  "timestamp",
  "source",
] as const;

/** Options of {@linkcode labelledTable}. */
export interface LabelledTableOptions {
  /** Whether the texts of the messages go into the table (default `false`: they are private). */
  readonly withText?: boolean;
  /** Attributes of sessions to add as columns: all (`true`), none (`false`, the default), or by name. */
  readonly attributes?: boolean | readonly string[];
  /**
   * Makes the words of the column `intent` the taxonomy's labels in its order, so that the codes in the
   * column are the taxonomy's codes. Without it, words come in order of appearance.
   */
  readonly taxonomy?: Taxonomy;
}

/**
 * A labelled corpus as a table: one row a message, sessions in the order given.
 *
 * Columns: `session` (dictionary of texts), `position` (int32, from 0), `intent` (dictionary of texts;
 * missing where a message has no label), `text` if asked for, `timestamp` (milliseconds, UTC; missing
 * where there is none), `source` (dictionary of texts), then the attributes asked for. A session without
 * messages has no row; the metadata says how many there were (`sessions_without_messages`), beside
 * `schema_version` 1.
 *
 * @param sessions The corpus; ids are unique.
 * @param options Texts, attributes, order of labels.
 * @returns The table.
 * @throws {RangeError} If an id occurs twice, a label is not in the taxonomy given, a time is not ISO
 * 8601, or an attribute is named like another column.
 * @throws {TypeError} If an attribute has values of different types.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { labelledTable, sessionsOfTable, toRows } from "@taskflow/table";
 *
 * const message = { text: "why?", timestamp: "2026-03-01T08:00:00.000Z", intent: "question" };
 * const session = {
 *   schema_version: 1 as const,
 *   id: "s-1",
 *   source: "specstory",
 *   file: null,
 *   ordinal: 0,
 *   attributes: { agent: "cursor" },
 *   messages: [message],
 * };
 * const table = labelledTable([session], { withText: true, attributes: ["agent"] });
 * deepEqual(Object.keys(toRows(table)[0] ?? {}), [
 *   "session", "position", "intent", "text", "timestamp", "source", "agent",
 * ]);
 * deepEqual([...sessionsOfTable(table)], [session]);
 * ```
 */
export function labelledTable(
  sessions: Iterable<Session>,
  options: LabelledTableOptions = {},
): Table {
  const columns = growing(options);
  for (const session of sessions) columns.add(session);
  return columns.table();
}

/**
 * {@linkcode labelledTable} of sessions as they arrive; memory holds the table, not the sessions.
 *
 * @param sessions The corpus; ids are unique.
 * @param options As in {@linkcode labelledTable}.
 * @returns The table.
 * @throws As {@linkcode labelledTable}, and what reading the sessions throws.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { collectLabelledTable } from "@taskflow/table";
 *
 * async function* none() {}
 * equal((await collectLabelledTable(none())).numRows, 0);
 * ```
 */
export async function collectLabelledTable(
  sessions: AsyncIterable<Session>,
  options: LabelledTableOptions = {},
): Promise<Table> {
  const columns = growing(options);
  for await (const session of sessions) columns.add(session);
  return columns.table();
}

/** Words to codes, in order of appearance. */
function wordList(known: readonly string[] = []) {
  const codes = new Map(known.map((word, code) => [word, code]));
  const code = (word: string): number => {
    const found = codes.get(word) ?? codes.size;
    if (found === codes.size) codes.set(word, found);
    return found;
  };
  return { codes, code };
}

function growing(options: LabelledTableOptions) {
  const { withText = false, attributes = false, taxonomy } = options;
  const [ids, sources] = [wordList(), wordList()];
  const intents = wordList(taxonomy?.labels);
  const session: number[] = [];
  const position: number[] = [];
  const intent: (number | null)[] = [];
  const text: (string | null)[] = [];
  const timestamp: (bigint | null)[] = [];
  const source: number[] = [];
  const known: (Readonly<Record<string, Attribute>> | null)[] = [];
  let empty = 0;

  const add = ({ id, source: origin, attributes: own, messages }: Session) => {
    if (messages.length === 0) empty++;
    const code = ids.code(id);
    if (code < known.length) throw twice(id);
    known.push(attributes === false ? null : own);
    for (const [at, message] of messages.entries()) {
      session.push(code);
      position.push(at);
      intent.push(intentCode(message, intents, taxonomy));
      if (withText) text.push(message.text);
      timestamp.push(instantOf(message, id, at));
      source.push(sources.code(origin));
    }
  };

  const table = (): Table => {
    const columns: [Field, Data][] = [
      coded("session", session, [...ids.codes.keys()], false),
      column("position", new Int32(), position, false),
      coded("intent", intent, [...intents.codes.keys()], true),
      ...(withText ? [column("text", new Utf8(), text, true)] : []),
      column("timestamp", new TimestampMillisecond("UTC"), timestamp, true),
      coded("source", source, [...sources.codes.keys()], false),
      ...attributeColumns(known, session, attributes),
    ];
    const metadata = new Map([
      ["schema_version", "1"],
      ["sessions_without_messages", String(empty)],
    ]);
    const schema = new Schema(columns.map(([field]) => field), metadata);
    return tableOf(schema, columns.map(([, data]) => data), session.length);
  };
  return { add, table };
}

function twice(id: string): RangeError {
  return new RangeError(
    `Cannot build labelled table: session "${id}" occurs twice: ` +
      `put the source or the file in front of the ids`,
  );
}

function intentCode(
  { intent }: Message,
  intents: ReturnType<typeof wordList>,
  taxonomy: Taxonomy | undefined,
): number | null {
  if (intent === null) return null;
  if (taxonomy !== undefined && !taxonomy.codeOf.has(intent)) {
    throw new RangeError(
      `Cannot build labelled table: label "${intent}" is not in taxonomy ` +
        `"${taxonomy.name}": use one of ${taxonomy.labels.join(", ")}`,
    );
  }
  return intents.code(intent);
}

function instantOf(
  { timestamp }: Message,
  id: string,
  at: number,
): bigint | null {
  if (timestamp === null) return null;
  const instant = parseInstant(timestamp);
  if (instant !== null) return instant;
  throw new RangeError(
    `Cannot build labelled table: time "${timestamp}" of session "${id}", ` +
      `message ${at}, is not ISO 8601: correct it, or set it to null`,
  );
}

function column(
  name: string,
  type: DataType,
  values: readonly unknown[],
  nullable: boolean,
): [Field, Data] {
  return [new Field(name, type, nullable), buildData(values, type)];
}

/** A column of dictionary codes. */
function coded(
  name: string,
  codes: readonly (number | null)[],
  words: readonly string[],
  nullable: boolean,
): [Field, Data] {
  const type = new Dictionary(new Utf8(), new Int32());
  const { length, nullCount, buffers } = buildData(codes, type.indices);
  const dictionary = new Vector([buildData(words, type.dictionary)]);
  const data = new Data(
    type,
    0,
    length,
    nullCount,
    {
      [BufferType.DATA]: buffers[BufferType.DATA],
      [BufferType.VALIDITY]: buffers[BufferType.VALIDITY],
    },
    [],
    dictionary,
  );
  return [new Field(name, type, nullable), data];
}

/** Attributes of the sessions, repeated on each of their rows. */
function attributeColumns(
  sessions: readonly (Readonly<Record<string, Attribute>> | null)[],
  codes: readonly number[],
  wanted: boolean | readonly string[],
): [Field, Data][] {
  if (wanted === false) return [];
  const names = wanted === true
    ? keysOf(sessions.filter((known) => known !== null))
    : wanted;
  return names.map((name) => {
    if (LABELLED_COLUMNS.some((taken) => taken === name)) {
      throw new RangeError(
        `Cannot build labelled table: attribute "${name}" is named like a ` +
          `column of its own: rename it, or leave it out`,
      );
    }
    const values = sessions.map((known) => known?.[name] ?? null);
    try {
      const plain = inferType(values);
      const type = plain instanceof Utf8
        ? new Dictionary(plain, new Int32())
        : plain;
      return column(name, type, codes.map((code) => values[code]), true);
    } catch (error) {
      throw new TypeError(
        `Cannot build labelled table: attribute "${name}": ${errorText(error)}`,
        { cause: error },
      );
    }
  });
}
