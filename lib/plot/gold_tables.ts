/**
 * Tables of what gold labels say of a classifier.
 *
 * @module
 */

import type { GoldReport } from "@taskflow/classify";
import type { Interval } from "@taskflow/flow";
import type { Column, Table } from "./figure.ts";

function banded(key: string, header: string): Column[] {
  return [
    { key, header, format: "share" },
    { key: `${key}_low`, header: `${header}, low`, format: "share" },
    { key: `${key}_high`, header: `${header}, high`, format: "share" },
  ];
}

function band(key: string, { estimate, low, high }: Interval) {
  return { [key]: estimate, [`${key}_low`]: low, [`${key}_high`]: high };
}

/**
 * Precision, recall and F1 by intent.
 *
 * @param report Of `goldReport()`.
 * @returns One row an intent that is predicted or meant.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { goldReport } from "@taskflow/classify";
 * import { goldIntentTable } from "@taskflow/plot";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * const units = [{ gold: 1, messages: 1 }];
 * const strata = [{ predicted: 1, messages: 9, sampled: 1, units }];
 * const report = goldReport({ taxonomy: TAXONOMY, strata }, { replicates: 0 });
 * equal(goldIntentTable(report).rows[0]?.precision, 1);
 * ```
 */
export function goldIntentTable({ intents }: GoldReport): Table {
  return {
    columns: [
      { key: "intent", header: "intent", format: "text" },
      { key: "predicted", header: "predicted", format: "count" },
      { key: "sampled", header: "drawn", format: "count" },
      { key: "correct", header: "right", format: "count" },
      ...banded("precision", "precision"),
      ...banded("recall", "recall"),
      ...banded("f1", "F1"),
    ],
    rows: intents.filter(({ predicted, gold }) => predicted + gold > 0).map((
      { intent, predicted, sampled, correct, precision, recall, f1 },
    ) => ({
      intent,
      predicted,
      sampled,
      correct,
      ...band("precision", precision),
      ...band("recall", recall),
      ...band("f1", f1),
    })),
  };
}

/**
 * Intent shares as predicted and as corrected.
 *
 * @param retained Names of the retained intents.
 * @param predicted Shares as predicted, in their order, or `null`.
 * @param corrected Corrected shares, or `null`.
 * @returns One row an intent.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { correctedSharesTable } from "@taskflow/plot";
 *
 * const table = correctedSharesTable(["tests"], Float64Array.of(1), null);
 * equal(table.rows[0]?.predicted, 1);
 * equal(table.rows[0]?.corrected, null);
 * ```
 */
export function correctedSharesTable(
  retained: readonly string[],
  predicted: Float64Array | null,
  corrected: readonly Interval[] | null,
): Table {
  return {
    columns: [
      { key: "intent", header: "intent", format: "text" },
      { key: "predicted", header: "as predicted", format: "share" },
      ...banded("corrected", "corrected"),
    ],
    rows: retained.map((intent, at) => {
      const share = corrected?.[at];
      return {
        intent,
        predicted: predicted?.[at] ?? null,
        ...(share === undefined
          ? { corrected: null }
          : band("corrected", share)),
      };
    }),
  };
}
