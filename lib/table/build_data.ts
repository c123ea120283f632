/**
 * JavaScript values into Arrow columns, straight into typed arrays: the builders of apache-arrow take
 * four to ten times as long.
 *
 * A value is what `rows.ts` calls a plain value; besides, 64-bit integers and timestamps may be given
 * as the `bigint` that Arrow keeps. `null` and `undefined` are missing values.
 *
 * @module
 */

import {
  BufferType,
  Data,
  DataType,
  type Dictionary,
  type Field,
  type List,
  RecordBatch,
  Schema,
  Struct,
  Table,
  Vector,
  vectorFromArray,
} from "apache-arrow";
import { parseInstant, unitsOfDate } from "./instant.ts";

/** The values of a column. */
export type Values = ArrayLike<unknown>;

/** Most bytes or items that 32-bit offsets reach. */
const MOST = 2 ** 31 - 1;

const DAY = 86_400_000;

/**
 * Arrow data of a type from values; throws a TypeError such as `"x" is not Int32`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { Int32 } from "apache-arrow";
 * import { buildData } from "./build_data.ts";
 *
 * equal(buildData([1, null], new Int32()).nullCount, 1);
 * ```
 */
export function buildData(values: Values, type: DataType): Data {
  const { length } = values;
  if (DataType.isNull(type)) return new Data(type, 0, length, length);
  const [nulls, validity] = validityOf(values);
  const data = (
    buffers: { [BufferType.DATA]?: unknown; [BufferType.OFFSET]?: unknown },
    children?: Data[],
    dictionary?: Vector,
  ) => {
    const all = { ...buffers, [BufferType.VALIDITY]: validity };
    return new Data(type, 0, length, nulls, all, children, dictionary);
  };
  if (DataType.isBool(type)) {
    return data({ [BufferType.DATA]: bitsOf(values, type) });
  }
  const number = numberReader(type);
  if (number !== null) {
    return data({ [BufferType.DATA]: numbersOf(values, type, number) });
  }
  if (isBytes(type)) {
    const [offsets, bytes] = bytesOf(values, type);
    const large = DataType.isLargeUtf8(type) || DataType.isLargeBinary(type);
    return data({
      [BufferType.OFFSET]: large
        ? BigInt64Array.from(offsets, BigInt)
        : offsets,
      [BufferType.DATA]: bytes,
    });
  }
  if (DataType.isDictionary(type)) {
    const [codes, words] = codesOf(values, type);
    return data({ [BufferType.DATA]: codes }, undefined, words);
  }
  if (DataType.isList(type)) {
    const [offsets, items] = itemsOf(values, type);
    const child = buildData(items, type.valueType);
    return data({ [BufferType.OFFSET]: offsets }, [child]);
  }
  if (DataType.isStruct(type)) return data({}, membersOf(values, type));
  return vectorFromArray(Array.from(values), type).data[0] ??
    new Data(type, 0, 0, 0);
}

/**
 * A table of one batch; columns in the order of the schema's fields, all of one length.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { Field, Int32, Schema } from "apache-arrow";
 * import { buildData, tableOf } from "./build_data.ts";
 *
 * const schema = new Schema([new Field("n", new Int32(), true)]);
 * equal(tableOf(schema, [buildData([1, 2], new Int32())]).numRows, 2);
 * ```
 */
export function tableOf(
  schema: Schema,
  columns: readonly Data[],
  length: number = columns[0]?.length ?? 0,
): Table {
  const struct = new Struct(schema.fields);
  const data = new Data(struct, 0, length, 0, {}, [...columns]);
  return new Table(schema, [new RecordBatch(schema, data)]);
}

/**
 * Words for a value in an error: short, quoted.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { quoted } from "./build_data.ts";
 *
 * equal(quoted("x".repeat(99)).length, 60);
 * ```
 */
export function quoted(value: unknown): string {
  const text = typeof value === "bigint"
    ? String(value)
    : JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function wrong(value: unknown, type: DataType): TypeError {
  return new TypeError(`${quoted(value)} is not ${type}`);
}

function missing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Number of missing values, and the bitmap of those that are there (none if all are). */
function validityOf(values: Values): [number, Uint8Array] {
  if (ArrayBuffer.isView(values)) return [0, new Uint8Array()];
  const bits = new Uint8Array((values.length + 7) >> 3);
  let nulls = 0;
  for (let i = 0; i < values.length; i++) {
    if (missing(values[i])) nulls++;
    else bits[i >> 3]! |= 1 << (i & 7);
  }
  return nulls === 0 ? [0, new Uint8Array()] : [nulls, bits];
}

function bitsOf(values: Values, type: DataType): Uint8Array {
  const bits = new Uint8Array((values.length + 7) >> 3);
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value === true) bits[i >> 3]! |= 1 << (i & 7);
    else if (value !== false && !missing(value)) throw wrong(value, type);
  }
  return bits;
}

type NumberReader = (value: unknown) => number | bigint | null;

