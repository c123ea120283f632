/**
 * The cells that a selection counts into: [lengths | retained intents | transitions].
 *
 * @module
 */

import { END, LENGTH_BINS, lengthBin, START } from "@taskflow/flow";
import { TAXONOMY } from "@taskflow/taxonomy";
import type { Instance } from "./instance.ts";

/** Layout of a count vector; codes of candidates index `labels`. */
export interface Cells {
  readonly labels: readonly string[];
  readonly retained: readonly string[];
  /** Code of a label to its place among the retained ones, or -1. */
  readonly retainedCode: Int16Array;
  readonly conventions: Instance["conventions"];
  /** First cell of T, of R, and number of cells. */
  readonly T: number;
  readonly R: number;
  readonly width: number;
}

/**
 * The cells of an instance.
 *
 * @param instance Labels, retained labels and conventions.
 * @returns The layout.
 * @throws {RangeError} If a label is unknown or a retained one is not a label.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { cellsOf } from "@taskflow/select";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * const conventions = { lengthOf: "all", emptySession: "edge" } as const;
 * equal(cellsOf({ labels: [...TAXONOMY.labels], conventions }).width, 7 + 13 + 196);
 * ```
 */
export function cellsOf(
  instance: Pick<Instance, "labels" | "retained" | "conventions">,
): Cells {
  const { labels, conventions } = instance;
  const retained = instance.retained ??
    labels.filter((label) => {
      const code = TAXONOMY.codeOf.get(label);
      if (code === undefined) {
        throw new RangeError(
          `Cannot select: label "${label}" is not in taxonomy "${TAXONOMY.name}" and the ` +
            `instance does not say which labels are retained`,
        );
      }
      return (TAXONOMY.retainedCode[code] ?? -1) >= 0;
    });
  for (const label of retained) {
    if (!labels.includes(label)) {
      throw new RangeError(`Cannot select: retained "${label}" is no label`);
    }
  }
  const n = retained.length;
  const T = LENGTH_BINS.length;
  return {
    labels,
    retained,
    retainedCode: Int16Array.from(labels, (label) => retained.indexOf(label)),
    conventions,
    T,
    R: T + n,
    width: T + n + (n + 1) ** 2,
  };
}

/**
 * Names of the cells, `length 3`, `intent explain`, `transition START>explain`.
 *
 * @param cells The layout.
 * @returns One name a cell.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { cellNames, cellsOf } from "@taskflow/select";
 *
 * const conventions = { lengthOf: "all", emptySession: "edge" } as const;
 * equal(cellNames(cellsOf({ labels: ["explain"], conventions }))[7], "intent explain");
 * ```
 */
export function cellNames({ retained }: Pick<Cells, "retained">): string[] {
  return [
    ...LENGTH_BINS.map((bin) => `length ${bin}`),
    ...retained.map((label) => `intent ${label}`),
    ...[START, ...retained].flatMap((from) =>
      [...retained, END].map((to) => `transition ${from}>${to}`)
    ),
  ];
}

/**
 * Positive transition cells by name.
 *
 * @param cells The layout.
 * @param amounts One amount a cell.
 * @returns `"from>to"` to amount.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { cellsOf, transitionsOf } from "@taskflow/select";
 *
 * const conventions = { lengthOf: "all", emptySession: "edge" } as const;
 * const cells = cellsOf({ labels: ["explain"], conventions });
 * const amounts = new Float64Array(cells.width).fill(1, cells.width - 1);
 * deepEqual(transitionsOf(cells, amounts), { "explain>END": 1 });
 * ```
 */
export function transitionsOf(
  cells: Cells,
  amounts: Float64Array,
): Record<string, number> {
  const prefix = "transition ".length;
  return Object.fromEntries(
    cellNames(cells).map((name, cell) =>
      [name.slice(prefix), cell < cells.R ? 0 : amounts[cell]!] as const
    ).filter(([, amount]) => amount > 0),
  );
}

/**
 * The target of an instance over its cells, each component divided by its sum.
 *
 * @param target Shares as stored.
 * @param cells The layout.
 * @returns One share a cell; a component without mass is all zeros.
 * @throws {RangeError} If a vector has the wrong length or a transition is unknown.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { cellsOf, targetCells } from "@taskflow/select";
 *
 * const conventions = { lengthOf: "all", emptySession: "edge" } as const;
 * const target = { P_L: [0, 0, 1, 0, 0, 0, 0], P_T: [1], P_R: { "START>explain": 0.5 } };
 * equal(targetCells(target, cellsOf({ labels: ["explain"], conventions }))[8], 1);
 * ```
 */
export function targetCells(
  target: Instance["target"],
  cells: Cells,
): Float64Array {
  const result = new Float64Array(cells.width);
  const put = (from: number, to: number, shares: readonly number[]) => {
    if (shares.length !== to - from) {
      throw new RangeError(
        `Cannot select: the target has ${shares.length} shares where ${
          to - from
        } cells are`,
      );
    }
    const sum = shares.reduce((total, share) => total + share, 0);
    if (sum > 0) result.set(shares.map((share) => share / sum), from);
  };
  put(0, cells.T, target.P_L);
  put(cells.T, cells.R, target.P_T);
  const prefix = "transition ";
  const names = cellNames(cells).slice(cells.R).map((name) =>
    name.slice(prefix.length)
  );
  const known = new Set(names);
  for (const name of Object.keys(target.P_R)) {
    if (!known.has(name)) {
      throw new RangeError(
        `Cannot select: target transition "${name}" is not one of its cells`,
      );
    }
  }
  put(cells.R, cells.width, names.map((name) => target.P_R[name] ?? 0));
  return result;
}

/**
 * Count one candidate: its cells with repetition, in order. A length cell, one intent cell a retained
 * message, one transition more than that.
 *
 * @param codes Labels of the candidate.
 * @param cells The layout.
 * @returns Cells, sorted; a cell occurs as often as it is counted.
 *
 * @example Two messages, the second of them excluded
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { cellsOf, countCandidate } from "@taskflow/select";
 *
 * const conventions = { lengthOf: "all", emptySession: "edge" } as const;
 * const cells = cellsOf({ labels: ["explain", "greeting"], conventions });
 * deepEqual(countCandidate([0, 1], cells), [1, 7, 8, 11]);
 * ```
 */
export function countCandidate(
  codes: readonly number[],
  cells: Cells,
): number[] {
  const { T, R, retained, retainedCode, conventions } = cells;
  const n = retained.length;
  const found: number[] = [];
  let row = 0;
  let kept = 0;
  for (const code of codes) {
    const label = retainedCode[code] ?? -1;
    if (label < 0) continue;
    found.push(T + label, R + row * (n + 1) + label);
    row = label + 1;
    kept++;
  }
  if (kept > 0 || conventions.emptySession === "edge") {
    found.push(R + row * (n + 1) + n);
  }
  const length = conventions.lengthOf === "all" ? codes.length : kept;
  if (length > 0) found.push(lengthBin(length));
  return found.sort((a, b) => a - b);
}
