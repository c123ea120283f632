/**
 * The tables behind the pictures: one row a length bin, intent or transition.
 *
 * @module
 */

import type { FlowIntervals } from "./bootstrap_flow.ts";
import { type FlowCounts, LENGTH_BINS, transitionNames } from "./counts.ts";
import { retainedIntents, type TaskFlow } from "./task_flow.ts";

/** A share of one of the three distributions, with its count and interval. */
export interface ShareRow {
  /** Length bin, intent label, or `from>to`. */
  readonly name: string;
  /** Integer count, or `null` where only a probability is known. */
  readonly count: number | null;
  /** Share from 0 to 1, or `null` if the distribution is undefined. */
  readonly share: number | null;
  /** 95 % percentile interval of the share, or `null` where sessions are not known. */
  readonly low: number | null;
  readonly high: number | null;
}

function rows(
  names: readonly string[],
  counts: Float64Array | null,
  shares: Float64Array | null,
  intervals: FlowIntervals["P_L"],
): ShareRow[] {
  return names.map((name, cell) => ({
    name,
    count: counts?.[cell] ?? null,
    share: shares?.[cell] ?? null,
    low: intervals?.[cell]?.low ?? null,
    high: intervals?.[cell]?.high ?? null,
  }));
}

/**
 * Session lengths: one row a bin, in order.
 *
 * @param flow The task flow.
 * @param counts Its counts, or `null`.
 * @param intervals Its bootstrap intervals, or `null`.
 * @returns 7 rows.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countFlow, lengthRows, taskFlow } from "@taskflow/flow";
 *
 * const counts = countFlow([["bug-fix"]]);
 * equal(lengthRows(taskFlow(counts), counts)[0]?.share, 1);
 * ```
 */
export function lengthRows(
  flow: TaskFlow,
  counts: FlowCounts | null = null,
  intervals: FlowIntervals | null = null,
): ShareRow[] {
  const cells = flow.reading.lengthOf === "all"
    ? counts?.lengthAll
    : counts?.lengthRetained;
  return rows(LENGTH_BINS, cells ?? null, flow.P_L, intervals?.P_L ?? null);
}

/**
 * Intents: one row a retained label, in taxonomy order.
 *
 * @param flow The task flow.
 * @param counts Its counts, or `null`.
 * @param intervals Its bootstrap intervals, or `null`.
 * @returns n rows.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countFlow, intentRows, taskFlow } from "@taskflow/flow";
 *
 * equal(intentRows(taskFlow(countFlow([["tests"]]))).length, 13);
 * ```
 */
export function intentRows(
  flow: TaskFlow,
  counts: FlowCounts | null = null,
  intervals: FlowIntervals | null = null,
): ShareRow[] {
  return rows(
    flow.taxonomy.retained,
    counts === null ? null : retainedIntents(counts),
    flow.P_T,
    intervals?.P_T ?? null,
  );
}

/**
 * Transitions that occur, most frequent first, ties in taxonomy order.
 *
 * @param flow The task flow.
 * @param counts Its counts, or `null`.
 * @param intervals Its bootstrap intervals, or `null`.
 * @returns At most (n+1)^2 rows.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { countFlow, taskFlow, transitionRows } from "@taskflow/flow";
 *
 * const flow = taskFlow(countFlow([["tests"]]));
 * deepEqual(transitionRows(flow).map(({ name }) => name), ["START>tests", "tests>END"]);
 * ```
 */
export function transitionRows(
  flow: TaskFlow,
  counts: FlowCounts | null = null,
  intervals: FlowIntervals | null = null,
): ShareRow[] {
  const names = transitionNames(flow.taxonomy);
  return rows(
    names,
    counts?.transitions ?? null,
    flow.P_R,
    intervals?.P_R ?? null,
  )
    .filter(({ share }) => share !== null && share > 0)
    .sort((a, b) => (b.share ?? 0) - (a.share ?? 0));
}
