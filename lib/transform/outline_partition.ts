/**
 * Where to cut a row of items.
 *
 * @module
 */

import { weighed, weightyTerms } from "./claims.ts";

/** What cutting between two items with everything in common costs, beside an uneven share of 1. */
const COHESION = 0.5;

/**
 * Cut items into contiguous groups: even in words, and cut where neighbours have little in common.
 *
 * @param items The items, at least as many as groups.
 * @param groups How many groups.
 * @returns Index of the first item of each group; the first is 0.
 * @throws {RangeError} If there are fewer items than groups.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { partition } from "./outline_partition.ts";
 *
 * deepEqual(partition(["read the cache", "write the cache", "document ages"], 2), [0, 2]);
 * ```
 */
export function partition(items: readonly string[], groups: number): number[] {
  const n = items.length;
  if (n < groups) {
    throw new RangeError(
      `Cannot cut ${n} items into ${groups} groups: give at least ${groups} items`,
    );
  }
  const words = items.map((item) => item.split(/\s+/).length);
  const even = words.reduce((sum, count) => sum + count, 0) / groups;
  const common = items.map((item, i) =>
    i === 0 ? 0 : COHESION * overlap(items[i - 1] ?? "", item)
  );
  // best[g][i]: least cost of cutting the first i items into g groups, and where the last one begins.
  let best = [
    { cost: 0, starts: [] as number[] },
    ...Array.from(
      { length: n },
      () => ({ cost: Infinity, starts: [] as number[] }),
    ),
  ];
  for (let g = 1; g <= groups; g++) {
    const next = Array.from(
      { length: n + 1 },
      () => ({ cost: Infinity, starts: [] as number[] }),
    );
    for (let i = g; i <= n; i++) {
      let sum = 0;
      for (let from = i - 1; from >= g - 1; from--) {
        sum += words[from] ?? 0;
        const before = best[from];
        if (before === undefined) continue;
        const cost = before.cost + (sum / even - 1) ** 2 +
          (from === 0 ? 0 : common[from] ?? 0);
        if (cost < (next[i]?.cost ?? Infinity)) {
          next[i] = { cost, starts: [...before.starts, from] };
        }
      }
    }
    best = next;
  }
  return best[n]?.starts ?? [];
}

/** What two texts have in common, from 0 to 1, by the lighter one. */
export function overlap(a: string, b: string): number {
  const [one, other] = [weightyTerms(a), weightyTerms(b)];
  const keys = new Set(other.map(({ key }) => key));
  const least = Math.min(weighed(one), weighed(other));
  return least === 0
    ? 0
    : weighed(one.filter(({ key }) => keys.has(key))) / least;
}
