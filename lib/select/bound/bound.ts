/**
 * A certified upper bound on TFAS over all admissible selections, fractional ones included.
 *
 * ln(TFAS / 100) = H(x) - (ln X + ln(X + 1)) / 3 with H concave and X the retained turns per task. On an
 * interval of X the last term lies below its chord, so H plus the chord bounds it; Frank-Wolfe's gap at
 * any point bounds the maximum of that. Intervals cover every possible X.
 *
 * @module
 */

import type { Problem } from "../problem.ts";
import { turnRange } from "./turn_range.ts";
import { type Iterate, type Solved, solveRelaxed } from "./interior_point.ts";
import { relax, type Relaxation } from "./relaxation.ts";
import { settle } from "./settle.ts";
import { upperAt } from "./upper_at.ts";

/** An interval of X with the point that bounds it. */
export interface Piece {
  /** Retained turns per task, inclusive. */
  readonly from: number;
  readonly to: number;
  readonly point: Solved;
  /** Upper bound on ln(TFAS / 100) where X is in the interval. */
  readonly upper: number;
}

/** A certified bound and the relaxed selection behind it. */
export interface Bound {
  /** Upper bound on TFAS. */
  readonly tfas: number;
  /** TFAS of the relaxed optimum: the bound exceeds it by the tolerance at most, where it was met. */
  readonly relaxed: number;
  readonly relaxation: Relaxation;
  /** The relaxed optimum: share of the chosen tasks per column of the relaxation. */
  readonly optimum: Solved;
  readonly pieces: readonly Piece[];
  /** Newton steps in all. */
  readonly steps: number;
}

/** How tight, and who watches. */
export interface BoundOptions {
  /** Bound on ln TFAS above the relaxed optimum, at most (default 1e-8). */
  readonly tolerance?: number;
  /** Called with bound and relaxed TFAS after each Newton step of the first solve. */
  readonly onStep?: (upper: number, relaxed: number) => void;
}

/** -(ln X + ln(X + 1)) / 3, the part that is not concave. */
const convex = (X: number) => -(Math.log(X) + Math.log1p(X)) / 3;
/** Its tangent's slope. */
const tangent = (X: number) => -(1 / X + 1 / (X + 1)) / 3;
/** Its second derivative. */
const bendOf = (X: number) => (1 / X ** 2 + 1 / (X + 1) ** 2) / 3;

/** After so many intervals the rest is one, however loose: a certificate stays a page. */
const MOST_PIECES = 60;

/** Slope of its chord on an interval, the tangent's where the interval is a point. */
function chord(from: number, to: number): number {
  const width = to - from;
  return width > 0
    ? -(Math.log1p(width / from) + Math.log1p(width / (from + 1))) / (3 * width)
    : tangent(from);
}

/**
 * Bound the TFAS of a problem.
 *
 * @param problem A problem with a choice, whose limits can be met.
 * @param options Tolerance, progress.
 * @returns The bound with what certifies it, or `null` if every selection has a TFAS of 0: some
 * component has no cell in common with the target.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { boundTfas, buildProblem, exampleInstance } from "@taskflow/select";
 *
 * const bound = boundTfas(buildProblem(exampleInstance()));
 * ok(bound && bound.tfas >= bound.relaxed && bound.tfas - bound.relaxed < 1e-4);
 * ```
 */
