/**
 * Random parts of a sample, drawn without replacement: halves for the bias of an interval and for
 * stability, splits of a pool for the permutation test.
 *
 * @module
 */

import { randomBelow } from "./random_below.ts";
import {
  rowPatterns,
  type SparseRows,
  sumRows,
  widthOf,
} from "./sampling_units.ts";

/** Options of random draws; the same options give the same draws. */
export interface DrawOptions {
  /** Number of draws. */
  readonly replicates: number;
  /** Seed of the generator, an integer. */
  readonly seed: number;
  /** Stops between draws. */
  readonly signal?: AbortSignal;
}

/**
 * Draw disjoint random parts of a sample.
 *
 * @param rows Sessions, or units of `samplingUnits()`.
 * @param sizes Units in each part; together at most as many as there are.
 * @param options How many draws, seed, abort signal.
 * @returns Per draw the summed cells of each part. The arrays are the same ones each time: copy what
 * must outlive the step.
 * @throws {RangeError} If the parts need more units than there are.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { collectVectors, randomParts } from "@taskflow/flow";
 *
 * const collector = collectVectors();
 * for (let i = 0; i < 5; i++) collector.add([1, 0, 8]);
 * const draws = randomParts(collector.finish(), [2, 3], { replicates: 2, seed: 1 });
 * for (const [two, three] of draws) {
 *   equal(two?.[2], 2);
 *   equal(three?.[2], 3);
 * }
 * ```
 */
export function* randomParts(
  rows: SparseRows,
  sizes: readonly number[],
  { replicates, seed, signal }: DrawOptions,
): Generator<readonly Float64Array[]> {
  const n = rows.start.length - 1;
  const taken = sizes.reduce((sum, size) => sum + size, 0);
  if (taken > n) {
    throw new RangeError(`Cannot draw ${taken} of ${n} units`);
  }
  const below = randomBelow(seed);
  const patterns = rowPatterns(rows);
  const { patternOf } = patterns;
  const order = Uint32Array.from({ length: n }, (_, unit) => unit);
  const times = new Uint32Array(patterns.start.length - 1);
  const parts = sizes.map(() => new Float64Array(widthOf(rows)));
  for (let replicate = 0; replicate < replicates; replicate++) {
    signal?.throwIfAborted();
    let at = 0;
    for (let part = 0; part < sizes.length; part++) {
      times.fill(0);
      for (const end = at + sizes[part]!; at < end; at++) {
        const other = at + below(n - at);
        const unit = order[other]!;
        order[other] = order[at]!;
        order[at] = unit;
        times[patternOf[unit]!]!++;
      }
      sumRows(parts[part]!, patterns, times);
    }
    yield parts;
  }
}
