/**
 * Line numbers of places in a text.
 *
 * @module
 */

/**
 * Count lines on the way through a text.
 *
 * @param text The text, with line feeds.
 * @param first Number of its first line.
 * @returns Tells the line of a place (a UTF-16 offset); places must not decrease from call to call.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { lineCounter } from "@taskflow/corpora";
 *
 * const lineOf = lineCounter("a\nb\nc");
 * equal(lineOf(0), 1);
 * equal(lineOf(4), 3);
 * ```
 */
export function lineCounter(
  text: string,
  first = 1,
): (place: number) => number {
  let line = first;
  let newline = text.indexOf("\n");
  return (place) => {
    while (newline >= 0 && newline < place) {
      line++;
      newline = text.indexOf("\n", newline + 1);
    }
    return line;
  };
}
