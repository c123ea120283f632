/**
 * Tables of agreement and of what disagreement does to a flow.
 *
 * @module
 */

import type {
  Agreement,
  AlignmentSpread,
  ConfusedPair,
  FlowPair,
  IntentAgreementInterval,
  LabelNoise,
  Spread,
} from "@taskflow/classify";
import type { Interval } from "@taskflow/flow";
import type { Column, Format, Table } from "./figure.ts";

/** Columns of a value and its interval. */
function banded(key: string, header: string, format: Format): Column[] {
  return [
    { key, header, format },
    { key: `${key}_low`, header: `${header}, low`, format },
    { key: `${key}_high`, header: `${header}, high`, format },
  ];
}

function band(key: string, { estimate, low, high }: Interval) {
  return { [key]: estimate, [`${key}_low`]: low, [`${key}_high`]: high };
}

/**
 * Table 1 with intervals: exact agreement of each pair, their mean, and what the paper prints for its
 * three models.
 *
 * @param measured The agreement.
 * @param published Rows of the paper's table, shares from 0 to 1; they come last, without intervals.
 * @returns The table.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { agreement, ratingsOf } from "@taskflow/classify";
 * import { agreementTable } from "@taskflow/plot";
 *
 * const ratings = ratingsOf(["a", "b"], [{ session: "s", labels: ["tests", "tests"] }]);
 * const { rows } = agreementTable(agreement(ratings), [{ pair: "Mean", exact: 0.761 }]);
 * equal(rows.length, 2);
 * equal(rows[0]?.exact, 1);
 * ```
 */
export function agreementTable(
  measured: Agreement,
  published: readonly { readonly pair: string; readonly exact: number }[] = [],
): Table {
  const { pairs, mean } = measured;
  return {
    columns: [
      { key: "pair", header: "label sets", format: "text" },
      ...banded("exact", "exact agreement", "share"),
      { key: "messages", header: "messages", format: "count" },
    ],
    rows: [
      ...pairs.map(({ names, exact, messages }) => ({
        pair: names.join(" / "),
        ...band("exact", exact),
        messages,
      })),
      ...(pairs.length < 2
        ? []
        : [{ pair: "mean of the pairs", ...band("exact", mean) }]),
      ...published.map(({ pair, exact }) => ({
        pair: `paper: ${pair}`,
        exact,
      })),
    ],
  };
}

/**
 * Agreement beyond chance.
 *
 * @param measured The agreement.
 * @returns Cohen's kappa of each pair, Fleiss' kappa and Krippendorff's alpha of all sets.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { agreement, ratingsOf } from "@taskflow/classify";
 * import { coefficientTable } from "@taskflow/plot";
 *
 * const ratings = ratingsOf(["a", "b"], [{ session: "s", labels: ["tests", "debug"] }]);
 * equal(coefficientTable(agreement(ratings)).rows.length, 3);
 * ```
 */
export function coefficientTable(
  { pairs, fleiss, alpha }: Agreement,
): Table {
  return {
    columns: [
      { key: "coefficient", header: "coefficient", format: "text" },
      ...banded("value", "value", "component"),
      { key: "over", header: "over", format: "text" },
    ],
    rows: [
      ...pairs.map(({ names, kappa }) => ({
        coefficient: `Cohen's kappa, ${names.join(" / ")}`,
        ...band("value", kappa),
        over: "messages that both label",
      })),
      {
        coefficient: "Fleiss' kappa",
        ...band("value", fleiss),
        over: "messages that every set labels",
      },
      {
        coefficient: "Krippendorff's alpha",
        ...band("value", alpha),
        over: "messages that at least two sets label",
      },
    ],
  };
}

/**
 * Agreement by intent.
 *
 * @param rows Intents, for example of `agreement().intents`.
 * @returns The table; intents that no set uses are left out.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { agreement, ratingsOf } from "@taskflow/classify";
 * import { intentAgreementTable } from "@taskflow/plot";
 *
 * const ratings = ratingsOf(["a", "b"], [{ session: "s", labels: ["tests", "debug"] }]);
 * equal(intentAgreementTable(agreement(ratings).intents).rows.length, 2);
 * ```
 */
export function intentAgreementTable(
  rows: readonly IntentAgreementInterval[],
): Table {
  return {
    columns: [
      { key: "intent", header: "intent", format: "text" },
      ...banded("f1", "F1", "component"),
      { key: "first", header: "labels, first set", format: "score" },
      { key: "second", header: "labels, second set", format: "score" },
      { key: "both", header: "in both", format: "score" },
    ],
    rows: rows.filter(({ f1 }) => f1 !== null).map((
      { intent, first, second, both, interval },
    ) => ({ intent, ...band("f1", interval), first, second, both })),
  };
}

