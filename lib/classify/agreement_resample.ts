/**
 * Resampling clusters with replacement, as weights.
 *
 * @module
 */

import { randomBelow } from "@taskflow/flow";

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
  const below = randomBelow(seed);
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
