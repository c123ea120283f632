/**
 * A fastText-style classifier: every feature has a short vector, a message is their sum, a softmax
 * reads it. Nothing in it bends, so what comes out is one linear classifier; what sets it apart from
 * plain softmax regression is the way there.
 *
 * @module
 */

import { TAXONOMY } from "@taskflow/taxonomy";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Sparse } from "./extract.ts";
import { type Linear, softmax } from "./softmax.ts";

const K = TAXONOMY.labels.length;

/** Size and training of the vectors. */
export interface EmbeddingSettings {
  readonly dimensions: number;
  readonly epochs: number;
  /** Step of AdaGrad. */
  readonly rate: number;
  /** Fixes the first vectors and the order of the messages. */
  readonly seed: number;
}

/**
 * Fit vectors and softmax by AdaGrad, one message at a time, in an order fixed by a seed.
 *
 * @param x Features.
 * @param labels Intent code of each row.
 * @param sampleWeights Weight of each row.
 * @param settings Size and training.
 * @returns The products of vectors and softmax as weights, and biases.
 */
export function fitEmbedding(
  x: Sparse,
  labels: Int32Array,
  sampleWeights: Float64Array,
  { dimensions: d, epochs, rate, seed }: EmbeddingSettings,
): Linear {
  const random = xoroshiro128plus(seed);
  const uniform = () => (random.next() >>> 0) / 2 ** 32 - 0.5;
  const inner = Float64Array.from(
    { length: x.columns * d },
    () => uniform() / d,
  );
  const outer = new Float64Array(d * K);
  const innerSquares = new Float64Array(x.columns).fill(1e-2);
  const outerSquares = new Float64Array(d).fill(1e-2);
  const bias = new Float64Array(K);
  const hidden = new Float64Array(d);
  const back = new Float64Array(d);

  const { start, column, value } = x;
  const forward = (row: number): Float64Array => {
    hidden.fill(0);
    for (let i = start[row] ?? 0; i < (start[row + 1] ?? 0); i++) {
      const at = (column[i] ?? 0) * d;
      const v = value[i] ?? 0;
      for (let j = 0; j < d; j++) {
        hidden[j] = (hidden[j] ?? 0) + v * (inner[at + j] ?? 0);
      }
    }
    const scores = bias.slice();
    for (let j = 0; j < d; j++) {
      const h = hidden[j] ?? 0;
      for (let k = 0; k < K; k++) {
        scores[k] = (scores[k] ?? 0) + h * (outer[j * K + k] ?? 0);
      }
    }
    return scores;
  };

  const order = Int32Array.from({ length: x.rows }, (_, i) => i);
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = (random.next() >>> 0) % (i + 1);
      [order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0];
    }
    for (const row of order) {
      const scores = forward(row);
      softmax(scores);
      const label = labels[row] ?? 0;
      scores[label] = (scores[label] ?? 0) - 1;
      const weight = sampleWeights[row] ?? 0;
      for (let j = 0; j < d; j++) {
        let sum = 0;
        let squares = 0;
        for (let k = 0; k < K; k++) {
          const g = weight * (scores[k] ?? 0) * (hidden[j] ?? 0);
          sum += (scores[k] ?? 0) * (outer[j * K + k] ?? 0);
          squares += g * g / K;
        }
        back[j] = weight * sum;
        outerSquares[j] = (outerSquares[j] ?? 0) + squares;
      }
      for (let j = 0; j < d; j++) {
        const step = rate * weight * (hidden[j] ?? 0) /
          Math.sqrt(outerSquares[j] ?? 1);
        for (let k = 0; k < K; k++) {
          outer[j * K + k] = (outer[j * K + k] ?? 0) - step * (scores[k] ?? 0);
        }
      }
      for (let k = 0; k < K; k++) {
        bias[k] = (bias[k] ?? 0) - 0.05 * rate * weight * (scores[k] ?? 0);
      }
      let length = 0;
      for (const b of back) length += b * b / d;
      for (let i = start[row] ?? 0; i < (start[row + 1] ?? 0); i++) {
        const feature = column[i] ?? 0;
        const v = value[i] ?? 0;
        innerSquares[feature] = (innerSquares[feature] ?? 0) + v * v * length;
        const step = rate * v / Math.sqrt(innerSquares[feature] ?? 1);
        for (let j = 0; j < d; j++) {
          inner[feature * d + j] = (inner[feature * d + j] ?? 0) -
            step * (back[j] ?? 0);
        }
      }
    }
  }
  const weights = new Float64Array(x.columns * K);
  for (let feature = 0; feature < x.columns; feature++) {
    for (let j = 0; j < d; j++) {
      const e = inner[feature * d + j] ?? 0;
      for (let k = 0; k < K; k++) {
        const at = feature * K + k;
        weights[at] = (weights[at] ?? 0) + e * (outer[j * K + k] ?? 0);
      }
    }
  }
  return { weights, bias };
}
