/**
 * The Arrow type of a column from its JavaScript values.
 *
 * @module
 */

import {
  Binary,
  Bool,
  type DataType,
  Field,
  Float64,
  Int32,
  Int64,
  List,
  Struct,
  TimestampMillisecond,
  Utf8,
} from "apache-arrow";
import { quoted, type Values } from "./build_data.ts";

type Kind =
  | "bool"
  | "int32"
  | "int64"
  | "float64"
  | "text"
  | "date"
  | "bytes"
  | "list"
  | "struct";

/**
 * The narrowest of these types that holds every value: bool, int32, int64, float64, utf8, timestamp
 * (milliseconds, UTC), binary, list, struct; utf8 where there is no value. Throws a TypeError if no
 * type holds them all, such as numbers beside texts.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { inferType } from "./infer_type.ts";
 *
 * equal(String(inferType([1, null, 0.5])), "Float64");
 * ```
 */
export function inferType(values: Values): DataType {
  let kind: Kind | null = null;
  let first: unknown;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value === null || value === undefined) continue;
    const found = kindOf(value);
    if (kind === null) {
      kind = found;
      first = value;
      continue;
    }
    const both = wider(kind, found);
    if (both === null) {
      throw new TypeError(
        `${quoted(first)} and ${quoted(value)} are of different types`,
      );
    }
    kind = both;
  }
  return typeOf(kind ?? "text", values);
}

function kindOf(value: unknown): Kind {
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "string":
      return "text";
    case "bigint":
      return "int64";
    case "number":
      if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
        return "float64";
      }
      return (value | 0) === value ? "int32" : "int64";
  }
  if (value instanceof Date) return "date";
  if (value instanceof Uint8Array) return "bytes";
  if (Array.isArray(value)) return "list";
  if (typeof value === "object") return "struct";
  throw new TypeError(`${quoted(value)} is of no type that tables have`);
}

const NUMBERS: readonly Kind[] = ["int32", "int64", "float64"];

/** The kind that holds both, or `null` if none does. */
function wider(a: Kind, b: Kind): Kind | null {
  if (a === b) return a;
  const [i, j] = [NUMBERS.indexOf(a), NUMBERS.indexOf(b)];
  return i < 0 || j < 0 ? null : NUMBERS[Math.max(i, j)] ?? null;
}

function typeOf(kind: Kind, values: Values): DataType {
  switch (kind) {
    case "bool":
      return new Bool();
    case "int32":
      return new Int32();
    case "int64":
      return new Int64();
    case "float64":
      return new Float64();
    case "text":
      return new Utf8();
    case "date":
      return new TimestampMillisecond("UTC");
    case "bytes":
      return new Binary();
    case "list": {
      const items = Array.from(values).flatMap((list) => list ?? []);
      return new List(new Field("item", inferType(items), true));
    }
    case "struct":
      return new Struct(membersOf(values));
  }
}

/** Fields in order of first appearance. */
function membersOf(values: Values): Field[] {
  const present = Array.from(values).filter((value) =>
    value !== null && value !== undefined
  );
  return keysOf(present as object[]).map((name) => {
    const members = present.map((value) => own(value as object, name));
    return new Field(name, inferType(members), true);
  });
}

/**
 * The keys of all objects, in order of first appearance.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { keysOf } from "./infer_type.ts";
 *
 * deepEqual(keysOf([{ b: 1 }, { a: 2, b: 3 }]), ["b", "a"]);
 * ```
 */
export function keysOf(objects: Iterable<object>): string[] {
  const keys = new Set<string>();
  for (const object of objects) {
    for (const key of Object.keys(object)) keys.add(key);
  }
  return [...keys];
}

/**
 * An object's own member; `null` where it has none.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { own } from "./infer_type.ts";
 *
 * equal(own({}, "constructor"), null);
 * ```
 */
export function own(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? Reflect.get(object, name) : null;
}
