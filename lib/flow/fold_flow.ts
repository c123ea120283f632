/**
 * A task flow on the cells that another one publishes.
 *
 * @module
 */

import type { FlowFold, TaskFlow } from "./task_flow.ts";

/**
 * A task flow on fewer cells: per component all folded cells become one, the first of them.
 *
 * @param flow A task flow.
 * @param fold Which cells to fold; on top of those that the flow has folded already.
 * @returns The folded task flow.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countFlow, foldFlow, taskFlow } from "@taskflow/flow";
 *
 * const flow = taskFlow(countFlow([["tests", "bug-fix"], ["tests"]]));
 * const none = new Uint8Array(196);
 * const fold = { P_L: Uint8Array.of(1, 1, 0, 0, 0, 0, 0), P_T: new Uint8Array(13), P_R: none };
 * equal(foldFlow(flow, fold).P_L?.[0], 1);
 * ```
 */
export function foldFlow(flow: TaskFlow, fold: FlowFold): TaskFlow {
  const both = flow.fold === undefined ? fold : unite(flow.fold, fold);
  return {
    ...flow,
    fold: both,
    P_L: foldCells(flow.P_L, both.P_L),
    P_T: foldCells(flow.P_T, both.P_T),
    P_R: foldCells(flow.P_R, both.P_R),
  };
}

function unite(a: FlowFold, b: FlowFold): FlowFold {
  const or = (x: Uint8Array, y: Uint8Array) =>
    x.map((bit, cell) => bit | (y[cell] ?? 0));
  return {
    P_L: or(a.P_L, b.P_L),
    P_T: or(a.P_T, b.P_T),
    P_R: or(a.P_R, b.P_R),
  };
}

function foldCells(
  shares: Float64Array | null,
  mask: Uint8Array,
): Float64Array | null {
  const first = mask.indexOf(1);
  if (shares === null || first < 0) return shares;
  const result = shares.map((share, cell) => mask[cell] === 1 ? 0 : share);
  shares.forEach((share, cell) => {
    if (mask[cell] === 1) result[first] = (result[first] ?? 0) + share;
  });
  return result;
}
