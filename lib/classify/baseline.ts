/**
 * The offline baseline classifier: one message alone, no network, no key, the same label every time.
 *
 * @module
 */

import { TAXONOMY } from "@taskflow/taxonomy";
import file from "../../data/models/baseline.json" with { type: "json" };
import { type Baseline, parseBaseline } from "./baseline_model.ts";
import { scoreFeatures } from "./baseline_score.ts";
import { createExtractor } from "./features.ts";

/** What the baseline says about one message. */
export interface Classification {
  /** The likeliest intent. */
  readonly intent: string;
  /** Calibrated probability of each intent, in the order of `TAXONOMY.labels`; they sum to 1. */
  readonly probabilities: Float32Array;
}

let shipped: Baseline | undefined;
let extract: ReturnType<typeof createExtractor> | undefined;

/**
 * The classifier that ships with the project (`data/models/baseline.json`).
 *
 * @returns The classifier; it is unpacked at the first call.
 * @throws {RangeError} If the file does not fit the code (see `parseBaseline`).
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { loadBaseline } from "@taskflow/classify";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * equal(loadBaseline().labels.length, TAXONOMY.labels.length);
 * ```
 */
export function loadBaseline(): Baseline {
  shipped ??= parseBaseline(file, "data/models/baseline.json");
  return shipped;
}

/**
 * Classify one message alone: what came before or after it, and where it stood, has no influence.
 *
 * Of a long message the first 1,500 and the last 500 characters are read, and of these the first 45
 * and the last 15 tokens (words, or one token for a run of paths, numbers, code).
 *
 * @param baseline The classifier.
 * @param text The message. An empty one gets the label of a message without any known feature.
 * @returns Its likeliest intent and the probabilities of all.
 *
 * @example
 * ```ts
 * import { equal, ok } from "node:assert/strict";
 * import { classify, loadBaseline } from "@taskflow/classify";
 *
 * const { intent, probabilities } = classify(loadBaseline(), "commit and push");
 * equal(intent, "execute");
 * ok(Math.abs(probabilities.reduce((sum, p) => sum + p, 0) - 1) < 1e-6);
 * equal(classify(loadBaseline(), "请修复这个错误").intent, "bug-fix");
 * ```
 */
export function classify(baseline: Baseline, text: string): Classification {
  extract ??= createExtractor();
  const scores = scoreFeatures(baseline, extract(text));
  let best = 0;
  let top = -Infinity;
  for (let k = 0; k < scores.length; k++) {
    const score = scores[k] ?? 0;
    if (score > top) [best, top] = [k, score];
  }
  let sum = 0;
  for (let k = 0; k < scores.length; k++) {
    const e = Math.exp((scores[k] ?? 0) - top);
    scores[k] = e;
    sum += e;
  }
  const probabilities = new Float32Array(scores.length);
  for (let k = 0; k < scores.length; k++) {
    probabilities[k] = (scores[k] ?? 0) / sum;
  }
  return { intent: TAXONOMY.labels[best] ?? "other", probabilities };
}
