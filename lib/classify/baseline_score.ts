/**
 * Scores of a baseline classifier: sums of quantised weights.
 *
 * @module
 */

import { type Baseline, markOf, placeOf } from "./baseline_model.ts";
import type { Features } from "./features.ts";

/**
 * Scores of the intents for one message, before they become probabilities.
 *
 * @param baseline The classifier.
 * @param features Features of the message.
 * @returns One score an intent, in the order of `baseline.labels`; natural logarithms of odds up to
 * a constant.
 *
 * @example A message without features scores the biases
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { createExtractor, loadBaseline, scoreFeatures } from "@taskflow/classify";
 *
 * const none = { ...createExtractor()("x"), count: 0 };
 * deepEqual(scoreFeatures(loadBaseline(), none), loadBaseline().bias);
 * ```
 */
export function scoreFeatures(
  baseline: Baseline,
  { hashes, values, count }: Features,
): Float64Array {
  const { table, weights, bias, unit } = baseline;
  const size = bias.length;
  const last = table.length - 1;
  const sums = new Float64Array(size);
  for (let i = 0; i < count; i++) {
    const hash = hashes[i] ?? 0;
    const mark = markOf(hash);
    let place = placeOf(hash, table.length);
    let found = table[place] ?? 0;
    while (found !== 0 && (found & 255) !== mark) {
      place = (place + 1) & last;
      found = table[place] ?? 0;
    }
    if (found === 0) continue;
    const at = (found >>> 8) * size;
    const value = values[i] ?? 0;
    for (let k = 0; k < size; k++) {
      sums[k] = (sums[k] ?? 0) + value * (weights[at + k] ?? 0);
    }
  }
  for (let k = 0; k < size; k++) {
    sums[k] = (sums[k] ?? 0) * (unit[k] ?? 0) + (bias[k] ?? 0);
  }
  return sums;
}