/** How a type of numbers reads a value (`null`: not of the type); `null` for other types. */
function numberReader(type: DataType): NumberReader | null {
  if (DataType.isFloat(type)) {
    return type.precision === 0
      ? null
      : (value) => typeof value === "number" ? value : null;
  }
  if (DataType.isInt(type)) {
    const { bitWidth, isSigned } = type;
    if (bitWidth === 64) return (value) => wholeBigint(value, isSigned);
    const low = isSigned ? -(2 ** (bitWidth - 1)) : 0;
    const high = isSigned ? 2 ** (bitWidth - 1) - 1 : 2 ** bitWidth - 1;
    return (value) =>
      Number.isInteger(value) && Number(value) >= low && Number(value) <= high
        ? Number(value)
        : null;
  }
  if (DataType.isTimestamp(type)) {
    return (value) => {
      if (value instanceof Date) {
        return Number.isNaN(value.getTime())
          ? null
          : unitsOfDate(value, type.unit);
      }
      return typeof value === "string"
        ? parseInstant(value, type.unit)
        : wholeBigint(value, true);
    };
  }
  if (!DataType.isDate(type)) return null;
  const days = type.unit === 0;
  return (value) => {
    const at = value instanceof Date
      ? Number.isNaN(value.getTime()) ? null : BigInt(value.getTime())
      : typeof value === "string"
      ? parseInstant(value)
      : null;
    if (at !== null) return days ? Math.floor(Number(at) / DAY) : at;
    return days && Number.isInteger(value)
      ? Number(value)
      : wholeBigint(value, true);
  };
}

function wholeBigint(value: unknown, signed: boolean): bigint | null {
  const whole = typeof value === "bigint"
    ? value
    : Number.isSafeInteger(value)
    ? BigInt(Number(value))
    : null;
  if (whole === null) return null;
  const fits = signed
    ? BigInt.asIntN(64, whole) === whole
    : BigInt.asUintN(64, whole) === whole;
  return fits ? whole : null;
}

function numbersOf(values: Values, type: DataType, read: NumberReader) {
  const out = new type.ArrayType(values.length);
  if (values instanceof out.constructor) return values;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (missing(value)) continue;
    const number = read(value);
    if (number === null) throw wrong(value, type);
    out[i] = number;
  }
  return out;
}

function isBytes(type: DataType): boolean {
  return DataType.isUtf8(type) || DataType.isLargeUtf8(type) ||
    DataType.isBinary(type) || DataType.isLargeBinary(type);
}

/** Offsets and bytes of texts (as UTF-8) or byte strings. */
function bytesOf(values: Values, type: DataType): [Int32Array, Uint8Array] {
  const text = DataType.isUtf8(type) || DataType.isLargeUtf8(type);
  const encoder = new TextEncoder();
  const offsets = new Int32Array(values.length + 1);
  let bytes = new Uint8Array(1 << 12);
  let at = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (!missing(value)) {
      if (text ? typeof value !== "string" : !(value instanceof Uint8Array)) {
        throw wrong(value, type);
      }
      const part = value as string | Uint8Array;
      const most = at + (text ? 3 : 1) * part.length;
      if (most > bytes.length) bytes = grown(bytes, at, most);
      if (typeof part === "string") {
        at += encoder.encodeInto(part, bytes.subarray(at)).written;
      } else {
        bytes.set(part, at);
        at += part.length;
      }
    }
    if (at > MOST) throw tooLong();
    offsets[i + 1] = at;
  }
  return [offsets, bytes.slice(0, at)];
}

function grown(bytes: Uint8Array, used: number, size: number) {
  const more = new Uint8Array(Math.max(size, 2 * bytes.length));
  more.set(bytes.subarray(0, used));
  return more;
}

function tooLong(): RangeError {
  return new RangeError("more than 2 GiB in one column: split the table");
}

/** Codes by first appearance, and the words they stand for. */
function codesOf(
  values: Values,
  type: Dictionary,
): [ArrayLike<number>, Vector] {
  const codes = new type.indices.ArrayType(values.length);
  const seen = new Map<unknown, number>();
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (missing(value)) continue;
    let code = seen.get(value);
    if (code === undefined) seen.set(value, code = seen.size);
    codes[i] = code;
    if (codes[i] !== code) {
      throw new RangeError(`more words than ${type.indices} has codes`);
    }
  }
  return [codes, new Vector([buildData([...seen.keys()], type.dictionary)])];
}

function itemsOf(values: Values, type: List): [Int32Array, unknown[]] {
  const offsets = new Int32Array(values.length + 1);
  const items: unknown[] = [];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (Array.isArray(value) || ArrayBuffer.isView(value)) {
      for (const item of value as unknown as unknown[]) items.push(item);
    } else if (!missing(value)) throw wrong(value, type);
    if (items.length > MOST) throw tooLong();
    offsets[i + 1] = items.length;
  }
  return [offsets, items];
}

function membersOf(values: Values, type: Struct): Data[] {
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (missing(value)) continue;
    const plain = typeof value === "object" && !Array.isArray(value);
    if (!plain) throw wrong(value, type);
  }
  return type.children.map(({ name, type: member }: Field) =>
    buildData(
      Array.from(values, (value) =>
        missing(value) || !Object.hasOwn(value, name)
          ? null
          : Reflect.get(value, name)),
      member,
    )
  );
}
