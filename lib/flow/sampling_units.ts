/**
 * What is resampled: sessions, or users or repositories with all their sessions; each session
 * counted once, or by a weight.
 *
 * @module
 */

import type { Taxonomy } from "@taskflow/taxonomy";
import { type SessionVectors, vectorWidth } from "./session_vectors.ts";

/** Sparse rows of cells, one a unit; values need not be whole. */
export interface SparseRows extends Omit<SessionVectors, "value"> {
  readonly value: Uint32Array | Float64Array;
  /** Number of cells; absent: that of the taxonomy's count vector. */
  readonly width?: number;
}

/** Number of cells of rows. */
export function widthOf({ width, taxonomy }: SparseRows): number {
  return width ?? vectorWidth(taxonomy);
}

/** How sessions are grouped and weighted. */
export interface SamplingDesign {
  /** Unit of each session, 0-based without gaps; absent: each session is a unit. */
  readonly unit?: Uint32Array;
  /** Weight of each session, positive; absent: 1. */
  readonly weight?: Float64Array;
}

/**
 * Sum the sessions of each unit.
 *
 * @param vectors Sessions.
 * @param design Units and weights, one entry a session.
 * @returns One row a unit.
 * @throws {RangeError} If there are not as many entries as sessions.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { collectVectors, samplingUnits } from "@taskflow/flow";
 *
 * const collector = collectVectors();
 * for (let i = 0; i < 3; i++) collector.add([1, 0, 8]);
 * const units = samplingUnits(collector.finish(), { unit: Uint32Array.of(0, 1, 0) });
 * equal(units.start.length - 1, 2);
 * ```
 */
export function samplingUnits(
  vectors: SessionVectors,
  { unit, weight }: SamplingDesign = {},
): SparseRows {
  const sessions = vectors.start.length - 1;
  for (const [name, list] of Object.entries({ unit, weight })) {
    if (list === undefined || list.length === sessions) continue;
    throw new RangeError(
      `Cannot group ${sessions} sessions: there are ${list.length} entries of "${name}"`,
    );
  }
  if (unit === undefined && weight === undefined) return vectors;
  const members: number[][] = [];
  for (let session = 0; session < sessions; session++) {
    (members[unit?.[session] ?? session] ??= []).push(session);
  }
  return rowsOf(
    vectors.taxonomy,
    Array.from(members, (list = []) => ({ list })),
    ({ list }, cells) => {
      for (const session of list) {
        const by = weight?.[session] ?? 1;
        const end = vectors.start[session + 1]!;
        for (let at = vectors.start[session]!; at < end; at++) {
          cells[vectors.cell[at]!]! += by * vectors.value[at]!;
        }
      }
    },
  );
}

/**
 * Rows made one after the other from dense cells.
 *
 * @param taxonomy Taxonomy of the cells.
 * @param items What each row is made of.
 * @param fill Adds an item to cells that start at zero.
 * @param width Number of cells, where it is not that of the taxonomy's count vector.
 * @returns The rows.
 */
export function rowsOf<T>(
  taxonomy: Taxonomy,
  items: readonly T[],
  fill: (item: T, cells: Float64Array) => void,
  width: number = vectorWidth(taxonomy),
): SparseRows {
  const [start, cell, value]: [number[], number[], number[]] = [[0], [], []];
  const cells = new Float64Array(width);
  for (const item of items) {
    cells.fill(0);
    fill(item, cells);
    for (let i = 0; i < cells.length; i++) {
      if (cells[i] === 0) continue;
      cell.push(i);
      value.push(cells[i]!);
    }
    start.push(cell.length);
  }
  return {
    taxonomy,
    width,
    start: Uint32Array.from(start),
    cell: Uint16Array.from(cell),
    value: Float64Array.from(value),
  };
}

/** Distinct rows, and which of them each unit has. */
export interface RowPatterns extends SparseRows {
  readonly value: Float64Array;
  /** Index into the distinct rows, one a unit. */
  readonly patternOf: Uint32Array;
}

/**
 * Find equal rows: large corpora have many, and a sum needs each of them once.
 *
 * @param rows Rows.
 * @returns The distinct ones in order of first appearance.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { collectVectors, rowPatterns } from "@taskflow/flow";
 *
 * const collector = collectVectors();
 * for (const codes of [[1], [0], [1]]) collector.add(codes);
 * deepEqual([...rowPatterns(collector.finish()).patternOf], [0, 1, 0]);
 * ```
 */
export function rowPatterns(rows: SparseRows): RowPatterns {
  const units = rows.start.length - 1;
  const patternOf = new Uint32Array(units);
  const seen = new Map<string, number>();
  const [start, cell, value]: [number[], number[], number[]] = [[0], [], []];
  for (let unit = 0; unit < units; unit++) {
    const [from, to] = [rows.start[unit]!, rows.start[unit + 1]!];
    let key = "";
    for (let at = from; at < to; at++) {
      key += `${rows.cell[at]}:${rows.value[at]} `;
    }
    let pattern = seen.get(key);
    if (pattern === undefined) {
      pattern = seen.size;
      seen.set(key, pattern);
      for (let at = from; at < to; at++) {
        cell.push(rows.cell[at]!);
        value.push(rows.value[at]!);
      }
      start.push(cell.length);
    }
    patternOf[unit] = pattern;
  }
  return {
    taxonomy: rows.taxonomy,
    width: widthOf(rows),
    start: Uint32Array.from(start),
    cell: Uint16Array.from(cell),
    value: Float64Array.from(value),
    patternOf,
  };
}

/**
 * Weighted sum of rows.
 *
 * @param cells Where the sum goes; what was there is lost.
 * @param rows Rows.
 * @param times How often each row counts.
 * @returns `cells`.
 */
export function sumRows(
  cells: Float64Array,
  { start, cell, value }: SparseRows,
  times: Uint32Array,
): Float64Array {
  cells.fill(0);
  for (let row = 0; row < times.length; row++) {
    const n = times[row]!;
    if (n === 0) continue;
    for (let at = start[row]!, end = start[row + 1]!; at < end; at++) {
      cells[cell[at]!]! += n * value[at]!;
    }
  }
  return cells;
}

/**
 * Rows of several samples, one after the other.
 *
 * @param samples Rows under one taxonomy; at least one.
 * @returns All rows.
 * @throws {RangeError} If there are none, or the taxonomies differ.
 */
export function stackRows(samples: readonly SparseRows[]): SparseRows {
  const [first] = samples;
  if (first === undefined) throw new RangeError("Cannot pool no samples");
  const entries = samples.reduce((sum, { cell }) => sum + cell.length, 0);
  const rows = samples.reduce((sum, { start }) => sum + start.length - 1, 0);
  const start = new Uint32Array(rows + 1);
  const cell = new Uint16Array(entries);
  const value = new Float64Array(entries);
  let [row, at] = [0, 0];
  for (const sample of samples) {
    if (sample.taxonomy.hash !== first.taxonomy.hash) {
      throw new RangeError(
        `Cannot pool samples under taxonomies "${first.taxonomy.name}" and ` +
          `"${sample.taxonomy.name}": map both onto one taxonomy first`,
      );
    }
    cell.set(sample.cell, at);
    value.set(sample.value, at);
    for (let i = 1; i < sample.start.length; i++) {
      start[++row] = at + sample.start[i]!;
    }
    at += sample.cell.length;
  }
  return { taxonomy: first.taxonomy, start, cell, value };
}
