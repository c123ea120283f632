/**
 * Round a relaxed selection to whole tasks.
 *
 * @module
 */

import type { Relaxation } from "../bound/relaxation.ts";
import type { Problem } from "../problem.ts";
import { amountsOf, violation } from "./amounts.ts";
import { createTally } from "./tally.ts";

/** Fractions below this are taken for rounding noise. */
const NOISE = 1e-6;

/**
 * Give every group whole units: first the whole part of each column, then each unit that is left goes
 * where the exact score is best while what is not rounded yet stays fractional.
 *
 * @param relaxation The relaxation.
 * @param shares Share of the chosen tasks per column of the relaxation.
 * @returns Units of each column of the problem; limits may be missed by a few.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { boundTfas, buildProblem, exampleInstance } from "@taskflow/select";
 * import { roundShares } from "./round.ts";
 *
 * const bound = boundTfas(buildProblem(exampleInstance()));
 * const units = bound && roundShares(bound.relaxation, bound.optimum.iterate.u);
 * equal(units?.reduce((sum, n) => sum + n, 0), 5);
 * ```
 */
export function roundShares(
  relaxation: Relaxation,
  shares: Float64Array,
): Int32Array {
  const { problem, groups, start, column } = relaxation;
  const { size, tasks } = problem;
  const units = new Float64Array(problem.vector.length);
  size.forEach((n, g) => {
    const first = problem.start[g]!;
    if (problem.start[g + 1]! - first === 1) units[first] = n;
  });
  column.forEach((j, at) => units[j] = shares[at]! * tasks);
  const tally = createTally(problem, units);
  const amounts = amountsOf(problem, units);
  const whole = Int32Array.from(units);
  for (let k = 0; k < groups.length; k++) {
    const columns = column.subarray(start[k], start[k + 1]);
    let left = size[groups[k]!]!;
    for (const j of columns) left -= whole[j] = Math.floor(units[j]! + NOISE);
    if (left <= 0) continue;
    const rest = columns.map((j) => j).filter((j) =>
      units[j]! - whole[j]! > NOISE
    );
    const mean = Array.from(
      rest,
      (j) => [j, -(units[j]! - whole[j]!) / left] as const,
    );
    for (; left > 0; left--) {
      tally.apply(mean);
      for (const [j, by] of mean) move(problem, amounts, j, by);
      let [best, found] = [-Infinity, rest[0] ?? columns[0]!];
      for (const j of rest) {
        move(problem, amounts, j, 1);
        const score = tally.scoreAfter([[j, 1]]) -
          violation(problem, amounts) / tasks;
        move(problem, amounts, j, -1);
        if (score > best) [best, found] = [score, j];
      }
      tally.apply([[found, 1]]);
      move(problem, amounts, found, 1);
      whole[found]!++;
    }
  }
  return whole;
}

function move(
  { terms }: Problem,
  amounts: Float64Array,
  column: number,
  by: number,
): void {
  for (let i = terms.start[column]!; i < terms.start[column + 1]!; i++) {
    amounts[terms.limit[i]!]! += by * terms.amount[i]!;
  }
}