/**
 * Pairs of intents that are taken for each other.
 *
 * @param pairs Of `confusedPairs()`.
 * @returns The table, in their order.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { confusedPairs, confusionOf } from "@taskflow/classify";
 * import { confusedPairsTable } from "@taskflow/plot";
 *
 * equal(confusedPairsTable(confusedPairs(confusionOf([1], [2]))).rows[0]?.share, 1);
 * ```
 */
export function confusedPairsTable(pairs: readonly ConfusedPair[]): Table {
  return {
    columns: [
      { key: "one", header: "one says", format: "text" },
      { key: "other", header: "the other says", format: "text" },
      { key: "messages", header: "messages", format: "count" },
      { key: "share", header: "of all disagreements", format: "share" },
    ],
    rows: pairs.map(({ intents: [one, other], messages, share }) => ({
      one,
      other,
      messages,
      share,
    })),
  };
}

/**
 * Flows of the same sessions under two label sets each.
 *
 * @param pairs Of `labelledFlows()`.
 * @returns The table.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { labelledFlows, ratingsOf } from "@taskflow/classify";
 * import { flowPairsTable } from "@taskflow/plot";
 *
 * const ratings = ratingsOf(["a", "b"], [{ session: "s", labels: ["tests", "tests"] }]);
 * const { rows } = flowPairsTable(labelledFlows(ratings, { minMessages: 1 }).pairs);
 * equal(rows[0]?.TFAS, 100);
 * ```
 */
export function flowPairsTable(pairs: readonly FlowPair[]): Table {
  return {
    columns: [
      { key: "pair", header: "label sets", format: "text" },
      { key: "sessions", header: "sessions", format: "count" },
      { key: "S_L", header: "S_L", format: "component" },
      ...banded("S_T", "S_T", "component"),
      ...banded("S_R", "S_R", "component"),
      ...banded("TFAS", "TFAS", "score"),
      { key: "bias", header: "bias of TFAS", format: "component" },
      { key: "P_T", header: "P_T differs by", format: "share" },
      { key: "P_R", header: "P_R differs by", format: "share" },
    ],
    rows: pairs.map(({ names, sessions, alignment, ...distances }) => ({
      pair: names.join(" / "),
      sessions,
      S_L: alignment.S_L.estimate,
      ...band("S_T", alignment.S_T),
      ...band("S_R", alignment.S_R),
      ...band("TFAS", alignment.TFAS),
      bias: alignment.TFAS.bias,
      P_T: distances.P_T_distance.estimate,
      P_R: distances.P_R_distance.estimate,
    })),
  };
}

const COMPONENTS = ["S_L", "S_T", "S_R", "TFAS"] as const;

function spreadColumns(format: Format): Column[] {
  return [
    { key: "given", header: "labels as they are", format },
    { key: "low", header: "relabelled, low", format },
    { key: "mean", header: "relabelled, mean", format },
    { key: "high", header: "relabelled, high", format },
  ];
}

function spread({ given, low, mean, high }: Spread) {
  return { given, low, mean, high };
}

/**
 * Where S_k and TFAS of relabelled corpora lie: a spread, not a correction.
 *
 * @param alignment The spreads, of `labelNoise()`.
 * @returns Four rows; similarities as TFAS, 0 to 100.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { confusionOf, labelNoise } from "@taskflow/classify";
 * import { alignmentSpreadTable } from "@taskflow/plot";
 *
 * const { self } = labelNoise([[1]], [confusionOf([1], [1])]);
 * equal(alignmentSpreadTable(self).rows[3]?.low, 100);
 * ```
 */
export function alignmentSpreadTable(alignment: AlignmentSpread): Table {
  const scaled = (value: number | null, by: number) =>
    value === null ? null : value * by;
  return {
    columns: [
      { key: "component", header: "component, 0 to 100", format: "text" },
      ...spreadColumns("score"),
    ],
    rows: COMPONENTS.map((component) => {
      const by = component === "TFAS" ? 1 : 100;
      const { given, low, mean, high } = alignment[component];
      return {
        component,
        given: scaled(given, by),
        low: scaled(low, by),
        mean: scaled(mean, by),
        high: scaled(high, by),
      };
    }),
  };
}

/**
 * Where the intent shares of relabelled corpora lie: a spread, not a correction.
 *
 * @param noise Of `labelNoise()`.
 * @param retained Names of the retained intents, in the order of P_T.
 * @returns One row an intent; none if P_T is undefined.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { confusionOf, labelNoise } from "@taskflow/classify";
 * import { intentSpreadTable } from "@taskflow/plot";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * const noise = labelNoise([[1]], [confusionOf([1], [1])]);
 * equal(intentSpreadTable(noise, TAXONOMY.retained).rows[1]?.mean, 1);
 * ```
 */
export function intentSpreadTable(
  noise: LabelNoise,
  retained: readonly string[],
): Table {
  return {
    columns: [
      { key: "intent", header: "intent", format: "text" },
      ...spreadColumns("share"),
    ],
    rows: (noise.P_T ?? []).map((one, at) => ({
      intent: retained[at] ?? "",
      ...spread(one),
    })),
  };
}
