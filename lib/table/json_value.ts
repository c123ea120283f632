/**
 * Column values as JSON and back, without loss: JSONL lines and cells of CSV.
 *
 * 64-bit integers are JSON numbers with all their digits; NaN and the infinities, which JSON does not
 * have, are the texts `"NaN"`, `"Infinity"`, `"-Infinity"`; instants are ISO 8601; bytes are base64.
 *
 * @module
 */

import { DataType, TimeUnit } from "apache-arrow";
import { Buffer } from "node:buffer";
import { own } from "./infer_type.ts";
import { formatInstant } from "./instant.ts";

/** What V8's JSON can do beyond the types that TypeScript 6 has for it (ECMAScript 2026). */
interface ExactJson {
  rawJSON(text: string): object;
  parse(
    text: string,
    reviver: (
      key: string,
      value: unknown,
      context: { readonly source?: string },
    ) => unknown,
  ): unknown;
}

const exact = JSON as unknown as ExactJson;

/** From a value to what `JSON.stringify` writes, or back to what `buildData` takes. */
export type Convert = (value: unknown) => unknown;

const same: Convert = (value) => value;

/**
 * How the values of a type (as in `data_values.ts`) become JSON.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { Float64 } from "apache-arrow";
 * import { jsonEncoder } from "./json_value.ts";
 *
 * equal(jsonEncoder(new Float64())(NaN), "NaN");
 * ```
 */
export function jsonEncoder(type: DataType): Convert {
  const encode = presentEncoder(type);
  return (value) =>
    value === null || value === undefined ? null : encode(value);
}

function presentEncoder(type: DataType): Convert {
  if (DataType.isDictionary(type)) return presentEncoder(type.dictionary);
  if (DataType.isTimestamp(type)) {
    const zoned = Boolean(type.timezone);
    return (value) => formatInstant(BigInt(value as bigint), type.unit, zoned);
  }
  if (DataType.isDate(type)) {
    return type.unit === 0
      ? (value) =>
        formatInstant(BigInt(value as number) * 86_400n, TimeUnit.SECOND)
          .slice(0, -"T00:00:00Z".length)
      : (value) => formatInstant(BigInt(value as bigint));
  }
  if (DataType.isList(type)) {
    const encode = jsonEncoder(type.valueType);
    return (value) => Array.from(value as unknown[], encode);
  }
  if (DataType.isStruct(type)) {
    const members = type.children.map(({ name, type: member }) =>
      [name, jsonEncoder(member)] as const
    );
    return (value) =>
      Object.fromEntries(
        members.map((
          [name, encode],
        ) => [name, encode(own(value as object, name))]),
      );
  }
  if (DataType.isInt(type) && type.bitWidth === 64) {
    return (value) => exact.rawJSON(String(value));
  }
  if (DataType.isFloat(type)) {
    return (value) => {
      if (Object.is(value, -0)) return exact.rawJSON("-0");
      return Number.isFinite(value) ? value : String(value);
    };
  }
  return DataType.isBinary(type) || DataType.isLargeBinary(type)
    ? (value) => Buffer.from(value as Uint8Array).toString("base64")
    : same;
}

/**
 * How JSON becomes values of a type. What cannot be is passed on as it is, for `buildData` to refuse.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { Float64 } from "apache-arrow";
 * import { jsonDecoder } from "./json_value.ts";
 *
 * equal(jsonDecoder(new Float64())("-Infinity"), -Infinity);
 * ```
 */
export function jsonDecoder(type: DataType): Convert {
  if (DataType.isDictionary(type)) return jsonDecoder(type.dictionary);
  if (DataType.isFloat(type)) {
    return (value) => {
      if (typeof value === "bigint") return Number(value);
      return value === "NaN" || value === "Infinity" || value === "-Infinity"
        ? Number(value)
        : value;
    };
  }
  if (DataType.isBinary(type)) {
    return (value) => {
      if (typeof value !== "string") return value;
      const bytes = Buffer.from(value, "base64");
      return bytes.toString("base64") === value ? new Uint8Array(bytes) : value;
    };
  }
  if (DataType.isList(type)) {
    const decode = jsonDecoder(type.valueType);
    return (value) => Array.isArray(value) ? value.map(decode) : value;
  }
  if (DataType.isStruct(type)) {
    const members = type.children.map(({ name, type: member }) =>
      [name, jsonDecoder(member)] as const
    );
    return (value) =>
      typeof value !== "object" || value === null || Array.isArray(value)
        ? value
        : Object.fromEntries(
          members.map(([name, decode]) => [name, decode(own(value, name))]),
        );
  }
  return same;
}

/**
 * `JSON.parse` in which whole numbers beyond ±(2^53 - 1) become `bigint` instead of losing digits.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { parseJson } from "./json_value.ts";
 *
 * deepEqual(parseJson("[9007199254740993, 1]"), [9007199254740993n, 1]);
 * ```
 */
export function parseJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return exact.parse(
    text,
    (_key, value, { source }) =>
      typeof value === "number" && !Number.isSafeInteger(value) &&
        source !== undefined && /^-?\d+$/.test(source)
        ? BigInt(source)
        : value,
  );
}
