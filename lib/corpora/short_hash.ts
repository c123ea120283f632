/**
 * Names that say who or where without saying it.
 *
 * @module
 */

import { createHash } from "node:crypto";

/**
 * Hash a name of a person or a place. Equal names stay equal, so that sessions can be grouped; the
 * name itself does not enter any output. It is no secrecy: who guesses the name can check it.
 *
 * @param name User name, repository or folder as the export writes it.
 * @returns The first 12 hexadecimal digits of the SHA-256 of its UTF-8 bytes, or `null` if there is no
 * name.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { shortHash } from "@taskflow/corpora";
 *
 * equal(shortHash("abc"), "ba7816bf8f01");
 * equal(shortHash(null), null);
 * ```
 */
export function shortHash(name: string | null): string | null {
  if (name === null) return null;
  return createHash("sha256").update(name).digest("hex").slice(0, 12);
}
