/**
 * What the readers of CSV and JSONL have in common: columns of raw values, types from the file beside
 * the table or from the values, errors that name the line.
 *
 * @module
 */

import {
  type Data,
  type DataType,
  Field,
  Schema,
  type Table,
} from "apache-arrow";
import { buildData, tableOf, type Values } from "./build_data.ts";
import type { ColumnType } from "./column_type.ts";
import { errorText, requireColumns, unreadable } from "./format.ts";
import type { Convert } from "./json_value.ts";
import {
  knownFields,
  metadataOf,
  type Sidecar,
  sidecarPath,
} from "./sidecar.ts";

/** Options of the readers of CSV and JSONL. */
export interface ReadTextOptions {
  /** Columns to read, in order (default: all). */
  readonly columns?: readonly string[];
  /** Types by column name, before those of the file beside the table and before inference. */
  readonly types?: Readonly<Record<string, ColumnType>>;
}

/** A table as it was found in a text. */
export interface RawTable {
  readonly path: string;
  /** What stands beside it, or `null`. */
  readonly sidecar: Sidecar | null;
  /** Names of the columns in order. */
  readonly names: readonly string[];
  /** Values by column; a column may end early, the rest is missing. */
  readonly columns: readonly (readonly unknown[])[];
  readonly rows: number;
  /** 1-based line of a row; only asked for after a failure. */
  readonly lineOf: (row: number) => number;
}

/** How a format reads the values of a column. */
export interface ValueReader {
  /** Values of a known type. */
  readonly decoder: (field: Field) => Convert;
  /** The type of values without a known one, and how to read them. */
  readonly infer: (values: Values) => readonly [DataType, Convert];
}

/**
 * Build the table.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { Utf8 } from "apache-arrow";
 * import { typedTable } from "./text_table.ts";
 *
 * const raw = {
 *   path: "t",
 *   sidecar: null,
 *   names: ["a"],
 *   columns: [["x"]],
 *   rows: 2,
 *   lineOf: () => 1,
 * };
 * const same = (value: unknown) => value;
 * const reader = { decoder: () => same, infer: () => [new Utf8(), same] as const };
 * equal(typedTable(raw, reader, {}).getChild("a")?.nullCount, 1);
 * ```
 */
export function typedTable(
  raw: RawTable,
  reader: ValueReader,
  options: ReadTextOptions,
): Table {
  const { path, sidecar, names, rows } = raw;
  const known = knownFields(sidecar, options.types);
  const wanted = options.columns ?? names;
  requireColumns(path, wanted, names);
  const fields: Field[] = [];
  const columns = wanted.map((name): Data => {
    const values = raw.columns[names.indexOf(name)] ?? [];
    const fail = (problem: string) => refuse(raw, name, problem, known);
    try {
      const field = known.get(name) ?? null;
      const [type, convert] = field === null
        ? reader.infer(values)
        : [field.type, reader.decoder(field)];
      const nullable = field?.nullable ?? true;
      fields.push(new Field(name, type, nullable));
      const read = new Array<unknown>(rows);
      for (let row = 0; row < rows; row++) {
        read[row] = convert(values[row] ?? null);
      }
      const empty = nullable ? -1 : read.indexOf(null);
      if (empty >= 0) throw fail(`line ${raw.lineOf(empty)}: no value`);
      return dataOf(
        read,
        type,
        (row, problem) => fail(`line ${raw.lineOf(row)}: ${problem}`),
      );
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw fail(error.message);
    }
  });
  return tableOf(new Schema(fields, metadataOf(sidecar)), columns, rows);
}

/** Build a column; if that fails, name the first row whose value alone fails too. */
function dataOf(
  values: Values,
  type: DataType,
  fail: (row: number, problem: string) => Error,
): Data {
  try {
    return buildData(values, type);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    for (let row = 0; row < values.length; row++) {
      try {
        buildData([values[row]], type);
      } catch (alone) {
        throw fail(row, errorText(alone));
      }
    }
    throw error;
  }
}

function refuse(
  { path, sidecar }: RawTable,
  name: string,
  problem: string,
  known: ReadonlyMap<string, Field>,
): SyntaxError {
  const beside = sidecar !== null && known.has(name)
    ? `, or delete "${sidecarPath(path)}" to have the types inferred`
    : "";
  return unreadable(
    path,
    `column "${name}": ${problem}`,
    `give the column one type${beside}`,
  );
}
