/**
 * Tables as arrays of plain objects, for small tables, notebooks and tests.
 *
 * @module
 */

import { DataType, Field, Schema, type Table } from "apache-arrow";
import { buildData, type Values } from "./build_data.ts";
import { tableOf } from "./build_data.ts";
import { exactColumns } from "./data_values.ts";
import { inferType, keysOf, own } from "./infer_type.ts";
import { dateOfUnits } from "./instant.ts";

/**
 * One row: column name to plain value. Plain values are strings, numbers, booleans, `Date` (for
 * timestamps and days), `Uint8Array`, arrays, objects, `null`, and `bigint` where a 64-bit column has
 * a value beyond ±(2^53 - 1).
 */
export type Row = Record<string, unknown>;

/**
 * Build a table from rows.
 *
 * @param rows Objects; a key that a row does not have, `undefined` and `null` are missing values.
 * @param schema Names, order and types of the columns. Without it: columns in order of first
 * appearance, all nullable, each of the narrowest type among bool, int32, int64, float64, utf8,
 * timestamp (milliseconds, UTC), binary, list and struct; a column without a value is utf8.
 * @returns A table of one batch.
 * @throws {TypeError} If a value is not of its column's type, a column's values have no type in
 * common, or a row has a key that the schema does not have.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { fromRows, toRows } from "@taskflow/table";
 *
 * const rows = [{ intent: "tests", n: 3 }, { intent: "debug", n: null }];
 * const table = fromRows(rows);
 * deepEqual(table.schema.fields.map(String), ["intent: Utf8", "n: Int32"]);
 * deepEqual(toRows(table), rows);
 * ```
 */
export function fromRows(
  rows: readonly Readonly<Row>[],
  schema?: Schema,
): Table {
  const names = schema?.fields.map(({ name }) => name) ?? keysOf(rows);
  if (schema !== undefined) refuseOthers(rows, new Set(names));
  const columns = names.map((name) => rows.map((row) => own(row, name)));
  return fromColumns(names, columns, rows.length, schema, (i) => `row ${i}`);
}

function refuseOthers(rows: readonly Row[], names: ReadonlySet<string>): void {
  rows.forEach((row, i) => {
    const other = Object.keys(row).find((key) => !names.has(key));
    if (other === undefined) return;
    throw new TypeError(
      `Cannot build table: row ${i} has "${other}", which is not a column ` +
        `(${[...names].join(", ")})`,
    );
  });
}

/** A table from columns of values; `place` names the row of an error. */
function fromColumns(
  names: readonly string[],
  columns: readonly Values[],
  length: number,
  schema: Schema | undefined,
  place: (row: number) => string,
): Table {
  const fields = schema?.fields ?? names.map((name, i) => {
    const values = columns[i] ?? [];
    return new Field(name, orNamed(name, () => inferType(values)), true);
  });
  const data = fields.map(({ name, type, nullable }, i) => {
    const values = columns[i] ?? [];
    if (!nullable) refuseNull(name, values, place);
    return orNamed(name, () => buildData(values, type), () => {
      const row = firstFailure(values, type);
      return row < 0 ? "" : `${place(row)}: `;
    });
  });
  return tableOf(new Schema(fields, schema?.metadata), data, length);
}

function orNamed<T>(name: string, make: () => T, place = () => ""): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new TypeError(
      `Cannot build table: ${place()}column "${name}": ${error.message}`,
      { cause: error },
    );
  }
}

function refuseNull(
  name: string,
  values: Values,
  place: (row: number) => string,
): void {
  for (let i = 0; i < values.length; i++) {
    if (values[i] !== null && values[i] !== undefined) continue;
    throw new TypeError(
      `Cannot build table: ${place(i)}: column "${name}" has no value, ` +
        `but is not nullable`,
    );
  }
}

/** The first row whose value alone does not fit, or -1; only looked for after a failure. */
function firstFailure(values: Values, type: DataType): number {
  for (let i = 0; i < values.length; i++) {
    try {
      buildData([values[i]], type);
    } catch (error) {
      if (error instanceof TypeError) return i;
      throw error;
    }
  }
  return -1;
}

/**
 * The rows of a table as plain objects.
 *
 * @param table Any table; dictionaries are looked up.
 * @returns One object a row, keys in column order, `null` for missing values. A 64-bit integer column
 * gives numbers if all its values are within ±(2^53 - 1), otherwise `bigint` throughout. Timestamps
 * and days become `Date`: what is finer than a millisecond is cut off.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { fromRows, toRows } from "@taskflow/table";
 *
 * const rows = [{ at: new Date(0), labels: ["tests", null] }];
 * deepEqual(toRows(fromRows(rows)), rows);
 * ```
 */
export function toRows(table: Table): Row[] {
  const { fields } = table.schema;
  const columns = exactColumns(table).map((values, i) =>
    plainValues(values, fields[i]?.type ?? null)
  );
  return Array.from({ length: table.numRows }, (_, row) =>
    Object.fromEntries(
      fields.map(({ name }, i) => [name, columns[i]?.[row] ?? null]),
    ));
}

/** Exact values (see `data_values.ts`) made plain. */
function plainValues(values: unknown[], type: DataType | null): unknown[] {
  if (DataType.isDictionary(type)) return plainValues(values, type.dictionary);
  if (DataType.isInt(type) && type.bitWidth === 64) {
    const safe = values.every((value) =>
      value === null || Number.isSafeInteger(Number(value))
    );
    return safe
      ? values.map((value) => value === null ? null : Number(value))
      : values;
  }
  if (DataType.isTimestamp(type)) {
    return values.map((value) =>
      typeof value === "bigint" ? dateOfUnits(value, type.unit) : null
    );
  }
  if (DataType.isDate(type)) {
    const scale = type.unit === 0 ? 86_400_000 : 1;
    return values.map((value) =>
      value === null ? null : new Date(Number(value) * scale)
    );
  }
  if (DataType.isList(type)) {
    const lists = values as (unknown[] | null)[];
    const items = plainValues(
      lists.flatMap((list) => list ?? []),
      type.valueType,
    );
    let at = 0;
    return lists.map((list) =>
      list === null ? null : items.slice(at, at += list.length)
    );
  }
  if (!DataType.isStruct(type)) return values;
  const structs = values as (Row | null)[];
  const members = type.children.map(({ name, type: member }) =>
    [
      name,
      plainValues(structs.map((struct) => struct?.[name] ?? null), member),
    ] as const
  );
  return structs.map((struct, i) =>
    struct === null
      ? null
      : Object.fromEntries(members.map(([name, all]) => [name, all[i]]))
  );
}
