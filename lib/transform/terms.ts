/**
 * What a text is about: its words by stem, its identifiers, its numbers.
 *
 * @module
 */

import { GRAMMAR, TRADE } from "./common_words.ts";
import { stem } from "./stem.ts";

/** One term of a text. */
export interface Term {
  /** What equal terms share: a stem, an identifier in lower case, a number. */
  readonly key: string;
  /** Identifiers look like code: inner capitals, underscores, digits among letters. */
  readonly kind: "word" | "code" | "number";
  /** How much it says: 0 grammar, 0.25 words of the trade, 1 other words, 2 identifiers and numbers. */
  readonly weight: number;
  /** As it stands in the text. */
  readonly text: string;
}

const RUN =
  /\d+(?:[.,]\d+)*(?![\p{L}\d_])|[\p{L}_$][\p{L}\p{N}_$]*(?:['’][\p{L}]+)?|\d[\p{L}\p{N}_]*/gu;
const NUMBERS = new Map(
  "zero one two three four five six seven eight nine ten eleven twelve"
    .split(" ").map((word, n) => [word, `${n}`]),
);

/**
 * The terms of a text, in order. An identifier gives itself and, as words, what it is composed of, so
 * that "the max idle connections" speaks of `MaxIdleConn`.
 *
 * @param text The text.
 * @returns Its terms; those of grammar included, with weight 0.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { termsOf } from "./terms.ts";
 *
 * const keys = termsOf("Retry `fetchPage` three times").map(({ key }) => key);
 * deepEqual(keys, ["retri", "fetchpage", "fetch", "pag", "3", "tim"]);
 * ```
 */
export function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  for (const [run] of text.matchAll(RUN)) {
    if (/^\d[\d.,]*$/.test(run)) {
      terms.push({ key: run, kind: "number", weight: 2, text: run });
      continue;
    }
    const plain = run.replace(/['’]\p{L}+$/u, "");
    const pieces = subwords(plain);
    if (pieces.length > 1 || /[\d_$]/.test(plain)) {
      terms.push({
        key: plain.toLowerCase(),
        kind: "code",
        weight: 2,
        text: run,
      });
    }
    for (const piece of pieces) terms.push(wordTerm(piece, run));
  }
  return terms;
}

function wordTerm(piece: string, text: string): Term {
  const word = piece.toLowerCase();
  const number = NUMBERS.get(word);
  if (number !== undefined && word !== "one" && word !== "two") {
    return { key: number, kind: "number", weight: 1, text };
  }
  if (/^\d+$/.test(word)) return { key: word, kind: "number", weight: 0, text };
  const weight = GRAMMAR.has(word) || word.length < 2
    ? 0
    : TRADE.has(word)
    ? 0.25
    : 1;
  return { key: stem(word), kind: "word", weight, text };
}

/** `parseHTMLPage_2` -> parse, HTML, Page, 2. */
function subwords(run: string): string[] {
  return run.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}]+|\p{Lo}+|\d+/gu) ?? [];
}
