/**
 * Random whole numbers with a seed.
 *
 * @module
 */

import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** A whole number from 0 (inclusive) to the bound (exclusive), every one as likely. */
export type RandomBelow = (bound: number) => number;

/**
 * A generator of whole numbers.
 *
 * @param seed Any integer; the same seed gives the same numbers.
 * @returns A function from a bound (1 to 2^32) to a number from 0 to below it.
 *
 * @example
 * ```ts
 * import { equal, ok } from "node:assert/strict";
 * import { randomBelow } from "@taskflow/flow";
 *
 * const [one, same] = [randomBelow(7), randomBelow(7)];
 * const first = one(10);
 * equal(first, same(10));
 * ok(first >= 0 && first < 10);
 * ```
 */
export function randomBelow(seed: number): RandomBelow {
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
