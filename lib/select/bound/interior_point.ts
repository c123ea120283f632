/**
 * Primal-dual interior point method for max H(x) + slope X over the relaxed selections: H the concave
 * part of ln TFAS, X the retained turns per task. A Newton step costs one pass over the columns and
 * one dense system with as many unknowns as there are active cells and limits.
 *
 * @module
 */

import { cholesky, solveCholesky } from "./cholesky.ts";
import { type Concave, concaveRoom, evaluate } from "./evaluate.ts";
import {
  copyLimits,
  firstLimits,
  lambdaOf,
  type LimitMove,
  limitMove,
  limitProducts,
  limitReach,
  type LimitState,
  missedOf,
  moveLimits,
  PRICE,
  pullLimits,
  turnLimits,
} from "./elastic_limits.ts";
import { newtonMatrix, type NewtonRoom, newtonRoom } from "./newton_matrix.ts";
import type { Relaxation } from "./relaxation.ts";

/** An iterate; arrays are per column, per group or per limit. */
export interface Iterate {
  /** Share of the chosen tasks on each column, positive. */
  readonly u: Float64Array;
  /** Slack of each column's price below its group's best, positive. */
  readonly s: Float64Array;
  /** Price of each group. */
  readonly y: Float64Array;
  /** The limits' own variables. */
  readonly limits: LimitState;
}

/** A point with the bound that it certifies. */
export interface Solved {
  readonly iterate: Iterate;
  /** Coordinates of the point. */
  readonly x: Float64Array;
  /** What the columns' shares are multiplied by to give the point: 1, but for rounding. */
  readonly scale: number;
  /** Slope of X at which the bound holds. */
  readonly slope: number;
  /** H at the point. */
  readonly value: number;
  /** Upper bound on max H(x) + slope X. */
  readonly upper: number;
  /** Derivatives of H at the point, by active cell and X. */
  readonly gradient: Float64Array;
  /** One multiplier a limit, positive where its upper end binds. */
  readonly lambda: Float64Array;
  /** By how much the point misses each limit; above rounding only if they cannot all be met. */
  readonly missed: Float64Array;
  /** Upper bound minus what the point is worth, what it misses taken off: never negative. */
  readonly gap: number;
  readonly iterations: number;
}

/** How to solve. */
export interface SolveOptions {
  /** Slope of X, or a function of the point's X (the tangent of the part that is not concave). */
  readonly slope: number | ((X: number) => number);
  /** Where to start; without it from equal shares. */
  readonly start?: Iterate;
  /** Whether the point is good enough. */
  readonly enough: (point: Solved) => boolean;
  /** Newton steps at most (default 60). */
  readonly most?: number;
  /** Called after each step. */
  readonly onStep?: (point: Solved) => void;
}

/**
 * Solve a relaxed problem.
 *
 * @param relaxation The relaxation; at least one group with a choice.
 * @param options Slope, start, when to stop.
 * @returns The point with the least upper bound that was met.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { buildProblem, exampleInstance } from "@taskflow/select";
 * import { solveRelaxed } from "./interior_point.ts";
 * import { relax } from "./relaxation.ts";
 *
 * const relaxation = relax(buildProblem(exampleInstance()));
 * const { gap } = solveRelaxed(relaxation, {
 *   slope: -0.2,
 *   enough: ({ gap }) => gap < 1e-6,
 * });
 * ok(gap >= 0 && gap < 1e-6);
 * ```
 */
