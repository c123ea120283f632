/**
 * Tokens of one message for the baseline classifier: words as hashes, everything that is not prose
 * (paths, identifiers, numbers, code blocks) as the kind of thing it is.
 *
 * @module
 */

import { charClass, CJK, DIGIT, LETTER, SPACE } from "./baseline_chars.ts";
import { chunkKind, inWord } from "./baseline_chunk.ts";
import { Kind } from "./baseline_kind.ts";

/** Characters read from the start and from the end of a message; what lies between is not looked at. */
export const HEAD_CHARACTERS = 1500;
/** See {@linkcode HEAD_CHARACTERS}. */
export const TAIL_CHARACTERS = 500;
/** Tokens kept from the start and from the end of what was read. */
export const HEAD_TOKENS = 45;
/** See {@linkcode HEAD_TOKENS}. */
export const TAIL_TOKENS = 15;

const FNV = 0x01000193;
/** First state of every hash. */
export const SEED = 0x811c9dc5 | 0;

/**
 * Mix a number into a hash.
 *
 * @param hash The hash so far.
 * @param value An integer.
 * @returns A 32-bit integer.
 *
 * @example The order counts
 * ```ts
 * import { notEqual } from "node:assert/strict";
 * import { mix, SEED } from "./baseline_tokens.ts";
 *
 * notEqual(mix(mix(SEED, 1), 2), mix(mix(SEED, 2), 1));
 * ```
 */
export function mix(hash: number, value: number): number {
  let h = Math.imul(hash ^ value, FNV);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  return h ^ (h >>> 13);
}

/**
 * Hash a string, character by character, as {@linkcode tokenize} hashes words.
 *
 * @param word A word in lower case.
 * @returns A 32-bit integer.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { emptyTokens, hashWord, tokenize } from "./baseline_tokens.ts";
 *
 * const tokens = emptyTokens();
 * tokenize("Login", tokens);
 * equal(tokens.hash[0], hashWord("login"));
 * ```
 */
export function hashWord(word: string): number {
  let h = SEED;
  for (let i = 0; i < word.length; i++) {
    h = Math.imul(h ^ word.charCodeAt(i), FNV);
  }
  return h;
}

/** Tokens as parallel arrays; only the first `count` entries count. */
export interface Tokens {
  /** Lower-cased text that the offsets point into. */
  text: string;
  count: number;
  /** Kind of the token: {@linkcode Kind}. */
  readonly kind: Uint8Array;
  /** Hash of a word, or of the kind for anything else. */
  readonly hash: Int32Array;
  /** Offsets of the token in `text`. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** 1 where a sentence starts. */
  readonly starts: Uint8Array;
  /** How many there were of each kind before runs were folded and the middle was cut. */
  readonly kinds: Int32Array;
}

const CAPACITY = 4096;

/** Room for the tokens of one message, to be used again for the next. */
export function emptyTokens(): Tokens {
  return {
    text: "",
    count: 0,
    kind: new Uint8Array(CAPACITY),
    hash: new Int32Array(CAPACITY),
    from: new Int32Array(CAPACITY),
    to: new Int32Array(CAPACITY),
    starts: new Uint8Array(CAPACITY),
    kinds: new Int32Array(32),
  };
}

/**
 * The part of a message that is read: all of it, or its first and last characters.
 *
 * @param text The message.
 * @returns At most {@linkcode HEAD_CHARACTERS} + {@linkcode TAIL_CHARACTERS} characters and a line break.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { readable } from "./baseline_tokens.ts";
 *
 * equal(readable(" short "), "short");
 * equal(readable("a".repeat(5000)).length, 2001);
 * ```
 */
export function readable(text: string): string {
  const trimmed = text.trim();
  return trimmed.length <= HEAD_CHARACTERS + TAIL_CHARACTERS
    ? trimmed
    : trimmed.slice(0, HEAD_CHARACTERS) + "\n" +
      trimmed.slice(-TAIL_CHARACTERS);
}

