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
  let words = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words++;
  return words;
}
