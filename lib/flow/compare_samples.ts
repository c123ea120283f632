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
  /** Called after each pair's test. */
  readonly onPair?: (done: number, all: number) => void;
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

/** How much farther a corpus is than the nearest one, on the same replicates. */
export interface NearestRow {
  /** Index of the sample from which one looks. */
  readonly from: number;
  /** Index of the nearest sample, and of one that is farther away. */
  readonly nearest: number;
  readonly other: number;
  /** TFAS to the nearest minus TFAS to the other; both move with the same draws. */
  readonly difference: ScoreInterval;
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
  const collect = (
    draws: number,
    of: (sample: number) => Iterator<Float64Array>,
  ) => {
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
    }
    return columns;
  };
  const seedOf = (sample: number, stream: number) =>
    seed + 7919 * (2 * sample + stream);
  const draws = collect(
    replicates,
    (at) =>
      resample(samples[at]!, { replicates, seed: seedOf(at, 0), ...abort }),
  );
  const halves = collect(
    HALVES,
    (at) =>
      randomHalves(samples[at]!, {
        replicates: HALVES,
        seed: seedOf(at, 1),
        ...abort,
      }),
  );
  const tests = pairs.map(([a, b], at) => {
    const test = usable[at]
      ? permutationTest(samples[a]!, samples[b]!, {
        replicates,
        seed: seed + at,
        score,
        ...abort,
      })
      : { null5: null, p: null, permutations: 0 };
    options.onPair?.(at + 1, pairs.length);
    return test;
  });
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

function nullable(draws: Float64Array): (number | null)[] {
  return Array.from(draws, (draw) => Number.isNaN(draw) ? null : draw);
}

function nearestRows(
  pairs: readonly PairComparison[],
  draws: readonly Float64Array[],
  halves: readonly Float64Array[],
  units: readonly number[],
): NearestRow[] {
  const samples = [...new Set(pairs.flatMap(({ pair }) => pair))].sort((a, b) =>
    a - b
  );
  return samples.flatMap((from) => {
    const others = pairs.flatMap(({ pair: [a, b], scores, intervals }, at) =>
      (a !== from && b !== from) || scores.TFAS === null || intervals === null
        ? []
        : [{
          other: a === from ? b : a,
          tfas: scores.TFAS,
          seen: intervals.TFAS.corrected?.estimate ?? scores.TFAS,
          at,
        }]
      // A small corpus looks farther away than it is: the order is that without the bias.
    ).sort((x, y) => y.seen - x.seen);
    const [nearest, ...rest] = others;
    if (nearest === undefined) return [];
    return rest.map(({ other, tfas, at }): NearestRow => {
      const minus = (columns: readonly Float64Array[]) =>
        columns[nearest.at]!.map((draw, i) => draw - columns[at]![i]!);
      const estimate = nearest.tfas - tfas;
      const smallest = Math.min(
        ...[from, nearest.other, other].map((sample) => units[sample]!),
      );
      return {
        from,
        nearest: nearest.other,
        other,
        difference: {
          ...interval(estimate, nullable(minus(draws))),
          corrected: correctedInterval(estimate, minus(draws), {
            units: [smallest, Math.floor(smallest / 2)],
            values: minus(halves),
          }, [-100, 100]),
        },
      };
    });
  });
}
