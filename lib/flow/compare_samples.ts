/**
 * Corpora side by side: TFAS of every pair with intervals, and whether the two can be told apart.
 *
 * @module
 */

import type { Alignment } from "./alignment.ts";
import {
  type AlignmentIntervals,
  interval,
  resample,
  type ScoreInterval,
  sumOf,
} from "./bootstrap.ts";
import { correctedInterval, HALVES } from "./corrected_interval.ts";
import { type NearestRow, nearestRows, nullable } from "./nearest.ts";
import {
  holm,
  type PermutationTest,
  permutationTest,
} from "./permutation_test.ts";
import { type DrawOptions, randomParts } from "./random_parts.ts";
import type { SparseRows } from "./sampling_units.ts";
import { cellScorer, SCORES, scoresToAlignment } from "./score_cells.ts";
import type { Reading } from "./task_flow.ts";

/** Under so many sessions or other units, a sample is too small for its intervals to mean much. */
export const TOO_FEW = 30;

/** Family-wise error rate of the verdicts. */
export const ALPHA = 0.05;

/** Options of a comparison; the same options give the same result. */
export interface CompareOptions extends DrawOptions {
  /** Reading of all flows (default `all/edge`). */
  readonly reading?: Reading;
  /** Pairs to test, as indices (default all of them). */
  readonly pairs?: readonly (readonly [number, number])[];
}

/** Two corpora against each other. */
export interface PairComparison {
  /** Indices of the two samples. */
  readonly pair: readonly [number, number];
  readonly scores: Alignment;
  /** Both sides resampled; `null` where a side has no unit. */
  readonly intervals: AlignmentIntervals | null;
  readonly test: PermutationTest;
  /** p after Holm's correction over all pairs; `null` where p is. */
  readonly holm: number | null;
  /** Whether the two differ at 5 %, all pairs together; `null` where p is not defined. */
  readonly differ: boolean | null;
  /** Whether a side has under {@linkcode TOO_FEW} units. */
  readonly tooFew: boolean;
}

/** A whole comparison. */
export interface Comparison {
  readonly pairs: readonly PairComparison[];
  /** Nearest first, for each sample that is in two pairs or more. */
  readonly nearest: readonly NearestRow[];
}

/**
 * All pairs of a list, each once.
 *
 * @param n Length of the list.
 * @returns n (n - 1) / 2 pairs of indices.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { allPairs } from "@taskflow/flow";
 *
 * deepEqual(allPairs(3), [[0, 1], [0, 2], [1, 2]]);
 * ```
 */
export function allPairs(n: number): [number, number][] {
  const list = Array.from({ length: n }, (_, at) => at);
  return list.flatMap((a) =>
    list.slice(a + 1).map((b): [number, number] => [a, b])
  );
}

/**
 * Compare samples pair by pair. Every sample is resampled once for all its pairs, so that
 * differences between pairs are paired.
 *
 * @param samples Units of each corpus, under one taxonomy.
 * @param options Replicates (also the number of permutations), seed, reading, pairs.
 * @returns Scores, intervals, tests; and who is nearest to whom.
 * @throws {RangeError} If the taxonomies differ.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { collectVectors, compareSamples } from "@taskflow/flow";
 *
 * const [a, b] = [collectVectors(), collectVectors()];
 * for (let i = 0; i < 40; i++) {
 *   a.add([1, 0, 8]);
 *   b.add(i % 2 === 0 ? [1, 0, 8] : [2, 2, 12, 2]);
 * }
 * const options = { replicates: 99, seed: 1 };
 * const [pair] = compareSamples([a.finish(), b.finish()], options).pairs;
 * equal(pair?.differ, true);
 * equal(pair?.tooFew, false);
 * ```
 */
