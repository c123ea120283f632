/**
 * The name that occurs most often.
 *
 * @module
 */

/**
 * Find the name with the highest count.
 *
 * @param counts Names and how often they occur.
 * @returns The name, the first of several; `null` if there is none.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { mostFrequent } from "@taskflow/corpora";
 *
 * equal(mostFrequent(new Map([["a", 1], ["b", 2], ["c", 2]])), "b");
 * equal(mostFrequent(new Map()), null);
 * ```
 */
export function mostFrequent(
  counts: ReadonlyMap<string, number>,
): string | null {
  let best: string | null = null;
  for (const [name, count] of counts) {
    if (best === null || count > (counts.get(best) ?? 0)) best = name;
  }
  return best;
}
