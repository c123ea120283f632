/**
 * A confusion as a channel: what another reader says where one reader says this.
 *
 * @module
 */

import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Confusion } from "./confusion.ts";

/** Alias tables (Walker 1977) of the rows of a confusion: one random number a label. */
export interface NoiseChannel {
  /** Number of labels K. */
  readonly size: number;
  /** K x K: chance of keeping column `j` of row `i` once it was hit. */
  readonly keep: Float64Array;
  /** K x K: the label taken otherwise. */
  readonly alias: Int16Array;
  /** Labels without a row in the confusion; they stay as they are. */
  readonly unseen: readonly number[];
}

/**
 * Make a channel of the rows of a confusion.
 *
 * @param confusion Rows: the labels that are redrawn; columns: what they become.
 * @returns The channel; a label that the first set never uses stays as it is.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { confusionOf, noiseChannel } from "@taskflow/classify";
 *
 * deepEqual(noiseChannel(confusionOf([1], [2])).unseen.includes(1), false);
 * ```
 */
export function noiseChannel({ taxonomy, counts }: Confusion): NoiseChannel {
  const size = taxonomy.labels.length;
  const keep = new Float64Array(size * size).fill(1);
  const alias = new Int16Array(size * size);
  const unseen: number[] = [];
  for (let row = 0; row < size; row++) {
    const weights = counts.slice(row * size, (row + 1) * size);
    const all = weights.reduce((sum, n) => sum + n, 0);
    if (all === 0) {
      unseen.push(row);
      weights.fill(0);
      weights[row] = 1;
    }
    const scale = size / (all === 0 ? 1 : all);
    const columns = aliasRow(weights.map((n) => n * scale));
    keep.set(columns.keep, row * size);
    alias.set(columns.alias, row * size);
  }
  return { size, keep, alias, unseen };
}

/** One alias table; `scaled` has a mean of 1. */
function aliasRow(scaled: Float64Array) {
  const keep = new Float64Array(scaled.length).fill(1);
  const alias = Int16Array.from(scaled, (_, i) => i);
  const small: number[] = [];
  const large: number[] = [];
  scaled.forEach((weight, i) => (weight < 1 ? small : large).push(i));
  while (small.length > 0 && large.length > 0) {
    const [less, more] = [small.pop() ?? 0, large.pop() ?? 0];
    keep[less] = scaled[less] ?? 0;
    alias[less] = more;
    const left = (scaled[more] ?? 0) - (1 - (scaled[less] ?? 0));
    scaled[more] = left;
    (left < 1 ? small : large).push(more);
  }
  // What is left over is 1 but for rounding; a weight of 0 must not become a label.
  const heaviest = scaled.indexOf(Math.max(...scaled));
  for (const i of small) {
    if ((scaled[i] ?? 0) > 0.5) continue;
    keep[i] = 0;
    alias[i] = heaviest;
  }
  return { keep, alias };
}

/**
 * A source of redrawn labels.
 *
 * @param seed An integer.
 * @returns A function from a channel and a label to a label drawn from the label's row.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { confusionOf, noiseChannel, noiseSource } from "@taskflow/classify";
 *
 * const channel = noiseChannel(confusionOf([1], [2]));
 * const redraw = noiseSource(7);
 * equal(redraw(channel, 1), 2);
 * equal(redraw(channel, 8), 8);
 * ```
 */
export function noiseSource(
  seed: number,
): (channel: NoiseChannel, code: number) => number {
  const random = xoroshiro128plus(seed);
  return ({ size, keep, alias }, code) => {
    const hit = ((random.next() >>> 0) / 2 ** 32) * size;
    const column = Math.floor(hit);
    const cell = code * size + column;
    return hit - column < (keep[cell] ?? 1) ? column : alias[cell] ?? column;
  };
}
