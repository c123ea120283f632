/**
 * Optimism: how much a selection flatters itself when it is tuned and scored on one sample of the
 * target.
 *
 * @module
 */

import {
  align,
  cellsToCounts,
  type FlowCounts,
  resample,
  type SessionVectors,
  sumOf,
  type TaskFlow,
  taskFlow,
} from "@taskflow/flow";

/** The bootstrap's estimate. */
export interface Optimism {
  /**
   * Mean over resamples of what tuning on a resample gains there over the selection tuned on the original
   * sample: what a score flatters that was tuned and taken on one sample.
   */
  readonly optimism: number;
  /** Standard error of that mean. */
  readonly error: number;
  /** Mean TFAS given up on the original sample by tuning on a resample instead of on it. */
  readonly lost: number;
  readonly replicates: number;
}

/**
 * Estimate optimism by tuning again on resamples of the target's sessions.
 *
 * @param sessions Sessions of the target, filtered.
 * @param tuned Flow of the selection for the original sample.
 * @param tune Makes the flow of the selection for another target.
 * @param options Replicates (default 20), seed, abort signal, reading of the target.
 * @returns The estimate in TFAS points.
 *
 * @example A benchmark that cannot be tuned is not flattered by tuning, only by chance
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { collectVectors, countFlow } from "@taskflow/flow";
 * import { optimism } from "@taskflow/select";
 *
 * const collector = collectVectors();
 * for (let i = 0; i < 30; i++) collector.add(i % 2 ? [1, 1, 8] : [2, 1, 0]);
 * const fixed = countFlow([["bug-fix", "bug-fix", "explain"]]);
 * equal(optimism(collector.finish(), fixed, () => fixed, { replicates: 3 }).lost, 0);
 * ```
 */
export function optimism(
  sessions: SessionVectors,
  tuned: FlowCounts,
  tune: (target: TaskFlow) => FlowCounts,
  options: {
    readonly replicates?: number;
    readonly seed?: number;
    readonly signal?: AbortSignal;
    readonly reading?: TaskFlow["reading"];
  } = {},
): Optimism {
  const { replicates = 20, reading } = options;
  const { taxonomy } = sessions;
  const original = taskFlow(cellsToCounts(sumOf(sessions), taxonomy), reading);
  const score = (target: TaskFlow, flow: FlowCounts) =>
    align(target, taskFlow(flow, reading)).TFAS ?? 0;
  const best = score(original, tuned);
  const differences: number[] = [];
  let lost = 0;
  for (const cells of resample(sessions, { ...options, replicates })) {
    const target = taskFlow(cellsToCounts(cells.slice(), taxonomy), reading);
    const flow = tune(target);
    const back = score(original, flow);
    differences.push(score(target, flow) - score(target, tuned));
    lost += (best - back) / replicates;
  }
  const mean = differences.reduce((sum, d) => sum + d, 0) / differences.length;
  const variance = differences.reduce((sum, d) => sum + (d - mean) ** 2, 0) /
    Math.max(1, differences.length - 1);
  return {
    optimism: mean,
    error: Math.sqrt(variance / differences.length),
    lost,
    replicates: differences.length,
  };
}
