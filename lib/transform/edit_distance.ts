/**
 * How many characters two strings differ by.
 *
 * @module
 */

/**
 * Edits (insertions, deletions, substitutions, swaps of neighbours) between two strings.
 *
 * @param a One string.
 * @param b The other.
 * @param most Give up beyond so many.
 * @returns The number of edits, or `most + 1` if there are more.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { editDistance } from "./edit_distance.ts";
 *
 * equal(editDistance("isEnabled", "isEnbaled", 2), 1);
 * equal(editDistance("abc", "xyz", 2), 3);
 * ```
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(
        (above[j - 1] ?? 0) + same,
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      }
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = above;
    above = row;
  }
  return Math.min(above[b.length] ?? 0, most + 1);
}
