/**
 * From scores to probabilities that mean what they say.
 *
 * @module
 */

import { argmax } from "./evaluate.ts";
import { softmax } from "./softmax.ts";

const BINS = 15;

/** Probabilities of scores divided by a temperature. */
export function probabilities(
  scores: Float64Array,
  temperature: number,
): Float64Array {
  const p = scores.map((score) => score / temperature);
  softmax(p);
  return p;
}

/**
 * The temperature that makes given labels likeliest: golden-section search on the logarithm.
 *
 * @param scores Out-of-fold scores.
 * @param labels Given intent codes.
 * @returns A temperature between 1/8 and 8; scores of naive Bayes reach the upper end.
 */
export function fitTemperature(
  scores: readonly Float64Array[],
  labels: ArrayLike<number>,
): number {
  const loss = (log: number) => {
    let sum = 0;
    scores.forEach((row, i) => {
      const p = probabilities(row, Math.exp(log))[labels[i] ?? 0] ?? 0;
      sum -= Math.log(Math.max(p, 1e-12));
    });
    return sum;
  };
  const golden = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [-Math.log(8), Math.log(8)];
  while (high - low > 1e-3) {
    const [a, b] = [high - golden * (high - low), low + golden * (high - low)];
    if (loss(a) < loss(b)) high = b;
    else low = a;
  }
  return Math.exp((low + high) / 2);
}

/** One bin of a reliability table. */
export interface ReliabilityBin {
  /** Mean probability of the predicted intent. */
  readonly confidence: number;
  /** Share of right predictions. */
  readonly accuracy: number;
  readonly messages: number;
}

/**
 * Expected calibration error over 15 bins of equal width, and the bins.
 *
 * @param rows Probabilities of each message.
 * @param labels Given intent codes.
 * @returns ECE from 0 to 1, and bins that are not empty.
 */
export function reliability(
  rows: readonly Float64Array[],
  labels: ArrayLike<number>,
): { ece: number; bins: ReliabilityBin[] } {
  const sums = Array.from({ length: BINS }, () => ({ p: 0, hits: 0, n: 0 }));
  rows.forEach((row, i) => {
    const best = argmax(row);
    const p = row[best] ?? 0;
    const bin = sums[Math.min(BINS - 1, Math.floor(p * BINS))];
    if (bin === undefined) return;
    bin.p += p;
    bin.n++;
    if (best === labels[i]) bin.hits++;
  });
  const bins = sums.filter(({ n }) => n > 0).map(({ p, hits, n }) => ({
    confidence: p / n,
    accuracy: hits / n,
    messages: n,
  }));
  return {
    ece: bins.reduce(
      (sum, { confidence, accuracy, messages }) =>
        sum + Math.abs(confidence - accuracy) * messages / rows.length,
      0,
    ),
    bins,
  };
}

/** Probabilities of out-of-fold scores, each fold at the temperature that the other folds give. */
export function crossCalibrate(
  scores: readonly Float64Array[],
  labels: readonly number[],
  folds: readonly number[],
): Float64Array[] {
  const temperatures = new Map(
    [...new Set(folds)].map((fold) => {
      const others = scores.map((_, i) => i).filter((i) => folds[i] !== fold);
      return [
        fold,
        fitTemperature(
          others.map((i) => scores[i] ?? new Float64Array()),
          others.map((i) => labels[i] ?? 0),
        ),
      ];
    }),
  );
  return scores.map((row, i) =>
    probabilities(row, temperatures.get(folds[i] ?? 0) ?? 1)
  );
}