export function compareSamples(
  samples: readonly SparseRows[],
  options: CompareOptions,
): Comparison {
  const steps = compareSteps(samples, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** How far a comparison is. */
export interface CompareStep {
  readonly what: "replicates" | "pairs tested";
  readonly done: number;
  readonly all: number;
}

/**
 * {@linkcode compareSamples} step by step, for callers that show progress or want to stop in between.
 *
 * @param samples Units of each corpus, under one taxonomy.
 * @param options As there.
 * @returns Steps, and the comparison in the end.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { collectVectors, compareSteps } from "@taskflow/flow";
 *
 * const collector = collectVectors();
 * collector.add([1, 0, 8]);
 * const sample = collector.finish();
 * const steps = [...compareSteps([sample, sample], { replicates: 2, seed: 1 })];
 * deepEqual(steps.at(-1), { what: "pairs tested", done: 1, all: 1 });
 * ```
 */
export function* compareSteps(
  samples: readonly SparseRows[],
  options: CompareOptions,
): Generator<CompareStep, Comparison> {
  const { pairs = allPairs(samples.length), replicates, seed, signal } =
    options;
  const abort = signal === undefined ? {} : { signal };
  const [first] = samples;
  if (first === undefined) return { pairs: [], nearest: [] };
  const score = cellScorer(first.taxonomy, options.reading);
  const sums = samples.map(sumOf);
  const estimates = pairs.map(([a, b]) => {
    const scores = new Float64Array(4);
    score(sums[a]!, sums[b]!, scores);
    return scores;
  });
  const known = samples.map(({ start }) => start.length > 1);
  const usable = pairs.map(([a, b]) => known[a]! && known[b]!);
  /** One column a pair and score, one entry a draw. */
  const collect = function* (
    draws: number,
    of: (sample: number) => Iterator<Float64Array>,
  ): Generator<CompareStep, Float64Array[][]> {
    const columns = pairs.map(() => SCORES.map(() => new Float64Array(draws)));
    const streams = samples.map((_, at) => known[at] ? of(at) : null);
    const scores = new Float64Array(4);
    for (let draw = 0; draw < draws; draw++) {
      const cells = streams.map((stream) => stream?.next().value);
      pairs.forEach(([a, b], at) => {
        if (!usable[at]) return;
        score(cells[a]!, cells[b]!, scores);
        scores.forEach((value, k) => columns[at]![k]![draw] = value);
      });
      yield { what: "replicates", done: draw + 1, all: draws };
    }
    return columns;
  };
  const seedOf = (sample: number, stream: number) =>
    seed + 7919 * (2 * sample + stream);
  const draws = yield* collect(
    replicates,
    (at) =>
      resample(samples[at]!, { replicates, seed: seedOf(at, 0), ...abort }),
  );
  const halves = yield* collect(
    HALVES,
    (at) =>
      randomHalves(samples[at]!, {
        replicates: HALVES,
        seed: seedOf(at, 1),
        ...abort,
      }),
  );
  const tests: PermutationTest[] = [];
  for (const [at, [a, b]] of pairs.entries()) {
    tests.push(
      usable[at]
        ? permutationTest(samples[a]!, samples[b]!, {
          replicates,
          seed: seed + at,
          score,
          ...abort,
        })
        : { null5: null, p: null, permutations: 0 },
    );
    yield { what: "pairs tested", done: at + 1, all: pairs.length };
  }
  const corrected = holm(tests.map(({ p }) => p));
  const results = pairs.map(([a, b], at): PairComparison => {
    const scores = scoresToAlignment(estimates[at]!);
    const units = [a, b].map((side) => samples[side]!.start.length - 1);
    const p = corrected[at] ?? null;
    return {
      pair: [a, b],
      scores,
      intervals: usable[at]
        ? intervalsOf(scores, draws[at]!, halves[at]!, units)
        : null,
      test: tests[at]!,
      holm: p,
      differ: p === null ? null : p <= ALPHA,
      tooFew: Math.min(...units) < TOO_FEW,
    };
  });
  return {
    pairs: results,
    nearest: nearestRows(
      results,
      draws.map((columns) => columns[3]!),
      halves.map((columns) => columns[3]!),
      samples.map(({ start }) => start.length - 1),
    ),
  };
}

function* randomHalves(
  rows: SparseRows,
  options: DrawOptions,
): Generator<Float64Array> {
  const size = Math.floor((rows.start.length - 1) / 2);
  for (const [cells] of randomParts(rows, [size], options)) yield cells!;
}

function intervalsOf(
  scores: Alignment,
  draws: readonly Float64Array[],
  halves: readonly Float64Array[],
  units: readonly number[],
): AlignmentIntervals {
  // Both sides are halved; the smaller one, which has most of the bias, says by how much.
  const smaller = Math.min(...units);
  const of = (key: keyof Alignment): ScoreInterval => {
    const k = SCORES.indexOf(key);
    return {
      ...interval(scores[key], nullable(draws[k]!)),
      corrected: correctedInterval(
        scores[key],
        draws[k]!,
        { units: [smaller, Math.floor(smaller / 2)], values: halves[k] ?? [] },
        [0, key === "TFAS" ? 100 : 1],
      ),
    };
  };
  return { S_L: of("S_L"), S_T: of("S_T"), S_R: of("S_R"), TFAS: of("TFAS") };
}
