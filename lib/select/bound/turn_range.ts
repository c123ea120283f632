/**
 * Between which totals the retained turns of a selection lie.
 *
 * @module
 */

import type { Problem } from "../problem.ts";

/**
 * Least and greatest total of retained turns, whatever the limits on candidates.
 *
 * @param problem The problem.
 * @returns Both ends, inclusive; where tasks are left out, of the best and worst ones taken.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { buildProblem, exampleInstance, turnRange } from "@taskflow/select";
 *
 * deepEqual(turnRange(buildProblem(exampleInstance())), { least: 13, most: 18 });
 * ```
 */
export function turnRange(
  problem: Problem,
): { least: number; most: number } {
  const { size, start, vector, vectors, tasks } = problem;
  const groups = Array.from(size, (units, g) => {
    const turns = Array.from(
      vector.subarray(start[g], start[g + 1]),
      (v) => v < 0 ? null : vectors.turns[v]!,
    ).filter((count) => count !== null);
    return { units, least: Math.min(...turns), most: Math.max(...turns) };
  });
  const take = (turns: (group: typeof groups[number]) => number) => {
    let left = tasks;
    let sum = 0;
    for (const group of groups) {
      const units = Math.min(left, group.units);
      sum += units * turns(group);
      left -= units;
    }
    return sum;
  };
  groups.sort((a, b) => a.least - b.least);
  const least = take((group) => group.least);
  groups.sort((a, b) => b.most - a.most);
  return { least, most: take((group) => group.most) };
}
