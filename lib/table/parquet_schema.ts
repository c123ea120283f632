/**
 * Column types of Arrow in Parquet's words, and back.
 *
 * @module
 */

import {
  Binary,
  Bool,
  DataType,
  DateDay,
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
  TimeUnit,
  Uint16,
  Uint32,
  Uint64,
  Uint8,
  Utf8,
} from "apache-arrow";
import type { SchemaTree } from "hyparquet";
import type { SchemaElement } from "hyparquet-writer";

type Leaf = Omit<SchemaElement, "name" | "repetition_type">;

const INTEGERS: Readonly<Record<string, Leaf>> = {
  Int8: { type: "INT32", converted_type: "INT_8" },
  Int16: { type: "INT32", converted_type: "INT_16" },
  Int32: { type: "INT32" },
  Int64: { type: "INT64" },
  Uint8: { type: "INT32", converted_type: "UINT_8" },
  Uint16: { type: "INT32", converted_type: "UINT_16" },
  Uint32: { type: "INT32", converted_type: "UINT_32" },
  Uint64: { type: "INT64", converted_type: "UINT_64" },
};

/** The leaf of a type that is neither list nor struct, or `null` if Parquet files do not get it. */
function leafOf(type: DataType): Leaf | null {
  if (DataType.isNull(type)) {
    return { type: "INT32", logical_type: { type: "NULL" } };
  }
  if (DataType.isBool(type)) return { type: "BOOLEAN" };
  if (DataType.isInt(type)) return INTEGERS[String(type)] ?? null;
  if (DataType.isFloat(type)) {
    if (type.precision === 0) return null;
    return { type: type.precision === 1 ? "FLOAT" : "DOUBLE" };
  }
  if (
    DataType.isUtf8(type) || DataType.isLargeUtf8(type) ||
    DataType.isUtf8View(type)
  ) {
    return {
      type: "BYTE_ARRAY",
      converted_type: "UTF8",
      logical_type: { type: "STRING" },
    };
  }
  if (DataType.isBinary(type) || DataType.isLargeBinary(type)) {
    return { type: "BYTE_ARRAY" };
  }
  if (DataType.isDate(type) && type.unit === 0) {
    return { type: "INT32", converted_type: "DATE" };
  }
  if (!DataType.isTimestamp(type)) return null;
  // Parquet has no seconds: they are written as milliseconds (see storedValue).
  const unit = (["MILLIS", "MILLIS", "MICROS", "NANOS"] as const)[type.unit];
  return {
    type: "INT64",
    logical_type: {
      type: "TIMESTAMP",
      isAdjustedToUTC: Boolean(type.timezone),
      unit: unit ?? "MILLIS",
    },
  };
}

/**
 * The Parquet schema of a table, in preorder; throws a TypeError for types that it does not hold.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { Field, Int32 } from "apache-arrow";
 * import { parquetElements } from "./parquet_schema.ts";
 *
 * equal(parquetElements([new Field("n", new Int32(), true)])[1]?.repetition_type, "OPTIONAL");
 * ```
 */
export function parquetElements(fields: readonly Field[]): SchemaElement[] {
  return [
    { name: "schema", num_children: fields.length },
    ...fields.flatMap((field) => elementsOf(field, field.name)),
  ];
}

function elementsOf(field: Field, column: string): SchemaElement[] {
  const { name, nullable } = field;
  const type: DataType = DataType.isDictionary(field.type)
    ? field.type.dictionary
    : field.type;
  const repetition_type = nullable ? "OPTIONAL" : "REQUIRED";
  if (DataType.isList(type)) {
    const item = new Field("element", type.valueType, true);
    return [
      { name, repetition_type, num_children: 1, converted_type: "LIST" },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      ...elementsOf(item, column),
    ];
  }
  if (DataType.isStruct(type) && type.children.length > 0) {
    return [
      { name, repetition_type, num_children: type.children.length },
      ...type.children.flatMap((child) =>
        elementsOf(
          new Field(child.name, child.type, true),
          column,
        )
      ),
    ];
  }
  const leaf = leafOf(type);
  if (leaf === null) {
    throw new TypeError(
      `Cannot write column "${column}" of type ${type} as Parquet: ` +
        `write the table as .arrow, or change the type`,
    );
  }
  return [{ name, repetition_type, ...leaf }];
}

/**
 * The field of a column. `hint` is what an Arrow writer noted beside the schema; it adds what Parquet
 * does not say (dictionaries, seconds, the name of the time zone), nothing else of it is believed.
 * `null` for a shape that only the values tell (maps, repeated fields outside lists, variants).
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { fieldOf } from "./parquet_schema.ts";
 *
 * const element = { name: "text", type: "BYTE_ARRAY", converted_type: "UTF8" } as const;
 * equal(String(fieldOf({ element, children: [], count: 1, path: ["text"] })), "text: Utf8");
 * ```
 */
