/**
 * Agreement of several label sets at once, chance taken off.
 *
 * @module
 */

/** What Fleiss' kappa is made of; sums over messages, so tallies add. */
export interface FleissTally {
  /** Messages that every set labels. */
  readonly messages: number;
  /** Sum over messages of the share of pairs of sets that agree. */
  readonly agreeing: number;
  /** Labels given, by code. */
  readonly labels: ArrayLike<number>;
}

/**
 * Fleiss' kappa (1971): mean agreement of pairs beyond what labels drawn from the pooled shares would
 * have. Only messages that every set labels count.
 *
 * @param tally Sums over messages.
 * @returns At most 1; 0 is chance. `null` without messages, or if only one label is ever used.
 *
 * @example Two messages and three sets: one agreed upon, one not at all
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { fleissKappa } from "@taskflow/classify";
 *
 * equal(fleissKappa({ messages: 2, agreeing: 1, labels: [3, 1, 1, 1] }), 0.25);
 * ```
 */
export function fleissKappa(tally: FleissTally): number | null {
  const { messages, agreeing, labels } = tally;
  let [all, squares] = [0, 0];
  for (let code = 0; code < labels.length; code++) {
    const n = labels[code] ?? 0;
    all += n;
    squares += n * n;
  }
  const room = 1 - squares / (all * all);
  if (messages === 0 || !(room > 0)) return null;
  return (agreeing / messages - squares / (all * all)) / room;
}

/** What Krippendorff's alpha is made of; sums over messages, so tallies add. */
export interface AlphaTally {
  /**
   * Diagonal of the coincidence matrix: over messages with m >= 2 labels and over labels c,
   * n_c (n_c - 1) / (m - 1).
   */
  readonly coinciding: number;
  /** Labels given to messages with at least two, by code. */
  readonly labels: ArrayLike<number>;
}

/**
 * Krippendorff's alpha for nominal data (2004): 1 minus observed over expected disagreement. Labels
 * may be missing: every message with at least two counts.
 *
 * @param tally Sums over messages.
 * @returns At most 1; 0 is chance. `null` if no two labels can be paired, or if only one label is ever
 * used.
 *
 * @example Two messages: one with three equal labels, one with two different ones
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { krippendorffAlpha } from "@taskflow/classify";
 *
 * const alpha = krippendorffAlpha({ coinciding: 3, labels: [4, 1] });
 * equal(alpha, 0);
 * ```
 */
export function krippendorffAlpha(tally: AlphaTally): number | null {
  const { coinciding, labels } = tally;
  let [all, same] = [0, 0];
  for (let code = 0; code < labels.length; code++) {
    const n = labels[code] ?? 0;
    all += n;
    same += n * (n - 1);
  }
  const expected = all * (all - 1) - same;
  if (!(expected > 0)) return null;
  return 1 - (all - 1) * (all - coinciding) / expected;
}
