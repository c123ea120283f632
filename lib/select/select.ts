/**
 * Choose one candidate a task so that TFAS is highest, with a certified upper bound (Appendix F).
 *
 * @module
 */

import { type Bound, boundTfas } from "./bound/bound.ts";
import { relax } from "./bound/relaxation.ts";
import { certificateOf } from "./certificate.ts";
import { transitionsOf } from "./cells.ts";
import { explainLimits, LimitsError } from "./explain_limits.ts";
import type { Instance, Tangent, Units } from "./instance.ts";
import { buildProblem, type Problem } from "./problem.ts";
import { scoreUnits, type SelectionScore } from "./score.ts";
import { amountsOf, violation } from "./search/amounts.ts";
import { kick } from "./search/kick.ts";
import { polish } from "./search/polish.ts";
import { roundShares } from "./search/round.ts";
import { createState } from "./search/state.ts";

/** How to search. */
export interface SelectOptions {
  /** Bound on ln TFAS above the relaxed optimum, at most (default 1e-8). */
  readonly tolerance?: number;
  /** Moves that are tried in pairs (default 240). */
  readonly pairs?: number;
  /** Disturbances after the polish (default: many for few tasks, none above 2,000). */
  readonly kicks?: number;
  /** Called as bound and score improve. */
  readonly onProgress?: (step: SearchStep) => void;
}

/** One step of a search, for a picture of it. */
export interface SearchStep {
  readonly phase: "bound" | "round" | "polish" | "restart";
  /** Upper bound on TFAS so far, or `null` before there is one. */
  readonly bound: number | null;
  /** Best TFAS of whole tasks so far, or `null` before there is one. */
  readonly tfas: number | null;
}

/** A selection with its score and bound. */
export interface Selected {
  readonly problem: Problem;
  /** Whole units of each column of the problem. */
  readonly units: Int32Array;
  readonly score: SelectionScore;
  /** TFAS of the selection. */
  readonly tfas: number;
  /** Certified upper bound on TFAS over all admissible selections. */
  readonly bound: number;
  readonly certificate: readonly Tangent[];
  /** The relaxed optimum behind the bound; `null` where there was nothing to relax. */
  readonly relaxed: Bound | null;
  /** Per group of the instance: `[position in its candidates, units]`. */
  readonly selection: Units;
}

/** Allowance for rounding in the bound, in TFAS. */
export const ALLOWANCE = 1e-9;

/**
 * Select candidates.
 *
 * @param instance The instance.
 * @param options Tolerance, effort, progress.
 * @returns The selection, its score recounted from integers, and the bound with its certificate. The
 * same instance gives the same selection: no clock and no random number takes part.
 * @throws {LimitsError} If limits cannot be met; it says which and by how much.
 * @throws {RangeError} If TFAS is undefined whatever is selected.
 *
 * @example
 * ```ts
 * import { deepEqual, ok } from "node:assert/strict";
 * import { parseInstance, selectCandidates } from "@taskflow/select";
 *
 * const selected = selectCandidates(parseInstance({
 *   format: "tfas-selection/v1",
 *   labels: ["explain", "bug-fix"],
 *   conventions: { lengthOf: "all", emptySession: "edge" },
 *   tasks: 2,
 *   target: {
 *     P_L: [0, 0, 0.5, 0.5, 0, 0, 0],
 *     P_T: [0.25, 0.75],
 *     P_R: { "START>bug-fix": 0.25, "bug-fix>bug-fix": 0.5, "bug-fix>END": 0.25 },
 *   },
 *   sequences: [{ t: [1, 1, 1], p: "none", q: 0 }, { t: [1, 1, 1, 0], p: "after", q: 1 }],
 *   groups: [{ n: 2, c: [0, 1] }],
 * }, "example"));
 * deepEqual(selected.selection, [[[0, 1], [1, 1]]]);
 * ok(selected.tfas <= selected.bound);
 * ```
 */
export function selectCandidates(
  instance: Instance,
  options: SelectOptions = {},
): Selected {
  const { onProgress, pairs } = options;
  const problem = buildProblem(instance);
  checkDefined(problem);
  const trivial = explainLimits(problem);
  if (trivial.length > 0) throw new LimitsError(trivial);
  if (relax(problem).groups.length === 0) return withoutChoice(problem);
  let upper = Infinity;
  const bound = boundTfas(problem, {
    ...(options.tolerance === undefined
      ? {}
      : { tolerance: options.tolerance }),
    onStep: (now) => {
      upper = Math.min(upper, now);
      onProgress?.({ phase: "bound", bound: upper, tfas: null });
    },
  });
  const units = bound === null
    ? longestColumns(problem)
    : roundShares(bound.relaxation, bound.optimum.iterate.u);
  const state = createState(problem, units);
  const report = (phase: SearchStep["phase"], score: number) =>
    onProgress?.({
      phase,
      bound: bound?.tfas ?? 0,
      tfas: 100 * Math.exp(score),
    });
  report("round", state.score);
  const onGain = (score: number) => report("polish", score);
  const met = polish(state, {
    ...(pairs === undefined ? {} : { pairs }),
    onGain,
  });
  if (!met) {
    throw new LimitsError(explainLimits(problem, bound, state.amounts));
  }
  const { kicks = kicksFor(problem) } = options;
  const best = kick(state, {
    kicks,
    pairs: problem.tasks <= 50 ? 80 : 0,
    rounds: 4,
    onGain,
  });
  if (best !== state && problem.tasks > 50) polish(best, { onGain });
  return finish(problem, best.units, bound);
}

