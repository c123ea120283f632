/**
 * What a TFAS means: what the target scores against itself, and what it loses without its order.
 *
 * @module
 */

import type { Alignment } from "./alignment.ts";
import { sumOf } from "./bootstrap.ts";
import { LENGTH_BINS } from "./counts.ts";
import { type RandomBelow, randomBelow } from "./random_below.ts";
import { type DrawOptions, randomParts } from "./random_parts.ts";
import { cellScorer, scoresToAlignment } from "./score_cells.ts";
import type { SparseRows } from "./sampling_units.ts";
import type { SessionVectors } from "./session_vectors.ts";
import type { Reading } from "./task_flow.ts";

/** Options of yardsticks. */
export interface YardstickOptions extends DrawOptions {
  /** Reading of the flow (default `all/edge`). */
  readonly reading?: Reading;
}

/** Two random halves of a sample, against each other. */
export interface SplitHalf {
  /** Units in each half. */
  readonly units: number;
  /** Mean over draws. */
  readonly scores: Alignment;
}

/** Scores to hold a TFAS against. */
export interface Yardsticks {
  /** More than two halves of the target score, the sample cannot show. */
  readonly halves: SplitHalf;
  /** The target against its own sessions with their retained messages in random order. */
  readonly shuffled: Alignment;
}

/** Shuffles that are averaged. */
const SHUFFLES = 20;

/**
 * Mean scores between two random halves of a sample.
 *
 * @param rows Sessions, or units of `samplingUnits()`.
 * @param options Draws, seed, reading.
 * @returns Units in each half and the scores, or `null` under two units.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { collectVectors, splitHalf } from "@taskflow/flow";
 *
 * const collector = collectVectors();
 * for (let i = 0; i < 20; i++) collector.add([1, 0, 8]);
 * equal(splitHalf(collector.finish(), { replicates: 5, seed: 1 })?.scores.TFAS, 100);
 * ```
 */
export function splitHalf(
  rows: SparseRows,
  options: YardstickOptions,
): SplitHalf | null {
  const units = Math.floor((rows.start.length - 1) / 2);
  if (units < 1) return null;
  const score = cellScorer(rows.taxonomy, options.reading);
  const halves = meanScores();
  const scores = new Float64Array(4);
  for (const [a, b] of randomParts(rows, [units, units], options)) {
    score(a!, b!, scores);
    halves.add(scores);
  }
  return { units, scores: halves.mean() };
}

/**
 * Yardsticks of a target.
 *
 * @param vectors Sessions of the target.
 * @param options Draws of halves, seed, reading.
 * @returns The yardsticks, or `null` under two sessions.
 *
 * @example
 * ```ts
 * import { equal, ok } from "node:assert/strict";
 * import { collectVectors, yardsticks } from "@taskflow/flow";
 *
 * const collector = collectVectors();
 * for (let i = 0; i < 20; i++) collector.add([1, 0, 8]);
 * const sticks = yardsticks(collector.finish(), { replicates: 5, seed: 1 });
 * equal(sticks?.halves.scores.TFAS, 100);
 * equal(sticks?.shuffled.S_T, 1);
 * ok(sticks.shuffled.S_R! < 0.8);
 * ```
 */
export function yardsticks(
  vectors: SessionVectors,
  options: YardstickOptions,
): Yardsticks | null {
  const halves = splitHalf(vectors, options);
  if (halves === null) return null;
  const score = cellScorer(vectors.taxonomy, options.reading);
  const whole = sumOf(vectors);
  const shuffled = meanScores();
  const scores = new Float64Array(4);
  const below = randomBelow(options.seed);
  for (let i = 0; i < SHUFFLES; i++) {
    options.signal?.throwIfAborted();
    score(whole, shuffle(vectors, whole, below), scores);
    shuffled.add(scores);
  }
  return { halves, shuffled: shuffled.mean() };
}

/** Sums of sessions whose retained messages come in random order. */
function shuffle(
  { taxonomy, start, cell, value }: SessionVectors,
  whole: Float64Array,
  below: RandomBelow,
): Float64Array {
  const n = taxonomy.retained.length;
  const intents = 2 * LENGTH_BINS.length;
  const transitions = intents + taxonomy.labels.length;
  const cells = whole.slice();
  cells.fill(0, transitions);
  for (let session = 0; session < start.length - 1; session++) {
    const order: number[] = [];
    let counted = 0;
    for (let at = start[session]!; at < start[session + 1]!; at++) {
      const label = cell[at]! - intents;
      if (cell[at]! >= transitions) counted += value[at]!;
      if (label < 0 || cell[at]! >= transitions) continue;
      const retained = taxonomy.retainedCode[label] ?? -1;
      if (retained < 0) continue;
      for (let i = 0; i < value[at]!; i++) order.push(retained);
    }
    // Of a session without labels only the length is known.
    if (counted === 0) continue;
    let row = 0;
    for (let i = 0; i < order.length; i++) {
      const other = i + below(order.length - i);
      const next = order[other]!;
      order[other] = order[i]!;
      cells[transitions + row * (n + 1) + next]!++;
      row = next + 1;
    }
    cells[transitions + row * (n + 1) + n]!++;
  }
  return cells;
}

/** Mean of scores, each over the draws in which it is defined. */
function meanScores() {
  const [sums, counts] = [new Float64Array(4), new Float64Array(4)];
  return {
    add: (scores: Float64Array) => {
      scores.forEach((value, k) => {
        if (Number.isNaN(value)) return;
        sums[k]! += value;
        counts[k]!++;
      });
    },
    mean: () => scoresToAlignment(sums.map((sum, k) => sum / counts[k]!)),
  };
}
