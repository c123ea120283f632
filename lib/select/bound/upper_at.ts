/**
 * The bound that a point gives under another slope.
 *
 * @module
 */

import type { Solved } from "./interior_point.ts";
import type { Relaxation } from "./relaxation.ts";

/**
 * Upper bound on max H(x) + slope X from a point, whatever slope it was found with.
 *
 * @param relaxation The relaxation.
 * @param point A point with the gradient of H and multipliers.
 * @param slope Slope of the retained turns per task.
 * @returns H(x0) - <g, x0> + max <g + slope, s> over the relaxed selections s.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { boundTfas, buildProblem, exampleInstance } from "@taskflow/select";
 * import { upperAt } from "./upper_at.ts";
 *
 * const bound = boundTfas(buildProblem(exampleInstance()));
 * ok(bound);
 * const { relaxation, optimum } = bound;
 * ok(Math.abs(upperAt(relaxation, optimum, optimum.slope) - optimum.upper) < 1e-9);
 * ```
 */
export function upperAt(
  relaxation: Relaxation,
  point: Pick<Solved, "x" | "value" | "gradient" | "lambda">,
  slope: number,
): number {
  const { cells, rows, fixed, groups, start, mass, least, most } = relaxation;
  const price = new Float64Array(relaxation.width);
  price.set(point.gradient);
  let sum = point.value;
  for (let i = 0; i <= cells; i++) sum -= price[i]! * point.x[i]!;
  price[cells]! += slope;
  point.lambda.forEach((lambda, k) => {
    price[cells + 1 + k] = -lambda;
    sum += Math.max(lambda * least[k]!, lambda * most[k]!);
  });
  for (let i = 0; i < fixed.length; i++) sum += price[i]! * fixed[i]!;
  for (let g = 0; g < groups.length; g++) {
    let best = -Infinity;
    for (let j = start[g]!; j < start[g + 1]!; j++) {
      let worth = 0;
      for (let i = rows.start[j]!, end = rows.start[j + 1]!; i < end; i++) {
        worth += price[rows.at[i]!]! * rows.value[i]!;
      }
      if (worth > best) best = worth;
    }
    sum += mass[g]! * best;
  }
  return sum;
}
