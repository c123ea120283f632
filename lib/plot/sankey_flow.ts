/**
 * The sessions of a Sankey: who says what at which message, and what comes next.
 *
 * @module
 */

import { END, type FlowCounts, SANKEY_POSITIONS } from "@taskflow/flow";

/** What follows the last position that is drawn, where the session goes on. */
export const GOES_ON = "(goes on)";

/** Sessions that say one thing at one message and one thing at the next. */
export interface Step {
  /** Position of the message, 0 for the first. */
  readonly position: number;
  /** Intent code of the message. */
  readonly from: number;
  /** Intent code of the next message; `null` where there is none or it is beyond the picture. */
  readonly to: number | null;
  /** Name of what follows: a label, `END`, or {@linkcode GOES_ON}. */
  readonly toName: string;
  /** Number of sessions, at least 1. */
  readonly sessions: number;
}

/** The flow of the first messages of a corpus. */
export interface SankeyFlow {
  /** All sessions with labelled messages. */
  readonly sessions: number;
  /** Sessions that reach each position. */
  readonly reaching: readonly number[];
  /** Sessions that end right after each position. */
  readonly ending: readonly number[];
  /** Per position, sessions by intent code. */
  readonly nodes: readonly Float64Array[];
  /** Steps in the order of position, intent, next intent (an ending last); zero cells left out. */
  readonly steps: readonly Step[];
}

/**
 * Read the flow of the first messages off counts.
 *
 * @param counts Flow counts; `counts.positions` is what is read.
 * @param positions How many messages, 1 to `SANKEY_POSITIONS` (6).
 * @returns Nodes and steps; at every position the steps add up to the sessions that reach it.
 * @throws {RangeError} If `positions` is out of range.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { countFlow } from "@taskflow/flow";
 * import { sankeyFlow } from "@taskflow/plot";
 *
 * const flow = sankeyFlow(countFlow([["bug-fix", "tests"], ["explain"]]), 2);
 * deepEqual(flow.reaching, [2, 1]);
 * deepEqual(flow.ending, [1, 1]);
 * ```
 */
export function sankeyFlow(counts: FlowCounts, positions: number): SankeyFlow {
  if (
    !Number.isInteger(positions) || positions < 1 ||
    positions > SANKEY_POSITIONS
  ) {
    throw new RangeError(
      `Cannot draw ${positions} positions: counts keep 1 to ${SANKEY_POSITIONS}`,
    );
  }
  const { labels } = counts.taxonomy;
  const k = labels.length;
  const nodes = Array.from({ length: positions }, () => new Float64Array(k));
  const ending = Array.from({ length: positions }, () => 0);
  const steps: Step[] = [];
  nodes.forEach((column, position) => {
    const last = position === positions - 1;
    for (let from = 0; from < k; from++) {
      const row = counts.positions.subarray(
        (position * k + from) * (k + 1),
        (position * k + from + 1) * (k + 1),
      );
      const ends = row[k] ?? 0;
      column[from] = row.reduce((sum, n) => sum + n, 0);
      ending[position] = (ending[position] ?? 0) + ends;
      const add = (to: number | null, toName: string, sessions: number) => {
        if (sessions > 0) steps.push({ position, from, to, toName, sessions });
      };
      if (last) add(null, GOES_ON, (column[from] ?? 0) - ends);
      else labels.forEach((label, to) => add(to, label, row[to] ?? 0));
      add(null, END, ends);
    }
  });
  const reaching = nodes.map((column) => column.reduce((sum, n) => sum + n, 0));
  return { sessions: reaching[0] ?? 0, reaching, ending, nodes, steps };
}
