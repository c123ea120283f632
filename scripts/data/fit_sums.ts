/**
 * Iterative scaling: the distribution with given sums over groups of cells that is nearest to a prior.
 *
 * @module
 */

/** A constraint: these cells add up to `total`. */
export interface CellSum {
  readonly cells: readonly number[];
  readonly total: number;
}

/**
 * The distribution whose groups of cells have given sums and that is nearest to a prior in relative
 * entropy; with equal prior cells, the one of greatest entropy.
 *
 * Starts from the prior and scales each group in turn until all sums hold. Every cell is then its
 * prior times one factor per group it belongs to, which is the form of the solution.
 *
 * @param prior Relative weight of each cell; a cell with 0 stays 0.
 * @param sums Constraints; every cell with weight must be in one of them.
 * @param tolerance Largest error of a sum (default 1e-15).
 * @returns The cells; they add up to what the constraints say.
 * @throws {RangeError} If 10,000 sweeps do not meet the constraints: they contradict each other.
 *
 * @example A table with the margins (0.25, 0.75) and (0.5, 0.5)
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { fitSums } from "./fit_sums.ts";
 *
 * const table = fitSums([1, 1, 1, 1], [
 *   { cells: [0, 1], total: 0.25 },
 *   { cells: [2, 3], total: 0.75 },
 *   { cells: [0, 2], total: 0.5 },
 *   { cells: [1, 3], total: 0.5 },
 * ]);
 * deepEqual([...table], [0.125, 0.125, 0.375, 0.375]);
 * ```
 */
export function fitSums(
  prior: ArrayLike<number>,
  sums: readonly CellSum[],
  tolerance = 1e-15,
): Float64Array {
  const cells = Float64Array.from(prior);
  const sumOf = (group: readonly number[]) =>
    group.reduce((sum, cell) => sum + (cells[cell] ?? 0), 0);
  const error = () =>
    Math.max(...sums.map(({ cells, total }) => Math.abs(sumOf(cells) - total)));
  for (let sweep = 0; sweep < 10_000; sweep++) {
    for (const { cells: group, total } of sums) {
      const factor = total / sumOf(group);
      for (const cell of group) cells[cell] = (cells[cell] ?? 0) * factor;
    }
    if (error() <= tolerance) return cells;
  }
  throw new RangeError(
    `Cannot fit sums: error ${error()} after 10,000 sweeps; do they contradict each other?`,
  );
}
