/**
 * Does the order of variants survive other conventions? TFAS under other length bins, with all labels,
 * and with another mean of its components.
 *
 * @module
 */

import {
  type FlowCounts,
  retainedIntents,
  similarity,
  tfas,
} from "@taskflow/flow";

/** Another convention. */
export interface Convention {
  readonly name: string;
  /** Score of a benchmark from 0 to 100, or `null` if undefined. */
  readonly score: (target: FlowCounts, benchmark: FlowCounts) => number | null;
}

/** Scores of all variants under one convention. */
export interface RobustnessRow {
  readonly convention: string;
  /** One score a variant, in the order given; `null` is "undefined". */
  readonly scores: readonly (number | null)[];
  /** Variants from best to worst. */
  readonly ranking: readonly string[];
  /** Whether the ranking is that of TFAS. */
  readonly same: boolean;
  /** Kendall's tau against the ranking of TFAS, -1 to 1; `null` with fewer than two variants. */
  readonly tau: number | null;
}

/** Cells of the length vector that are taken together: "1", "2", "3", "4", "5", "6-10", "11+". */
const COARSE = [[0, 1], [2, 3, 4], [5, 6]];
const MIDDLE = [[0], [1], [2], [3, 4], [5, 6]];

function together(
  counts: Float64Array,
  bins: readonly (readonly number[])[],
): number[] {
  return bins.map((bin) =>
    bin.reduce((sum, cell) => sum + (counts[cell] ?? 0), 0)
  );
}

type Parts = (number | null)[];

function parts(p: FlowCounts, q: FlowCounts): Parts {
  return [
    similarity(p.lengthAll, q.lengthAll),
    similarity(retainedIntents(p), retainedIntents(q)),
    similarity(p.transitions, q.transitions),
  ];
}

const mean = ([l = null, t = null, r = null]: Parts) => tfas(l, t, r);

function binned(bins: readonly (readonly number[])[]): Convention["score"] {
  return (p, q) => {
    const [, t = null, r = null] = parts(p, q);
    const lengths = similarity(
      together(p.lengthAll, bins),
      together(q.lengthAll, bins),
    );
    return mean([lengths, t, r]);
  };
}

function defined(values: Parts): number[] | null {
  const numbers = values.filter((value) => value !== null);
  return numbers.length === values.length ? numbers : null;
}

/** Conventions that are tried; the first is TFAS itself. */
export const CONVENTIONS: readonly Convention[] = [
  { name: "TFAS", score: (p, q) => mean(parts(p, q)) },
  { name: "bins 1-2, 3-5, 6+", score: binned(COARSE) },
  { name: "bins 1, 2, 3, 4-5, 6+", score: binned(MIDDLE) },
  {
    name: "all labels in S_T",
    score: (p, q) => {
      const [l = null, , r = null] = parts(p, q);
      return mean([l, similarity(p.intents, q.intents), r]);
    },
  },
  {
    name: "minimum of the components",
    score: (p, q) => {
      const values = defined(parts(p, q));
      return values === null ? null : 100 * Math.min(...values);
    },
  },
  {
    name: "arithmetic mean",
    score: (p, q) => {
      const values = defined(parts(p, q));
      return values === null
        ? null
        : 100 * values.reduce((sum, value) => sum + value, 0) / values.length;
    },
  },
];

/**
 * Rank variants under each convention.
 *
 * @param target Counts of the target.
 * @param variants Counts of each variant, with its name.
 * @param conventions Conventions (default {@linkcode CONVENTIONS}); the first gives the order that the
 * others are compared with.
 * @returns One row a convention.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countFlow } from "@taskflow/flow";
 * import { robustness } from "@taskflow/select";
 *
 * const target = countFlow([["bug-fix", "tests", "explain"]]);
 * const [tfas, coarse] = robustness(target, [
 *   { variant: "equal", flow: target },
 *   { variant: "short", flow: countFlow([["bug-fix"]]) },
 * ]);
 * equal(tfas?.ranking[0], "equal");
 * equal(coarse?.tau, 1);
 * ```
 */
export function robustness(
  target: FlowCounts,
  variants: readonly { readonly variant: string; readonly flow: FlowCounts }[],
  conventions: readonly Convention[] = CONVENTIONS,
): RobustnessRow[] {
  let base: readonly (number | null)[] = [];
  return conventions.map(({ name, score }, at) => {
    const scores = variants.map(({ flow }) => score(target, flow));
    if (at === 0) base = scores;
    const ranking = rank(variants, scores);
    return {
      convention: name,
      scores,
      ranking,
      same: ranking.join() === rank(variants, base).join(),
      tau: kendall(base, scores),
    };
  });
}

function rank(
  variants: readonly { readonly variant: string }[],
  scores: readonly (number | null)[],
): string[] {
  return variants.map(({ variant }, at) => ({ variant, at })).sort((a, b) =>
    (scores[b.at] ?? -1) - (scores[a.at] ?? -1) || a.at - b.at
  ).map(({ variant }) => variant);
}

function kendall(
  a: readonly (number | null)[],
  b: readonly (number | null)[],
): number | null {
  let [sum, pairs] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    for (let k = 0; k < i; k++) {
      sum += Math.sign((a[i] ?? -1) - (a[k] ?? -1)) *
        Math.sign((b[i] ?? -1) - (b[k] ?? -1));
      pairs++;
    }
  }
  return pairs === 0 ? null : sum / pairs;
}