export function fieldOf(tree: SchemaTree, hint?: Field): Field | null {
  const { element } = tree;
  const type = typeOf(tree, hint?.type);
  if (type === null) return null;
  return new Field(element.name, type, element.repetition_type !== "REQUIRED");
}

function typeOf(tree: SchemaTree, hint?: DataType): DataType | null {
  const { element, children } = tree;
  if (element.repetition_type === "REPEATED") return null;
  if (hint !== undefined && DataType.isDictionary(hint)) {
    const words = typeOf(tree, hint.dictionary);
    return words === null ? null : new Dictionary(words, new Int32());
  }
  if (children.length === 0) return hinted(leafType(element), hint);
  const [only] = children;
  if (element.converted_type === "LIST") {
    const item = only?.children[0];
    const standard = children.length === 1 && only?.children.length === 1 &&
      only.element.repetition_type === "REPEATED";
    if (!standard || item === undefined) return null;
    const known = hint !== undefined && DataType.isList(hint)
      ? hint.valueType
      : undefined;
    const type = typeOf(item, known);
    return type === null ? null : new List(new Field("item", type, true));
  }
  if (element.converted_type === "MAP" || element.logical_type !== undefined) {
    return null;
  }
  const members: Field[] = [];
  for (const child of children) {
    const known = hint !== undefined && DataType.isStruct(hint)
      ? hint.children.find(({ name }) => name === child.element.name)
      : undefined;
    const type = typeOf(child, known?.type);
    if (type === null) return null;
    members.push(new Field(child.element.name, type, true));
  }
  return new Struct(members);
}

function hinted(type: DataType, hint?: DataType): DataType {
  if (hint === undefined) return type;
  if (!DataType.isTimestamp(type) || !DataType.isTimestamp(hint)) return type;
  const zone = hint.timezone;
  if (Boolean(zone) !== Boolean(type.timezone)) return type;
  if (hint.unit === TimeUnit.SECOND && type.unit === TimeUnit.MILLISECOND) {
    return new TimestampSecond(zone);
  }
  return timestamp(type.unit, zone ?? null);
}

function timestamp(unit: TimeUnit, zone: string | null): DataType {
  switch (unit) {
    case TimeUnit.SECOND:
      return new TimestampSecond(zone);
    case TimeUnit.MILLISECOND:
      return new TimestampMillisecond(zone);
    case TimeUnit.MICROSECOND:
      return new TimestampMicrosecond(zone);
    case TimeUnit.NANOSECOND:
      return new TimestampNanosecond(zone);
  }
}

const CONVERTED: Readonly<Record<string, () => DataType>> = {
  UTF8: () => new Utf8(),
  ENUM: () => new Utf8(),
  JSON: () => new Utf8(),
  DECIMAL: () => new Float64(),
  DATE: () => new DateDay(),
  TIMESTAMP_MILLIS: () => new TimestampMillisecond("UTC"),
  TIMESTAMP_MICROS: () => new TimestampMicrosecond("UTC"),
  INT_8: () => new Int8(),
  INT_16: () => new Int16(),
  UINT_8: () => new Uint8(),
  UINT_16: () => new Uint16(),
  UINT_32: () => new Uint32(),
  UINT_64: () => new Uint64(),
};

const PHYSICAL: Readonly<Record<string, () => DataType>> = {
  BOOLEAN: () => new Bool(),
  INT32: () => new Int32(),
  INT64: () => new Int64(),
  // Written by old Spark and Impala, always for instants.
  INT96: () => new TimestampNanosecond(null),
  FLOAT: () => new Float32(),
  DOUBLE: () => new Float64(),
  BYTE_ARRAY: () => new Binary(),
  FIXED_LEN_BYTE_ARRAY: () => new Binary(),
};

function leafType(element: SchemaTree["element"]): DataType {
  const { type = "", converted_type = "", logical_type: logical } = element;
  if (logical?.type === "TIMESTAMP") {
    const unit = {
      MILLIS: TimeUnit.MILLISECOND,
      MICROS: TimeUnit.MICROSECOND,
      NANOS: TimeUnit.NANOSECOND,
    }[logical.unit];
    return timestamp(unit, logical.isAdjustedToUTC ? "UTC" : null);
  }
  if (logical?.type === "NULL") return new Null();
  if (logical?.type === "STRING" || logical?.type === "UUID") return new Utf8();
  if (logical?.type === "FLOAT16") return new Float32();
  const make = CONVERTED[converted_type] ?? PHYSICAL[type];
  return make?.() ?? new Binary();
}
