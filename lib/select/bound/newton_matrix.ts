/**
 * The matrix of a Newton step: curvature of the objective and spread of the columns over the cells.
 *
 * With H'' = -G' W G (one row of G a cell, one for the constant cells, one a component) and M the
 * spread of the columns inside their groups, the change of prices p = G' e solves
 * (W^-1 + G M G') e = right. Limits are further rows.
 *
 * @module
 */

import type { Concave } from "./evaluate.ts";
import { limitGive } from "./elastic_limits.ts";
import type { Iterate } from "./interior_point.ts";
import type { Relaxation } from "./relaxation.ts";

/** Room for the matrix and what turns coordinates into its rows and back. */
export interface NewtonRoom {
  /** Number of rows: active cells, constant cells together, three components, limits. */
  readonly size: number;
  /** First row of the limits. */
  readonly limitRow: number;
  readonly matrix: Float64Array;
  readonly spread: Float64Array;
  readonly half: Float64Array;
  /** Sum of u / s of each group. */
  readonly total: Float64Array;
  /** Per limit: how far its amount gives per price. */
  readonly inverse: Float64Array;
  /** Share of X (or X + 1) that each active cell follows; 0 for lengths. */
  readonly follow: Float64Array;
  parts: Concave["parts"];
  /** A vector of coordinates, as rows. */
  toRows: (coordinates: Float64Array, rows: Float64Array) => void;
  /** A vector of rows, as prices of coordinates. */
  toPrices: (rows: Float64Array, prices: Float64Array) => void;
}

/**
 * Room for a relaxation's Newton matrix.
 *
 * @param relaxation The relaxation.
 * @returns The room.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { buildProblem, exampleInstance } from "@taskflow/select";
 * import { newtonRoom } from "./newton_matrix.ts";
 * import { relax } from "./relaxation.ts";
 *
 * const relaxation = relax(buildProblem(exampleInstance()));
 * equal(newtonRoom(relaxation).size, relaxation.cells + 4);
 * ```
 */
export function newtonRoom(relaxation: Relaxation): NewtonRoom {
  const { cells, width, groups } = relaxation;
  const limits = width - cells - 1;
  const size = cells + 4 + limits;
  const limitRow = cells + 4;
  const follow = new Float64Array(cells);
  const room: NewtonRoom = {
    size,
    limitRow,
    matrix: new Float64Array(size * size),
    spread: new Float64Array(width * width),
    half: new Float64Array(size * width),
    total: new Float64Array(groups.length),
    inverse: new Float64Array(limits),
    follow,
    parts: [follow, follow, follow],
    toRows(c, rows) {
      const X = c[cells]!;
      for (let i = 0; i < cells; i++) rows[i] = c[i]! - follow[i]! * X;
      rows[cells] = X;
      for (let k = 0; k < 3; k++) {
        const part = room.parts[k]!;
        let sum = 0;
        for (let i = 0; i <= cells; i++) sum += part[i]! * c[i]!;
        rows[cells + 1 + k] = sum;
      }
      for (let k = 0; k < limits; k++) rows[limitRow + k] = c[cells + 1 + k]!;
    },
    toPrices(rows, prices) {
      let X = rows[cells]!;
      for (let i = 0; i < cells; i++) X -= follow[i]! * rows[i]!;
      for (let i = 0; i < cells; i++) prices[i] = rows[i]!;
      prices[cells] = X;
      for (let k = 0; k < 3; k++) {
        const part = room.parts[k]!;
        const by = rows[cells + 1 + k]!;
        for (let i = 0; i <= cells; i++) prices[i]! += part[i]! * by;
      }
      for (let k = 0; k < limits; k++) {
        prices[cells + 1 + k] = rows[limitRow + k]!;
      }
    },
  };
  return room;
}

