/**
 * Are two flows different? An interval of TFAS cannot say: two samples of one flow never score 100.
 * The test deals the pooled units anew to two samples of the same sizes, again and again.
 *
 * @module
 */

import { sumOf } from "./bootstrap.ts";
import { type DrawOptions, randomParts } from "./random_parts.ts";
import { type SparseRows, stackRows } from "./sampling_units.ts";
import { type CellScorer, cellScorer } from "./score_cells.ts";
import { vectorWidth } from "./session_vectors.ts";
import { sortedQuantile } from "./sorted_quantile.ts";

/** What a permutation test finds. */
export interface PermutationTest {
  /**
   * 5 % quantile of TFAS between two random parts of the pool, as large as the two samples: lower
   * ones are rare if there is no difference. `null` if no permutation is defined.
   */
  readonly null5: number | null;
  /** Share of permutations, the observed split included, that score no higher than the samples. */
  readonly p: number | null;
  /** Permutations with a defined TFAS. */
  readonly permutations: number;
}

/**
 * Test whether two samples could come from one flow.
 *
 * @param a Units of one sample.
 * @param b Units of the other, under the same taxonomy.
 * @param options Permutations, seed, abort signal; `score` for another reading than `all/edge`.
 * @returns The null quantile and p; both `null` where a side has no mass or under two units.
 * @throws {RangeError} If the taxonomies differ.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { collectVectors, permutationTest } from "@taskflow/flow";
 *
 * const [a, b] = [collectVectors(), collectVectors()];
 * for (let i = 0; i < 20; i++) {
 *   a.add([1, 0, 8]);
 *   b.add([2, 2, 12]);
 * }
 * const { p } = permutationTest(a.finish(), b.finish(), { replicates: 99, seed: 1 });
 * ok(p !== null && p <= 0.01);
 * ```
 */
export function permutationTest(
  a: SparseRows,
  b: SparseRows,
  options: DrawOptions & { readonly score?: CellScorer },
): PermutationTest {
  const { score = cellScorer(a.taxonomy) } = options;
  const none = { null5: null, p: null, permutations: 0 };
  const smaller = Math.min(a.start.length, b.start.length) - 1;
  const pool = stackRows([a, b]);
  // One unit a side can only be dealt as it was.
  if (smaller < 2) return none;
  const scores = new Float64Array(4);
  score(sumOf(a), sumOf(b), scores);
  const observed = scores[3]!;
  if (Number.isNaN(observed)) return none;
  const total = sumOf(pool);
  const rest = new Float64Array(vectorWidth(a.taxonomy));
  const draws: number[] = [];
  let atMost = 0;
  for (const [part] of randomParts(pool, [smaller], options)) {
    for (let cell = 0; cell < rest.length; cell++) {
      // Weights are not whole: what is left of a cell without units is not quite 0.
      const left = total[cell]! - part![cell]!;
      rest[cell] = left > 1e-9 * total[cell]! ? left : 0;
    }
    score(part!, rest, scores);
    const value = scores[3]!;
    if (Number.isNaN(value)) continue;
    draws.push(value);
    // The observed split may be dealt again, in another order of summation.
    if (value <= observed + 1e-9) atMost++;
  }
  const sorted = Float64Array.from(draws).sort();
  return {
    null5: sorted.length === 0 ? null : sortedQuantile(sorted, 0.05),
    p: sorted.length === 0 ? null : (atMost + 1) / (sorted.length + 1),
    permutations: sorted.length,
  };
}

/**
 * Holm's correction: p-values that hold for all tests of a family together.
 *
 * @param ps p-values; `null` ones stay `null` and do not count.
 * @returns Corrected p-values in the same order, at most 1.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { holm } from "@taskflow/flow";
 *
 * deepEqual(holm([0.5, 0.01, null, 0.02]), [0.5, 0.03, null, 0.04]);
 * ```
 */
export function holm(ps: readonly (number | null)[]): (number | null)[] {
  const order = ps.flatMap((p, at) => p === null ? [] : [{ p, at }])
    .sort((x, y) => x.p - y.p);
  const corrected: (number | null)[] = ps.map(() => null);
  let least = 0;
  order.forEach(({ p, at }, rank) => {
    least = Math.max(least, Math.min(1, p * (order.length - rank)));
    corrected[at] = least;
  });
  return corrected;
}
