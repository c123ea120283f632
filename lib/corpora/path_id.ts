/**
 * Session ids for exports that have none.
 *
 * @module
 */

import { createHash } from "node:crypto";

/**
 * Make a session id from where the session is.
 *
 * @param file Path relative to the folder given, with `/`.
 * @param place What tells sessions of one file apart, by default nothing.
 * @returns `path-` and 16 hexadecimal digits; the same for the same path and place.
 *
 * @example
 * ```ts
 * import { equal, notEqual } from "node:assert/strict";
 * import { pathId } from "@taskflow/corpora";
 *
 * equal(pathId("a/x.md"), pathId("a/x.md"));
 * notEqual(pathId("a/x.md", "2"), pathId("a/x.md", "3"));
 * ```
 */
export function pathId(file: string, place = ""): string {
  const text = place === "" ? file : `${file}\0${place}`;
  return `path-${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
}
