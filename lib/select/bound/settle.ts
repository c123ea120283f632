/**
 * A point that selects exactly the tasks there are to select.
 *
 * @module
 */

import { concaveRoom, evaluate } from "./evaluate.ts";
import type { Solved } from "./interior_point.ts";
import type { Relaxation } from "./relaxation.ts";

/**
 * Where tasks are left out, a solve ends within rounding of their number, and what it takes for one
 * START and END a task is then not quite what the point holds. Scaled to the number, point and bound
 * agree in a certificate to the last digits.
 *
 * @param relaxation The relaxation.
 * @param point A solved point.
 * @returns The point scaled, with value and gradient there; the same point where no task is left out.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { buildProblem, exampleInstance } from "@taskflow/select";
 * import { boundTfas } from "./bound.ts";
 * import { settle } from "./settle.ts";
 *
 * const bound = boundTfas(buildProblem(exampleInstance()));
 * equal(bound && settle(bound.relaxation, bound.optimum), bound?.optimum);
 * ```
 */
export function settle(relaxation: Relaxation, point: Solved): Solved {
  const { cells, problem } = relaxation;
  const k = problem.limits.findIndex(({ name }) => name === "tasks");
  if (k < 0) return point;
  const scale = 1 / point.x[cells + 1 + k]!;
  const x = point.x.map((amount, at) => at <= cells ? amount * scale : amount);
  const concave = concaveRoom(relaxation);
  evaluate(relaxation, x, concave);
  return {
    ...point,
    x,
    value: concave.value,
    gradient: concave.gradient,
    scale: point.scale * scale,
  };
}
