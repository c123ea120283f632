/**
 * Finds the words of {@linkcode LEXICON} among the tokens of a message.
 *
 * @module
 */

import { LEXICON } from "./baseline_lexicon.ts";
import { charClass, CJK } from "./baseline_chars.ts";
import { Kind } from "./baseline_kind.ts";
import { hashWord, mix, SEED, type Tokens } from "./baseline_tokens.ts";

/** Names of the meanings, in the order of their numbers. */
export const CONCEPTS: readonly string[] = Object.keys(LEXICON);

interface Index {
  /** Whole words and phrases. */
  readonly exact: Map<number, number[]>;
  /** Beginnings of words. */
  readonly stems: Map<number, number[]>;
  /** Longest phrase in tokens. */
  readonly longest: number;
}

/** Keys are kept to 30 bits: engines find small integers faster than others. */
const SMALL = 0x3fffffff;

function enter(
  map: Map<number, number[]>,
  hash: number,
  concept: number,
): void {
  const key = hash & SMALL;
  const known = map.get(key);
  if (known === undefined) map.set(key, [concept]);
  else if (!known.includes(concept)) known.push(concept);
}

/** Hash of a phrase from the hashes of its tokens. */
function phrase(hashes: readonly number[]): number {
  return hashes.reduce((all, one) => mix(all, one), SEED);
}

/** The tokens of an entry: Chinese and Japanese ones are one character each. */
function parts(entry: string): string[] {
  return entry.split("_").flatMap((part) =>
    charClass(part.charCodeAt(0)) === CJK ? [...part] : [part]
  );
}

function buildIndex(): Index {
  const exact = new Map<number, number[]>();
  const stems = new Map<number, number[]>();
  let longest = 1;
  CONCEPTS.forEach((name, concept) => {
    for (const entry of (LEXICON[name] ?? "").split(/\s+/)) {
      if (entry.endsWith("*")) {
        enter(stems, hashWord(entry.slice(0, -1)), concept);
        continue;
      }
      const words = parts(entry);
      longest = Math.max(longest, words.length);
      enter(exact, phrase(words.map(hashWord)), concept);
    }
  });
  return { exact, stems, longest };
}

const INDEX = buildIndex();
const FNV = 0x01000193;

/**
 * Find the meanings in a message, in order.
 *
 * @param tokens Its tokens.
 * @param found Called with the number of the meaning and the token it starts at.
 *
 * @example Three languages, one meaning
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { CONCEPTS, findConcepts } from "./baseline_concepts.ts";
 * import { emptyTokens, tokenize } from "./baseline_tokens.ts";
 *
 * for (const text of ["refactor", "refaktorieren", "重构"]) {
 *   const tokens = emptyTokens();
 *   tokenize(text, tokens);
 *   const names: (string | undefined)[] = [];
 *   findConcepts(tokens, (concept) => names.push(CONCEPTS[concept]));
 *   deepEqual(names, ["refactor"]);
 * }
 * ```
 */
export function findConcepts(
  tokens: Tokens,
  found: (concept: number, token: number) => void,
): void {
  const { text, count, kind, hash, from, to } = tokens;
  for (let t = 0; t < count; t++) {
    if (kind[t] !== Kind.word) continue;
    let key = SEED;
    for (let n = 0; n < INDEX.longest && t + n < count; n++) {
      if (kind[t + n] !== Kind.word) break;
      key = mix(key, hash[t + n] ?? 0);
      const concepts = INDEX.exact.get(key & SMALL);
      if (concepts !== undefined) { for (const c of concepts) found(c, t); }
    }
    const [start, end] = [from[t] ?? 0, to[t] ?? 0];
    let h = SEED;
    for (let i = start; i < end; i++) {
      h = Math.imul(h ^ text.charCodeAt(i), FNV);
      if (i < start + 1) continue;
      const concepts = INDEX.stems.get(h & SMALL);
      if (concepts !== undefined) { for (const c of concepts) found(c, t); }
    }
  }
}
