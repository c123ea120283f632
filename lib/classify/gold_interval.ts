/**
 * Intervals of gold statistics.
 *
 * @module
 */

import type { Interval } from "@taskflow/flow";

/**
 * An interval with its estimate inside: the unit of unknown label in each replicate can pull all
 * replicates to one side of the estimate where few were drawn.
 *
 * @param band The interval.
 * @returns It, widened to its estimate where that lies outside.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { holding } from "./gold_interval.ts";
 *
 * const band = { estimate: 0.92, low: 0.7, high: 0.9, bias: -0.1, undefinedReplicates: 0 };
 * equal(holding(band).high, 0.92);
 * ```
 */
export function holding(band: Interval): Interval {
  const { estimate, low, high } = band;
  if (estimate === null || low === null || high === null) return band;
  return {
    ...band,
    low: Math.min(low, estimate),
    high: Math.max(high, estimate),
  };
}
