/**
 * Sessions from a table with one row a message.
 *
 * @module
 */

import type { Attribute, Message, Session } from "@taskflow/session";
import { DataType, type Table, type Vector } from "apache-arrow";
import { exactReader, exactValues } from "./data_values.ts";
import { jsonEncoder } from "./json_value.ts";
import { LABELLED_COLUMNS } from "./labelled_table.ts";

/** What the columns are called, by what they mean. */
export type LabelledColumns = {
  readonly [name in (typeof LABELLED_COLUMNS)[number]]?: string;
};

/** Options of {@linkcode sessionsOfTable}. */
export interface SessionsOfTableOptions {
  /** Names of columns that are not called `session`, `position`, `intent`, `text`, `timestamp`, `source`. */
  readonly columns?: LabelledColumns;
  /** What errors call a row (default `in row 0`, ...); for a file, its name and line. */
  readonly place?: (row: number) => string;
  /** Told once of each further column that is no attribute of sessions, and of a row that shows it. */
  readonly onOther?: (column: string, row: number) => void;
}

/**
 * The sessions of a table, the inverse of `labelledTable`.
 *
 * Rows of a session may lie apart and in any order; they are put in order of `position`, in which gaps
 * are allowed: only the order counts. Sessions come in order of their first row. Every column without a
 * meaning of its own is an attribute if it has at most one value within each session; others, and
 * lists and structs, are left out and told to `onOther`.
 *
 * @param table A table with the columns `session` (texts or numbers) and `position` (whole numbers from 0);
 * `intent`, `text`, `timestamp` and `source` may be missing.
 * @param options Names of columns; what errors call a row.
 * @returns The sessions, made one by one; timestamps as ISO 8601 in UTC where the column has instants.
 * @throws {TypeError} If `session` or `position` is missing, or a cell of them is not as above.
 * @throws {RangeError} If a session has a position twice, or two sources.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { intentsOf } from "@taskflow/session";
 * import { fromRows, sessionsOfTable } from "@taskflow/table";
 *
 * const table = fromRows([
 *   { session: "a", position: 5, intent: "tests" },
 *   { session: "b", position: 0, intent: "debug" },
 *   { session: "a", position: 2, intent: "bug-fix" },
 * ]);
 * deepEqual([...sessionsOfTable(table)].map(intentsOf), [["bug-fix", "tests"], ["debug"]]);
 * ```
 */
export function* sessionsOfTable(
  table: Table,
  options: SessionsOfTableOptions = {},
): Generator<Session> {
  const { columns = {}, place = (row) => `in row ${row}` } = options;
  const nameOf = (name: (typeof LABELLED_COLUMNS)[number]) =>
    columns[name] ?? name;
  const find = (name: (typeof LABELLED_COLUMNS)[number]) =>
    table.getChild(nameOf(name));
  const [session, position] = [find("session"), find("position")];
  if (session === null || position === null) {
    const name = session === null ? "session" : "position";
    throw new TypeError(
      `Cannot read labelled sessions: there is no column "${
        nameOf(name)
      }", there are ` +
        table.schema.fields.map((field) => `"${field.name}"`).join(", "),
    );
  }
  const groups = groupRows(session, place);
  const positions = wholeNumbers(position, place);
  const read = {
    intent: textReader(find("intent")),
    text: textReader(find("text"), true),
    timestamp: textReader(find("timestamp")),
    source: textReader(find("source")),
  };
  const meant = new Set(LABELLED_COLUMNS.map(nameOf));
  const attributes = attributeReaders(table, meant, groups, options);
  for (const [ordinal, { id, rows }] of groups.entries()) {
    inOrder(rows, positions, id, place);
    const messages = Array.from(rows, (row): Message => ({
      text: read.text(row),
      timestamp: read.timestamp(row),
      intent: read.intent(row),
    }));
    yield {
      schema_version: 1,
      id,
      source: oneSource(rows, read.source, id, place) ?? "labelled",
      file: null,
      ordinal,
      attributes: Object.fromEntries(
        attributes.map(([name, of]) => [name, of(rows)]),
      ),
      messages,
    };
  }
}

interface Group {
  readonly id: string;
  /** Rows of the session, first in order of the table. */
  readonly rows: Int32Array;
}

