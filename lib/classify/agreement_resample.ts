/**
 * Resampling clusters with replacement, as weights.
 *
 * @module
 */

import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** How to resample; the same options give the same replicates. */
export interface ResampleOptions {
  /** Number of replicates (default 1,000). */
  readonly replicates?: number;
  /** Seed of the generator, an integer (default 1). */
  readonly seed?: number;
  /** Stops the run between replicates. */
  readonly signal?: AbortSignal;
}

/**
 * A source of whole numbers below a bound, all equally likely.
 *
 * @param seed An integer.
 * @returns A function from a bound (1 to 2^32) to a number from 0 to below it.
 *
 * @example
 * ```ts
 * import { equal, ok } from "node:assert/strict";
 * import { seededBelow } from "@taskflow/classify";
 *
 * const [one, same] = [seededBelow(7), seededBelow(7)];
 * const first = one(10);
 * equal(first, same(10));
 * ok(first >= 0 && first < 10);
 * ```
 */
export function seededBelow(seed: number): (bound: number) => number {
  const random = xoroshiro128plus(seed);
  return (bound) => {
    // Rejection keeps every number equally likely.
    const limit = 2 ** 32 - 2 ** 32 % bound;
    for (;;) {
      const bits = random.next() >>> 0;
      if (bits < limit) return bits % bound;
    }
  };
}

/**
 * Draw n clusters with replacement, again and again.
 *
 * @param n Number of clusters; at least 1.
 * @param options Replicates, seed, abort signal.
 * @returns Per replicate how often each cluster was drawn; n in all. The array is the same one each
 * time: copy what must outlive the step.
 * @throws {RangeError} If there are no clusters.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { resampleClusters } from "@taskflow/classify";
 *
 * for (const weights of resampleClusters(5, { replicates: 3 })) {
 *   equal(weights.reduce((sum, n) => sum + n), 5);
 * }
 * ```
 */
export function* resampleClusters(
  n: number,
  options: ResampleOptions = {},
): Generator<Uint32Array> {
  if (n < 1) throw new RangeError("Cannot resample clusters: there are none");
  const { replicates = 1000, seed = 1, signal } = options;
  const below = seededBelow(seed);
  const weights = new Uint32Array(n);
  for (let replicate = 0; replicate < replicates; replicate++) {
    signal?.throwIfAborted();
    weights.fill(0);
    for (let i = 0; i < n; i++) {
      const at = below(n);
      weights[at] = (weights[at] ?? 0) + 1;
    }
    yield weights;
  }
}
