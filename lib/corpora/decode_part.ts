/**
 * Text of a part of a file.
 *
 * @module
 */

/** A mark at the start of a part is text: only the start of a file may have a byte-order mark. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Decode a part of a file: UTF-8 with replacement. The text does not hold on to the file.
 *
 * @param bytes The file.
 * @param from Start of the part, in bytes.
 * @param to Its end, exclusive.
 * @returns The text.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { decodePart } from "@taskflow/corpora";
 *
 * equal(decodePart(new TextEncoder().encode("(é)"), 1, 3), "é");
 * ```
 */
export function decodePart(
  bytes: Uint8Array,
  from: number,
  to: number,
): string {
  return decoder.decode(bytes.subarray(from, to));
}