export function boundTfas(
  problem: Problem,
  options: BoundOptions = {},
): Bound | null {
  const { onStep } = options;
  const relaxation = relax(problem);
  if (!reachesAll(relaxation)) return null;
  const range = turnRange(problem);
  const [lowest, highest] = [
    Math.max(1, range.least) / problem.tasks,
    Math.max(1, range.most) / problem.tasks,
  ];
  const X = (point: Solved) => point.x[relaxation.cells]!;
  const { tolerance: wanted = 1e-8 } = options;
  let steps = 0;
  const warm: { gap: number; iterate: Iterate }[] = [];
  let relaxed = -Infinity;
  const climb = (x: number) => tangent(Math.min(highest, Math.max(lowest, x)));
  let optimum = solveRelaxed(relaxation, {
    slope: climb,
    enough: (point) => point.gap <= wanted / 50,
    onStep: (point) => {
      const { gap } = point;
      relaxed = point.value + convex(X(point));
      warm.push({ gap, iterate: point.iterate });
      onStep?.(100 * Math.exp(relaxed + gap), 100 * Math.exp(relaxed));
    },
  });
  steps += optimum.iterations;
  // Rounding may have stopped the solve before it was as close as wanted.
  const tolerance = Math.max(wanted, 5 * optimum.gap);
  relaxed = optimum.value + convex(X(optimum));
  let ceiling = relaxed + tolerance;
  /** ln(TFAS / 100) of a relaxed selection, minus infinity for a total that cannot be. */
  const worthOf = (point: Solved) => {
    const at = X(point);
    const possible = at > lowest - 1e-9 && at < highest + 1e-9;
    const missed = point.missed.some((miss) => miss > 1e-9);
    return possible && !missed ? point.value + convex(at) : -Infinity;
  };
  const center = Math.min(highest, Math.max(lowest, X(optimum)));
  const reach = Math.sqrt(1.6 * tolerance / bendOf(center));
  const pieces: Piece[] = [];
  const cut = { bend: bendOf(center), curvature: 3 * bendOf(center) };
  const piece = (from: number, to: number, known?: Solved): Piece | null => {
    const slope = chord(from, to);
    const offset = convex(from) - slope * from;
    const target = ceiling - offset;
    if (known !== undefined) {
      const upper = upperAt(relaxation, known, slope) + offset;
      if (upper <= ceiling) return { from, to, point: known, upper };
    }
    const narrow = to - from < reach / 4 || pieces.length > MOST_PIECES;
    const distance = Math.abs(slope - optimum.slope);
    const solve = (start: Iterate | undefined) =>
      solveRelaxed(relaxation, {
        slope,
        ...(start === undefined ? {} : { start }),
        enough: ({ upper, gap }) =>
          upper <= target || gap <= tolerance / 50 ||
          (!narrow && gap < 0.2 * (upper - target)),
      });
    // Start where the path was still far enough from the walls for a change of this size.
    const near = warm.find(({ gap }) => gap < 0.02 * distance + 1e-6);
    let point = solve(near?.iterate);
    steps += point.iterations;
    if (point.upper > target && point.gap > 0.5 * (point.upper - target)) {
      // The walls were too near after all.
      point = solve(undefined);
      steps += point.iterations;
    }
    if (worthOf(point) > ceiling) {
      // Another hill is higher: climb it before going on.
      const top = solveRelaxed(relaxation, {
        slope: climb,
        start: point.iterate,
        enough: (point) => point.gap <= tolerance / 50,
      });
      steps += top.iterations;
      const higher = worthOf(top) > worthOf(point) ? top : point;
      [optimum, relaxed] = [higher, worthOf(higher)];
      ceiling = relaxed + tolerance;
      return piece(from, to);
    }
    if (point.upper <= target || narrow) {
      const settled = settle(relaxation, point);
      const upper = upperAt(relaxation, settled, slope) + offset;
      ceiling = Math.max(ceiling, upper);
      return { from, to, point: settled, upper };
    }
    // What the point tells of how fast the value falls away from the optimum.
    const away = (X(point) - center) ** 2;
    const fall = relaxed - point.value - convex(X(point));
    if (away > 0 && fall > 0) {
      cut.curvature = Math.min(cut.curvature, 2 * fall / away);
    }
    return null;
  };
  const walk = (from: number, end: number) => {
    for (let at = from; Math.abs(end - at) > 1e-12 * at;) {
      let to = pieces.length > MOST_PIECES
        ? end
        : at + farthest(at - center, end - at, cut, tolerance, reach);
      for (;;) {
        if (Math.abs(end - to) < 1e-9 * end) to = end;
        const [a, b] = at < to ? [at, to] : [to, at];
        const found = piece(a, b);
        if (found !== null) {
          pieces.push(found);
          break;
        }
        to = at + Math.min(
              0.6,
              Math.abs(
                farthest(at - center, end - at, cut, tolerance, reach) /
                  (to - at),
              ),
            ) * (to - at);
      }
      at = to;
    }
  };
  const snap = (at: number, end: number) =>
    Math.abs(at - end) < 1e-9 * end ? end : at;
  const from = snap(Math.max(lowest, center - reach), lowest);
  const to = snap(opposite(from, center, highest), highest);
  const middle = piece(from, to, settle(relaxation, optimum));
  if (middle !== null) {
    pieces.push(middle);
    walk(to, highest);
    walk(from, lowest);
  } else {
    walk(center, highest);
    walk(center, lowest);
  }
  pieces.sort((a, b) => a.from - b.from);
  const upper = Math.max(...pieces.map((piece) => piece.upper));
  return {
    tfas: 100 * Math.exp(upper),
    relaxed: 100 * Math.exp(relaxed),
    relaxation,
    optimum,
    pieces,
    steps,
  };
}

/** Whether every component can share a cell with the target. */
function reachesAll({ component, constant }: Relaxation): boolean {
  return [0, 1, 2].every((k) =>
    component.includes(k) || constant.component.includes(k)
  );
}

/** The end of the interval from `from` whose chord has the slope of the tangent at `center`. */
function opposite(from: number, center: number, highest: number): number {
  const slope = tangent(center);
  let [low, high] = [center, center + 3 * (center - from) + 1e-9];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (chord(from, middle) < slope) low = middle;
    else high = middle;
  }
  return Math.min(high, highest);
}

/**
 * How far an interval may reach from `start` (relative to the optimum) towards `end` (relative to
 * where it starts), if the value falls quadratically: the chord's excess must stay below that.
 */
function farthest(
  start: number,
  end: number,
  { bend, curvature }: { bend: number; curvature: number },
  tolerance: number,
  least: number,
): number {
  const part = bend / (curvature + bend);
  const a = Math.abs(start);
  const fits = (b: number) =>
    part * (a + b) ** 2 / 4 <= 0.85 * (a * b + tolerance / bend);
  const all = Math.abs(end);
  if (fits(a + all)) return end;
  let [low, high] = [a, a + all];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  const reach = Math.max(low - a, least / 5);
  // A last crumb joins the interval before it.
  return reach > 0.8 * all ? end : Math.sign(end) * reach;
}
