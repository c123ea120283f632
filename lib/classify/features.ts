/**
 * What the baseline classifier sees of one message: hashed features of the text alone, in five
 * groups (words, characters, places, form, meanings).
 *
 * @module
 */

import { findConcepts } from "./baseline_concepts.ts";
import { formFeatures } from "./baseline_form.ts";
import { Kind } from "./baseline_kind.ts";
import { FILLERS } from "./baseline_lexicon.ts";
import {
  emptyTokens,
  hashWord,
  mix,
  readable,
  SEED,
  tokenize,
} from "./baseline_tokens.ts";

/** Groups of features in their order; each has length 1 by itself. */
export const GROUPS = [
  "words",
  "characters",
  "places",
  "form",
  "meanings",
] as const;

/** Features of one message; the arrays are reused for the next message. */
export interface Features {
  /** 32-bit hashes, each once, group after group. */
  readonly hashes: Int32Array;
  /**
   * Values: 1 + ln(occurrences), divided by the Euclidean length of the group. A group that is not
   * empty has length 1, known to a model or not.
   */
  readonly values: Float64Array;
  /** Number of features; entries behind it are left over from other messages. */
  count: number;
  /** Where each of {@linkcode GROUPS} ends in `hashes`. */
  readonly ends: Int32Array;
}

/** Keys are kept to 30 bits: engines find small integers faster than others. */
const SMALL = 0x3fffffff;
const FILLER_HASHES: ReadonlySet<number> = new Set(
  [...FILLERS].map((word) => hashWord(word) & SMALL),
);
/** Room for distinct features: real messages have a few hundred; what a contrived one has beyond is left out. */
const CAPACITY = 8192;
const FNV = 0x01000193;
/** Characters of a word that go into runs: longer "words" are data. */
const LONGEST_WORD = 24;

/**
 * Make an extractor. It owns its working memory, so one extractor serves one caller at a time.
 *
 * @returns A function from a message to its features: deterministic, of the text alone.
 *
 * @example Same text, same features; white space around it does not count
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { createExtractor } from "@taskflow/classify";
 *
 * const extract = createExtractor();
 * const { hashes, count } = extract("Fix the login, please");
 * const first = hashes.slice(0, count);
 * const again = extract("  Fix the login, please\n");
 * equal(again.count, count);
 * deepEqual(again.hashes.slice(0, count), first);
 * ```
 */
export function createExtractor(): (text: string) => Features {
  const tokens = emptyTokens();
  const counter = createCounter();
  const { emit } = counter;
  const found = { concept: new Int32Array(512), token: new Int32Array(512) };
  return (text) => {
    const read = readable(text);
    tokenize(read, tokens);
    counter.start();
    words(tokens, emit);
    counter.endGroup(0);
    characters(tokens, emit);
    counter.endGroup(1);
    places(tokens, emit);
    counter.endGroup(2);
    formFeatures(read, text.trim().length, tokens, (feature) => {
      emit(mix(mix(SEED, 60), feature));
    });
    counter.endGroup(3);
    meanings(tokens, found, emit);
    counter.endGroup(4);
    return counter.features;
  };
}

type Emit = (hash: number) => void;
type Tokens = ReturnType<typeof emptyTokens>;

/** Counts features in a hash table that is emptied by raising its generation. */
function createCounter() {
  const slots = CAPACITY * 2;
  const at = new Int32Array(slots);
  const generation = new Int32Array(slots);
  let now = 0;
  let from = 0;
  const features: Features = {
    hashes: new Int32Array(CAPACITY),
    values: new Float64Array(CAPACITY),
    count: 0,
    ends: new Int32Array(GROUPS.length),
  };
  const { hashes, values, ends } = features;
  return {
    features,
    start() {
      features.count = 0;
      from = 0;
      now++;
    },
    emit(hash: number) {
      let slot = (hash ^ (hash >>> 15)) & (slots - 1);
      while (generation[slot] === now) {
        const index = at[slot] ?? 0;
        if (hashes[index] === hash) {
          values[index] = (values[index] ?? 0) + 1;
          return;
        }
        slot = (slot + 1) & (slots - 1);
      }
      if (features.count === CAPACITY) return;
      generation[slot] = now;
      at[slot] = features.count;
      hashes[features.count] = hash;
      values[features.count++] = 1;
    },
    endGroup(group: number) {
      let squares = 0;
      for (let i = from; i < features.count; i++) {
        const n = values[i] ?? 1;
        const value = n === 1 ? 1 : 1 + Math.log(n);
        values[i] = value;
        squares += value * value;
      }
      const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
      for (let i = from; i < features.count; i++) {
        values[i] = (values[i] ?? 0) * scale;
      }
      from = features.count;
      ends[group] = from;
    },
  };
}

