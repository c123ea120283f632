/**
 * What a token of a message can be, for the baseline classifier.
 *
 * @module
 */

/** Kinds of tokens; the numbers go into hashes, so append only. */
export const Kind = {
  word: 0,
  stop: 1,
  question: 2,
  colon: 3,
  comma: 4,
  quote: 5,
  dash: 6,
  symbol: 7,
  emoji: 8,
  line: 9,
  list: 10,
  number: 11,
  url: 12,
  mention: 13,
  path: 14,
  code: 15,
  flag: 16,
  fence: 17,
  slash: 18,
  docFile: 19,
  imageFile: 20,
  dataFile: 21,
  logFile: 22,
  sourceFile: 23,
  hash: 24,
  tag: 25,
} as const;

/** Number of kinds. */
export const KINDS = 26;
