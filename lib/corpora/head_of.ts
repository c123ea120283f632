/**
 * The beginning of a file, from its bytes.
 *
 * @module
 */

import type { Head } from "./adapter.ts";

const decoder = new TextDecoder();

/**
 * Make a head of bytes.
 *
 * @param bytes The first bytes of a file, at most `HEAD_BYTES`.
 * @param complete Whether this is the whole file.
 * @returns The head; its text is decoded when it is first asked for.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { headOf } from "@taskflow/corpora";
 *
 * equal(headOf(new TextEncoder().encode("Hä").subarray(0, 2), false).text, "H");
 * ```
 */
export function headOf(bytes: Uint8Array, complete: boolean): Head {
  let text: string | null = null;
  return {
    bytes,
    complete,
    get text() {
      if (text !== null) return text;
      const whole = decoder.decode(bytes);
      // Of a character that the end of the head cuts, replacements are left.
      return text = complete ? whole : whole.replace(/\ufffd{1,3}$/, "");
    },
  };
}
