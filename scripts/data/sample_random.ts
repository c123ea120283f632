/**
 * Draws for the sample corpus.
 *
 * @module
 */

import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";

/**
 * Draw an index in proportion to weights.
 *
 * @param rng The generator; it moves on.
 * @param weights Non-negative weights, not all zero.
 * @returns An index with a positive weight.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
 * import { pick } from "./sample_random.ts";
 *
 * equal(pick(xoroshiro128plus(1), [0, 0, 5]), 2);
 * ```
 */
export function pick(rng: RandomGenerator, weights: readonly number[]): number {
  let left = uniformFloat64(rng) * weights.reduce((sum, w) => sum + w, 0);
  for (const [i, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return i;
  }
  return weights.findLastIndex((weight) => weight > 0);
}

/**
 * Put items in random order (Fisher-Yates).
 *
 * @param rng The generator; it moves on.
 * @param items The items; the list stays as it is.
 * @returns A new list.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
 * import { shuffle } from "./sample_random.ts";
 *
 * deepEqual(shuffle(xoroshiro128plus(1), [1, 2, 3]).sort(), [1, 2, 3]);
 * ```
 */
export function shuffle<T>(rng: RandomGenerator, items: readonly T[]): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = uniformInt(rng, 0, last);
    const moved = result.splice(other, 1);
    result.splice(last, 0, ...moved);
  }
  return result;
}
