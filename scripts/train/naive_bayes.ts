/**
 * Multinomial naive Bayes on weighted features, and the ratios that NB-SVM takes from it.
 *
 * @module
 */

import { TAXONOMY } from "@taskflow/taxonomy";
import type { Sparse } from "./extract.ts";
import type { Linear } from "./softmax.ts";

const K = TAXONOMY.labels.length;

/** Weighted amounts of every feature in every class, smoothed. */
function amounts(
  x: Sparse,
  labels: Int32Array,
  sampleWeights: Float64Array,
  smoothing: number,
): { counts: Float64Array; totals: Float64Array; priors: Float64Array } {
  const counts = new Float64Array(x.columns * K).fill(smoothing);
  const totals = new Float64Array(K).fill(smoothing * x.columns);
  const priors = new Float64Array(K).fill(1);
  for (let row = 0; row < x.rows; row++) {
    const label = labels[row] ?? 0;
    const weight = sampleWeights[row] ?? 0;
    priors[label] = (priors[label] ?? 0) + weight;
    for (let i = x.start[row] ?? 0; i < (x.start[row + 1] ?? 0); i++) {
      const at = (x.column[i] ?? 0) * K + label;
      const amount = weight * (x.value[i] ?? 0);
      counts[at] = (counts[at] ?? 0) + amount;
      totals[label] = (totals[label] ?? 0) + amount;
    }
  }
  return { counts, totals, priors };
}

/**
 * Fit naive Bayes.
 *
 * @param x Features.
 * @param labels Intent code of each row.
 * @param sampleWeights Weight of each row.
 * @param smoothing Added to the amount of every feature in every class.
 * @returns Log-likelihoods as weights, log-priors as biases.
 */
export function fitNaiveBayes(
  x: Sparse,
  labels: Int32Array,
  sampleWeights: Float64Array,
  smoothing: number,
): Linear {
  const { counts, totals, priors } = amounts(
    x,
    labels,
    sampleWeights,
    smoothing,
  );
  return {
    weights: counts.map((n, i) => Math.log(n / (totals[i % K] ?? 1))),
    bias: priors.map((n) => Math.log(n)),
  };
}

/**
 * Sizes of the log-count ratios of each feature for each class against all others (NB-SVM: Wang and
 * Manning 2012), to scale the weights of a regression with.
 *
 * @param x Features.
 * @param labels Intent code of each row.
 * @param sampleWeights Weight of each row.
 * @param smoothing Added to the amount of every feature in every class.
 * @returns One factor a weight, with mean 1.
 */
export function ratioScales(
  x: Sparse,
  labels: Int32Array,
  sampleWeights: Float64Array,
  smoothing: number,
): Float64Array {
  const { counts, totals } = amounts(x, labels, sampleWeights, smoothing);
  const everything = totals.reduce((sum, n) => sum + n, 0);
  const scales = new Float64Array(counts.length);
  let sum = 0;
  for (let at = 0; at < counts.length; at += K) {
    let all = 0;
    for (let k = 0; k < K; k++) all += counts[at + k] ?? 0;
    for (let k = 0; k < K; k++) {
      const own = counts[at + k] ?? 0;
      const total = totals[k] ?? 1;
      const ratio = Math.log(
        (own / total) / ((all - own) / (everything - total)),
      );
      scales[at + k] = Math.abs(ratio);
      sum += Math.abs(ratio);
    }
  }
  return scales.map((s) => s * scales.length / sum);
}
