/**
 * Confusions of one label set with the others, as sampled and as resampled.
 *
 * @module
 */

import type { Ratings } from "./agreement_ratings.ts";
import {
  resampleClusters,
  type ResampleOptions,
} from "./agreement_resample.ts";
import { pairsOf, sumTally, tallyAgreement } from "./agreement_tally.ts";
import { addConfusions, type Confusion } from "./confusion.ts";

/**
 * How a label set's labels are confused with those of all others, for `labelNoise()`.
 *
 * @param ratings Labels of several sets.
 * @param set Index of the set whose labels are the rows (default the first).
 * @param options Number of resamples of the clusters (0: only the sample itself), seed, abort signal.
 * @returns One confusion a resample, so that how well it is known enters the spread.
 * @throws {RangeError} If there is no such set.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { noiseConfusions, ratingsOf } from "@taskflow/classify";
 *
 * const ratings = ratingsOf(["a", "b"], [{ session: "s", labels: ["tests", "debug"] }]);
 * equal(noiseConfusions(ratings, 0, { replicates: 5 }).length, 5);
 * ```
 */
export function noiseConfusions(
  ratings: Ratings,
  set = 0,
  options: ResampleOptions = {},
): Confusion[] {
  if (ratings.names[set] === undefined) {
    throw new RangeError(
      `Cannot confuse label set ${set}: there are ${ratings.names.length}`,
    );
  }
  const { replicates = 200 } = options;
  const tally = tallyAgreement(ratings);
  const pairs = pairsOf(ratings.names.length);
  const rows = (weights?: ArrayLike<number>) =>
    addConfusions(
      sumTally(tally, weights).confusions.flatMap((confusion, pair) => {
        const [a, b] = pairs[pair] ?? [];
        if (a === set) return [confusion];
        return b === set ? [transpose(confusion)] : [];
      }),
    );
  if (replicates === 0) return [rows()];
  return Array.from(
    resampleClusters(ratings.clusters, { ...options, replicates }),
    rows,
  );
}

function transpose({ taxonomy, counts }: Confusion): Confusion {
  const size = taxonomy.labels.length;
  return {
    taxonomy,
    counts: counts.map((_, cell) =>
      counts[(cell % size) * size + Math.floor(cell / size)] ?? 0
    ),
  };
}
