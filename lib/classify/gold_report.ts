/**
 * What gold labels say of a classifier: precision and recall by intent, and the shares of intents in
 * its corpus.
 *
 * @module
 */

import { type Interval, interval } from "@taskflow/flow";
import { holding } from "./gold_interval.ts";
import type { ResampleOptions } from "./agreement_resample.ts";
import type { Confusion } from "./confusion.ts";
import { type GoldDesign, goldJoint, goldReplicates } from "./gold_design.ts";
import { wilson } from "./gold_wilson.ts";

/** What gold labels say of one intent. */
export interface GoldIntent {
  readonly intent: string;
  /** Messages of the corpus with this predicted label. */
  readonly predicted: number;
  /** Of these, messages drawn. */
  readonly sampled: number;
  /** Of these, messages that people call so, too. */
  readonly correct: number;
  /** Drawn messages, of any stratum, that people call so. */
  readonly gold: number;
  /** Share of the predicted that are right; Wilson's interval. `null` if nothing is predicted so. */
  readonly precision: Interval;
  /** Share of the corpus's messages of this intent that are predicted so; `null` if there are none. */
  readonly recall: Interval;
  /** Harmonic mean of the two. */
  readonly f1: Interval;
  /** Share of the corpus's messages that are of this intent, 0 to 1, all labels counted. */
  readonly share: Interval;
  /** The same share as predicted. */
  readonly predictedShare: number;
}

/** What gold labels say of a classifier. */
export interface GoldReport {
  /** Messages of the corpus that have a predicted label and a text. */
  readonly messages: number;
  readonly sampled: number;
  /** Rows of the sheet: distinct texts. */
  readonly texts: number;
  /** Share of the corpus's messages that are predicted right. */
  readonly accuracy: Interval;
  readonly intents: readonly GoldIntent[];
  /** Messages by gold (rows) and predicted label (columns), weighted to the corpus. */
  readonly joint: Confusion;
  /**
   * P_T of the corpus, corrected: shares over the retained intents, in their order, straight from the
   * weighted sample. `null` if no message is of a retained intent.
   */
  readonly P_T: readonly Interval[] | null;
  /** P_T as predicted. */
  readonly predicted_P_T: Float64Array | null;
  readonly replicates: number;
}

/**
 * Report on a classifier from a labelled gold sample.
 *
 * @param design The labelled sample.
 * @param options Replicates (0 for precision's intervals only), seed, abort signal.
 * @returns Estimates weighted to the corpus. Precision has Wilson's interval with the finite corpus
 * taken into account; all else has percentile intervals of {@linkcode goldReplicates}, widened to
 * their estimate where the unit of unknown label pulls all replicates to one side of it.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { goldReport } from "@taskflow/classify";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * const right = [{ gold: 1, messages: 1 }, { gold: 6, messages: 1 }];
 * const { intents, accuracy } = goldReport({
 *   taxonomy: TAXONOMY,
 *   strata: [
 *     { predicted: 1, messages: 300, sampled: 2, units: right },
 *     { predicted: 6, messages: 100, sampled: 1, units: [{ gold: 6, messages: 1 }] },
 *   ],
 * });
 * equal(intents[1]?.precision.estimate, 0.5);
 * equal(intents[6]?.recall.estimate, 100 / 250);
 * equal(accuracy.estimate, 250 / 400);
 * ```
 */
export function goldReport(
  design: GoldDesign,
  options: ResampleOptions = {},
): GoldReport {
  const { taxonomy, strata } = design;
  const { labels } = taxonomy;
  const size = labels.length;
  const joint = goldJoint(design);
  const estimate = measure(joint);
  const draws = estimate.map((): (number | null)[] => []);
  const { replicates = 1000 } = options;
  if (replicates > 0) {
    for (const replicate of goldReplicates(design, options)) {
      measure(replicate).forEach((value, at) => draws[at]?.push(value));
    }
  }
  let at = 0;
  const next = () => {
    const value = estimate[at] ?? null;
    return holding(interval(value, draws[at++] ?? []));
  };
  const messages = strata.reduce((sum, { messages }) => sum + messages, 0);
  const accuracy = next();
  const intents = labels.map((intent, code): GoldIntent => {
    const stratum = strata.find(({ predicted }) => predicted === code);
    const drawn = (gold: number, units = stratum?.units ?? []) =>
      units.reduce(
        (sum, unit) => sum + (unit.gold === gold ? unit.messages : 0),
        0,
      );
    const predicted = stratum?.messages ?? 0;
    const sampled = stratum?.sampled ?? 0;
    return {
      intent,
      predicted,
      sampled,
      correct: drawn(code),
      gold: strata.reduce((sum, { units }) => sum + drawn(code, units), 0),
      precision: stratum === undefined
        ? interval(null, [])
        : wilson(drawn(code), stratum),
      recall: next(),
      f1: next(),
      share: next(),
      predictedShare: predicted / messages,
    };
  });
  const shares = retainedShares(joint);
  return {
    messages,
    sampled: strata.reduce((sum, { sampled }) => sum + sampled, 0),
    texts: strata.reduce((sum, { units }) => sum + units.length, 0),
    accuracy,
    intents,
    joint,
    P_T: shares === null ? null : Array.from(shares, next),
    predicted_P_T: normalised(
      Float64Array.from(
        taxonomy.retained,
        (label) =>
          strata.find(({ predicted }) => labels[predicted] === label)
            ?.messages ?? 0,
      ),
    ),
    replicates,
  };

  /** Accuracy, recall, F1 and share of each label, share of each retained one. */
  function measure(of: Confusion): (number | null)[] {
    const cell = (gold: number, predicted: number) =>
      of.counts[gold * size + predicted] ?? 0;
    const codes = [...labels.keys()];
    const all = of.counts.reduce((sum, n) => sum + n, 0);
    const ratio = (part: number, whole: number) =>
      whole === 0 ? null : part / whole;
    return [
      ratio(codes.reduce((sum, code) => sum + cell(code, code), 0), all),
      ...codes.flatMap((code) => {
        const gold = codes.reduce((sum, other) => sum + cell(code, other), 0);
        const said = codes.reduce((sum, other) => sum + cell(other, code), 0);
        return [
          ratio(cell(code, code), gold),
          ratio(2 * cell(code, code), gold + said),
          ratio(gold, all),
        ];
      }),
      ...retainedShares(of) ?? taxonomy.retained.map(() => null),
    ];
  }
}

/** Shares of gold labels over the retained intents. */
function retainedShares({ taxonomy, counts }: Confusion): Float64Array | null {
  const size = taxonomy.labels.length;
  return normalised(
    Float64Array.from(taxonomy.retained, (label) => {
      const code = taxonomy.codeOf.get(label) ?? 0;
      return counts.subarray(code * size, (code + 1) * size)
        .reduce((sum, n) => sum + n, 0);
    }),
  );
}

function normalised(weights: Float64Array): Float64Array | null {
  const all = weights.reduce((sum, n) => sum + n, 0);
  return all === 0 ? null : weights.map((n) => n / all);
}
