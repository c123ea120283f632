/**
 * Word counts that work in any language.
 *
 * @module
 */

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/**
 * Count words by Unicode word boundaries (`Intl.Segmenter`): white space fails on Chinese and
 * Japanese. Punctuation alone is no word; `don't`, `3.14` and `snake_case` are one.
 *
 * @param text Any text.
 * @returns The number of words, 0 or more.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countWords } from "@taskflow/session";
 *
 * equal(countWords("Fix the login test, please."), 5);
 * equal(countWords("修复登录测试"), 3);
 * ```
 */
export function countWords(text: string): number {
  return ASCII.test(text) ? countAsciiWords(text) : countSegments(text);
}

// deno-lint-ignore no-control-regex -- all of ASCII is meant
const ASCII = /^[\x00-\x7f]*$/;

/** What the segmenter calls a word in ASCII text; a test holds the two together. */
const ASCII_WORD =
  /(?:[A-Za-z0-9_]|(?<=[A-Za-z])'(?=[A-Za-z])|(?<=[0-9])[.',;](?=[0-9]))+/g;

/** The segmenter leaves native memory behind for every text: too much for a corpus. */
function countAsciiWords(text: string): number {
  let words = 0;
  for (const [word] of text.matchAll(ASCII_WORD)) if (word !== "_") words++;
  return words;
}

/**
 * Count words with the segmenter, whatever the script.
 *
 * @param text Any text.
 * @returns The number of words, 0 or more.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countSegments } from "@taskflow/session";
 *
 * equal(countSegments("Don't stop at 3.14"), 4);
 * ```
 */
export function countSegments(text: string): number {
  let words = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words++;
  return words;
}
