/**
 * The problem that both searches and the bound work on: tasks whose candidates count the same are one
 * group, candidates of a task that count the same are one column.
 *
 * @module
 */

import { type Cells, cellsOf, countCandidate, targetCells } from "./cells.ts";
import type { Instance } from "./instance.ts";
import { type Limit, limitsOf, type LimitTerms } from "./limits.ts";

/** Count vectors as compressed sparse rows. */
export interface Vectors {
  readonly start: Uint32Array;
  readonly cell: Uint16Array;
  readonly value: Uint16Array;
  /** Retained turns of each vector: the sum of its intent cells. */
  readonly turns: Uint16Array;
}

/** A selection problem; columns of group g are `start[g]` (inclusive) to `start[g + 1]` (exclusive). */
export interface Problem {
  readonly cells: Cells;
  /** Target share of every cell. */
  readonly target: Float64Array;
  /** Tasks to choose, and tasks there are. */
  readonly tasks: number;
  readonly pool: number;
  readonly vectors: Vectors;
  /** Tasks of each group. */
  readonly size: Int32Array;
  readonly start: Uint32Array;
  /** Vector of each column, or -1 for "left out". */
  readonly vector: Int32Array;
  /** A sequence of each column (the first that counts like it), or -1. */
  readonly sequence: Int32Array;
  readonly limits: readonly Limit[];
  readonly terms: LimitTerms;
  /** For each group the instance's groups in it, and per column their positions. */
  readonly members: readonly (readonly Member[])[];
}

/** How to build a problem. */
export interface ProblemOptions {
  /**
   * Keep candidates apart that count alike but differ in placement pattern or number of questions
   * (default false): a criterion other than TFAS may tell them apart.
   */
  readonly apart?: boolean;
}

/** A group of the instance inside a group of the problem. */
export interface Member {
  readonly group: number;
  readonly size: number;
  /** Per column of the group: position in the instance's candidates, or -1 for "left out". */
  readonly position: Int32Array;
  /** Per position in the instance's candidates: its column, counted from the group's first. */
  readonly column: Int32Array;
}

/**
 * Build the problem of an instance.
 *
 * @param instance A checked instance.
 * @param options What to keep apart.
 * @returns The problem.
 * @throws {RangeError} If labels or cells are unknown, or a reading leaves a candidate out of P_L or P_R.
 *
 * @example Tasks and candidates that count the same are merged
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { buildProblem, parseInstance } from "@taskflow/select";
 *
 * const problem = buildProblem(parseInstance({
 *   format: "tfas-selection/v1",
 *   labels: ["explain", "bug-fix"],
 *   conventions: { lengthOf: "all", emptySession: "edge" },
 *   tasks: 5,
 *   target: { P_L: [0, 0, 1, 0, 0, 0, 0], P_T: [0.5, 0.5], P_R: { "START>explain": 1 } },
 *   sequences: [{ t: [0, 1, 1], p: "before", q: 1 }, { t: [0, 1, 1], p: "before", q: 1 }],
 *   groups: [{ n: 2, c: [0, 1] }, { n: 3, c: [1] }],
 * }, "example"));
 * equal(problem.size.length, 1);
 * equal(problem.vector.length, 1);
 * ```
 */
export function buildProblem(
  instance: Instance,
  options: ProblemOptions = {},
): Problem {
  const cells = cellsOf(instance);
  const limits = limitsOf(instance);
  const table = vectorTable(instance, cells);
  const pool = instance.tasks;
  const tasks = limits.tasks ?? pool;
  const groups = new Map<string, Group>();
  instance.groups.forEach((group, at) => {
    const columns = new Map<string, Column>();
    const names: string[] = [];
    group.c.forEach((sequence, position) => {
      const { terms, key } = limits.termsOf(group, sequence);
      const vector = table.vectorOf[sequence]!;
      const { p, q } = instance.sequences[sequence]!;
      const name = options.apart
        ? `${vector}|${key}|${p}|${q}`
        : `${vector}|${key}`;
      names.push(name);
      if (!columns.has(name)) {
        columns.set(name, { name, vector, sequence, terms, position });
      }
    });
    if (tasks < pool) {
      const absent = { vector: -1, sequence: -1, terms: [], position: -1 };
      columns.set("absent", { name: "absent", ...absent });
    }
    const sorted = [...columns.values()].sort((a, b) =>
      a.name < b.name ? -1 : a.name > b.name ? 1 : 0
    );
    const key = sorted.map(({ name }) => name).join(" ");
    const known = groups.get(key) ?? { columns: sorted, members: [] };
    known.members.push({
      group: at,
      size: group.n,
      position: Int32Array.from(sorted, ({ position }) => position),
      column: Int32Array.from(
        names,
        (name) => sorted.findIndex((column) => column.name === name),
      ),
    });
    groups.set(key, known);
  });
  return {
    cells,
    target: targetCells(instance.target, cells),
    tasks,
    pool,
    vectors: table.vectors,
    limits: limits.all,
    ...packed([...groups.values()]),
  };
}

