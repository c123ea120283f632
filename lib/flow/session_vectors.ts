/**
 * Sessions as sparse count vectors: what the bootstrap resamples.
 *
 * @module
 */

import { TAXONOMY, type Taxonomy } from "@taskflow/taxonomy";
import {
  addCodes,
  addLength,
  emptyCounts,
  type FlowCounts,
  LENGTH_BINS,
} from "./counts.ts";

/**
 * One sparse row a session over the cells [lengthAll 7 | lengthRetained 7 | intents K | transitions
 * (n+1)^2], stored as compressed sparse rows.
 */
export interface SessionVectors {
  readonly taxonomy: Taxonomy;
  /** Row i takes entries `start[i]` (inclusive) to `start[i + 1]` (exclusive). */
  readonly start: Uint32Array;
  readonly cell: Uint16Array;
  readonly value: Uint32Array;
}

const BINS = LENGTH_BINS.length;

/** Number of cells of a taxonomy's count vector. */
export function vectorWidth(taxonomy: Taxonomy): number {
  return 2 * BINS + taxonomy.labels.length +
    (taxonomy.retained.length + 1) ** 2;
}

/** A collector of session vectors, so that sessions can stream by. */
export interface VectorCollector {
  /** Add a session by the intent codes of its messages; an empty one is skipped. */
  readonly add: (codes: ArrayLike<number>) => void;
  /** Add a session of which only the number of messages is known. */
  readonly addLength: (messages: number) => void;
  /** The vectors so far. */
  readonly finish: () => SessionVectors;
}

/**
 * Collect sessions as sparse vectors.
 *
 * @param taxonomy Labels to count, by default the paper's 16.
 * @returns A collector; memory grows by about 70 bytes a session.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { collectVectors } from "@taskflow/flow";
 *
 * const collector = collectVectors();
 * collector.add([1, 1, 8]);
 * equal(collector.finish().start.length, 2);
 * ```
 */
export function collectVectors(taxonomy: Taxonomy = TAXONOMY): VectorCollector {
  const [start, cell, value]: number[][] = [[0], [], []];
  const one = emptyCounts(taxonomy);
  const push = () => {
    const cells = countCells(one);
    for (let i = 0; i < cells.length; i++) {
      const n = cells[i] ?? 0;
      if (n === 0) continue;
      cell?.push(i);
      value?.push(n);
    }
    start?.push(cell?.length ?? 0);
    clear(one);
  };
  return {
    add: (codes) => {
      if (codes.length === 0) return;
      addCodes(one, codes);
      push();
    },
    addLength: (messages) => {
      if (messages === 0) return;
      addLength(one, messages);
      push();
    },
    finish: () => ({
      taxonomy,
      start: Uint32Array.from(start ?? []),
      cell: Uint16Array.from(cell ?? []),
      value: Uint32Array.from(value ?? []),
    }),
  };
}

function clear(counts: FlowCounts): void {
  counts.sessions.all = counts.sessions.empty = 0;
  for (
    const name of [
      "lengthAll",
      "lengthRetained",
      "intents",
      "transitions",
      "positions",
    ] as const
  ) counts[name].fill(0);
}

function countCells(counts: FlowCounts): Float64Array {
  const cells = new Float64Array(vectorWidth(counts.taxonomy));
  const k = counts.taxonomy.labels.length;
  cells.set(counts.lengthAll, 0);
  cells.set(counts.lengthRetained, BINS);
  cells.set(counts.intents, 2 * BINS);
  cells.set(counts.transitions, 2 * BINS + k);
  return cells;
}

/**
 * A weighted sum of session vectors as flow counts (without positions and session totals by kind,
 * which no distribution reads).
 *
 * @param cells One sum per cell, in the layout of {@linkcode SessionVectors}.
 * @param taxonomy The taxonomy of the vectors.
 * @returns Counts whose arrays are views of `cells`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { cellsToCounts, vectorWidth } from "@taskflow/flow";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * const cells = new Float64Array(vectorWidth(TAXONOMY)).fill(1);
 * equal(cellsToCounts(cells, TAXONOMY).intents.length, 16);
 * ```
 */
export function cellsToCounts(
  cells: Float64Array,
  taxonomy: Taxonomy,
): FlowCounts {
  const k = taxonomy.labels.length;
  const lengthAll = cells.subarray(0, BINS);
  const all = lengthAll.reduce((sum, n) => sum + n, 0);
  const lengthRetained = cells.subarray(BINS, 2 * BINS);
  return {
    taxonomy,
    sessions: {
      all,
      empty: all - lengthRetained.reduce((sum, n) => sum + n, 0),
    },
    lengthAll,
    lengthRetained,
    intents: cells.subarray(2 * BINS, 2 * BINS + k),
    transitions: cells.subarray(2 * BINS + k),
    positions: new Float64Array(),
  };
}
