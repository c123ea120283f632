/**
 * Column types as JSON, for the file beside a CSV or JSONL table.
 *
 * @module
 */

import {
  Binary,
  Bool,
  DataType,
  DateDay,
  DateMillisecond,
  Dictionary,
  Field,
  Float32,
  Float64,
  Int16,
  Int32,
  Int64,
  Int8,
  List,
  Null,
  Struct,
  TimestampMicrosecond,
  TimestampMillisecond,
  TimestampNanosecond,
  TimestampSecond,
  Uint16,
  Uint32,
  Uint64,
  Uint8,
  Utf8,
} from "apache-arrow";
import * as z from "zod";

/** Types without parameters, by name. */
const PLAIN = {
  null: () => new Null(),
  bool: () => new Bool(),
  int8: () => new Int8(),
  int16: () => new Int16(),
  int32: () => new Int32(),
  int64: () => new Int64(),
  uint8: () => new Uint8(),
  uint16: () => new Uint16(),
  uint32: () => new Uint32(),
  uint64: () => new Uint64(),
  float32: () => new Float32(),
  float64: () => new Float64(),
  utf8: () => new Utf8(),
  binary: () => new Binary(),
  date_day: () => new DateDay(),
  date_ms: () => new DateMillisecond(),
} satisfies Record<string, () => DataType>;

const TIMESTAMPS = {
  s: TimestampSecond,
  ms: TimestampMillisecond,
  us: TimestampMicrosecond,
  ns: TimestampNanosecond,
};

/** Names of the units of a timestamp, in the order of Arrow's codes. */
const UNITS = ["s", "ms", "us", "ns"] as const;

const PLAIN_NAMES = Object.keys(PLAIN) as (keyof typeof PLAIN)[];

/** A column type as JSON: `"int32"`, `{"dictionary": "utf8"}`, `{"list": "utf8"}`, ... */
export type ColumnType =
  | keyof typeof PLAIN
  | { dictionary: ColumnType }
  | { timestamp: "s" | "ms" | "us" | "ns"; timezone: string | null }
  | { list: ColumnType }
  | { struct: [name: string, type: ColumnType][] };

/** Schema of {@linkcode ColumnType}. */
export const columnTypeSchema: z.ZodType<ColumnType> = z.lazy(() =>
  z.union([
    z.enum(PLAIN_NAMES),
    z.strictObject({ dictionary: columnTypeSchema }),
    z.strictObject({
      timestamp: z.enum(UNITS),
      timezone: z.string().nullable(),
    }),
    z.strictObject({ list: columnTypeSchema }),
    z.strictObject({
      struct: z.array(z.tuple([z.string(), columnTypeSchema])),
    }),
  ])
);

/**
 * The JSON of an Arrow type, or `null` for a type that CSV and JSONL tables do not have (decimals,
 * maps, unions, durations, 16-bit floats). Large texts are texts; codes of dictionaries are 32-bit.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { Field, List, Utf8 } from "apache-arrow";
 * import { columnTypeOf } from "./column_type.ts";
 *
 * deepEqual(columnTypeOf(new List(new Field("item", new Utf8()))), { list: "utf8" });
 * ```
 */
export function columnTypeOf(type: DataType): ColumnType | null {
  if (DataType.isDictionary(type)) {
    const dictionary = columnTypeOf(type.dictionary);
    return dictionary === null ? null : { dictionary };
  }
  if (DataType.isTimestamp(type)) {
    const timestamp = UNITS[type.unit] ?? "ms";
    return { timestamp, timezone: type.timezone ?? null };
  }
  if (DataType.isList(type)) {
    const list = columnTypeOf(type.valueType);
    return list === null ? null : { list };
  }
  if (DataType.isStruct(type)) {
    const struct: [string, ColumnType][] = [];
    for (const { name, type: member } of type.children) {
      const known = columnTypeOf(member);
      if (known === null) return null;
      struct.push([name, known]);
    }
    return { struct };
  }
  if (DataType.isLargeUtf8(type) || DataType.isUtf8View(type)) return "utf8";
  if (DataType.isLargeBinary(type) || DataType.isBinaryView(type)) {
    return "binary";
  }
  const name = String(type);
  return PLAIN_NAMES.find((plain) => String(PLAIN[plain]()) === name) ?? null;
}

/**
 * The Arrow type of its JSON; codes of dictionaries are 32-bit, members of lists and structs nullable.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { arrowTypeOf } from "./column_type.ts";
 *
 * equal(String(arrowTypeOf({ dictionary: "utf8" })), "Dictionary<Int32, Utf8>");
 * ```
 */
export function arrowTypeOf(type: ColumnType): DataType {
  if (typeof type === "string") return PLAIN[type]();
  if ("dictionary" in type) {
    return new Dictionary(arrowTypeOf(type.dictionary), new Int32());
  }
  if ("timestamp" in type) return new TIMESTAMPS[type.timestamp](type.timezone);
  if ("list" in type) {
    return new List(new Field("item", arrowTypeOf(type.list), true));
  }
  return new Struct(
    type.struct.map(([name, member]) =>
      new Field(name, arrowTypeOf(member), true)
    ),
  );
}
