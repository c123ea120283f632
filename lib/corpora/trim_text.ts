/**
 * Trimming that does not depend on the language it is written in.
 *
 * @module
 */

/**
 * Take white space off both ends: the characters with the Unicode property `White_Space`. Unlike
 * `String.prototype.trim` this leaves a byte-order mark in place and takes U+0085 away, so that
 * hashes agree with those of other tools.
 *
 * @param text Any text.
 * @returns The trimmed text.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { trimText } from "@taskflow/corpora";
 *
 * equal(trimText(" \u0085why?\ufeff\n"), "why?\ufeff");
 * ```
 */
export function trimText(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isSpace(text.charCodeAt(from))) from++;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0x85 ||
    code === 0xa0 ||
    code === 0x1680 || (code >= 0x2000 && code <= 0x200a) || code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f || code === 0x205f || code === 0x3000;
}
