/**
 * The marker between cells of an extracted module.
 *
 * @module
 */

const BEGIN = Symbol.for("taskflow.notebook.begin");

/**
 * Tell the script runner that a cell begins; elsewhere it does nothing. Waits for one turn of the
 * event loop first, so that a rejection that the cell before left behind counts as that cell's.
 *
 * @param cell Number of the cell, from 1.
 *
 * @example
 * ```ts
 * import { beginCell } from "./begin_cell.ts";
 *
 * await beginCell(1);
 * ```
 */
export async function beginCell(cell: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  const begin: unknown = Reflect.get(globalThis, BEGIN);
  if (typeof begin === "function") begin(cell);
}

/**
 * Say what {@linkcode beginCell} calls.
 *
 * @param begin Called with the number of each cell that begins.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { beginCell, onBeginCell } from "./begin_cell.ts";
 *
 * let seen = 0;
 * onBeginCell((cell) => seen = cell);
 * await beginCell(3);
 * equal(seen, 3);
 * ```
 */
export function onBeginCell(begin: (cell: number) => void): void {
  Reflect.set(globalThis, BEGIN, begin);
}
