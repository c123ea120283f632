/**
 * Agreement of several label sets (Appendix A, Table 1; Appendix C, step 3), with intervals from
 * resampling whole sessions or repositories. Agreement is not accuracy: all sets may be wrong alike.
 *
 * @module
 */

import { type Interval, interval } from "@taskflow/flow";
import { cohenKappa, exactAgreement } from "./agreement_kappa.ts";
import { fleissKappa, krippendorffAlpha } from "./agreement_fleiss.ts";
import type { Ratings } from "./agreement_ratings.ts";
import {
  resampleClusters,
  type ResampleOptions,
} from "./agreement_resample.ts";
import {
  type AgreementSums,
  pairsOf,
  sumTally,
  tallyAgreement,
} from "./agreement_tally.ts";
import {
  addConfusions,
  type Confusion,
  type IntentAgreement,
  intentAgreement,
} from "./confusion.ts";

/** Agreement about one intent with its interval. */
export interface IntentAgreementInterval extends IntentAgreement {
  /** Interval of F1; its estimate is `f1`. */
  readonly interval: Interval;
}

/** Agreement of two of the sets. */
export interface PairAgreement {
  /** Indices of the two in `Ratings.names`. */
  readonly sets: readonly [number, number];
  readonly names: readonly [string, string];
  /** Messages that both label. */
  readonly messages: number;
  /** Exact agreement, 0 to 1; see `exactAgreement()`. */
  readonly exact: Interval;
  /** Cohen's kappa; see `cohenKappa()`. */
  readonly kappa: Interval;
  /** Rows: the first of the two. */
  readonly confusion: Confusion;
  readonly intents: readonly IntentAgreementInterval[];
}

/** Agreement of all sets. */
export interface Agreement {
  readonly names: readonly string[];
  readonly messages: number;
  readonly sessions: number;
  readonly clusters: number;
  readonly pairs: readonly PairAgreement[];
  /** Mean exact agreement of the pairs, as in the paper's 76.1 %; `null` if a pair's is. */
  readonly mean: Interval;
  /** Fleiss' kappa over the messages that every set labels. */
  readonly fleiss: Interval;
  readonly fleissMessages: number;
  /** Krippendorff's alpha, nominal, over the messages that at least two sets label. */
  readonly alpha: Interval;
  /** All pairs together, each in both directions, half each: no set is the standard. */
  readonly confusion: Confusion;
  /** Agreement by intent over all pairs together. */
  readonly intents: readonly IntentAgreementInterval[];
  /** Replicates behind the intervals; 0 where there are none. */
  readonly replicates: number;
}

/**
 * Measure agreement.
 *
 * @param ratings Labels of two or more sets.
 * @param options Replicates (0 for no intervals), seed, abort signal.
 * @returns Exact agreement, kappas, alpha, confusions and agreement by intent. Intervals are 95 %
 * percentile intervals over resampled clusters; `null` is "undefined", never 0.
 *
 * @example
 * ```ts
 * import { equal, ok } from "node:assert/strict";
 * import { agreement, ratingsOf } from "@taskflow/classify";
 *
 * const messages = Array.from({ length: 40 }, (_, i) => ({
 *   session: `s-${i}`,
 *   labels: ["bug-fix", i % 4 === 0 ? "debug" : "bug-fix"],
 * }));
 * const { pairs: [pair] } = agreement(ratingsOf(["a", "b"], messages));
 * equal(pair?.exact.estimate, 0.75);
 * ok(pair.exact.low! < 0.75 && pair.exact.high! > 0.75);
 * ```
 */
export function agreement(
  ratings: Ratings,
  options: ResampleOptions = {},
): Agreement {
  const tally = tallyAgreement(ratings);
  const sums = sumTally(tally);
  const estimates = statisticsOf(sums);
  const draws = estimates.map((): (number | null)[] => []);
  const { replicates = 1000 } = options;
  if (replicates > 0) {
    for (const weights of resampleClusters(ratings.clusters, options)) {
      statisticsOf(sumTally(tally, weights)).forEach((value, at) =>
        draws[at]?.push(value)
      );
    }
  }
  let at = 0;
  const next = (): Interval => {
    const estimate = estimates[at] ?? null;
    return interval(estimate, draws[at++] ?? []);
  };
  const intentsOf = (confusion: Confusion) =>
    intentAgreement(confusion).map((row) => ({ ...row, interval: next() }));
  const pairs = pairsOf(ratings.names.length).map((sets, pair) => {
    const confusion = sums.confusions[pair] ??
      { taxonomy: ratings.taxonomy, counts: new Float64Array() };
    return {
      sets,
      names: [
        ratings.names[sets[0]] ?? "",
        ratings.names[sets[1]] ?? "",
      ] as const,
      messages: confusion.counts.reduce((sum, n) => sum + n, 0),
      exact: next(),
      kappa: next(),
      confusion,
      intents: intentsOf(confusion),
    };
  });
  const [mean, fleiss, alpha] = [next(), next(), next()];
  const confusion = addConfusions(sums.confusions, true);
  return {
    names: ratings.names,
    messages: ratings.session.length,
    sessions: ratings.sessions,
    clusters: ratings.clusters,
    pairs,
    mean,
    fleiss,
    fleissMessages: sums.fleiss.messages,
    alpha,
    confusion,
    intents: intentsOf(confusion),
    replicates,
  };
}

/** Every statistic as one list, in the order in which `agreement()` takes them out again. */
function statisticsOf(sums: AgreementSums): (number | null)[] {
  const exact = sums.confusions.map(exactAgreement);
  const f1 = (confusion: Confusion) =>
    intentAgreement(confusion).map(({ f1 }) => f1);
  return [
    ...sums.confusions.flatMap((confusion, pair) => [
      exact[pair] ?? null,
      cohenKappa(confusion),
      ...f1(confusion),
    ]),
    exact.includes(null)
      ? null
      : exact.reduce<number>((sum, value) => sum + (value ?? 0), 0) /
        exact.length,
    fleissKappa(sums.fleiss),
    krippendorffAlpha(sums.alpha),
    ...f1(addConfusions(sums.confusions, true)),
  ];
}