/** Whether a token carries a word or stands for a thing; punctuation does not. */
function plain(kind: number): boolean {
  return kind === Kind.word || kind >= Kind.number;
}

const BEGIN = mix(SEED, 1);
const END = mix(SEED, 2);

/** Runs of one to three words, placeholders and question marks, with a mark at both ends. */
function words({ kind, hash, count }: Tokens, emit: Emit): void {
  let before = 0;
  let last = BEGIN;
  for (let t = 0; t <= count; t++) {
    const k = kind[t] ?? 0;
    if (t < count && !plain(k) && k !== Kind.question) continue;
    const next = t === count ? END : hash[t] ?? 0;
    if (t < count) emit(mix(next, 11));
    const pair = mix(mix(last, 12), next);
    emit(pair);
    if (before !== 0) emit(mix(mix(mix(before, 12), last), 13) ^ next);
    before = last;
    last = next;
  }
}

/** Runs of 2 to 5 characters inside words; the blanks at both ends of a word count. */
function characters(tokens: Tokens, emit: Emit): void {
  const { text, count, kind, from, to } = tokens;
  const seed = mix(SEED, 21);
  for (let t = 0; t < count; t++) {
    if (kind[t] !== Kind.word) continue;
    const first = from[t] ?? 0;
    const last = Math.min(to[t] ?? 0, first + LONGEST_WORD);
    if (last - first < 2) continue;
    for (let i = first - 1; i < last; i++) {
      let h = seed;
      for (let j = i; j < i + 5 && j <= last; j++) {
        const code = j < first || j === last ? 32 : text.charCodeAt(j);
        h = Math.imul(h ^ code, FNV);
        if (j > i) emit(h);
      }
    }
  }
}

/** Which words open the message, its sentences and its last sentence, and which ends it. */
function places({ count, kind, hash, starts }: Tokens, emit: Emit): void {
  if (count === 0) return;
  let head = -1;
  let lastStart = 0;
  const open = (t: number) =>
    plain(kind[t] ?? 0) && !FILLER_HASHES.has((hash[t] ?? 0) & SMALL);
  for (let t = 0; t < count; t++) {
    if (starts[t] === 1 && plain(kind[t] ?? 0)) {
      lastStart = t;
      emit(mix(hash[t] ?? 0, 31));
      emit(mix(mix(hash[t] ?? 0, 32), t + 1 < count ? hash[t + 1] ?? 0 : 0));
    }
    if (head < 0 && open(t)) head = t;
  }
  if (head >= 0) {
    emit(mix(hash[head] ?? 0, 33));
    if (head + 1 < count) {
      emit(mix(mix(hash[head] ?? 0, 34), hash[head + 1] ?? 0));
    }
  } else emit(mix(SEED, 35));
  emit(mix(hash[0] ?? 0, 36));
  emit(mix(hash[count - 1] ?? 0, 37));
  let lastHead = lastStart;
  while (lastHead < count && !open(lastHead)) lastHead++;
  if (lastHead < count) emit(mix(hash[lastHead] ?? 0, 38));
}

/** Meanings, alone, at the ends, with the length and the question mark, and pairs of near ones. */
function meanings(
  tokens: Tokens,
  { concept, token }: { concept: Int32Array; token: Int32Array },
  emit: Emit,
): void {
  let n = 0;
  findConcepts(tokens, (meaning, at) => {
    if (n < concept.length) {
      concept[n] = meaning;
      token[n++] = at;
    }
  });
  const { kind, count, starts } = tokens;
  const asks = kind[count - 1] === Kind.question ? 1 : 0;
  const short = count <= 4 ? 2 : count <= 12 ? 1 : 0;
  const of = (salt: number, meaning: number) => mix(mix(SEED, salt), meaning);
  if (n === 0) {
    emit(mix(SEED, 40 + asks));
    return;
  }
  for (let i = 0; i < n; i++) {
    const a = concept[i] ?? 0;
    emit(of(41, a));
    emit(of(42 + asks, a));
    emit(of(44 + short, a));
    if (starts[token[i] ?? 0] === 1) emit(of(47, a));
    for (let j = i + 1; j < n && j <= i + 2; j++) {
      emit(mix(of(48, a), concept[j] ?? 0));
    }
  }
  emit(of(49, concept[0] ?? 0));
  emit(of(50, concept[n - 1] ?? 0));
  emit(of(51 + asks, concept[0] ?? 0));
}
