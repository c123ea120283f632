/**
 * Ids, unless someone blacked them out.
 *
 * @module
 */

import { detach } from "./detach.ts";

/** What redaction leaves of an id: secrets are found by how random they look, and so are ids. */
const REDACTED = /^\W*REDACTED/;

/**
 * The value as an id.
 *
 * @param value Anything parsed.
 * @returns The id, or `null` if it is no text, empty or redacted: then it would be the same for all.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { knownId } from "@taskflow/corpora";
 *
 * equal(knownId("ses_7"), "ses_7");
 * equal(knownId("[REDACTED]"), null);
 * ```
 */
export function knownId(value: unknown): string | null {
  return typeof value === "string" && value !== "" && !REDACTED.test(value)
    ? detach(value)
    : null;
}
