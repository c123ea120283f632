/**
 * The concave part of ln TFAS with its derivatives (`lib/select/README.md`).
 *
 * @module
 */

import { overlap } from "@taskflow/flow";
import type { Relaxation } from "./relaxation.ts";

/** Value and derivatives of the concave part, (ln h_L + ln h_T + ln h_R) / 3. */
export interface Concave {
  /** h_L, h_T and h_R. */
  readonly h: Float64Array;
  value: number;
  /** Derivative by each active cell, then by the retained turns. */
  readonly gradient: Float64Array;
  /** Derivatives of the h themselves, one array a component, same coordinates. */
  readonly parts: readonly [Float64Array, Float64Array, Float64Array];
  /** Curvature of each active cell, positive, divided by 3h of its component. */
  readonly bend: Float64Array;
  /** Curvature that constant cells put on the retained turns. */
  constantBend: number;
}

/**
 * Room for {@linkcode evaluate} to write into.
 *
 * @param relaxation The relaxation.
 * @returns Zeros.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { concaveRoom } from "./evaluate.ts";
 *
 * equal(concaveRoom({ cells: 4 }).gradient.length, 5);
 * ```
 */
export function concaveRoom({ cells }: Pick<Relaxation, "cells">): Concave {
  const room = () => new Float64Array(cells + 1);
  return {
    h: new Float64Array(3),
    value: 0,
    gradient: room(),
    parts: [room(), room(), room()],
    bend: new Float64Array(cells),
    constantBend: 0,
  };
}

/**
 * Evaluate the concave part at a point.
 *
 * @param relaxation The relaxation.
 * @param x The point; active cells positive.
 * @param into Where to write value and derivatives.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { boundTfas, buildProblem, exampleInstance } from "@taskflow/select";
 * import { concaveRoom, evaluate } from "./evaluate.ts";
 *
 * const bound = boundTfas(buildProblem(exampleInstance()));
 * ok(bound);
 * const room = concaveRoom(bound.relaxation);
 * evaluate(bound.relaxation, bound.optimum.x, room);
 * ok(Math.abs(room.value - bound.optimum.value) < 1e-12);
 * ```
 */
export function evaluate(
  relaxation: Relaxation,
  x: Float64Array,
  into: Concave,
): void {
  const { cells, component, share, constant } = relaxation;
  const { h, parts, gradient, bend } = into;
  const X = x[cells]!;
  // Lengths sum to 1 a task, intents to X, transitions to X + 1.
  const scale = [1, X, X + 1];
  h.fill(0);
  for (const part of parts) part.fill(0);
  for (let i = 0; i < cells; i++) {
    const k = component[i]!;
    const part = parts[k]!;
    const p = share[i]! * scale[k]!;
    const q = x[i]!;
    h[k]! += overlap(p, q);
    part[i] = Math.log1p(p / q) * HALF_LG;
    if (k > 0) part[cells]! += share[i]! * Math.log1p(q / p) * HALF_LG;
    bend[i] = p / (q * (p + q)) * HALF_LG;
  }
  const tilt = [0, 0, 0];
  for (let i = 0; i < constant.share.length; i++) {
    const k = constant.component[i]!;
    const p = constant.share[i]! * scale[k]!;
    const q = constant.amount[i]!;
    h[k]! += overlap(p, q);
    if (k === 0) continue;
    parts[k]![cells]! += constant.share[i]! * Math.log1p(q / p) * HALF_LG;
    tilt[k]! += p / (q * (p + q)) * HALF_LG * (q / scale[k]!) ** 2;
  }
  into.value = (Math.log(h[0]!) + Math.log(h[1]!) + Math.log(h[2]!)) / 3;
  for (let i = 0; i < cells; i++) {
    const k = component[i]!;
    const third = 1 / (3 * h[k]!);
    gradient[i] = parts[k]![i]! * third;
    bend[i]! *= third;
  }
  gradient[cells] = parts[1][cells]! / (3 * h[1]!) +
    parts[2][cells]! / (3 * h[2]!);
  into.constantBend = tilt[1]! / (3 * h[1]!) + tilt[2]! / (3 * h[2]!);
}

const HALF_LG = 0.5 / Math.LN2;
