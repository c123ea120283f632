/**
 * Merging what two people said.
 *
 * @module
 */

import { labelCode, TAXONOMY, type Taxonomy } from "@taskflow/taxonomy";
import { type Ratings, ratingsOf } from "./agreement_ratings.ts";

/** A row of a sheet that a person has filled in. */
export interface GoldAnswer {
  readonly id: string;
  /** The label given, or `null` where the cell is empty. */
  readonly intent: string | null;
  /** The text, passed on to whoever decides; `null` where the sheet has none. */
  readonly text: string | null;
  /** File and line, for errors. */
  readonly place: string;
}

/** A row of the merged sheet. */
export interface GoldDecision {
  readonly id: string;
  readonly text: string | null;
  readonly first: string | null;
  readonly second: string | null;
  /** What both say; `null` where a third person has to decide. */
  readonly gold: string | null;
}

/** Two sheets merged. */
export interface GoldMerge {
  readonly rows: readonly GoldDecision[];
  readonly agreed: number;
  /** Rows with two different labels. */
  readonly disagreed: number;
  /** Rows that one of the two, or both, left empty. */
  readonly unlabelled: number;
  /** The two as label sets, for `agreement()`. */
  readonly ratings: Ratings;
}

/**
 * Check the label that a person wrote.
 *
 * @param answer The row.
 * @param taxonomy The labels that may occur.
 * @throws {RangeError} If the label is not in the taxonomy; names file, line and the nearest label.
 *
 * @example
 * ```ts
 * import { throws } from "node:assert/strict";
 * import { checkGoldAnswer } from "@taskflow/classify";
 *
 * const answer = { id: "g-1", text: null, intent: "Bug fix", place: '"a.csv", line 2' };
 * throws(() => checkGoldAnswer(answer), /"a.csv", line 2: .*did you mean "bug-fix"/);
 * ```
 */
export function checkGoldAnswer(
  { intent, place, id }: GoldAnswer,
  taxonomy: Taxonomy = TAXONOMY,
): void {
  if (intent === null) return;
  try {
    labelCode(taxonomy, intent);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError(
      `Cannot read gold labels ${place}: row "${id}": ${error.message}`,
      { cause: error },
    );
  }
}

/**
 * Merge two sheets: where both say the same, that is the gold label; the rest is for a third person.
 *
 * @param first Rows of one person, in any order.
 * @param second Rows of the other.
 * @param taxonomy The labels, by default the paper's 16.
 * @returns Rows in the order of the first sheet, and the two as label sets.
 * @throws {RangeError} If a label is unknown, an id occurs twice, or the sheets have different rows.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { adjudicateGold } from "@taskflow/classify";
 *
 * const row = (id: string, intent: string) => ({ id, intent, text: null, place: "line 2" });
 * const { rows } = adjudicateGold(
 *   [row("g-1", "tests"), row("g-2", "debug")],
 *   [row("g-2", "bug-fix"), row("g-1", "tests")],
 * );
 * deepEqual(rows.map(({ gold }) => gold), ["tests", null]);
 * ```
 */
export function adjudicateGold(
  first: readonly GoldAnswer[],
  second: readonly GoldAnswer[],
  taxonomy: Taxonomy = TAXONOMY,
): GoldMerge {
  const [one, other] = [byId(first, taxonomy), byId(second, taxonomy)];
  for (const [from, to] of [[first, other], [second, one]] as const) {
    const alone = from.find(({ id }) => !to.has(id));
    if (alone === undefined) continue;
    throw new RangeError(
      `Cannot merge gold labels ${alone.place}: row "${alone.id}" is not in the other sheet; ` +
        `give two copies of one sheet`,
    );
  }
  const rows = first.map(({ id, text, intent }): GoldDecision => {
    const also = other.get(id);
    const [a, b] = [intent, also?.intent ?? null];
    return {
      id,
      text: text ?? also?.text ?? null,
      first: a,
      second: b,
      gold: a === b ? a : null,
    };
  });
  const agreed = rows.filter(({ gold }) => gold !== null).length;
  const unlabelled =
    rows.filter(({ first, second }) => first === null || second === null)
      .length;
  return {
    rows,
    agreed,
    unlabelled,
    disagreed: rows.length - agreed - unlabelled,
    ratings: ratingsOf(
      ["first", "second"],
      rows.map(({ id, first, second }) => ({
        session: id,
        labels: [first, second],
      })),
      taxonomy,
    ),
  };
}

function byId(
  answers: readonly GoldAnswer[],
  taxonomy: Taxonomy,
): ReadonlyMap<string, GoldAnswer> {
  const found = new Map<string, GoldAnswer>();
  for (const answer of answers) {
    checkGoldAnswer(answer, taxonomy);
    const before = found.get(answer.id);
    if (before !== undefined) {
      throw new RangeError(
        `Cannot read gold labels ${answer.place}: row "${answer.id}" is there twice, ` +
          `see ${before.place}; keep one of the two`,
      );
    }
    found.set(answer.id, answer);
  }
  return found;
}