export function solveRelaxed(
  relaxation: Relaxation,
  options: SolveOptions,
): Solved {
  const { slope, enough, most = 60, onStep } = options;
  const it = options.start === undefined
    ? firstIterate(relaxation)
    : copyIterate(options.start);
  const room = rooms(relaxation);
  let best: Solved | null = null;
  // With a moving slope bounds do not compare, gaps do.
  const better = (a: Solved, b: Solved) =>
    typeof slope === "number" ? a.upper < b.upper : a.gap < b.gap;
  for (let iterations = 0;; iterations++) {
    pointOf(relaxation, it.u, room.x);
    evaluate(relaxation, room.x, room.concave);
    const at = typeof slope === "number"
      ? slope
      : slope(room.x[relaxation.cells]!);
    prices(relaxation, it, room, at);
    const upper = upperBound(relaxation, it, room, at);
    const missed = missedOf(relaxation, room.x);
    const worth = room.concave.value + at * room.x[relaxation.cells]!;
    const now: Solved = {
      iterate: copyIterate(it),
      x: room.x.slice(),
      scale: 1,
      slope: at,
      value: room.concave.value,
      upper,
      gradient: room.concave.gradient.slice(),
      lambda: lambdaOf(it.limits),
      missed,
      gap: upper - worth + PRICE * missed.reduce((sum, miss) => sum + miss, 0),
      iterations,
    };
    onStep?.(now);
    if (best === null || better(now, best)) best = now;
    if (enough(now)) return now;
    if (iterations >= most) return best;
    if (!step(relaxation, it, room)) return best;
  }
}

interface Rooms {
  readonly x: Float64Array;
  readonly concave: Concave;
  /** g . v of each column, multipliers of limits taken off. */
  readonly worth: Float64Array;
  readonly newton: NewtonRoom;
  readonly b: Float64Array;
  readonly du: Float64Array;
  readonly ds: Float64Array;
  readonly price: Float64Array;
  readonly right: Float64Array;
  readonly dy: Float64Array;
  readonly rho: Float64Array;
  readonly move: LimitMove;
}

function rooms(relaxation: Relaxation): Rooms {
  const columns = relaxation.column.length;
  const newton = newtonRoom(relaxation);
  return {
    x: new Float64Array(relaxation.width),
    concave: concaveRoom(relaxation),
    worth: new Float64Array(columns),
    newton,
    b: new Float64Array(columns),
    du: new Float64Array(columns),
    ds: new Float64Array(columns),
    price: new Float64Array(relaxation.width),
    right: new Float64Array(newton.size),
    dy: new Float64Array(relaxation.groups.length),
    rho: new Float64Array(columns),
    move: limitMove(relaxation.least.length),
  };
}

function copyIterate(it: Iterate): Iterate {
  return {
    u: it.u.slice(),
    s: it.s.slice(),
    y: it.y.slice(),
    limits: copyLimits(it.limits),
  };
}

/** Equal shares in each group; slacks large enough to be far from every wall. */
function firstIterate(relaxation: Relaxation): Iterate {
  const { start, mass, groups, column } = relaxation;
  const u = new Float64Array(column.length);
  for (let g = 0; g < groups.length; g++) {
    u.fill(mass[g]! / (start[g + 1]! - start[g]!), start[g], start[g + 1]);
  }
  const x = new Float64Array(relaxation.width);
  pointOf(relaxation, u, x);
  const concave = concaveRoom(relaxation);
  evaluate(relaxation, x, concave);
  const y = new Float64Array(groups.length);
  const s = new Float64Array(column.length);
  for (let g = 0; g < groups.length; g++) {
    let best = -Infinity;
    for (let j = start[g]!; j < start[g + 1]!; j++) {
      best = Math.max(best, s[j] = worthOf(relaxation, j, concave.gradient));
    }
    y[g] = best + 0.3;
    for (let j = start[g]!; j < start[g + 1]!; j++) s[j] = y[g]! - s[j]!;
  }
  return { u, s, y, limits: firstLimits(relaxation, x) };
}

function worthOf(
  { rows, cells }: Relaxation,
  j: number,
  gradient: Float64Array,
): number {
  let sum = 0;
  for (let i = rows.start[j]!; i < rows.start[j + 1]!; i++) {
    const at = rows.at[i]!;
    if (at <= cells) sum += gradient[at]! * rows.value[i]!;
  }
  return sum;
}

