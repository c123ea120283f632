/**
 * Arrow columns into JavaScript values: the inverse of `build_data.ts`.
 *
 * @module
 */

import { Data, DataType, type Table, Vector } from "apache-arrow";

/**
 * The values of a column, exactly as Arrow keeps them: 64-bit integers and timestamps as `bigint`,
 * days as numbers, lists as arrays, structs as objects, missing values as `null`.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { fromRows } from "@taskflow/table";
 * import { exactValues } from "./data_values.ts";
 *
 * const column = fromRows([{ n: 1n }, { n: null }]).getChild("n");
 * deepEqual(column && exactValues(column), [1n, null]);
 * ```
 */
export function exactValues(column: Vector): unknown[] {
  const [first, ...rest] = column.data.map(valuesOf);
  return rest.length === 0 ? first ?? [] : [first ?? [], ...rest].flat(1);
}

/**
 * How to read one value at a time, as {@linkcode exactValues} has them: texts are decoded when asked for.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { fromRows } from "@taskflow/table";
 * import { exactReader } from "./data_values.ts";
 *
 * const column = fromRows([{ text: "a" }, { text: null }]).getChild("text");
 * equal(column && exactReader(column)(1), null);
 * ```
 */
export function exactReader(column: Vector): (row: number) => unknown {
  const [data, ...others] = column.data;
  if (data === undefined || others.length > 0 || DataType.isNull(data.type)) {
    const values = exactValues(column);
    return (row) => values[row] ?? null;
  }
  const at = reader(data);
  return (row) => data.getValid(row) ? at(row) : null;
}

/**
 * The values of each column of a table, in order of its fields.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { fromRows } from "@taskflow/table";
 * import { exactColumns } from "./data_values.ts";
 *
 * deepEqual(exactColumns(fromRows([{ at: new Date(5) }])), [[5n]]);
 * ```
 */
export function exactColumns(table: Table): unknown[][] {
  return table.schema.fields.map((_, i) => {
    const column = table.getChildAt(i);
    return column === null ? [] : exactValues(column);
  });
}

function valuesOf(data: Data): unknown[] {
  const { type } = data;
  if (DataType.isNull(type)) return new Array(data.length).fill(null);
  const at = reader(data);
  const out = new Array<unknown>(data.length);
  const all = data.nullCount === 0;
  for (let i = 0; i < out.length; i++) {
    out[i] = all || data.getValid(i) ? at(i) : null;
  }
  return out;
}

/** How to read the value at a position that is not null. */
function reader(data: Data): (i: number) => unknown {
  const { type, values, valueOffsets: offsets } = data;
  if (DataType.isBool(type)) {
    const { offset } = data;
    return (i) => ((values[(offset + i) >> 3] >> ((offset + i) & 7)) & 1) === 1;
  }
  if (
    DataType.isInt(type) || DataType.isTimestamp(type) ||
    DataType.isDate(type) || (DataType.isFloat(type) && type.precision > 0)
  ) {
    return (i) => values[i];
  }
  if (DataType.isUtf8(type) || DataType.isLargeUtf8(type)) {
    // A byte-order mark inside a cell is text.
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    return (i) =>
      decoder.decode(
        values.subarray(Number(offsets[i]), Number(offsets[i + 1])),
      );
  }
  if (DataType.isBinary(type) || DataType.isLargeBinary(type)) {
    return (i) => values.subarray(Number(offsets[i]), Number(offsets[i + 1]));
  }
  if (DataType.isDictionary(type)) {
    const words = data.dictionary === undefined
      ? []
      : exactValues(data.dictionary);
    return (i) => words[Number(values[i])];
  }
  const [child] = data.children;
  if (
    (DataType.isList(type) || DataType.isLargeList(type)) && child !== undefined
  ) {
    const items = valuesOf(child);
    return (i) => items.slice(Number(offsets[i]), Number(offsets[i + 1]));
  }
  if (DataType.isStruct(type)) {
    const members = data.children.map(valuesOf);
    const names = type.children.map(({ name }) => name);
    return (i) =>
      Object.fromEntries(
        names.map((name, m) => [name, members[m]?.[i] ?? null]),
      );
  }
  const vector = new Vector([data]);
  return (i) => vector.get(i);
}