/**
 * Fill the matrix at an iterate.
 *
 * @param relaxation The relaxation.
 * @param it The iterate.
 * @param concave Derivatives at its point.
 * @param x Its point.
 * @param room Where to write.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { boundTfas, buildProblem, exampleInstance } from "@taskflow/select";
 * import { concaveRoom, evaluate } from "./evaluate.ts";
 * import { newtonMatrix, newtonRoom } from "./newton_matrix.ts";
 *
 * const bound = boundTfas(buildProblem(exampleInstance()));
 * ok(bound);
 * const { relaxation, optimum } = bound;
 * const [room, concave] = [newtonRoom(relaxation), concaveRoom(relaxation)];
 * evaluate(relaxation, optimum.x, concave);
 * newtonMatrix(relaxation, optimum.iterate, concave, optimum.x, room);
 * ok((room.matrix[0] ?? 0) > 0);
 * ```
 */
export function newtonMatrix(
  relaxation: Relaxation,
  it: Iterate,
  concave: Concave,
  x: Float64Array,
  room: NewtonRoom,
): void {
  const { cells, width, component } = relaxation;
  const { size, matrix, spread, half, follow, inverse, limitRow } = room;
  fillSpread(relaxation, it, room);
  const X = x[cells]!;
  for (let i = 0; i < cells; i++) {
    const k = component[i]!;
    follow[i] = k === 0 ? 0 : x[i]! / (k === 1 ? X : X + 1);
  }
  room.parts = concave.parts;
  // Rows of G M, then of G M G'.
  const column = new Float64Array(width);
  const rows = new Float64Array(size);
  for (let at = 0; at < width; at++) {
    for (let i = 0; i < width; i++) column[i] = spread[i * width + at]!;
    room.toRows(column, rows);
    for (let i = 0; i < size; i++) half[i * width + at] = rows[i]!;
  }
  for (let i = 0; i < size; i++) {
    room.toRows(half.subarray(i * width, (i + 1) * width), rows);
    matrix.set(rows, i * size);
  }
  for (let i = 0; i < cells; i++) matrix[i * size + i]! += 1 / concave.bend[i]!;
  // Without constant cells nothing bends X alone; a little curvature keeps the matrix regular.
  const bend = Math.max(concave.constantBend, 1e-12);
  matrix[cells * size + cells]! += 1 / bend;
  for (let k = 0; k < 3; k++) {
    const row = cells + 1 + k;
    matrix[row * size + row]! += 3 * concave.h[k]! ** 2;
  }
  for (let k = 0; k < inverse.length; k++) {
    const row = limitRow + k;
    inverse[k] = limitGive(it.limits, k);
    matrix[row * size + row]! += inverse[k]!;
  }
}

/** M: the sum over groups of theta (v - mean) (v - mean)', theta = u / s. */
function fillSpread(
  relaxation: Relaxation,
  it: Iterate,
  { spread, total }: NewtonRoom,
): void {
  const { width, groups, start, rows } = relaxation;
  spread.fill(0);
  const mean = new Float64Array(width);
  const touched = new Uint16Array(width);
  for (let g = 0; g < groups.length; g++) {
    let [sum, count] = [0, 0];
    for (let j = start[g]!; j < start[g + 1]!; j++) {
      const theta = it.u[j]! / it.s[j]!;
      sum += theta;
      const [from, to] = [rows.start[j]!, rows.start[j + 1]!];
      for (let i = from; i < to; i++) {
        const at = rows.at[i]!;
        const amount = theta * rows.value[i]!;
        if (mean[at] === 0) touched[count++] = at;
        mean[at]! += amount;
        const row = at * width;
        for (let k = from; k <= i; k++) {
          spread[row + rows.at[k]!]! += amount * rows.value[k]!;
        }
      }
    }
    total[g] = sum;
    // Ascending, so that only the lower triangle is written.
    touched.subarray(0, count).sort();
    for (let i = 0; i < count; i++) {
      const at = touched[i]!;
      const amount = mean[at]! / sum;
      const row = at * width;
      for (let k = 0; k <= i; k++) {
        spread[row + touched[k]!]! -= amount * mean[touched[k]!]!;
      }
    }
    for (let i = 0; i < count; i++) mean[touched[i]!] = 0;
  }
  for (let i = 0; i < width; i++) {
    for (let k = 0; k < i; k++) {
      spread[k * width + i] = spread[i * width + k]!;
    }
  }
}
