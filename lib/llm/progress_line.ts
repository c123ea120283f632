/**
 * Progress as a line for people, in a terminal or a notebook.
 *
 * @module
 */

import type { Progress } from "./complete_all.ts";

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/**
 * One line on how far a run is. An unknown cost is called unknown.
 *
 * @param progress How far it is.
 * @returns The line, without a line end.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { progressLine } from "@taskflow/llm";
 *
 * const line = progressLine({
 *   done: 1200,
 *   total: 2000,
 *   fromStore: 30,
 *   failed: { "invalid-json": 2, refusal: 1 },
 *   cost: null,
 *   seconds: 100,
 *   left: 68,
 * });
 * equal(
 *   line,
 *   "1,200 of 2,000, 30 from the store, 3 without a value " +
 *     "(2 invalid-json, 1 refusal), cost unknown, 68 s left",
 * );
 * ```
 */
export function progressLine(progress: Progress): string {
  const number = (n: number) => n.toLocaleString("en-US");
  const { done, total, fromStore, cost, left } = progress;
  const failed = Object.entries(progress.failed);
  const parts = [`${number(done)} of ${number(total)}`];
  if (fromStore > 0) parts.push(`${number(fromStore)} from the store`);
  if (failed.length > 0) {
    const all = failed.reduce((sum, [, n]) => sum + n, 0);
    const reasons = failed.map(([reason, n]) => `${number(n)} ${reason}`);
    parts.push(`${number(all)} without a value (${reasons.join(", ")})`);
  }
  parts.push(cost === null ? "cost unknown" : `$${cost.toFixed(4)}`);
  if (left !== null && done < total) parts.push(`${duration(left)} left`);
  return parts.join(", ");
}