/** Rows by session, sessions in order of their first row. */
function groupRows(column: Vector, place: (row: number) => string): Group[] {
  const ids = exactValues(column);
  const codeOf = new Map<unknown, number>();
  const sizes: number[] = [];
  const codes = Int32Array.from(ids, (id, row) => {
    if (id === null || id === "") {
      throw new TypeError(
        `Cannot read labelled sessions ${place(row)}: the session id is empty`,
      );
    }
    const code = codeOf.get(id) ?? codeOf.size;
    if (code === codeOf.size) codeOf.set(id, code);
    sizes[code] = (sizes[code] ?? 0) + 1;
    return code;
  });
  const groups = Array.from(codeOf.keys(), (id, code) => ({
    id: String(id),
    rows: new Int32Array(sizes[code] ?? 0),
  }));
  const filled = new Int32Array(groups.length);
  codes.forEach((code, row) => {
    const rows = groups[code]?.rows;
    if (rows !== undefined) rows[filled[code]!++] = row;
  });
  return groups;
}

function wholeNumbers(
  column: Vector,
  place: (row: number) => string,
): Float64Array {
  return Float64Array.from(exactValues(column), (value, row) => {
    const number = typeof value === "bigint" ? Number(value) : value;
    if (typeof number === "number" && Number.isSafeInteger(number)) {
      if (number >= 0) return number;
    }
    throw new TypeError(
      `Cannot read labelled sessions ${place(row)}: position ` +
        `${value === null ? "is missing" : `"${value}"`}` +
        `${value === null ? "" : " is not a whole number of 0 or more"}`,
    );
  });
}

/** Put the rows of a session in order of position; a position that occurs twice has no order. */
function inOrder(
  rows: Int32Array,
  positions: Float64Array,
  id: string,
  place: (row: number) => string,
): void {
  const at = (row: number) => positions[row] ?? 0;
  rows.sort((a, b) => at(a) - at(b) || a - b);
  for (let i = 1; i < rows.length; i++) {
    const [before, row] = [rows[i - 1] ?? 0, rows[i] ?? 0];
    if (at(before) !== at(row)) continue;
    throw new RangeError(
      `Cannot read labelled sessions ${
        place(row)
      }: session "${id}" has position ` +
        `${at(row)} twice: number its messages apart`,
    );
  }
}

/** How to read a cell as text; an empty one is missing, unless it is the text of a message. */
function textReader(
  column: Vector | null,
  empty = false,
): (row: number) => string | null {
  if (column === null) return () => null;
  const encode = jsonEncoder(column.type);
  const read = exactReader(column);
  return (row) => {
    const value = encode(read(row));
    if (value === null || (value === "" && !empty)) return null;
    return typeof value === "string" ? value : JSON.stringify(value);
  };
}

function oneSource(
  rows: Int32Array,
  read: (row: number) => string | null,
  id: string,
  place: (row: number) => string,
): string | null {
  const first = rows[0] === undefined ? null : read(rows[0]);
  const other = rows.find((row) => read(row) !== first);
  if (other === undefined) return first;
  throw new RangeError(
    `Cannot read labelled sessions ${
      place(other)
    }: session "${id}" has two sources, ` +
      `"${first ?? ""}" and "${read(other) ?? ""}": give each its own id`,
  );
}

type AttributeReader = readonly [string, (rows: Int32Array) => Attribute];

/** The columns that are attributes of sessions, and how to read them. */
function attributeReaders(
  table: Table,
  meant: ReadonlySet<string>,
  groups: readonly Group[],
  { onOther }: SessionsOfTableOptions,
): AttributeReader[] {
  return table.schema.fields.flatMap(({ name, type }): AttributeReader[] => {
    const column = meant.has(name) ? null : table.getChild(name);
    if (column === null) return [];
    const nested = DataType.isList(type) || DataType.isStruct(type);
    const encode = jsonEncoder(type);
    const values = nested ? [] : exactValues(column);
    const other = nested ? 0 : varyingRow(values, groups);
    if (other !== null) {
      onOther?.(name, other);
      return [];
    }
    return [[name, (rows) => {
      const row = rows.find((at) => values[at] !== null);
      return row === undefined ? null : attributeOf(values[row], encode);
    }]];
  });
}

/** A row whose value differs from another one of its session, or `null`. */
function varyingRow(
  values: readonly unknown[],
  groups: readonly Group[],
): number | null {
  for (const { rows } of groups) {
    let known: unknown = null;
    for (const row of rows) {
      const value = values[row] ?? null;
      if (value === null) continue;
      if (known !== null && value !== known) return row;
      known = value;
    }
  }
  return null;
}

function attributeOf(
  value: unknown,
  encode: (value: unknown) => unknown,
): Attribute {
  if (typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number") return value;
  const number = typeof value === "bigint" ? Number(value) : NaN;
  const json = encode(value);
  if (typeof json === "string") return json;
  return Number.isSafeInteger(number) ? number : String(value);
}
