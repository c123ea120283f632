/**
 * Random numbers with a seed.
 *
 * @module
 */

import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** A whole number from 0 (inclusive) to `below` (exclusive), every one as likely. */
export type Random = (below: number) => number;

/**
 * A generator of whole numbers.
 *
 * @param seed Any integer; the same seed gives the same numbers.
 * @returns The generator.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { randomOf } from "@taskflow/select";
 *
 * equal(randomOf(3)(1000), randomOf(3)(1000));
 * ```
 */
export function randomOf(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  return (below) => {
    const limit = 2 ** 32 - 2 ** 32 % below;
    for (;;) {
      const bits = generator.next() >>> 0;
      if (bits < limit) return bits % below;
    }
  };
}

/**
 * Put a list in a random order, in place.
 *
 * @param list The list.
 * @param random Where the order comes from.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { randomOf, shuffle } from "@taskflow/select";
 *
 * const list = Int32Array.of(1, 2, 3, 4);
 * shuffle(list, randomOf(1));
 * deepEqual([...list].sort(), [1, 2, 3, 4]);
 * ```
 */
export function shuffle(list: Int32Array, random: Random): void {
  for (let i = list.length - 1; i > 0; i--) {
    const at = random(i + 1);
    [list[i], list[at]] = [list[at]!, list[i]!];
  }
}
