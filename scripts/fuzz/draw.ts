/**
 * Seeded draws of the fuzzer: the same for the same seed, adapter and case.
 *
 * @module
 */

import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { crc32 } from "node:zlib";

/** A source of draws. */
export interface Draw {
  /** A whole number from 0 to below `n`; 0 for `n` below 1. */
  below(n: number): number;
  /** One of the items. */
  one<T>(items: readonly [T, ...T[]]): T;
}

/**
 * Start the draws of a case.
 *
 * @param seed Seed of the whole run.
 * @param name Name of the adapter.
 * @param at Number of the case.
 * @returns Its draws.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { drawOf } from "./draw.ts";
 *
 * equal(drawOf(1, "codex", 7).below(1000), drawOf(1, "codex", 7).below(1000));
 * ```
 */
export function drawOf(seed: number, name: string, at: number): Draw {
  const rng = xoroshiro128plus(crc32(`${seed}/${name}/${at}`));
  const below = (n: number) =>
    n < 1 ? 0 : uniformInt(rng, 0, Math.floor(n) - 1);
  return {
    below,
    one: (items) => items[below(items.length)] ?? items[0],
  };
}
