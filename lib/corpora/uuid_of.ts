/**
 * Ids that are unique wherever they come from.
 *
 * @module
 */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The value as a UUID. Other ids (`msg-1`) tell the records of one file apart, but not those of two.
 *
 * @param value Anything parsed.
 * @returns The UUID, or `null` if it is none.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { uuidOf } from "@taskflow/corpora";
 *
 * equal(uuidOf("msg-1"), null);
 * equal(uuidOf("0e9cbd8a-1f0a-4c3e-9d2b-6a5f4e3d2c1b"), "0e9cbd8a-1f0a-4c3e-9d2b-6a5f4e3d2c1b");
 * ```
 */
export function uuidOf(value: unknown): string | null {
  return typeof value === "string" && UUID.test(value) ? value : null;
}
