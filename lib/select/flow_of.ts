/**
 * The flow of some trajectories.
 *
 * @module
 */

import { addCodes, emptyCounts, type FlowCounts } from "@taskflow/flow";
import { labelCode, type Taxonomy } from "@taskflow/taxonomy";

/**
 * Count trajectories by the intents of their turns.
 *
 * @param trajectories Turns of each task.
 * @param taxonomy Labels.
 * @returns Flow counts.
 * @throws {RangeError} If an intent is not in the taxonomy.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { flowOf } from "@taskflow/select";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * equal(flowOf([[{ intent: "debug" }, { intent: "bug-fix" }]], TAXONOMY).sessions.all, 1);
 * ```
 */
export function flowOf(
  trajectories: Iterable<readonly { readonly intent: string }[]>,
  taxonomy: Taxonomy,
): FlowCounts {
  const counts = emptyCounts(taxonomy);
  for (const turns of trajectories) {
    addCodes(counts, turns.map(({ intent }) => labelCode(taxonomy, intent)));
  }
  return counts;
}
