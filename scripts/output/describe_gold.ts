/**
 * What gold labels say, in lines for the terminal and as JSON.
 *
 * @module
 */

import {
  type CorrectedIntents,
  type GoldReport,
  ILL_CONDITIONED,
} from "@taskflow/classify";
import type { Interval } from "@taskflow/flow";
import { formatCount, formatShare } from "@taskflow/plot";
import type { Taxonomy } from "@taskflow/taxonomy";
import { textTable } from "./text_table.ts";

/** Everything that one run of `taskflow gold report` found. */
export interface GoldRun {
  readonly taxonomy: Taxonomy;
  /** Rows that two people labelled, and rows on which they agreed; `null` if the file does not say. */
  readonly agreed: { readonly rows: number; readonly same: number } | null;
  readonly report: GoldReport;
  /** Another corpus's intents, corrected; `null` without `--flow`. */
  readonly corrected:
    | (CorrectedIntents & { readonly name: string; readonly standIn: boolean })
    | null;
}

/**
 * Describe a run.
 *
 * @param run What was found.
 * @returns Lines for people.
 */
export function describeGold(run: GoldRun): string {
  const { report, taxonomy, corrected } = run;
  const { intents, accuracy, P_T, predicted_P_T } = report;
  return [
    ...goldText(run),
    `accuracy, weighted to the corpus: ${percent(accuracy.estimate)} ${
      band(accuracy)
    }`,
    "",
    ...textTable(
      [
        "intent",
        "predicted",
        "drawn",
        "right",
        "precision",
        "95 %",
        "recall",
        "95 %",
      ],
      intents.filter(({ predicted, gold }) => predicted + gold > 0).map((
        row,
      ) => [
        row.intent,
        formatCount(row.predicted),
        formatCount(row.sampled),
        formatCount(row.correct),
        percent(row.precision.estimate),
        band(row.precision),
        percent(row.recall.estimate),
        band(row.recall),
      ]),
    ),
    "",
    ...sharesTable("P_T of the sampled corpus", taxonomy, predicted_P_T, P_T),
    ...(corrected === null ? [] : [
      "",
      ...correctionText(corrected),
      ...sharesTable(
        `P_T of ${corrected.name}`,
        taxonomy,
        corrected.predicted,
        corrected.P_T,
        corrected.byPrediction,
      ),
    ]),
  ].join("\n");
}

/**
 * What was labelled.
 *
 * @param run What was found.
 * @returns Sentences, one a line.
 */
export function goldText({ report, agreed }: GoldRun): string[] {
  const { messages, sampled, texts } = report;
  return [
    `${formatCount(sampled)} messages (${formatCount(texts)} texts) drawn of ${
      formatCount(messages)
    }, the same number of each predicted intent; all shares are weighted to the corpus.`,
    ...(agreed === null ? [] : [
      `Two people agreed on ${formatCount(agreed.same)} of ${
        formatCount(agreed.rows)
      } rows before a third decided the rest.`,
    ]),
  ];
}

/**
 * How far to trust a correction.
 *
 * @param corrected The corrected intents.
 * @returns Sentences, one a line.
 */
export function correctionText(
  { name, condition, illConditioned, negative, untold, unsampled }: NonNullable<
    GoldRun["corrected"]
  >,
): string[] {
  return [
    `${name}: corrected by inverting P(predicted | gold), which holds as far as the classifier errs there as it does here.`,
    `Condition number ${
      Number.isFinite(condition) ? condition.toFixed(1) : "infinite"
    }${
      illConditioned
        ? `, at or above ${ILL_CONDITIONED}: ill-conditioned, small errors of the matrix become large ones of the shares; do not rely on it.`
        : "."
    }`,
    ...(negative.length === 0 ? [] : [
      `The inversion makes ${
        negative.join(", ")
      } negative: set to 0 and the others scaled; the classifier errs differently there, or the sample is too small.`,
    ]),
    "Beside it, corrected by P(gold | predicted), which holds as far as a prediction means the same there as here. Where the two differ, rely on neither.",
    ...(untold.length === 0 ? [] : [
      `No drawn message of ${
        untold.join(", ")
      } is predicted right, so the inversion gives them 0.`,
    ]),
    ...(unsampled.length === 0 ? [] : [
      `Not corrected, since the sampled corpus has no such prediction: ${
        unsampled.join(", ")
      }.`,
    ]),
  ];
}

function sharesTable(
  title: string,
  { retained }: Taxonomy,
  predicted: Float64Array | null,
  corrected: readonly Interval[] | null,
  byPrediction?: readonly Interval[] | null,
): string[] {
  const cells = (share: Interval | undefined) => [
    percent(share?.estimate ?? null),
    share === undefined ? "" : band(share),
  ];
  return textTable(
    [
      title,
      "predicted",
      ...(byPrediction === undefined
        ? ["corrected", "95 %"]
        : ["by inversion", "95 %", "by prediction", "95 %"]),
    ],
    retained.map((label, at) => [
      label,
      percent(predicted?.[at] ?? null),
      ...cells(corrected?.[at]),
      ...(byPrediction === undefined ? [] : cells(byPrediction?.[at])),
    ]),
  );
}

/**
 * A run as JSON.
 *
 * @param run What was found.
 * @returns A plain object; `null` is "undefined", never 0.
 */
export function goldJson(run: GoldRun): Record<string, unknown> {
  const { report, taxonomy, corrected, agreed } = run;
  const named = (shares: ArrayLike<unknown> | null) =>
    shares === null ? null : Object.fromEntries(
      taxonomy.retained.map((label, at) => [label, shares[at] ?? null]),
    );
  const { joint, P_T, predicted_P_T, ...rest } = report;
  const size = taxonomy.labels.length;
  const cells: Record<string, number> = {};
  joint.counts.forEach((n, cell) => {
    if (n === 0) return;
    const gold = taxonomy.labels[Math.floor(cell / size)];
    cells[`${gold}>${taxonomy.labels[cell % size]}`] = n;
  });
  return {
    schema_version: 1,
    kind: "gold-report",
    taxonomy: { name: taxonomy.name, hash: taxonomy.hash },
    ...rest,
    agreed,
    gold_by_predicted: cells,
    P_T: { predicted: named(predicted_P_T), corrected: named(P_T) },
    flow: corrected === null ? null : {
      ...corrected,
      condition: Number.isFinite(corrected.condition)
        ? corrected.condition
        : null,
      predicted: named(corrected.predicted),
      P_T: named(corrected.P_T),
      byPrediction: named(corrected.byPrediction),
    },
  };
}

function percent(value: number | null): string {
  return formatShare(value);
}

function band({ low, high }: Interval): string {
  return low === null || high === null
    ? ""
    : `[${percent(low)}, ${percent(high)}]`;
}
