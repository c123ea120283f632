/**
 * Cutting long messages in the middle.
 *
 * @module
 */

/**
 * What stands where something was left out.
 *
 * @param characters How many characters (code points) were left out.
 * @returns The marker, without line ends.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { cutMarker } from "@taskflow/classify";
 *
 * equal(cutMarker(1200), "[... 1200 characters left out ...]");
 * ```
 */
export function cutMarker(characters: number): string {
  return `[... ${characters} characters left out ...]`;
}

/**
 * Shorten a text to its first two thirds and its last third of a limit: what is asked for mostly stands
 * at an end, and what is pasted between.
 *
 * @param text Any text.
 * @param limit Most characters (Unicode code points) kept; the marker comes on top of them.
 * @returns The text, with a marker on a line of its own if it was longer, and whether it was.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { cutMiddle } from "@taskflow/classify";
 *
 * deepEqual(cutMiddle("a😀bcde", 3), {
 *   text: "a😀\n[... 3 characters left out ...]\ne",
 *   cut: true,
 * });
 * ```
 */
export function cutMiddle(
  text: string,
  limit: number,
): { text: string; cut: boolean } {
  // A text has at most as many characters as code units.
  if (text.length <= limit) return { text, cut: false };
  let characters = 0;
  for (const _ of text) characters++;
  if (characters <= limit) return { text, cut: false };
  const tail = Math.floor(limit / 3);
  const head = text.slice(0, unitsOf(text, limit - tail));
  const rest = text.slice(unitsOf(text, characters - tail));
  const marker = cutMarker(characters - limit);
  return { text: `${head}\n${marker}\n${rest}`, cut: true };
}

/** Code units of the first characters of a text. */
function unitsOf(text: string, characters: number): number {
  let units = 0;
  for (let n = 0; n < characters; n++) {
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  }
  return units;
}
