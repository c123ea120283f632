/**
 * Sentences of a text written for programmers.
 *
 * @module
 */

const HIDDEN = /```[^]*?(?:```|$)|`[^`\n]*`|https?:\/\/\S+|“[^”\n]*”/g;
const ABBREVIATION =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|no|fig|al)|\b\p{L})\.$/iu;
const END =
  /[.!?]["'”’)\]]*\s+(?=["'“‘(\[`*_]*[\p{Lu}\p{Lo}\d\uE000$/.@#<-])/gu;

/**
 * Split a paragraph into sentences. Code in backticks, web addresses, typographic quotations, "e.g."
 * and version numbers do not end one.
 *
 * @param text One paragraph.
 * @returns Its sentences, trimmed, none empty.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { sentencesOf } from "./sentences.ts";
 *
 * deepEqual(sentencesOf("Call `a. B()`, e.g. Twice. Then stop! No more."), [
 *   "Call `a. B()`, e.g. Twice.",
 *   "Then stop!",
 *   "No more.",
 * ]);
 * ```
 */
export function sentencesOf(text: string): string[] {
  // Hidden pieces keep their length, so that places stay the same.
  const masked = text.replace(HIDDEN, (piece) => "\uE000".repeat(piece.length));
  const sentences: string[] = [];
  let from = 0;
  for (const { 0: end, index } of masked.matchAll(END)) {
    if (ABBREVIATION.test(masked.slice(from, index + 1))) continue;
    const to = index + end.trimEnd().length;
    sentences.push(text.slice(from, to).trim());
    from = index + end.length;
  }
  sentences.push(text.slice(from).trim());
  return sentences.filter((sentence) => sentence !== "");
}
