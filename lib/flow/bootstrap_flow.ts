/**
 * Intervals of the shares of a task flow, by resampling whole sessions.
 *
 * @module
 */

import {
  type BootstrapOptions,
  type Interval,
  interval,
  resample,
  sumOf,
} from "./bootstrap.ts";
import { cellsToCounts, type SessionVectors } from "./session_vectors.ts";
import { DEFAULT_READING, type TaskFlow, taskFlow } from "./task_flow.ts";

/** Intervals of every share; `null` where the whole distribution is undefined. */
export interface FlowIntervals {
  /** One interval per length bin. */
  readonly P_L: readonly Interval[] | null;
  /** One interval per retained intent. */
  readonly P_T: readonly Interval[] | null;
  /** One interval per transition cell. */
  readonly P_R: readonly Interval[] | null;
}

/**
 * Bootstrap every share of a task flow.
 *
 * @param vectors Sessions; at least one.
 * @param options Replicates, seed, reading, abort signal.
 * @returns Percentile intervals per cell, with the bias beside them.
 * @throws {RangeError} If there are no sessions.
 *
 * @example
 * ```ts
 * import { equal, ok } from "node:assert/strict";
 * import { bootstrapFlow, collectVectors } from "@taskflow/flow";
 *
 * const collector = collectVectors();
 * for (let i = 0; i < 40; i++) collector.add(i % 2 === 0 ? [1] : [1, 0]);
 * const share = bootstrapFlow(collector.finish()).P_L?.[0];
 * equal(share?.estimate, 0.5);
 * ok(share.low! < 0.5 && share.high! > 0.5);
 * ```
 */
export function bootstrapFlow(
  vectors: SessionVectors,
  options: BootstrapOptions = {},
): FlowIntervals {
  const { reading = DEFAULT_READING, replicates = 1000 } = options;
  const flowOf = (cells: Float64Array) =>
    taskFlow(cellsToCounts(cells, vectors.taxonomy), reading);
  const estimate = flowOf(sumOf(vectors));
  const draws: Record<Part, Float64Array[]> = { P_L: [], P_T: [], P_R: [] };
  for (const part of PARTS) {
    draws[part] = Array.from(
      estimate[part] ?? [],
      () => new Float64Array(replicates).fill(NaN),
    );
  }
  let replicate = 0;
  for (const cells of resample(vectors, { ...options, replicates })) {
    const flow = flowOf(cells);
    for (const part of PARTS) {
      flow[part]?.forEach((share, cell) =>
        draws[part][cell]?.set([share], replicate)
      );
    }
    replicate++;
  }
  const intervals = (part: Part, shares: TaskFlow[Part]) =>
    shares === null ? null : Array.from(shares, (share, cell) =>
      interval(
        share,
        Array.from(draws[part][cell] ?? [], (draw) =>
          Number.isNaN(draw) ? null : draw),
      ));
  return {
    P_L: intervals("P_L", estimate.P_L),
    P_T: intervals("P_T", estimate.P_T),
    P_R: intervals("P_R", estimate.P_R),
  };
}

type Part = "P_L" | "P_T" | "P_R";
const PARTS: readonly Part[] = ["P_L", "P_T", "P_R"];
