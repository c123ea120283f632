/**
 * JSON that may be none.
 *
 * @module
 */

/**
 * Parse a text that may not be JSON.
 *
 * @param text The text.
 * @returns Its value, or `undefined` (which JSON cannot say) if it is not JSON.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { parseJson } from "./parse_json.ts";
 *
 * equal(parseJson("null"), null);
 * equal(parseJson("{"), undefined);
 * ```
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