function pointOf(
  { rows, fixed, column }: Relaxation,
  u: Float64Array,
  x: Float64Array,
): void {
  x.set(fixed);
  for (let j = 0; j < column.length; j++) {
    const share = u[j]!;
    for (let i = rows.start[j]!, end = rows.start[j + 1]!; i < end; i++) {
      x[rows.at[i]!]! += share * rows.value[i]!;
    }
  }
}

/** Worth of each column at the prices of cells, X and limits. */
function prices(
  relaxation: Relaxation,
  it: Iterate,
  { worth, concave, price }: Rooms,
  slope: number,
): void {
  const { rows, cells, column } = relaxation;
  price.set(concave.gradient);
  price[cells]! += slope;
  lambdaOf(it.limits).forEach((lambda, k) => price[cells + 1 + k] = -lambda);
  for (let j = 0; j < column.length; j++) {
    let sum = 0;
    for (let i = rows.start[j]!, end = rows.start[j + 1]!; i < end; i++) {
      sum += price[rows.at[i]!]! * rows.value[i]!;
    }
    worth[j] = sum;
  }
}

/** Frank-Wolfe's bound at the point, with the multipliers of the limits. */
function upperBound(
  relaxation: Relaxation,
  it: Iterate,
  { worth, concave, price, x }: Rooms,
  slope: number,
): number {
  const { start, mass, groups, cells, fixed, least, most } = relaxation;
  let sum = concave.value + slope * x[cells]!;
  for (let i = 0; i <= cells; i++) sum -= price[i]! * x[i]!;
  for (let i = 0; i < fixed.length; i++) sum += price[i]! * fixed[i]!;
  for (let g = 0; g < groups.length; g++) {
    let best = -Infinity;
    for (let j = start[g]!; j < start[g + 1]!; j++) {
      if (worth[j]! > best) best = worth[j]!;
    }
    sum += mass[g]! * best;
  }
  lambdaOf(it.limits).forEach((lambda, k) =>
    sum += Math.max(lambda * least[k]!, lambda * most[k]!)
  );
  return sum;
}

/** One predictor-corrector step, in place; false where rounding stops progress. */
function step(relaxation: Relaxation, it: Iterate, room: Rooms): boolean {
  const { start, mass, groups, column } = relaxation;
  const { worth, rho } = room;
  const columns = column.length;
  let complementarity = 0;
  let weight = 0;
  for (let g = 0; g < groups.length; g++) {
    for (let j = start[g]!; j < start[g + 1]!; j++) {
      rho[j] = it.y[g]! - worth[j]! - it.s[j]!;
      complementarity += it.u[j]! * it.s[j]!;
      weight += mass[g]!;
    }
  }
  complementarity += limitProducts(it.limits);
  weight += 2 * it.limits.z.length;
  const mu = complementarity / weight;
  newtonMatrix(relaxation, it, room.concave, room.x, room.newton);
  cholesky(room.newton.matrix, room.newton.size);
  direction(relaxation, it, room, 0, null);
  const [p, d] = reaches(it, room, 1);
  let after = limitProducts(it.limits, room.move, p, d);
  for (let j = 0; j < columns; j++) {
    after += (it.u[j]! + p * room.du[j]!) * (it.s[j]! + d * room.ds[j]!);
  }
  const centring = Math.min(1, Math.max(1e-4, (after / weight / mu) ** 3));
  const second = { u: room.du.slice(), s: room.ds.slice() };
  direction(relaxation, it, room, centring * mu, second);
  const [primal, dual] = reaches(it, room, Math.max(0.9, 1 - mu * 10));
  if (!(primal > 1e-9) && !(dual > 1e-9)) return false;
  for (let j = 0; j < columns; j++) {
    it.u[j]! += primal * room.du[j]!;
    it.s[j]! += dual * room.ds[j]!;
  }
  for (let g = 0; g < groups.length; g++) {
    it.y[g]! += dual * room.dy[g]!;
    // Rounding lets sums drift where slacks are tiny; the bound needs them exact.
    let sum = 0;
    for (let j = start[g]!; j < start[g + 1]!; j++) sum += it.u[j]!;
    const scale = mass[g]! / sum;
    for (let j = start[g]!; j < start[g + 1]!; j++) it.u[j]! *= scale;
  }
  moveLimits(it.limits, room.move, primal, dual);
  return true;
}