/** Disturbances that pay: what whole tasks lose against the bound shrinks with their number. */
function kicksFor({ tasks, limits }: Problem): number {
  if (tasks <= 50) return 80;
  if (tasks > 2000) return 0;
  return limits.length > 0 ? 12 : 40;
}

/** A selection in the form of the instance, rescored. */
export function finish(
  problem: Problem,
  units: Int32Array,
  bound: Bound | null,
): Selected {
  const score = scoreUnits(problem, units);
  const { tfas } = score;
  if (tfas === null) {
    throw new RangeError(
      `Cannot select: within the limits no candidate has a retained message, so TFAS is undefined`,
    );
  }
  return {
    problem,
    units,
    score,
    tfas,
    bound: bound === null
      ? tfas
      : Math.min(100, Math.max(bound.tfas + ALLOWANCE, tfas)),
    certificate: bound === null ? [] : certificateOf(bound),
    relaxed: bound,
    selection: unitsByGroup(problem, units),
  };
}

/**
 * Units of each group of the instance.
 *
 * @param problem The problem.
 * @param units Whole units of each column.
 * @returns Per group `[position in its candidates, units]`, by position; left-out tasks have no entry.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { buildProblem, exampleInstance, unitsByGroup } from "@taskflow/select";
 *
 * const problem = buildProblem(exampleInstance());
 * deepEqual(unitsByGroup(problem, Int32Array.of(1, 0, 2, 2, 0)), [[[0, 1], [2, 2]], [[0, 2]]]);
 * ```
 */
export function unitsByGroup(problem: Problem, units: Int32Array): Units {
  const result: Units = [];
  problem.members.forEach((members, g) => {
    const first = problem.start[g]!;
    const left = units.slice(first, problem.start[g + 1]!);
    for (const { group, size, position } of members) {
      const entries: [number, number][] = [];
      let need = size;
      left.forEach((available, at) => {
        const taken = Math.min(available, need);
        if (taken === 0) return;
        left[at]! -= taken;
        need -= taken;
        if (position[at]! >= 0) entries.push([position[at]!, taken]);
      });
      result[group] = entries.sort((a, b) => a[0] - b[0]);
    }
  });
  return result;
}

function checkDefined(problem: Problem): void {
  const { cells, target, vectors } = problem;
  const mass = (from: number, to: number) =>
    target.subarray(from, to).some((share) => share > 0);
  const sides = [
    ["lengths", 0, cells.T],
    ["intents", cells.T, cells.R],
    ["transitions", cells.R, cells.width],
  ] as const;
  for (const [name, from, to] of sides) {
    if (!mass(from, to)) {
      throw new RangeError(
        `Cannot select: the target has no mass in its ${name}, so TFAS is undefined`,
      );
    }
  }
  if (vectors.turns.every((turns) => turns === 0)) {
    throw new RangeError(
      `Cannot select: no candidate has a retained message, so TFAS is undefined`,
    );
  }
}

/** Every task has one candidate: the bound is the score itself, at one point. */
function withoutChoice(problem: Problem): Selected {
  const units = longestColumns(problem);
  if (violation(problem, amountsOf(problem, units)) > 0) {
    throw new LimitsError(explainLimits(problem));
  }
  const made = finish(problem, units, null);
  const { cells, tasks } = problem;
  const each = made.score.counts.map((count) => count / tasks);
  return {
    ...made,
    certificate: made.tfas === 0 ? [] : [{
      N: [made.score.retainedTurns, made.score.retainedTurns],
      l: [...each.subarray(0, cells.T)],
      t: [...each.subarray(cells.T, cells.R)],
      r: transitionsOf(cells, each),
    }],
  };
}

/** Every task its candidate with the most retained turns. */
function longestColumns(problem: Problem): Int32Array {
  const { vector, vectors, size, start } = problem;
  const units = new Int32Array(vector.length);
  const turns = (j: number) => vector[j]! < 0 ? -1 : vectors.turns[vector[j]!]!;
  size.forEach((n, g) => {
    let best = start[g]!;
    for (let j = best + 1; j < start[g + 1]!; j++) {
      if (turns(j) > turns(best)) best = j;
    }
    units[best] = n;
  });
  return units;
}
