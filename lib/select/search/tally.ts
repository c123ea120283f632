/**
 * Counts of a selection under change: the score after a few columns are taken away and added, without
 * a recount.
 *
 * The target share of intents and transitions is scaled by the total of retained turns. For each total
 * that a change can lead to, the two sums over all cells are kept until the counts change; then a
 * change costs one term a touched cell.
 *
 * @module
 */

import type { Problem } from "../problem.ts";

/** A change: columns with the units that are added to them (negative: taken away). */
export type Change = readonly (readonly [column: number, units: number])[];

/** Counts of a selection, whole or fractional. */
export interface Tally {
  /** Amount in each cell. */
  readonly counts: Float64Array;
  /** Retained turns. */
  turns(): number;
  /** ln(TFAS / 100) of the counts as they are; -Infinity where a component has no common cell. */
  score(): number;
  /** The same after a change. */
  scoreAfter(change: Change): number;
  /** Make a change. */
  apply(change: Change): void;
  /** Derivative of ln(TFAS / 100) by one unit of each cell; Infinity at an empty one with a target. */
  gradient(): Float64Array;
  /** Derivative by one unit of a column. */
  worth(column: number, gradient: Float64Array): number;
}

interface Sums {
  readonly total: number;
  readonly h: readonly [number, number, number];
  /** Term of each cell at this total. */
  readonly terms: Float64Array;
}

const HALF_LG = 0.5 / Math.LN2;

/** The overlap of the target's share and a count, both not normalised (Appendix F, Eq. 1). */
function term(p: number, q: number): number {
  if (p <= 0 || q <= 0) return 0;
  return (p * Math.log1p(q / p) + q * Math.log1p(p / q)) * HALF_LG;
}

/**
 * Tally of a problem.
 *
 * @param problem The problem.
 * @param units Units of each column, whole or fractional.
 * @returns The tally.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { buildProblem, exampleInstance, scoreUnits } from "@taskflow/select";
 * import { createTally } from "./tally.ts";
 *
 * const problem = buildProblem(exampleInstance());
 * const tally = createTally(problem, [3, 0, 0, 2, 0]);
 * const moved = tally.scoreAfter([[0, -1], [1, 1]]);
 * const tfas = scoreUnits(problem, [2, 1, 0, 2, 0]).tfas ?? 0;
 * ok(Math.abs(100 * Math.exp(moved) - tfas) < 1e-9);
 * ```
 */
export function createTally(
  problem: Problem,
  units: ArrayLike<number>,
): Tally {
  const { cells, target, tasks, vectors, vector } = problem;
  const { T, R, width } = cells;
  const counts = new Float64Array(width);
  let turns = 0;
  const known: Sums[] = [];
  const touched = new Uint16Array(width);
  const shift = new Float64Array(width);
  const scale = (cell: number, total: number) =>
    cell < T ? tasks : cell < R ? total : total + tasks;
  const matters = Int32Array.from(
    [...target.keys()].filter((cell) => target[cell]! > 0),
  );

  const sums = (total: number): Sums => {
    for (const sums of known) if (sums.total === total) return sums;
    const terms = new Float64Array(width);
    const h: [number, number, number] = [0, 0, 0];
    for (const cell of matters) {
      const value = term(target[cell]! * scale(cell, total), counts[cell]!);
      terms[cell] = value;
      h[cell < T ? 0 : cell < R ? 1 : 2] += value;
    }
    const made = { total, h, terms };
    known.push(made);
    return made;
  };
  const value = (h: readonly [number, number, number], total: number) =>
    total <= 0
      ? -Infinity
      : (Math.log(Math.max(0, h[0]) / tasks) + Math.log(Math.max(0, h[1])) +
        Math.log(Math.max(0, h[2])) - Math.log(total) -
        Math.log(total + tasks)) / 3;
  const each = (
    change: Change,
    visit: (cell: number, by: number) => void,
  ): number => {
    let more = 0;
    for (let c = 0; c < change.length; c++) {
      const [column, by] = change[c]!;
      const v = vector[column]!;
      if (v < 0) continue;
      more += by * vectors.turns[v]!;
      for (
        let i = vectors.start[v]!, end = vectors.start[v + 1]!;
        i < end;
        i++
      ) {
        visit(vectors.cell[i]!, by * vectors.value[i]!);
      }
    }
    return more;
  };
  const tally: Tally = {
    counts,
    turns: () => turns,
    score: () => value(sums(turns).h, turns),
    scoreAfter(change) {
      let count = 0;
      const more = each(change, (cell, by) => {
        if (target[cell]! === 0) return;
        if (shift[cell] === 0) touched[count++] = cell;
        shift[cell]! += by;
      });
      const total = turns + more;
      const { h, terms } = sums(total);
      let [L, I, S] = h;
      for (let i = 0; i < count; i++) {
        const cell = touched[i]!;
        const by = shift[cell]!;
        shift[cell] = 0;
        if (by === 0) continue;
        const gain =
          term(target[cell]! * scale(cell, total), counts[cell]! + by) -
          terms[cell]!;
        if (cell < T) L += gain;
        else if (cell < R) I += gain;
        else S += gain;
      }
      return value([L, I, S], total);
    },
    apply(change) {
      turns += each(change, (cell, by) => counts[cell]! += by);
      known.length = 0;
    },
    gradient() {
      const { h } = sums(turns);
      const gradient = new Float64Array(width + 1);
      let [perTurn, perStep] = [0, 0];
      for (const cell of matters) {
        const q = counts[cell]!;
        const p = target[cell]! * scale(cell, turns);
        const of = h[cell < T ? 0 : cell < R ? 1 : 2];
        gradient[cell] = (q > 0 ? Math.log1p(p / q) : Infinity) * HALF_LG /
          (3 * of);
        if (q <= 0) continue;
        const share = target[cell]! * Math.log1p(q / p) * HALF_LG;
        if (cell >= R) perStep += share / (3 * h[2]);
        else if (cell >= T) perTurn += share / (3 * h[1]);
      }
      gradient[width] = perTurn + perStep -
        (1 / turns + 1 / (turns + tasks)) / 3;
      return gradient;
    },
    worth(column, gradient) {
      const v = vector[column]!;
      if (v < 0) return 0;
      let sum = gradient[width]! * vectors.turns[v]!;
      for (
        let i = vectors.start[v]!, end = vectors.start[v + 1]!;
        i < end;
        i++
      ) {
        sum += gradient[vectors.cell[i]!]! * vectors.value[i]!;
      }
      return sum;
    },
  };
  for (let column = 0; column < vector.length; column++) {
    if (units[column] !== 0) tally.apply([[column, units[column]!]]);
  }
  return tally;
}
