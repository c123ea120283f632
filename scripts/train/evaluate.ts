/**
 * How good out-of-fold predictions are.
 *
 * @module
 */

import { TAXONOMY } from "@taskflow/taxonomy";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Example } from "./dataset.ts";

const K = TAXONOMY.labels.length;
/** Intents with fewer examples do not enter macro-F1, as in the reference. */
export const MIN_EXAMPLES = 20;

/** Counts of (given, predicted), row by row. */
export type Confusion = Float64Array;

/** Position of the largest entry; the first of equals. */
export function argmax(values: ArrayLike<number>): number {
  let best = 0;
  for (let k = 1; k < values.length; k++) {
    if ((values[k] ?? 0) > (values[best] ?? 0)) best = k;
  }
  return best;
}

/** Confusion counts, each message weighing 1 or as told. */
export function confusion(
  examples: readonly Example[],
  predicted: ArrayLike<number>,
  weight: (example: Example) => number = () => 1,
): Confusion {
  const counts = new Float64Array(K * K);
  examples.forEach((example, i) => {
    const cell = example.label * K + (predicted[i] ?? 0);
    counts[cell] = (counts[cell] ?? 0) + weight(example);
  });
  return counts;
}

/** Precision, recall and F1 of one intent; `null` where nothing was predicted or given. */
export interface IntentFigures {
  readonly intent: string;
  readonly given: number;
  readonly predicted: number;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
}

/** Figures of every intent, in the order of the taxonomy. */
export function perIntent(counts: Confusion): IntentFigures[] {
  return TAXONOMY.labels.map((intent, k) => {
    let given = 0;
    let predicted = 0;
    for (let j = 0; j < K; j++) {
      given += counts[k * K + j] ?? 0;
      predicted += counts[j * K + k] ?? 0;
    }
    const hit = counts[k * K + k] ?? 0;
    const share = (whole: number) => whole === 0 ? null : hit / whole;
    return {
      intent,
      given,
      predicted,
      precision: share(predicted),
      recall: share(given),
      f1: share((given + predicted) / 2),
    };
  });
}

/** Share of messages whose predicted intent is the given one. */
export function accuracy(counts: Confusion): number {
  let hits = 0;
  for (let k = 0; k < K; k++) hits += counts[k * K + k] ?? 0;
  return hits / counts.reduce((sum, n) => sum + n, 0);
}

/**
 * Mean F1 over some intents.
 *
 * @param counts Confusion counts.
 * @param over Codes of the intents; default those with at least {@linkcode MIN_EXAMPLES} examples.
 */
export function macroF1(
  counts: Confusion,
  over: readonly number[] = frequent(counts),
): number {
  const figures = perIntent(counts);
  return over.reduce((sum, k) => sum + (figures[k]?.f1 ?? 0), 0) / over.length;
}

/** Intents with at least {@linkcode MIN_EXAMPLES} examples. */
export function frequent(counts: Confusion): number[] {
  return perIntent(counts).flatMap(({ given }, k) =>
    given >= MIN_EXAMPLES ? [k] : []
  );
}

/** A difference with its 95 % percentile interval. */
export interface Difference {
  readonly difference: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Paired differences of accuracy and macro-F1 between two classifiers, resampling repositories.
 *
 * @param examples The messages.
 * @param ours Predicted codes.
 * @param theirs Predicted codes of the other.
 * @param replicates Number of resamplings.
 * @returns Ours minus theirs.
 */
export function compare(
  examples: readonly Example[],
  ours: ArrayLike<number>,
  theirs: ArrayLike<number>,
  replicates = 5000,
): { repositories: number; accuracy: Difference; macroF1: Difference } {
  const names = [...new Set(examples.map(({ repository }) => repository))]
    .sort();
  const pairs = names.map((name) => {
    const inside = (example: Example) => example.repository === name ? 1 : 0;
    return [
      confusion(examples, ours, inside),
      confusion(examples, theirs, inside),
    ] as const;
  });
  const over = frequent(confusion(examples, ours));
  const difference = (drawn: readonly (readonly [Confusion, Confusion])[]) => {
    const [a, b] = [new Float64Array(K * K), new Float64Array(K * K)];
    for (const [x, y] of drawn) {
      for (let i = 0; i < a.length; i++) {
        a[i] = (a[i] ?? 0) + (x[i] ?? 0);
        b[i] = (b[i] ?? 0) + (y[i] ?? 0);
      }
    }
    return [
      accuracy(a) - accuracy(b),
      macroF1(a, over) - macroF1(b, over),
    ] as const;
  };
  const random = xoroshiro128plus(11);
  const drawn = Array.from(
    { length: replicates },
    () =>
      difference(pairs.map(() => {
        const pair = pairs[(random.next() >>> 0) % pairs.length];
        return pair ?? [new Float64Array(K * K), new Float64Array(K * K)];
      })),
  );
  const whole = difference(pairs);
  const interval = (which: 0 | 1): Difference => {
    const sorted = drawn.map((d) => d[which]).sort((a, b) => a - b);
    const at = (q: number) => sorted[Math.round(q * (sorted.length - 1))] ?? 0;
    return { difference: whole[which], low: at(0.025), high: at(0.975) };
  };
  return {
    repositories: names.length,
    accuracy: interval(0),
    macroF1: interval(1),
  };
}
