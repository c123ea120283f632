/**
 * The numbers of Section 2, read off integer counts.
 *
 * @module
 */

import {
  type CorpusCounts,
  type Histogram,
  POSITIONS,
} from "./corpus_counts.ts";

/** Number of observations in a histogram. */
export function total(histogram: Histogram): number {
  let n = 0;
  for (const count of histogram.values()) n += count;
  return n;
}

/**
 * Mean of a histogram.
 *
 * @param histogram Value to count.
 * @returns The mean, or `null` for an empty histogram.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { mean } from "@taskflow/session";
 *
 * equal(mean(new Map([[1, 3], [5, 1]])), 2);
 * equal(mean(new Map()), null);
 * ```
 */
export function mean(histogram: Histogram): number | null {
  let [n, sum] = [0, 0];
  for (const [value, count] of histogram) {
    n += count;
    sum += value * count;
  }
  return n === 0 ? null : sum / n;
}

/**
 * Quantile of a histogram by linear interpolation between order statistics (type 7, the default of
 * R, NumPy and d3).
 *
 * @param histogram Value to count.
 * @param probability From 0 to 1, both inclusive.
 * @returns The quantile, or `null` for an empty histogram.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { quantile } from "@taskflow/session";
 *
 * equal(quantile(new Map([[1, 2], [2, 2]]), 0.5), 1.5);
 * ```
 */
export function quantile(
  histogram: Histogram,
  probability: number,
): number | null {
  const n = total(histogram);
  if (n === 0) return null;
  const values = [...histogram.keys()].sort((a, b) => a - b);
  const at = (rank: number): number => {
    let seen = 0;
    for (const value of values) {
      seen += histogram.get(value) ?? 0;
      if (rank < seen) return value;
    }
    return values.at(-1) ?? 0;
  };
  const position = probability * (n - 1);
  const low = Math.floor(position);
  const below = at(low);
  return below + (position - low) * (at(Math.min(low + 1, n - 1)) - below);
}

/** One statistic: what it is, its value (`null` = undefined for lack of data), and the unit. */
export interface Statistic {
  readonly name: string;
  readonly value: number | null;
  readonly unit: "sessions" | "messages" | "words" | "share" | "intents";
}

/**
 * The statistics of Section 2: prevalence, lengths, words, switching.
 *
 * Prevalence and lengths are over sessions with at least one user message; sessions without any are
 * counted on their own. Shares are from 0 to 1.
 *
 * @param counts Counts of a corpus.
 * @returns The statistics in a fixed order.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countSession, emptyCorpusCounts, summarise } from "@taskflow/session";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * const counts = emptyCorpusCounts(TAXONOMY);
 * const message = { text: "go on", timestamp: null, intent: "other" };
 * countSession(counts, { messages: [message, message, message] });
 * const share = summarise(counts).find(({ name }) => name === "sessions with >= 3 messages");
 * equal(share?.value, 1);
 * ```
 */
export function summarise(counts: CorpusCounts): Statistic[] {
  const lengths: Histogram = new Map(
    [...counts.lengths].filter(([length]) => length > 0),
  );
  const sessions = total(lengths);
  const labelled = total(counts.distinct);
  const later: Histogram = new Map();
  for (const histogram of counts.words.slice(1)) {
    for (const [words, n] of histogram) {
      later.set(words, (later.get(words) ?? 0) + n);
    }
  }
  const first = counts.words[0] ?? new Map();
  const share = (part: number, whole: number) =>
    whole === 0 ? null : part / whole;
  const long = [...lengths].reduce(
    (n, [length, count]) => n + (length >= 3 ? count : 0),
    0,
  );
  const messages = [...lengths].reduce(
    (n, [length, count]) => n + length * count,
    0,
  );
  return [
    { name: "sessions", value: sessions, unit: "sessions" },
    {
      name: "sessions without a user message",
      value: counts.lengths.get(0) ?? 0,
      unit: "sessions",
    },
    { name: "user messages", value: messages, unit: "messages" },
    {
      name: "sessions with 1 message",
      value: share(lengths.get(1) ?? 0, sessions),
      unit: "share",
    },
    {
      name: "sessions with >= 3 messages",
      value: share(long, sessions),
      unit: "share",
    },
    {
      name: "messages per session, mean",
      value: mean(lengths),
      unit: "messages",
    },
    {
      name: "messages per session, median",
      value: quantile(lengths, 0.5),
      unit: "messages",
    },
    {
      name: "messages per session, p75",
      value: quantile(lengths, 0.75),
      unit: "messages",
    },
    {
      name: "messages per session, p90",
      value: quantile(lengths, 0.9),
      unit: "messages",
    },
    {
      name: "words of the first message, mean",
      value: mean(first),
      unit: "words",
    },
    {
      name: "words of the first message, median",
      value: quantile(first, 0.5),
      unit: "words",
    },
    {
      name: "words of later messages, mean",
      value: mean(later),
      unit: "words",
    },
    {
      name: "words of later messages, median",
      value: quantile(later, 0.5),
      unit: "words",
    },
    { name: "labelled sessions", value: labelled, unit: "sessions" },
    {
      name: "sessions with >= 2 intents",
      value: share(labelled - (counts.distinct.get(1) ?? 0), labelled),
      unit: "share",
    },
    {
      name: "distinct intents per session, mean",
      value: mean(counts.distinct),
      unit: "intents",
    },
    {
      name: "self-transitions among neighbouring messages",
      value: share(counts.pairs.same, counts.pairs.all),
      unit: "share",
    },
  ];
}

/** Words and intents at one message position. */
export interface PositionRow {
  /** `1` to `9`, then `10+`. */
  readonly position: string;
  /** Messages with text at this position. */
  readonly messages: number;
  readonly meanWords: number | null;
  readonly medianWords: number | null;
  /** Labelled messages at this position. */
  readonly labelled: number;
  /** Share of each label of the taxonomy among them; `null` where there are none. */
  readonly shares: Readonly<Record<string, number | null>>;
}

/**
 * Words and intent shares by position (Section 2's second observation: users switch).
 *
 * @param counts Counts of a corpus.
 * @returns One row a position, first message first; positions that no session reaches are left out.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { byPosition, emptyCorpusCounts } from "@taskflow/session";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * deepEqual(byPosition(emptyCorpusCounts(TAXONOMY)), []);
 * ```
 */
export function byPosition(counts: CorpusCounts): PositionRow[] {
  const rows: PositionRow[] = [];
  for (let position = 0; position < POSITIONS; position++) {
    const words = counts.words[position] ?? new Map<number, number>();
    const intents = counts.intents[position] ?? new Float64Array();
    const labelled = intents.reduce((sum, n) => sum + n, 0);
    const messages = total(words);
    if (messages === 0 && labelled === 0) continue;
    rows.push({
      position: position === POSITIONS - 1
        ? `${POSITIONS}+`
        : `${position + 1}`,
      messages,
      meanWords: mean(words),
      medianWords: quantile(words, 0.5),
      labelled,
      shares: Object.fromEntries(
        counts.taxonomy.labels.map((label, code) => [
          label,
          labelled === 0 ? null : (intents[code] ?? 0) / labelled,
        ]),
      ),
    });
  }
  return rows;
}