/**
 * Split a message into tokens, in place.
 *
 * @param original What {@linkcode readable} returns.
 * @param into Room for the tokens; its former contents are lost.
 *
 * @example Runs of one kind are one token
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { Kind } from "./baseline_kind.ts";
 * import { emptyTokens, tokenize } from "./baseline_tokens.ts";
 *
 * const tokens = emptyTokens();
 * tokenize("Look at src/a/b.ts src/a/c.ts?", tokens);
 * deepEqual([...tokens.kind.slice(0, tokens.count)], [
 *   Kind.word,
 *   Kind.word,
 *   Kind.sourceFile,
 *   Kind.question,
 * ]);
 * ```
 */
export function tokenize(original: string, into: Tokens): void {
  const lower = original.toLowerCase();
  // A few characters change length in lower case; offsets must fit both.
  const text = lower.length === original.length ? lower : original;
  into.text = text;
  into.count = 0;
  into.kinds.fill(0);
  let start = true;
  let fenced = false;
  const push = (kind: number, hash: number, from: number, to: number) => {
    into.kinds[kind] = (into.kinds[kind] ?? 0) + 1;
    const at = into.count;
    if (kind !== Kind.word && at > 0 && into.kind[at - 1] === kind) return;
    if (at >= CAPACITY) return;
    into.kind[at] = kind;
    into.hash[at] = hash;
    into.from[at] = from;
    into.to[at] = to;
    into.starts[at] = start ? 1 : 0;
    start = kind === Kind.stop || kind === Kind.question ||
      kind === Kind.line || kind === Kind.list;
    into.count = at + 1;
  };
  const special = (kind: number, from: number, to: number) =>
    push(kind, mix(SEED, 1000 + kind), from, to);

  let i = 0;
  while (i < text.length) {
    const c = text.charCodeAt(i);
    if (charClass(c) === SPACE) {
      if (c === 10) special(Kind.line, i, i);
      i++;
      continue;
    }
    let end = i;
    while (end < text.length && charClass(text.charCodeAt(end)) !== SPACE) {
      end++;
    }
    if (c === 96 && text.startsWith("```", i)) {
      fenced = !fenced;
      special(Kind.fence, i, end);
      i = end;
      continue;
    }
    const kind = fenced ? Kind.code : chunkKind(original, i, end);
    if (kind !== Kind.word) {
      special(kind, i, end);
      const last = text.charCodeAt(end - 1);
      if (last === 63) special(Kind.question, end, end);
      i = end;
      continue;
    }
    while (i < end) {
      const code = text.charCodeAt(i);
      const type = charClass(code);
      if (type === LETTER || type === DIGIT) {
        let h = SEED;
        const from = i;
        let digits = true;
        for (; i < end; i++) {
          const next = text.charCodeAt(i);
          const nextType = charClass(next);
          if (nextType !== LETTER && nextType !== DIGIT && !inWord(text, i)) {
            break;
          }
          if (nextType !== DIGIT) digits = false;
          // The typographic apostrophe hashes as the plain one.
          h = Math.imul(h ^ (next === 0x2019 ? 39 : next), FNV);
        }
        if (digits) special(Kind.number, from, i);
        else push(Kind.word, h, from, i);
      } else if (type === CJK) {
        push(Kind.word, Math.imul(SEED ^ code, FNV), i, i + 1);
        i++;
      } else {
        special(type, i, i + 1);
        i++;
      }
    }
  }
  cutMiddle(into);
}

/** Keep the first {@linkcode HEAD_TOKENS} and the last {@linkcode TAIL_TOKENS} tokens. */
function cutMiddle(tokens: Tokens): void {
  const drop = tokens.count - HEAD_TOKENS - TAIL_TOKENS;
  if (drop <= 0) return;
  const { kind, hash, from, to, starts, count } = tokens;
  for (const array of [kind, hash, from, to, starts]) {
    array.copyWithin(HEAD_TOKENS, count - TAIL_TOKENS, count);
  }
  starts[HEAD_TOKENS] = 1;
  tokens.count = HEAD_TOKENS + TAIL_TOKENS;
}
