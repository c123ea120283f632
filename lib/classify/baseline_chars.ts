/**
 * Classes of characters, as far as the baseline classifier tells them apart.
 *
 * @module
 */

import { Kind } from "./baseline_kind.ts";

/** Class of white space. */
export const SPACE = 100;
/** Class of letters of alphabetic scripts, Korean included (its words are spaced). */
export const LETTER = 101;
/** Class of digits. */
export const DIGIT = 102;
/** Class of Chinese and Japanese characters: each is a token. */
export const CJK = 103;

function punctuation(character: string): number {
  if (".!。！…;；".includes(character)) return Kind.stop;
  if ("?？¿".includes(character)) return Kind.question;
  if (":：".includes(character)) return Kind.colon;
  if (",，、".includes(character)) return Kind.comma;
  if ("\"'`“”‘’「」『』«»".includes(character)) return Kind.quote;
  if ("-*•–—".includes(character)) return Kind.dash;
  return Kind.symbol;
}

/**
 * Class of a character.
 *
 * @param code UTF-16 code unit.
 * @returns {@linkcode SPACE}, {@linkcode LETTER}, {@linkcode DIGIT}, {@linkcode CJK} or, for
 * anything else, a {@linkcode Kind} of punctuation.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { charClass, CJK, LETTER } from "./baseline_chars.ts";
 *
 * deepEqual([..."aж한修"].map((c) => charClass(c.charCodeAt(0))), [LETTER, LETTER, LETTER, CJK]);
 * ```
 */
export function charClass(code: number): number {
  return CLASSES[code] ?? Kind.symbol;
}

function classify(code: number): number {
  const character = String.fromCharCode(code);
  if (code <= 32 || code === 127 || code === 0xa0) return SPACE;
  if (code < 128) {
    if (/[a-z]/i.test(character)) return LETTER;
    return /[0-9]/.test(character) ? DIGIT : punctuation(character);
  }
  if (code < 0xc0) return punctuation(character);
  if (code < 0x2000 || (code >= 0xac00 && code <= 0xd7af)) return LETTER;
  if (code <= 0x200d || code === 0x2028 || code === 0x3000) return SPACE;
  if (code >= 0x3040 && code <= 0x30ff) return CJK;
  if (code >= 0x3400 && code <= 0x9fff) return CJK;
  if (code >= 0xd800 && code <= 0xdfff) return Kind.emoji;
  if (code >= 0x2190 && code <= 0x2bff) return Kind.emoji;
  if (code === 0xfe0f || code === 0xfeff) return SPACE;
  return punctuation(character);
}

/** One look-up a character: a message is gone through several times. */
const CLASSES = Uint8Array.from(
  { length: 0x10000 },
  (_, code) => classify(code),
);
