/**
 * The relaxed problem in numbers: which cells can move, what is fixed.
 *
 * Coordinates of a point, all per chosen task: the active cells, then the retained turns, then one a
 * limit. A cell is active if a target share stands against it and some task can choose whether to
 * count there; other cells are constant.
 *
 * @module
 */

import type { Problem } from "../problem.ts";

/** Component of a cell: 0 lengths, 1 intents, 2 transitions. */
type Component = 0 | 1 | 2;

/** The relaxed problem. */
export interface Relaxation {
  readonly problem: Problem;
  /** Active cells, in order, and their number. */
  readonly active: Int32Array;
  readonly cells: number;
  /** Coordinates: active cells, retained turns, limits. */
  readonly width: number;
  /** Component and target share of each active cell. */
  readonly component: Uint8Array;
  readonly share: Float64Array;
  /** Constant cells with mass on both sides. */
  readonly constant: {
    readonly component: Uint8Array;
    readonly share: Float64Array;
    readonly amount: Float64Array;
  };
  /** What tasks without a choice add to each coordinate. */
  readonly fixed: Float64Array;
  /** Groups with a choice, and their share of the chosen tasks. */
  readonly groups: Int32Array;
  readonly mass: Float64Array;
  /** Columns of those groups: first column of each, and the problem's column of each. */
  readonly start: Uint32Array;
  readonly column: Int32Array;
  /** Coordinates of each column as compressed sparse rows. */
  readonly rows: {
    readonly start: Uint32Array;
    readonly at: Uint16Array;
    readonly value: Float64Array;
  };
  /** Ends of the limits per chosen task, in units of `unit`: the largest amount a candidate adds. */
  readonly least: Float64Array;
  readonly most: Float64Array;
  readonly unit: Float64Array;
}

/**
 * The relaxed problem of a selection problem.
 *
 * @param problem The problem.
 * @returns The relaxation.
 *
 * @example A task without a choice is fixed
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { buildProblem, parseInstance } from "@taskflow/select";
 * import { relax } from "./relaxation.ts";
 *
 * const relaxation = relax(buildProblem(parseInstance({
 *   format: "tfas-selection/v1",
 *   labels: ["explain"],
 *   conventions: { lengthOf: "all", emptySession: "edge" },
 *   tasks: 1,
 *   target: { P_L: [0, 0, 1, 0, 0, 0, 0], P_T: [1], P_R: { "START>explain": 1 } },
 *   sequences: [{ t: [0, 0, 0], p: "none", q: 0 }],
 *   groups: [{ n: 1, c: [0] }],
 * }, "example")));
 * equal(relaxation.cells, 0);
 * equal(relaxation.fixed[0], 3);
 * ```
 */
export function relax(problem: Problem): Relaxation {
  const { cells, target, tasks, vectors, limits, terms } = problem;
  const { size, start, vector } = problem;
  const choice = [...size.keys()].filter((g) => start[g + 1]! - start[g]! > 1);
  const moves = new Uint8Array(cells.width);
  for (const g of choice) {
    for (let j = start[g]!; j < start[g + 1]!; j++) {
      for (const cell of cellsIn(vectors, vector[j]!)) moves[cell] = 1;
    }
  }
  const active = Int32Array.from(
    [...moves.keys()].filter((cell) => moves[cell] === 1 && target[cell]! > 0),
  );
  const place = new Int32Array(cells.width).fill(-1);
  active.forEach((cell, at) => place[cell] = at);
  const width = active.length + 1 + limits.length;
  const rows = { start: [0], at: [] as number[], value: [] as number[] };
  const push = (at: number, value: number) => {
    rows.at.push(at);
    rows.value.push(value);
  };
  const amounts = new Float64Array(cells.width);
  const fixed = new Float64Array(width);
  const coordinates = (j: number, put: (at: number, value: number) => void) => {
    const v = vector[j]!;
    if (v >= 0) {
      for (let i = vectors.start[v]!; i < vectors.start[v + 1]!; i++) {
        const at = place[vectors.cell[i]!]!;
        if (at >= 0) put(at, vectors.value[i]!);
      }
      if (vectors.turns[v]! > 0) put(active.length, vectors.turns[v]!);
    }
    for (let i = terms.start[j]!; i < terms.start[j + 1]!; i++) {
      const k = terms.limit[i]!;
      put(active.length + 1 + k, terms.amount[i]! / unit[k]!);
    }
  };
  const unit = Float64Array.from(limits, ({ unit }) => unit);
  const columns: number[] = [];
  const groupStart = [0];
  for (const g of size.keys()) {
    const first = start[g]!;
    if (start[g + 1]! - first === 1) {
      const mass = size[g]! / tasks;
      coordinates(first, (at, value) => fixed[at]! += mass * value);
      const v = vector[first]!;
      for (let i = vectors.start[v]!; i < vectors.start[v + 1]!; i++) {
        amounts[vectors.cell[i]!]! += mass * vectors.value[i]!;
      }
      continue;
    }
    for (let j = first; j < start[g + 1]!; j++) {
      coordinates(j, push);
      rows.start.push(rows.at.length);
      columns.push(j);
    }
    groupStart.push(columns.length);
  }
  const componentOf = (cell: number): Component =>
    cell < cells.T ? 0 : cell < cells.R ? 1 : 2;
  const constant = [...amounts.keys()].filter((cell) =>
    amounts[cell]! > 0 && target[cell]! > 0 && place[cell] === -1
  );
  return {
    problem,
    active,
    cells: active.length,
    width,
    component: Uint8Array.from(active, componentOf),
    share: Float64Array.from(active, (cell) => target[cell]!),
    constant: {
      component: Uint8Array.from(constant, componentOf),
      share: Float64Array.from(constant, (cell) => target[cell]!),
      amount: Float64Array.from(constant, (cell) => amounts[cell]!),
    },
    fixed,
    groups: Int32Array.from(choice),
    mass: Float64Array.from(choice, (g) => size[g]! / tasks),
    start: Uint32Array.from(groupStart),
    column: Int32Array.from(columns),
    rows: {
      start: Uint32Array.from(rows.start),
      at: Uint16Array.from(rows.at),
      value: Float64Array.from(rows.value),
    },
    least: unit.map((unit, k) => limits[k]!.least / tasks / unit),
    most: unit.map((unit, k) => limits[k]!.most / tasks / unit),
    unit,
  };
}

function cellsIn({ start, cell }: Problem["vectors"], v: number): Uint16Array {
  return v < 0 ? new Uint16Array(0) : cell.subarray(start[v]!, start[v + 1]!);
}
