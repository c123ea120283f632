/**
 * Correcting the intent shares of another corpus by what gold labels say of the classifier.
 *
 * @module
 */

import { holding } from "./gold_interval.ts";
import { type Interval, interval } from "@taskflow/flow";
import { Matrix, SingularValueDecomposition } from "ml-matrix";
import type { ResampleOptions } from "./agreement_resample.ts";
import type { Confusion } from "./confusion.ts";
import { type GoldDesign, goldJoint, goldReplicates } from "./gold_design.ts";

/**
 * Condition number from which a matrix is called ill-conditioned: errors of its entries may then come
 * out thirty times as large.
 */
export const ILL_CONDITIONED = 30;

/** Intent counts of a corpus, corrected. */
export interface CorrectedIntents {
  /** Shares over the retained intents as predicted; `null` without mass. */
  readonly predicted: Float64Array | null;
  /** Corrected shares over the retained intents: never negative, add up to 1. `null` without mass. */
  readonly P_T: readonly Interval[] | null;
  /**
   * The same by P(gold | predicted): each predicted message is spread over the intents that people gave
   * such messages. Another assumption (it holds where the corpora differ in their messages, not in what
   * an intent looks like), and never ill-conditioned. Where the two differ, neither is to be relied on.
   */
  readonly byPrediction: readonly Interval[] | null;
  /** Largest over smallest singular value of the matrix of P(predicted | gold); 1 at best. */
  readonly condition: number;
  readonly illConditioned: boolean;
  /** Intents whose inverted share is negative; it is set to 0, and the others are scaled. */
  readonly negative: readonly string[];
  /** Intents of which no drawn message is predicted right: the matrix cannot tell them; they get 0. */
  readonly untold: readonly string[];
  /** Intents that are predicted in this corpus, but not in the sampled one: they stay as predicted. */
  readonly unsampled: readonly string[];
}

/**
 * Correct predicted intent counts by inverting the matrix of P(predicted | gold).
 *
 * This holds as far as the classifier errs in the other corpus as it does in the sampled one: that each
 * intent is taken for the others equally often. For the sampled corpus itself the inversion gives the
 * weighted shares of `goldReport()`, which need no inversion.
 *
 * @param observed Predicted messages by intent code, all labels of the taxonomy.
 * @param design The labelled gold sample of the same classifier.
 * @param options Replicates (0 for no intervals), seed, abort signal; the interval holds the sample's
 * uncertainty, not that of `observed`.
 * @returns Corrected shares, and how far to trust them.
 * @throws {RangeError} If `observed` has another number of labels.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { correctIntents } from "@taskflow/classify";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * // Half of what is called bug-fix is debug.
 * const units = [{ gold: 1, messages: 1 }, { gold: 6, messages: 1 }];
 * const design = {
 *   taxonomy: TAXONOMY,
 *   strata: [
 *     { predicted: 1, messages: 100, sampled: 2, units },
 *     { predicted: 6, messages: 100, sampled: 1, units: [{ gold: 6, messages: 1 }] },
 *   ],
 * };
 * const observed = new Float64Array(16);
 * observed[1] = observed[6] = 100;
 * const { P_T } = correctIntents(observed, design, { replicates: 0 });
 * ok(Math.abs(P_T![1]!.estimate! - 0.25) < 1e-12);
 * ```
 */
