/**
 * Folding small cells, so that a published target says nothing about a few sessions (Appendix C,
 * step 4: "aggregate statistics that do not reveal a single session").
 *
 * Fold first, then score: whoever has the folded file gets the same TFAS as whoever made it.
 *
 * @module
 */

import { LENGTH_BINS, transitionNames } from "./counts.ts";
import { sumOf } from "./bootstrap.ts";
import { cellsToCounts, type SessionVectors } from "./session_vectors.ts";
import {
  DEFAULT_READING,
  type FlowFold,
  retainedIntents,
  type TaskFlow,
  taskFlow,
} from "./task_flow.ts";

/** A flow whose small cells are one cell a component, called "other". */
export interface FoldedFlow {
  /** Cells with fewer sessions than this are folded. */
  readonly minCell: number;
  readonly sessions: number;
  /** Sessions per length bin: cells that are kept, and the sum of those folded. */
  readonly L: FoldedCells;
  /** Messages per retained intent. */
  readonly T: FoldedCells;
  /** Transitions. */
  readonly R: FoldedCells;
  /** Which cells are folded, for {@linkcode align}. */
  readonly fold: FlowFold;
}

/** Counts of the cells kept, by name, and the sum of the others. */
export interface FoldedCells {
  readonly cells: Readonly<Record<string, number>>;
  readonly other: number;
}

/**
 * Fold cells to which fewer than `minCell` sessions contribute, empty ones included: which rare
 * transitions occurred at all is then not told. Where a row or a column of transitions, or a whole
 * component, would leave one folded cell to be worked out as the rest of a published sum, its smallest
 * other cell is folded too.
 *
 * What can still be worked out: "other", and an intent's messages minus its published transitions,
 * that is, sums over at least two folded cells.
 *
 * @param vectors Sessions of the flow, at least one.
 * @param minCell Least number of sessions of a cell that is published, at least 2.
 * @returns The folded flow, reading `all/edge`.
 * @throws {RangeError} If there are no sessions, or `minCell` is not a whole number of at least 2.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { collectVectors, foldSmallCells } from "@taskflow/flow";
 *
 * const collector = collectVectors();
 * for (let i = 0; i < 9; i++) collector.add([1, 0, 8]);
 * for (let i = 0; i < 6; i++) collector.add([2]);
 * collector.add([7, 7]);
 * const { L } = foldSmallCells(collector.finish(), 5);
 * deepEqual(L, { cells: { "1": 6, "3": 9 }, other: 1 });
 * ```
 */
export function foldSmallCells(
  vectors: SessionVectors,
  minCell: number,
): FoldedFlow {
  if (!Number.isSafeInteger(minCell) || minCell < 2) {
    throw new RangeError(
      `Cannot fold cells under ${minCell} sessions: give a whole number of at least 2`,
    );
  }
  const { taxonomy, start } = vectors;
  const sessions = start.length - 1;
  if (sessions < 1) throw new RangeError("Cannot fold a flow: no sessions");
  const counts = cellsToCounts(sumOf(vectors), taxonomy);
  const seen = cellsToCounts(sessionsPerCell(vectors), taxonomy);
  const n = taxonomy.retained.length;
  const lines = (at: (i: number, k: number) => number) =>
    Array.from(
      { length: n + 1 },
      (_, i) => Array.from({ length: n + 1 }, (_, k) => at(i, k)),
    );
  const groups = [
    ...lines((i, k) => i * (n + 1) + k),
    ...lines((i, k) => k * (n + 1) + i),
  ];
  const fold = {
    P_L: maskOf(seen.lengthAll, minCell, []),
    P_T: maskOf(retainedIntents(seen), minCell, []),
    P_R: maskOf(seen.transitions, minCell, groups),
  };
  const folded = (
    names: readonly string[],
    cells: Float64Array,
    mask: Uint8Array,
  ): FoldedCells => {
    const kept: Record<string, number> = {};
    let other = 0;
    cells.forEach((count, cell) => {
      if (mask[cell] === 1) other += count;
      else kept[names[cell] ?? ""] = count;
    });
    return { cells: kept, other };
  };
  return {
    minCell,
    sessions,
    L: folded(LENGTH_BINS, counts.lengthAll, fold.P_L),
    T: folded(taxonomy.retained, retainedIntents(counts), fold.P_T),
    R: folded(transitionNames(taxonomy), counts.transitions, fold.P_R),
    fold,
  };
}

/** Sessions that contribute to each cell, in the layout of the vectors. */
function sessionsPerCell(vectors: SessionVectors): Float64Array {
  return sumOf({
    ...vectors,
    value: new Uint32Array(vectors.value.length).fill(1),
  });
}

/** 1 for each cell to fold. */
function maskOf(
  sessions: Float64Array,
  minCell: number,
  groups: readonly (readonly number[])[],
): Uint8Array {
  const mask = Uint8Array.from(sessions, (n) => n < minCell ? 1 : 0);
  const every = [...mask.keys()];
  const foldSmallest = (cells: readonly number[]): boolean => {
    const open = cells.filter((cell) => mask[cell] === 0);
    const smallest = open.reduce<number | undefined>(
      (best, cell) =>
        best === undefined || sessions[cell]! < sessions[best]! ? cell : best,
      undefined,
    );
    if (smallest === undefined) return false;
    mask[smallest] = 1;
    return true;
  };
  const folded = (cells: readonly number[]) =>
    cells.filter((cell) => mask[cell] === 1);
  for (let changed = true; changed;) {
    changed = false;
    for (const group of [every, ...groups]) {
      const cells = folded(group);
      const alone = cells.length === 1 && sessions[cells[0]!]! > 0;
      if (alone && foldSmallest(group)) changed = true;
    }
  }
  return mask;
}

/**
 * A folded flow as a task flow: "other" stands in the first folded cell of each component.
 *
 * @param folded The folded flow.
 * @param taxonomy Its taxonomy.
 * @returns The task flow, reading `all/edge`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { align, collectVectors, countFlow, foldedTaskFlow, foldSmallCells, taskFlow } from "@taskflow/flow";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * const [sessions, collector] = [[["tests"], ["bug-fix"]], collectVectors()];
 * for (const codes of [[0], [1]]) collector.add(codes);
 * const target = foldedTaskFlow(foldSmallCells(collector.finish(), 5), TAXONOMY);
 * equal(align(target, taskFlow(countFlow(sessions))).TFAS, 100);
 * ```
 */
export function foldedTaskFlow(
  folded: FoldedFlow,
  taxonomy: SessionVectors["taxonomy"],
): TaskFlow {
  const fill = (
    names: readonly string[],
    { cells, other }: FoldedCells,
    mask: Uint8Array,
  ) => {
    const array = Float64Array.from(names, (name) => cells[name] ?? 0);
    const first = mask.indexOf(1);
    if (first >= 0) array[first] = other;
    return array;
  };
  const { L, T, R, fold } = folded;
  const lengths = fill(LENGTH_BINS, L, fold.P_L);
  const intents = fill(taxonomy.retained, T, fold.P_T);
  const all = new Float64Array(taxonomy.labels.length);
  taxonomy.retained.forEach((label, code) => {
    all[taxonomy.codeOf.get(label) ?? 0] = intents[code] ?? 0;
  });
  return {
    ...taskFlow({
      taxonomy,
      sessions: { all: folded.sessions, empty: 0 },
      lengthAll: lengths,
      lengthRetained: lengths,
      intents: all,
      transitions: fill(transitionNames(taxonomy), R, fold.P_R),
      positions: new Float64Array(),
    }, DEFAULT_READING),
    fold,
  };
}
