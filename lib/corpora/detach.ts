/**
 * Texts that do not hold on to the file they were cut from.
 *
 * @module
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Copy a text that was cut from a longer one. JavaScript engines let a substring keep its parent
 * alive: without the copy, whoever collects messages keeps every file in memory.
 *
 * @param text A text; unpaired surrogates become U+FFFD.
 * @returns An equal text of its own.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { detach } from "@taskflow/corpora";
 *
 * equal(detach("a long file".slice(2, 6)), "long");
 * ```
 */
export function detach(text: string): string {
  return decoder.decode(encoder.encode(text));
}
