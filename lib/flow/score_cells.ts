/**
 * Alignment of two vectors of summed cells, without a flow in between: what resampling calls a
 * hundred thousand times.
 *
 * @module
 */

import type { Taxonomy } from "@taskflow/taxonomy";
import type { Alignment } from "./alignment.ts";
import { LENGTH_BINS } from "./counts.ts";
import { DEFAULT_READING, type Reading } from "./task_flow.ts";

/** Scores in the order they have in {@linkcode CellScorer}'s output. */
export const SCORES = ["S_L", "S_T", "S_R", "TFAS"] as const;

/**
 * Scores two vectors of cells in the layout of `SessionVectors`; `into` takes S_L, S_T, S_R and
 * TFAS, NaN where a side has no mass.
 */
export type CellScorer = (
  a: Float64Array,
  b: Float64Array,
  into: Float64Array,
) => void;

/**
 * Make a scorer for a taxonomy and a reading.
 *
 * @param taxonomy Taxonomy of both vectors.
 * @param reading Reading of both flows (default `all/edge`).
 * @returns A function that agrees with `align()` to 12 digits and allocates nothing.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { cellScorer, collectVectors, sumOf } from "@taskflow/flow";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * const collector = collectVectors();
 * collector.add([1, 0, 8]);
 * const cells = sumOf(collector.finish());
 * const scores = new Float64Array(4);
 * cellScorer(TAXONOMY)(cells, cells, scores);
 * equal(scores[3], 100);
 * ```
 */
export function cellScorer(
  taxonomy: Taxonomy,
  reading: Reading = DEFAULT_READING,
): CellScorer {
  const bins = LENGTH_BINS.length;
  const k = taxonomy.labels.length;
  const n = taxonomy.retained.length;
  const lengths = reading.lengthOf === "all" ? 0 : bins;
  const intents = taxonomy.retained.map((label) =>
    2 * bins + (taxonomy.codeOf.get(label) ?? 0)
  );
  const transitions = Array.from(
    { length: (n + 1) ** 2 },
    (_, cell) => 2 * bins + k + cell,
  ).filter((_, cell) => reading.emptySession === "edge" || cell !== n);
  const parts = [
    Uint32Array.from({ length: bins }, (_, bin) => lengths + bin),
    Uint32Array.from(intents),
    Uint32Array.from(transitions),
  ];
  return (a, b, into) => {
    let product = 1;
    for (let part = 0; part < 3; part++) {
      const s = partSimilarity(a, b, parts[part]!);
      into[part] = s;
      product *= Math.cbrt(s);
    }
    into[3] = 100 * product;
  };
}

/** S = 1 - JSD_2 over some cells, each side normalised by its sum; NaN without mass. */
function partSimilarity(
  a: Float64Array,
  b: Float64Array,
  cells: Uint32Array,
): number {
  let [sumA, sumB] = [0, 0];
  for (let i = 0; i < cells.length; i++) {
    sumA += a[cells[i]!]!;
    sumB += b[cells[i]!]!;
  }
  if (sumA === 0 || sumB === 0) return NaN;
  let overlap = 0;
  for (let i = 0; i < cells.length; i++) {
    const [x, y] = [a[cells[i]!]!, b[cells[i]!]!];
    if (x === 0 || y === 0) continue;
    const [p, q] = [x / sumA, y / sumB];
    // Sums of counts are far from the ratios at which this form would overflow.
    const ratio = q / p;
    const log = Math.log(1 + ratio);
    overlap += p * log + q * (log - Math.log(ratio));
  }
  const s = overlap / (2 * Math.LN2);
  // Equal flows score 1, whatever the rounding.
  return s > 1 - 1e-13 ? 1 : s;
}

/**
 * Scores of one pair as an alignment.
 *
 * @param scores What a {@linkcode CellScorer} has filled in.
 * @returns The alignment, `null` for undefined.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { scoresToAlignment } from "@taskflow/flow";
 *
 * deepEqual(scoresToAlignment([1, NaN, 1, NaN]).S_T, null);
 * ```
 */
export function scoresToAlignment(scores: ArrayLike<number>): Alignment {
  const of = (at: number) => {
    const value = scores[at] ?? NaN;
    return Number.isNaN(value) ? null : value;
  };
  return { S_L: of(0), S_T: of(1), S_R: of(2), TFAS: of(3) };
}