export function correctIntents(
  observed: ArrayLike<number>,
  design: GoldDesign,
  options: ResampleOptions = {},
): CorrectedIntents {
  const { taxonomy } = design;
  const size = taxonomy.labels.length;
  if (observed.length !== size) {
    throw new RangeError(
      `Cannot correct the counts of ${observed.length} intents by a sample of ${size}: ` +
        `give both under one taxonomy`,
    );
  }
  const { replicates = 1000 } = options;
  const joint = goldJoint(design);
  const told = [...taxonomy.labels.keys()].filter((code) =>
    (joint.counts[code * size + code] ?? 0) > 0
  );
  const found = invert(observed, joint, told);
  const both = (joint: Confusion) => [
    retained(invert(observed, joint, told).counts, taxonomy),
    retained(spread(observed, joint), taxonomy),
  ];
  const estimates = both(joint);
  const draws = estimates.map((shares) =>
    Array.from(shares ?? [], (): (number | null)[] => [])
  );
  if (replicates > 0) {
    for (const drawn of goldReplicates(design, options)) {
      both(drawn).forEach((shares, which) =>
        draws[which]?.forEach((list, at) => list.push(shares?.[at] ?? null))
      );
    }
  }
  const [P_T = null, byPrediction = null] = estimates.map((shares, which) =>
    shares === null ? null : Array.from(
      shares,
      (share, at) => holding(interval(share, draws[which]?.[at] ?? [])),
    )
  );
  const names = (codes: readonly number[]) =>
    codes.map((code) => taxonomy.labels[code] ?? "");
  return {
    predicted: retained(Float64Array.from(observed), taxonomy),
    P_T,
    byPrediction,
    condition: found.condition,
    illConditioned: !(found.condition < ILL_CONDITIONED),
    negative: names(found.negative),
    untold: taxonomy.labels.filter((_, code) => {
      const row = joint.counts.subarray(code * size, (code + 1) * size);
      return !told.includes(code) && row.some((n) => n > 0);
    }),
    unsampled: names(found.unsampled),
  };
}

/** Least squares over the intents that can be told, by singular values. */
function invert(
  observed: ArrayLike<number>,
  { taxonomy, counts }: Confusion,
  gold: readonly number[],
) {
  const size = taxonomy.labels.length;
  const codes = [...taxonomy.labels.keys()];
  const rowOf = (gold: number) =>
    counts.subarray(gold * size, (gold + 1) * size);
  const sum = (values: Float64Array) => values.reduce((all, n) => all + n, 0);
  const predicted = codes.filter((code) =>
    codes.some((gold) => (counts[gold * size + code] ?? 0) > 0)
  );
  const unsampled = codes.filter((code) =>
    (observed[code] ?? 0) > 0 && !predicted.includes(code)
  );
  if (gold.length === 0) {
    throw new RangeError(
      "Cannot correct intents: no drawn message is predicted right, so there is nothing to invert",
    );
  }
  const channel = new Matrix(
    predicted.map((column) =>
      gold.map((row) => (rowOf(row)[column] ?? 0) / sum(rowOf(row)))
    ),
  );
  const svd = new SingularValueDecomposition(channel, { autoTranspose: true });
  const solved = svd.solve(
    Matrix.columnVector(predicted.map((code) => observed[code] ?? 0)),
  );
  const result = new Float64Array(size);
  gold.forEach((code, at) => result[code] = solved.get(at, 0));
  const negative = codes.filter((code) =>
    (result[code] ?? 0) < -1e-9 * sum(Float64Array.from(observed))
  );
  for (const code of unsampled) {
    result[code] = Math.max(0, result[code] ?? 0) + (observed[code] ?? 0);
  }
  const values = svd.diagonal;
  const condition = Math.max(...values) / Math.min(...values);
  return {
    counts: result.map((n) => Math.max(0, n)),
    condition,
    negative,
    unsampled,
  };
}

/** Predicted messages spread by P(gold | predicted); one that was not sampled stays. */
function spread(
  observed: ArrayLike<number>,
  { taxonomy, counts }: Confusion,
): Float64Array {
  const size = taxonomy.labels.length;
  const result = new Float64Array(size);
  for (let predicted = 0; predicted < size; predicted++) {
    let all = 0;
    for (let gold = 0; gold < size; gold++) {
      all += counts[gold * size + predicted] ?? 0;
    }
    const n = observed[predicted] ?? 0;
    for (let gold = 0; gold < size; gold++) {
      const share = all === 0
        ? Number(gold === predicted)
        : (counts[gold * size + predicted] ?? 0) / all;
      result[gold] = (result[gold] ?? 0) + n * share;
    }
  }
  return result;
}

function retained(
  counts: Float64Array,
  taxonomy: Confusion["taxonomy"],
): Float64Array | null {
  const kept = Float64Array.from(
    taxonomy.retained,
    (label) => counts[taxonomy.codeOf.get(label) ?? 0] ?? 0,
  );
  const all = kept.reduce((sum, n) => sum + n, 0);
  return all === 0 ? null : kept.map((n) => n / all);
}
