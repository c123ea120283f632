/**
 * Everything that agreement statistics are made of, cluster by cluster: sums that add, so that a
 * bootstrap replicate is a weighted sum.
 *
 * @module
 */

import type { Ratings } from "./agreement_ratings.ts";
import { type Confusion, MISSING } from "./confusion.ts";
import type { AlphaTally, FleissTally } from "./agreement_fleiss.ts";

/**
 * One sparse row a cluster over the cells
 * [pairs of sets x K x K confusions | alpha: coinciding, K labels | Fleiss: agreeing, messages, K labels].
 */
export interface AgreementTally {
  readonly ratings: Ratings;
  /** Row i takes entries `start[i]` (inclusive) to `start[i + 1]` (exclusive). */
  readonly start: Uint32Array;
  readonly cell: Uint32Array;
  readonly value: Float64Array;
  /** Number of cells. */
  readonly width: number;
}

/**
 * Pairs of label sets, as indices: 0-1, 0-2, ..., 1-2, ...
 *
 * @param sets Number of label sets.
 * @returns sets (sets - 1) / 2 pairs.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { pairsOf } from "@taskflow/classify";
 *
 * deepEqual(pairsOf(3), [[0, 1], [0, 2], [1, 2]]);
 * ```
 */
export function pairsOf(sets: number): (readonly [number, number])[] {
  return Array.from({ length: sets }, (_, a) => a).flatMap((a) =>
    Array.from({ length: sets - a - 1 }, (_, i) => [a, a + 1 + i] as const)
  );
}

/**
 * Tally ratings.
 *
 * @param ratings Labels of several sets.
 * @returns Sums, one row a cluster.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { ratingsOf, tallyAgreement } from "@taskflow/classify";
 *
 * const tally = tallyAgreement(ratingsOf(["a", "b"], [
 *   { session: "s", labels: ["bug-fix", "tests"] },
 * ]));
 * equal(tally.width, 16 * 16 + 17 + 18);
 * equal(tally.start.length, 2);
 * ```
 */
export function tallyAgreement(ratings: Ratings): AgreementTally {
  const { codes, cluster, clusters, taxonomy } = ratings;
  const size = taxonomy.labels.length;
  const pairs = pairsOf(codes.length);
  const layout = layoutOf(pairs.length, size);
  const rows = Array.from(
    { length: clusters },
    () => new Map<number, number>(),
  );
  const of = new Float64Array(size);
  cluster.forEach((number, message) => {
    const row = rows[number];
    if (row === undefined) return;
    const add = (cell: number, by: number) => {
      if (by !== 0) row.set(cell, (row.get(cell) ?? 0) + by);
    };
    const given = codes.map((set) => set[message] ?? MISSING);
    pairs.forEach(([a, b], pair) => {
      const [one, other] = [given[a] ?? MISSING, given[b] ?? MISSING];
      if (one === MISSING || other === MISSING) return;
      add((pair * size + one) * size + other, 1);
    });
    of.fill(0);
    const present = given.filter((code) => code !== MISSING);
    const m = present.length;
    if (m < 2) return;
    for (const code of present) of[code] = (of[code] ?? 0) + 1;
    const whole = m === codes.length;
    if (whole) add(layout.fleiss + 1, 1);
    of.forEach((n, code) => {
      add(layout.alpha, n * (n - 1) / (m - 1));
      add(layout.alpha + 1 + code, n);
      if (!whole) return;
      add(layout.fleiss, n * (n - 1) / (m * (m - 1)));
      add(layout.fleiss + 2 + code, n);
    });
  });
  const entries = rows.map((row) => [...row].sort(([a], [b]) => a - b));
  const start = new Uint32Array(clusters + 1);
  entries.forEach((row, i) => start[i + 1] = (start[i] ?? 0) + row.length);
  const flat = entries.flat();
  return {
    ratings,
    start,
    cell: Uint32Array.from(flat, ([cell]) => cell),
    value: Float64Array.from(flat, ([, value]) => value),
    width: layout.width,
  };
}

function layoutOf(pairs: number, size: number) {
  const alpha = pairs * size * size;
  const fleiss = alpha + 1 + size;
  return { alpha, fleiss, width: fleiss + 2 + size };
}

/** Sums over all clusters, or over a resample of them, by name. */
export interface AgreementSums {
  /** Confusion of each pair of {@linkcode pairsOf}. */
  readonly confusions: readonly Confusion[];
  readonly alpha: AlphaTally;
  readonly fleiss: FleissTally;
}

/**
 * Weighted sum of the rows of a tally.
 *
 * @param tally The tally.
 * @param weights Weight of each cluster, by default 1.
 * @returns The sums.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { ratingsOf, sumTally, tallyAgreement } from "@taskflow/classify";
 *
 * const tally = tallyAgreement(ratingsOf(["a", "b"], [
 *   { session: "s", labels: ["tests", "tests"] },
 *   { session: "t", labels: ["tests", "debug"] },
 * ]));
 * equal(sumTally(tally).confusions[0]?.counts[0], 1);
 * equal(sumTally(tally, [3, 0]).fleiss.messages, 3);
 * ```
 */
export function sumTally(
  tally: AgreementTally,
  weights?: ArrayLike<number>,
): AgreementSums {
  const { ratings: { taxonomy, codes }, start, cell, value, width } = tally;
  const cells = new Float64Array(width);
  for (let row = 0; row + 1 < start.length; row++) {
    const weight = weights === undefined ? 1 : weights[row] ?? 0;
    if (weight === 0) continue;
    for (let at = start[row] ?? 0, end = start[row + 1] ?? 0; at < end; at++) {
      const to = cell[at] ?? 0;
      cells[to] = (cells[to] ?? 0) + weight * (value[at] ?? 0);
    }
  }
  const size = taxonomy.labels.length;
  const pairs = pairsOf(codes.length);
  const { alpha, fleiss } = layoutOf(pairs.length, size);
  return {
    confusions: pairs.map((_, pair) => ({
      taxonomy,
      counts: cells.subarray(pair * size * size, (pair + 1) * size * size),
    })),
    alpha: {
      coinciding: cells[alpha] ?? 0,
      labels: cells.subarray(alpha + 1, alpha + 1 + size),
    },
    fleiss: {
      agreeing: cells[fleiss] ?? 0,
      messages: cells[fleiss + 1] ?? 0,
      labels: cells.subarray(fleiss + 2, fleiss + 2 + size),
    },
  };
}
