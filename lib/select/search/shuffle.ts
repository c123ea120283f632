/**
 * Random orders.
 *
 * @module
 */

import type { RandomBelow } from "@taskflow/flow";

/**
 * Put a list in a random order, in place.
 *
 * @param list The list.
 * @param random Where the order comes from.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { randomBelow } from "@taskflow/flow";
 * import { shuffle } from "@taskflow/select";
 *
 * const list = Int32Array.of(1, 2, 3, 4);
 * shuffle(list, randomBelow(1));
 * deepEqual([...list].sort(), [1, 2, 3, 4]);
 * ```
 */
export function shuffle(list: Int32Array, random: RandomBelow): void {
  for (let i = list.length - 1; i > 0; i--) {
    const at = random(i + 1);
    [list[i], list[at]] = [list[at]!, list[i]!];
  }
}