interface Column {
  readonly name: string;
  readonly vector: number;
  readonly sequence: number;
  readonly terms: readonly (readonly [limit: number, amount: number])[];
  readonly position: number;
}

interface Group {
  readonly columns: readonly Column[];
  readonly members: Member[];
}

function packed(groups: readonly Group[]) {
  const columns = groups.flatMap((group) => group.columns);
  const starts = (sizes: readonly number[]) => {
    const start = new Uint32Array(sizes.length + 1);
    sizes.forEach((size, at) => start[at + 1] = start[at]! + size);
    return start;
  };
  return {
    size: Int32Array.from(
      groups,
      ({ members }) => members.reduce((sum, { size }) => sum + size, 0),
    ),
    start: starts(groups.map((group) => group.columns.length)),
    vector: Int32Array.from(columns, ({ vector }) => vector),
    sequence: Int32Array.from(columns, ({ sequence }) => sequence),
    terms: {
      start: starts(columns.map(({ terms }) => terms.length)),
      limit: Uint16Array.from(
        columns.flatMap(({ terms }) => terms),
        ([k]) => k,
      ),
      amount: Float64Array.from(
        columns.flatMap(({ terms }) => terms),
        ([, amount]) => amount,
      ),
    },
    members: groups.map(({ members }) => members),
  };
}

/** Number the distinct count vectors. */
function vectorTable(instance: Instance, cells: Cells) {
  const ids = new Map<string, number>();
  const [start, cell, value, turns]: number[][] = [[0], [], [], []];
  const vectorOf = Int32Array.from(instance.sequences, ({ t }, at) => {
    const counted = countCandidate(t, cells);
    if (
      counted[0] === undefined || counted[0] >= cells.T ||
      counted.at(-1)! < cells.R
    ) {
      const { lengthOf, emptySession } = cells.conventions;
      throw new RangeError(
        `Cannot select under ${lengthOf}/${emptySession}: sequences[${at}] has no retained message, ` +
          `so it is not a session of every component; select under all/edge or leave it out`,
      );
    }
    const key = counted.join(" ");
    const known = ids.get(key);
    if (known !== undefined) return known;
    counted.forEach((index, i) => {
      if (counted[i - 1] === index) value![value!.length - 1]!++;
      else {
        cell!.push(index);
        value!.push(1);
      }
    });
    start!.push(cell!.length);
    turns!.push(
      counted.filter((index) => index >= cells.T && index < cells.R).length,
    );
    ids.set(key, ids.size);
    return ids.size - 1;
  });
  return {
    vectorOf,
    vectors: {
      start: Uint32Array.from(start!),
      cell: Uint16Array.from(cell!),
      value: Uint16Array.from(value!),
      turns: Uint16Array.from(turns!),
    },
  };
}

/**
 * Units per column of a selection by group and position.
 *
 * @param problem The problem of the instance.
 * @param selection Per group of the instance `[position, units]`.
 * @returns Units of each column; tasks without an entry are left out.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { buildProblem, exampleInstance, unitsOf } from "@taskflow/select";
 *
 * const problem = buildProblem(exampleInstance());
 * deepEqual([...unitsOf(problem, [[[0, 3]], [[1, 2]]])], [3, 0, 0, 0, 2]);
 * ```
 */
export function unitsOf(
  problem: Problem,
  selection: readonly (readonly (readonly [number, number])[])[],
): Int32Array {
  const units = new Int32Array(problem.vector.length);
  problem.members.forEach((members, g) => {
    const first = problem.start[g]!;
    for (const { group, size, position, column } of members) {
      let left = size;
      for (const [at, count] of selection[group] ?? []) {
        units[first + column[at]!]! += count;
        left -= count;
      }
      const absent = position.indexOf(-1);
      if (left > 0 && absent >= 0) units[first + absent]! += left;
    }
  });
  return units;
}
