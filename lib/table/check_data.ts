/**
 * Whether the buffers of Arrow columns hold what their lengths say: files from anywhere may be damaged,
 * and a column that claims more rows than it has reads as zeros, or without end.
 *
 * @module
 */

import { type Data, DataType, type Table } from "apache-arrow";

/**
 * Throw an Error if a column's buffers are shorter than its length, or offsets and codes astray.
 *
 * @example
 * ```ts
 * import { throws } from "node:assert/strict";
 * import { Data, Field, Int32, Schema } from "apache-arrow";
 * import { tableOf } from "./build_data.ts";
 * import { checkTable } from "./check_data.ts";
 *
 * const short = new Data(new Int32(), 0, 9, 0, {});
 * const table = tableOf(new Schema([new Field("n", new Int32())]), [short]);
 * throws(() => checkTable(table), /the data of column "n" is damaged/);
 * ```
 */
export function checkTable(table: Table): void {
  for (const { data, numRows } of table.batches) {
    data.children.forEach((column, i) => {
      const name = table.schema.fields[i]?.name ?? "";
      if (column.length !== numRows) throw astray(name, "length");
      checkData(column, name);
    });
  }
}

function astray(name: string, what: string): RangeError {
  return new RangeError(`the ${what} of column "${name}" is damaged`);
}

function checkData(data: Data, name: string): void {
  const { type, length, offset, nullCount } = data;
  if (DataType.isNull(type)) return;
  const need = (there: number | undefined, what: string, least: number) => {
    if ((there ?? 0) < least) throw astray(name, what);
  };
  const bits = Math.ceil((offset + length) / 8);
  if (nullCount < 0 || nullCount > length) throw astray(name, "null count");
  if (nullCount > 0) need(data.nullBitmap?.length, "validity", bits);
  if (DataType.isBool(type)) return need(data.values?.length, "data", bits);
  if (hasOffsets(type)) {
    const [child] = data.children;
    const end = child === undefined ? data.values?.length : child.length;
    checkOffsets(data, end ?? 0, name);
    if (child !== undefined) checkData(child, name);
    return;
  }
  if (DataType.isStruct(type)) {
    for (const child of data.children) {
      need(child.length, "length", length);
      checkData(child, name);
    }
    return;
  }
  need(data.values?.length, "data", length * data.stride);
  if (DataType.isDictionary(type)) checkCodes(data, name);
}

function hasOffsets(type: DataType): boolean {
  return DataType.isUtf8(type) || DataType.isLargeUtf8(type) ||
    DataType.isBinary(type) || DataType.isLargeBinary(type) ||
    DataType.isList(type) || DataType.isLargeList(type) ||
    DataType.isMap(type);
}

function checkOffsets(data: Data, end: number, name: string): void {
  const { valueOffsets, length } = data;
  // A column without rows may come without offsets.
  if (length === 0) return;
  if ((valueOffsets?.length ?? 0) < length + 1) throw astray(name, "offsets");
  let last = Number(valueOffsets[0]);
  for (let i = 0; i <= length && last >= 0; i++) {
    const next = Number(valueOffsets[i]);
    if (next < last || next > end) throw astray(name, "offsets");
    last = next;
  }
  if (last < 0) throw astray(name, "offsets");
}

function checkCodes(data: Data, name: string): void {
  const { values, length, dictionary } = data;
  const words = dictionary?.length ?? 0;
  for (let i = 0; i < length; i++) {
    const code = Number(values[i]);
    if ((code < 0 || code >= words) && data.getValid(i)) {
      throw astray(name, "codes");
    }
  }
  for (const part of dictionary?.data ?? []) checkData(part, name);
}
