/**
 * A selection in whole units under local search.
 *
 * @module
 */

import type { Problem } from "../problem.ts";
import { amountsOf, violation } from "./amounts.ts";
import { createTally, type Tally } from "./tally.ts";

/** One task of a group goes from one column to another. */
export interface Move {
  readonly group: number;
  readonly from: number;
  readonly to: number;
  /** Gain in ln TFAS when it was looked at. */
  readonly gain: number;
}

/** A selection that can be changed. */
export interface State {
  readonly problem: Problem;
  readonly units: Int32Array;
  readonly tally: Tally;
  readonly amounts: Float64Array;
  /** Score now. */
  score: number;
  /** Whether some limit is not met. */
  missed: number;
}

/** What moves do to limits: sparse, `key` equal for equal effects. */
export interface Effect {
  readonly key: string;
  readonly limits: readonly number[];
  readonly by: readonly number[];
}

/**
 * Start from whole units.
 *
 * @param problem The problem.
 * @param units Units of each column; kept and changed in place.
 * @returns The state.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { buildProblem, exampleInstance } from "@taskflow/select";
 * import { createState } from "./state.ts";
 *
 * const units = Int32Array.of(3, 0, 0, 2, 0);
 * equal(createState(buildProblem(exampleInstance()), units).missed, 0);
 * ```
 */
export function createState(problem: Problem, units: Int32Array): State {
  const tally = createTally(problem, units);
  const amounts = amountsOf(problem, units);
  return {
    problem,
    units,
    tally,
    amounts,
    score: tally.score(),
    missed: violation(problem, amounts),
  };
}

/**
 * What a move does to limits.
 *
 * @param problem The problem.
 * @param from Column that loses a task.
 * @param to Column that gains it.
 * @returns The effect.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { buildProblem, exampleInstance } from "@taskflow/select";
 * import { effectOf } from "./state.ts";
 *
 * equal(effectOf(buildProblem(exampleInstance()), 0, 1).limits.length, 0);
 * ```
 */
export function effectOf(
  { terms }: Problem,
  from: number,
  to: number,
): Effect {
  const by = new Map<number, number>();
  const add = (column: number, sign: number) => {
    for (let i = terms.start[column]!; i < terms.start[column + 1]!; i++) {
      const k = terms.limit[i]!;
      by.set(k, (by.get(k) ?? 0) + sign * terms.amount[i]!);
    }
  };
  add(to, 1);
  add(from, -1);
  const entries = [...by].filter(([, amount]) => amount !== 0).sort((a, b) =>
    a[0] - b[0]
  );
  return {
    key: entries.join(";"),
    limits: entries.map(([k]) => k),
    by: entries.map(([, amount]) => amount),
  };
}

/**
 * By how much limits are missed after some effects.
 *
 * @param state The selection.
 * @param effects Effects that come together.
 * @returns The violation.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { buildProblem, exampleInstance } from "@taskflow/select";
 * import { createState, missedAfter } from "./state.ts";
 *
 * const constraints = { placement: { none: [0, 2] as [number, number] } };
 * const problem = buildProblem({ ...exampleInstance(), constraints });
 * const units = new Int32Array(problem.vector.length);
 * problem.size.forEach((n, g) => units[problem.start[g] ?? 0] = n);
 * const state = createState(problem, units);
 * equal(missedAfter(state, []), state.missed);
 * ```
 */
export function missedAfter(
  { problem, amounts, missed }: State,
  effects: readonly Effect[],
): number {
  let sum = missed;
  const touched = new Map<number, number>();
  for (const { limits, by } of effects) {
    limits.forEach((k, i) => touched.set(k, (touched.get(k) ?? 0) + by[i]!));
  }
  for (const [k, by] of touched) {
    const { least, most, unit } = problem.limits[k]!;
    const miss = (amount: number) => {
      const over = Math.max(least - amount, amount - most);
      return over > 1e-9 * unit ? over / unit : 0;
    };
    sum += miss(amounts[k]! + by) - miss(amounts[k]!);
  }
  return sum < 1e-9 ? 0 : sum;
}

/**
 * Make moves.
 *
 * @param state The selection; changed.
 * @param moves Moves whose columns have the tasks.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { buildProblem, exampleInstance } from "@taskflow/select";
 * import { createState, makeMoves } from "./state.ts";
 *
 * const units = Int32Array.of(3, 0, 0, 2, 0);
 * makeMoves(createState(buildProblem(exampleInstance()), units), [{ from: 0, to: 1 }]);
 * deepEqual([...units], [2, 1, 0, 2, 0]);
 * ```
 */
export function makeMoves(
  state: State,
  moves: readonly Pick<Move, "from" | "to">[],
): void {
  const { problem, units, tally, amounts } = state;
  tally.apply(
    moves.flatMap(({ from, to }) => [[from, -1], [to, 1]] as const),
  );
  for (const { from, to } of moves) {
    units[from]!--;
    units[to]!++;
    const { limits, by } = effectOf(problem, from, to);
    limits.forEach((k, i) => amounts[k]! += by[i]!);
  }
  state.score = tally.score();
  state.missed = violation(problem, amounts);
}
