/**
 * Times as JSON exports write them.
 *
 * @module
 */

import { specstoryTime } from "./specstory_time.ts";

/** Numbers below this are seconds since 1970, others milliseconds: it is 1973 or the year 5138. */
const MILLISECONDS = 1e11;
const ISO =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/;

/**
 * Read the time of a record.
 *
 * @param value ISO 8601 text, a similar one with a space, or a number of seconds or milliseconds since
 * 1970.
 * @returns ISO 8601 with the zone that was written, or `null` if it is no time.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { timeOf } from "@taskflow/corpora";
 *
 * equal(timeOf(1_700_000_000), "2023-11-14T22:13:20.000Z");
 * equal(timeOf("2023-04-09 00:02:53 UTC"), "2023-04-09T00:02:53Z");
 * equal(timeOf(1e300), null);
 * ```
 */
export function timeOf(value: unknown): string | null {
  if (typeof value === "number") {
    const date = new Date(value < MILLISECONDS ? value * 1000 : value);
    return Number.isNaN(date.getTime()) ? null : date.toISOString();
  }
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? null : value.toISOString();
  }
  if (typeof value !== "string" || value.length > 40) return null;
  if (ISO.test(value)) return Number.isNaN(Date.parse(value)) ? null : value;
  return specstoryTime(value.replace(/ ?UTC$/, "Z"));
}
