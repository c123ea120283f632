/**
 * Score a selection from its integer counts (Appendix F, Eq. 1).
 *
 * @module
 */

import { similarity, tfas } from "@taskflow/flow";
import type { Problem } from "./problem.ts";

/** A selection's score; `null` is "undefined": one side of a component has no mass. */
export interface SelectionScore {
  readonly tfas: number | null;
  readonly S_L: number | null;
  readonly S_T: number | null;
  readonly S_R: number | null;
  /** Messages with a retained label. */
  readonly retainedTurns: number;
  /** Integer count of every cell. */
  readonly counts: Float64Array;
}

/**
 * Count a selection and score it.
 *
 * @param problem The problem.
 * @param units Whole units of each column.
 * @returns TFAS (0 to 100), components (0 to 1) and counts.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { buildProblem, parseInstance, scoreUnits } from "@taskflow/select";
 *
 * const problem = buildProblem(parseInstance({
 *   format: "tfas-selection/v1",
 *   labels: ["explain"],
 *   conventions: { lengthOf: "all", emptySession: "edge" },
 *   tasks: 2,
 *   target: { P_L: [0, 1, 0, 0, 0, 0, 0], P_T: [1], P_R: { "START>explain": 1 } },
 *   sequences: [{ t: [0, 0], p: "none", q: 0 }],
 *   groups: [{ n: 2, c: [0] }],
 * }, "example"));
 * equal(scoreUnits(problem, [2]).S_L, 1);
 * ```
 */
export function scoreUnits(
  problem: Problem,
  units: ArrayLike<number>,
): SelectionScore {
  const { cells, target, vectors, vector } = problem;
  const counts = new Float64Array(cells.width);
  for (let j = 0; j < vector.length; j++) {
    const v = vector[j]!;
    if (v < 0 || units[j] === 0) continue;
    for (let i = vectors.start[v]!; i < vectors.start[v + 1]!; i++) {
      counts[vectors.cell[i]!]! += units[j]! * vectors.value[i]!;
    }
  }
  const part = (from: number, to: number) =>
    similarity(target.subarray(from, to), counts.subarray(from, to));
  const S_L = part(0, cells.T);
  const S_T = part(cells.T, cells.R);
  const S_R = part(cells.R, cells.width);
  return {
    tfas: tfas(S_L, S_T, S_R),
    S_L,
    S_T,
    S_R,
    retainedTurns: counts.subarray(cells.T, cells.R).reduce(
      (sum, n) => sum + n,
      0,
    ),
    counts,
  };
}
