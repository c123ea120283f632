/** All selections of a small problem. */

import {
  amountsOf,
  type Problem,
  scoreUnits,
  violation,
} from "@taskflow/select";

/**
 * The best TFAS over all admissible selections of whole tasks.
 *
 * @param problem A small problem.
 * @returns The highest TFAS, or `null` if no selection meets the limits or has a TFAS.
 */
export function bestOfAll(problem: Problem): number | null {
  let best: number | null = null;
  const units = new Int32Array(problem.vector.length);
  const place = (group: number, column: number, left: number): void => {
    if (group === problem.size.length) {
      if (violation(problem, amountsOf(problem, units)) > 0) return;
      const { tfas } = scoreUnits(problem, units);
      if (tfas !== null && tfas > (best ?? -1)) best = tfas;
      return;
    }
    const end = problem.start[group + 1] ?? 0;
    const next = () =>
      place(
        group + 1,
        end,
        problem.size[group + 1] ?? 0,
      );
    if (column === end - 1) {
      units[column] = left;
      next();
      units[column] = 0;
      return;
    }
    for (let taken = 0; taken <= left; taken++) {
      units[column] = taken;
      place(group, column + 1, left - taken);
    }
    units[column] = 0;
  };
  place(0, 0, problem.size[0] ?? 0);
  return best;
}
