/**
 * Descriptive statistics of a corpus (Section 2): lengths, words, switching between intents.
 *
 * Kept as integer histograms, so that parts of a corpus can be counted apart and merged, and so that
 * memory does not grow with the corpus.
 *
 * @module
 */

import { labelCode, type Taxonomy } from "@taskflow/taxonomy";
import { intentsOf, type Session } from "./session.ts";
import { countWords } from "./words.ts";

/** Positions told apart; the last one stands for itself and all later ones. */
export const POSITIONS = 10;

/** A histogram over non-negative integers: value to number of observations. */
export type Histogram = Map<number, number>;

/** Integer counts from which every statistic of Section 2 follows. */
export interface CorpusCounts {
  readonly taxonomy: Taxonomy;
  /** Sessions by number of user messages (0 included). */
  readonly lengths: Histogram;
  /** Messages by number of words, per position (index 0 = first message). */
  readonly words: readonly Histogram[];
  /** Messages by intent code, per position; sessions with an unlabelled message are left out. */
  readonly intents: readonly Float64Array[];
  /** Fully labelled, non-empty sessions by number of distinct intents. */
  readonly distinct: Histogram;
  /** Neighbouring message pairs of fully labelled sessions, all and with the same intent. */
  readonly pairs: { all: number; same: number };
  /** Non-empty sessions in which at least one message has no intent. */
  readonly unlabelled: { sessions: number };
}

/**
 * Empty counts for a taxonomy.
 *
 * @param taxonomy The taxonomy whose labels will be counted.
 * @returns Counts of nothing.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { emptyCorpusCounts } from "@taskflow/session";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * equal(emptyCorpusCounts(TAXONOMY).lengths.size, 0);
 * ```
 */
export function emptyCorpusCounts(taxonomy: Taxonomy): CorpusCounts {
  return {
    taxonomy,
    lengths: new Map(),
    words: Array.from({ length: POSITIONS }, () => new Map()),
    intents: Array.from(
      { length: POSITIONS },
      () => new Float64Array(taxonomy.labels.length),
    ),
    distinct: new Map(),
    pairs: { all: 0, same: 0 },
    unlabelled: { sessions: 0 },
  };
}

function bump(histogram: Histogram, value: number, by = 1): void {
  histogram.set(value, (histogram.get(value) ?? 0) + by);
}

/**
 * Count one session, in place.
 *
 * @param counts Counts to add to.
 * @param session The session; messages without text add no words.
 * @throws {RangeError} If a message has a label outside the taxonomy.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countSession, emptyCorpusCounts } from "@taskflow/session";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * const counts = emptyCorpusCounts(TAXONOMY);
 * countSession(counts, {
 *   messages: [{ text: "Why does it crash?", timestamp: null, intent: "debug" }],
 * });
 * equal(counts.words[0]?.get(4), 1);
 * ```
 */
export function countSession(
  counts: CorpusCounts,
  session: Pick<Session, "messages">,
): void {
  const { messages } = session;
  bump(counts.lengths, messages.length);
  messages.forEach(({ text }, position) => {
    const histogram = counts.words[Math.min(position, POSITIONS - 1)];
    if (text !== null && histogram !== undefined) {
      bump(histogram, countWords(text));
    }
  });
  if (messages.length === 0) return;
  const labels = intentsOf(session);
  if (labels === null) {
    counts.unlabelled.sessions++;
    return;
  }
  const codes = labels.map((label) => labelCode(counts.taxonomy, label));
  codes.forEach((code, position) => {
    const row = counts.intents[Math.min(position, POSITIONS - 1)];
    if (row !== undefined) row[code] = (row[code] ?? 0) + 1;
    if (position > 0) {
      counts.pairs.all++;
      if (codes[position - 1] === code) counts.pairs.same++;
    }
  });
  bump(counts.distinct, new Set(codes).size);
}

/**
 * Add the counts of another part of the corpus, in place.
 *
 * @param into Counts to add to.
 * @param part Counts over other sessions, with the same taxonomy.
 * @throws {RangeError} If the taxonomies differ.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countSession, emptyCorpusCounts, mergeCorpusCounts } from "@taskflow/session";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * const [a, b] = [emptyCorpusCounts(TAXONOMY), emptyCorpusCounts(TAXONOMY)];
 * countSession(b, { messages: [] });
 * mergeCorpusCounts(a, b);
 * equal(a.lengths.get(0), 1);
 * ```
 */
export function mergeCorpusCounts(
  into: CorpusCounts,
  part: CorpusCounts,
): void {
  if (into.taxonomy.hash !== part.taxonomy.hash) {
    throw new RangeError(
      `Cannot merge counts of taxonomy "${part.taxonomy.name}" into "${into.taxonomy.name}"`,
    );
  }
  const add = (to: Histogram, from: Histogram) => {
    for (const [value, n] of from) bump(to, value, n);
  };
  add(into.lengths, part.lengths);
  add(into.distinct, part.distinct);
  into.words.forEach((histogram, position) =>
    add(histogram, part.words[position] ?? new Map())
  );
  into.intents.forEach((row, position) => {
    part.intents[position]?.forEach((n, code) =>
      row[code] = (row[code] ?? 0) + n
    );
  });
  into.pairs.all += part.pairs.all;
  into.pairs.same += part.pairs.same;
  into.unlabelled.sessions += part.unlabelled.sessions;
}
