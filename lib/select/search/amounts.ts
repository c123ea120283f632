/**
 * What a selection adds to the limits, and by how much it misses them.
 *
 * @module
 */

import type { Problem } from "../problem.ts";

/**
 * Amount of every limit.
 *
 * @param problem The problem.
 * @param units Units of each column.
 * @returns One amount a limit.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { amountsOf, buildProblem, exampleInstance } from "@taskflow/select";
 *
 * const constraints = { placement: { before: [1, 2] as [number, number] } };
 * const problem = buildProblem({ ...exampleInstance(), constraints });
 * const all = new Int32Array(problem.vector.length).fill(1);
 * deepEqual([...amountsOf(problem, all)], [1]);
 * ```
 */
export function amountsOf(
  { limits, terms, vector }: Problem,
  units: ArrayLike<number>,
): Float64Array {
  const amounts = new Float64Array(limits.length);
  for (let j = 0; j < vector.length; j++) {
    for (let i = terms.start[j]!; i < terms.start[j + 1]!; i++) {
      amounts[terms.limit[i]!]! += units[j]! * terms.amount[i]!;
    }
  }
  return amounts;
}

/**
 * By how much amounts miss the limits, each in the largest amount that one task adds.
 *
 * @param problem The problem.
 * @param amounts One amount a limit.
 * @returns 0 where all are met.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { violation } from "@taskflow/select";
 *
 * const limits = [{ name: "placement before", least: 2, most: 3, unit: 1 }];
 * equal(violation({ limits }, [5]), 2);
 * ```
 */
export function violation(
  { limits }: Pick<Problem, "limits">,
  amounts: ArrayLike<number>,
): number {
  let sum = 0;
  for (let k = 0; k < limits.length; k++) {
    const { least, most, unit } = limits[k]!;
    const miss = Math.max(least - amounts[k]!, amounts[k]! - most);
    if (miss > 1e-9 * unit) sum += miss / unit;
  }
  return sum;
}
