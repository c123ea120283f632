/**
 * The certificate of a bound in the form in which it is stored.
 *
 * @module
 */

import { overlap } from "@taskflow/flow";
import type { Bound, Piece } from "./bound/bound.ts";
import type { Relaxation } from "./bound/relaxation.ts";
import { transitionsOf } from "./cells.ts";
import type { Tangent } from "./instance.ts";

/**
 * The tangent points of a bound.
 *
 * @param bound A bound.
 * @returns One tangent an interval, in order; together they cover every total of retained turns.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { boundTfas, buildProblem, certificateOf, exampleInstance } from "@taskflow/select";
 *
 * const bound = boundTfas(buildProblem(exampleInstance()));
 * const tangents = bound === null ? [] : certificateOf(bound);
 * equal(tangents[0]?.N[0], 13);
 * equal(tangents.at(-1)?.N[1], 18);
 * ```
 */
export function certificateOf(bound: Bound): Tangent[] {
  const { relaxation } = bound;
  return bound.pieces.map((piece) => tangentOf(relaxation, piece));
}

/**
 * Worth of one START and END, which every selected task adds: the solver counts them as given, a reader
 * finds them in the transitions, so that the multiplier of "tasks" has to take them off again.
 */
function stepWorth(
  { cells, target }: Relaxation["problem"],
  amounts: Float64Array,
  { from, to }: Piece,
): number {
  const total = amounts.subarray(cells.R).reduce((sum, n) => sum + n, 0);
  let [h, slope] = [0, 0];
  for (let cell = cells.R; cell < cells.width; cell++) {
    const [p, q] = [target[cell]! * total, amounts[cell]!];
    if (p === 0 || q === 0) continue;
    h += overlap(p, q);
    slope += target[cell]! * Math.log1p(q / p) / (2 * Math.LN2);
  }
  const width = to - from;
  const chord = width > 0
    ? -Math.log1p(width / (from + 1)) / width
    : -1 / (from + 1);
  return (slope / h + chord) / 3;
}

function tangentOf(relaxation: Relaxation, piece: Piece): Tangent {
  const { from, to, point } = piece;
  const { problem, column, unit } = relaxation;
  const { cells, tasks, limits } = problem;
  const amounts = new Float64Array(cells.width);
  const add = (j: number, share: number) => {
    const { vectors } = problem;
    const v = problem.vector[j]!;
    if (v < 0) return;
    for (let i = vectors.start[v]!; i < vectors.start[v + 1]!; i++) {
      amounts[vectors.cell[i]!]! += share * vectors.value[i]!;
    }
  };
  problem.size.forEach((n, g) => {
    const first = problem.start[g]!;
    if (problem.start[g + 1]! - first === 1) {
      add(first, n / tasks * point.scale);
    }
  });
  column.forEach((j, at) => add(j, point.iterate.u[at]! * point.scale));
  return {
    N: [from * tasks, to * tasks],
    l: [...amounts.subarray(0, cells.T)],
    t: [...amounts.subarray(cells.T, cells.R)],
    r: transitionsOf(cells, amounts),
    ...(limits.length === 0 ? {} : {
      lambda: Object.fromEntries(
        limits.map(({ name }, k) => [
          // Placement patterns stand by themselves, as in the oracle's files.
          name.replace(/^placement /, ""),
          point.lambda[k]! / unit[k]! +
          (name === "tasks" ? stepWorth(problem, amounts, piece) : 0),
        ]),
      ),
    }),
  };
}