/** How far the direction may be followed by primal and dual variables: `reach` of the way to a wall. */
function reaches(
  it: Iterate,
  { du, ds, move }: Rooms,
  reach: number,
): readonly [number, number] {
  const wall = (values: Float64Array, change: Float64Array) => {
    let least = 1 / reach;
    for (let j = 0; j < values.length; j++) {
      const by = change[j]!;
      if (by < 0 && -values[j]! / by < least) least = -values[j]! / by;
    }
    return least;
  };
  const limits = limitReach(it.limits, move);
  return [
    Math.min(1, reach * Math.min(wall(it.u, du), limits.primal)),
    Math.min(1, reach * Math.min(wall(it.s, ds), limits.dual)),
  ];
}

/** Newton's direction for products `target`; writes du, ds, dy and the limits' moves. */
function direction(
  relaxation: Relaxation,
  it: Iterate,
  room: Rooms,
  target: number,
  second: { u: Float64Array; s: Float64Array } | null,
): void {
  const { start, mass, groups, rows } = relaxation;
  const { b, du, ds, dy, right, newton, rho, x, price, move } = room;
  const c = new Float64Array(relaxation.width);
  const totals = newton.total;
  for (let g = 0; g < groups.length; g++) {
    let [sum, share] = [0, 0];
    for (let j = start[g]!; j < start[g + 1]!; j++) {
      const theta = it.u[j]! / it.s[j]!;
      const product = target * mass[g]! -
        (second === null ? 0 : second.u[j]! * second.s[j]!);
      b[j] = product / it.s[j]! - it.u[j]! - theta * rho[j]!;
      sum += b[j]!;
      share += it.u[j]!;
    }
    const residual = mass[g]! - share;
    dy[g] = (sum - residual) / totals[g]!;
    for (let j = start[g]!; j < start[g + 1]!; j++) {
      const amount = b[j]! - it.u[j]! / it.s[j]! * dy[g]!;
      for (let i = rows.start[j]!, end = rows.start[j + 1]!; i < end; i++) {
        c[rows.at[i]!]! += amount * rows.value[i]!;
      }
    }
  }
  newton.toRows(c, right);
  pullLimits(relaxation, it.limits, x, target, move);
  for (let k = 0; k < move.pull.length; k++) {
    right[newton.limitRow + k]! += move.pull[k]! * newton.inverse[k]!;
  }
  solveCholesky(newton.matrix, newton.size, right);
  newton.toPrices(right, price);
  // From here on `price` holds the change of prices.
  for (let g = 0; g < groups.length; g++) {
    let moved = 0;
    for (let j = start[g]!; j < start[g + 1]!; j++) {
      let sum = 0;
      for (let i = rows.start[j]!, end = rows.start[j + 1]!; i < end; i++) {
        sum += price[rows.at[i]!]! * rows.value[i]!;
      }
      ds[j] = sum;
      moved += it.u[j]! / it.s[j]! * sum;
    }
    dy[g]! -= moved / totals[g]!;
    for (let j = start[g]!; j < start[g + 1]!; j++) {
      const change = dy[g]! + ds[j]!;
      du[j] = b[j]! - it.u[j]! / it.s[j]! * change;
      ds[j] = change + rho[j]!;
    }
  }
  turnLimits(relaxation, it.limits, price, newton.inverse, target, move);
}
