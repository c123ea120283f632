/**
 * The certificate of a bound in the form in which it is stored.
 *
 * @module
 */

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
 * import { certificateOf } from "@taskflow/select";
 *
 * equal(certificateOf.length, 1);
 * ```
 */
export function certificateOf(bound: Bound): Tangent[] {
  const { relaxation } = bound;
  return bound.pieces.map((piece) => tangentOf(relaxation, piece));
}

function tangentOf(
  relaxation: Relaxation,
  { from, to, point }: Piece,
): Tangent {
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
    if (problem.start[g + 1]! - first === 1) add(first, n / tasks);
  });
  column.forEach((j, at) => add(j, point.iterate.u[at]!));
  return {
    N: [from * tasks, to * tasks],
    l: [...amounts.subarray(0, cells.T)],
    t: [...amounts.subarray(cells.T, cells.R)],
    r: transitionsOf(cells, amounts),
    ...(limits.length === 0 ? {} : {
      lambda: Object.fromEntries(
        limits.map(({ name }, k) => [name, point.lambda[k]! / unit[k]!]),
      ),
    }),
  };
}
