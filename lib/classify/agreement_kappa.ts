/**
 * Agreement of two label sets, with and without what chance would give.
 *
 * @module
 */

import type { Confusion } from "./confusion.ts";

/** Totals of a confusion. */
function totals({ taxonomy, counts }: Pick<Confusion, "taxonomy" | "counts">) {
  const size = taxonomy.labels.length;
  const [rows, columns] = [new Float64Array(size), new Float64Array(size)];
  let [all, equal] = [0, 0];
  counts.forEach((n, cell) => {
    const [a, b] = [Math.floor(cell / size), cell % size];
    all += n;
    if (a === b) equal += n;
    rows[a] = (rows[a] ?? 0) + n;
    columns[b] = (columns[b] ?? 0) + n;
  });
  return { all, equal, rows, columns };
}

/**
 * Exact agreement (Appendix A, Table 1): the share of messages with the same label in both sets.
 *
 * @param confusion The confusion of the two.
 * @returns From 0 to 1, or `null` if no message has both labels.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { confusionOf, exactAgreement } from "@taskflow/classify";
 *
 * equal(exactAgreement(confusionOf([1, 2, 8, 8], [1, 1, 8, 8])), 0.75);
 * equal(exactAgreement(confusionOf([], [])), null);
 * ```
 */
export function exactAgreement(confusion: Confusion): number | null {
  const { all, equal } = totals(confusion);
  return all === 0 ? null : equal / all;
}

/**
 * Cohen's kappa (1960), unweighted: agreement beyond what two independent sets with these shares of
 * labels would have.
 *
 * @param confusion The confusion of the two.
 * @returns At most 1; 0 is chance. `null` if no message has both labels, or both sets use one and the
 * same label only (chance agreement is then complete, and nothing can exceed it).
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { cohenKappa, confusionOf } from "@taskflow/classify";
 *
 * equal(cohenKappa(confusionOf([1, 1, 2, 2], [1, 1, 2, 1])), 0.5);
 * equal(cohenKappa(confusionOf([1, 1], [1, 1])), null);
 * ```
 */
export function cohenKappa(confusion: Confusion): number | null {
  const { all, equal, rows, columns } = totals(confusion);
  let chance = 0;
  rows.forEach((n, code) => chance += n * (columns[code] ?? 0));
  const room = all * all - chance;
  return room === 0 ? null : (all * equal - chance) / room;
}
