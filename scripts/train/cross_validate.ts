/**
 * Out-of-fold scores: every message is scored by a classifier that has not seen its repository.
 *
 * @module
 */

import type { Approach } from "./approaches.ts";
import type { Extracted } from "./extract.ts";

/**
 * Cross-validate over folds of whole repositories.
 *
 * @param approach What to train.
 * @param labelled Messages with folds.
 * @param own Our own messages, in every training set if the approach takes them.
 * @returns Scores of each labelled message, in order.
 */
export function crossValidate(
  approach: Approach,
  labelled: readonly Extracted[],
  own: readonly Extracted[],
): Float64Array[] {
  const scores: Float64Array[] = [];
  const folds = new Set(labelled.map(({ example }) => example.fold));
  for (const fold of folds) {
    const train = labelled.filter(({ example }) => example.fold !== fold);
    const score = approach.fit(approach.own ? [...train, ...own] : train);
    labelled.forEach((message, at) => {
      if (message.example.fold === fold) scores[at] = score(message).slice();
    });
  }
  return scores;
}
