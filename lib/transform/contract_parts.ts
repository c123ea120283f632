/**
 * The contract on size: no empty part, no part that is next to nothing.
 *
 * @module
 */

import { asks } from "./asking.ts";
import { clausesOf } from "./claims.ts";
import { type Finding, finding, quoted } from "./finding.ts";
import { sentencesOf } from "./sentences.ts";
import { sourceUnits } from "./source_units.ts";

/** A turn of fewer words asks for nothing that a repository could answer. */
const FEWEST_WORDS = 5;
/** Below this share of an even portion a part is named as small. */
const SMALL = 0.2;

/**
 * Find empty and near-empty parts, and name parts that are small beside the others.
 *
 * @param parts The parts.
 * @returns Errors for empty parts, for headings alone and for fewer than five words; warnings for a
 * part that asks for nothing, and for one with less than a fifth of an even portion of the words.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { checkParts } from "./contract_parts.ts";
 *
 * const found = checkParts(["Add a cache in front of the database reads.", " \n", "# Tests"]);
 * deepEqual(found.map(({ kind, part }) => [kind, part]), [["empty-part", 1], ["empty-part", 2]]);
 * ```
 */
export function checkParts(parts: readonly string[]): Finding[] {
  const words = parts.map((part) => wordsOf(part));
  const even = words.reduce((sum, n) => sum + n, 0) / parts.length;
  return parts.flatMap((part, at): Finding[] => {
    const error = (what: string) => [finding("empty-part", "error", at, what)];
    const count = words[at] ?? 0;
    if (count === 0) return error("it is empty");
    if (sourceUnits(part).every(({ kind }) => kind === "heading")) {
      return error(`it is a heading only: ${quoted(part)}`);
    }
    if (count < FEWEST_WORDS) {
      return error(`it has ${count} words: ${quoted(part)}`);
    }
    if (!clauses(part).some(asks)) {
      return [
        finding(
          "empty-part",
          "warning",
          at,
          `it asks for nothing: ${quoted(part)}`,
        ),
      ];
    }
    return count < SMALL * even
      ? [
        finding(
          "empty-part",
          "warning",
          at,
          `it has ${count} words, an even portion is ${Math.round(even)}`,
        ),
      ]
      : [];
  });
}

function clauses(part: string): string[] {
  return sourceUnits(part).filter(({ kind }) => kind !== "code")
    .flatMap(({ text }) => sentencesOf(text)).flatMap(clausesOf)
    .flatMap((clause) => clause.split(/,\s+/));
}

/** Words, and characters of scripts without spaces between words. */
function wordsOf(text: string): number {
  return text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}_]+/gu,
  )
    ?.length ?? 0;
}
