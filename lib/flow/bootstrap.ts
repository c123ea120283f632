/**
 * Session-cluster bootstrap: whole sessions are resampled, never single messages or edges
 * (Appendix F: "bootstrap intervals should resample whole sessions").
 *
 * @module
 */

import { randomBelow } from "./random_below.ts";
import { align, type Alignment } from "./alignment.ts";
import {
  type CorrectedInterval,
  correctedInterval,
  HALVES,
} from "./corrected_interval.ts";
import { randomParts } from "./random_parts.ts";
import {
  rowPatterns,
  type SparseRows,
  sumRows,
  widthOf,
} from "./sampling_units.ts";
import { cellsToCounts } from "./session_vectors.ts";
import { sortedQuantile } from "./sorted_quantile.ts";
import {
  DEFAULT_READING,
  type Reading,
  type TaskFlow,
  taskFlow,
} from "./task_flow.ts";

/** Options of a bootstrap; the same options give the same replicates. */
export interface BootstrapOptions {
  /** Number of replicates (default 1,000). */
  readonly replicates?: number;
  /** Seed of the generator, an integer (default 1). */
  readonly seed?: number;
  /** Reading of the flow (default `all/edge`). */
  readonly reading?: Reading;
  /** Stops the run between replicates. */
  readonly signal?: AbortSignal;
}

/** An estimate with its percentile interval and the bias beside it. */
export interface Interval {
  /** Value on the sample itself; `null` if undefined there. */
  readonly estimate: number | null;
  /** 2.5 % quantile of the replicates, or `null` if none is defined. */
  readonly low: number | null;
  /** 97.5 % quantile of the replicates, or `null` if none is defined. */
  readonly high: number | null;
  /** Mean of the replicates minus the estimate: what finite samples add or take. */
  readonly bias: number | null;
  /** Replicates in which the value was undefined; they are left out of the quantiles. */
  readonly undefinedReplicates: number;
}

/** A percentile interval with a bias-corrected one beside it. */
export interface ScoreInterval extends Interval {
  /** See {@linkcode correctedInterval}; `null` or absent where it is not known. */
  readonly corrected?: CorrectedInterval | null;
}

/** Intervals of TFAS and its components. */
export type AlignmentIntervals = {
  readonly [key in keyof Alignment]: ScoreInterval;
};

/** A bootstrap of one target against several benchmarks on the same replicates. */
export interface AlignmentBootstrap {
  /** Intervals per benchmark, in the order given. */
  readonly benchmarks: readonly AlignmentIntervals[];
  /**
   * Paired difference in TFAS, benchmark i minus the first one, on the same replicates; the first
   * entry is 0 throughout.
   */
  readonly differences: readonly Interval[];
  readonly replicates: number;
  readonly sessions: number;
}

const COMPONENTS = ["S_L", "S_T", "S_R", "TFAS"] as const;

/**
 * Resample sessions with replacement.
 *
 * @param vectors Sessions, or units of `samplingUnits()`; at least one.
 * @param options Replicates, seed, abort signal.
 * @returns Per replicate the summed cells, in the layout of `SessionVectors`. The array is
 * the same one each time: copy what must outlive the step.
 * @throws {RangeError} If there are no sessions.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { collectVectors, resample } from "@taskflow/flow";
 *
 * const collector = collectVectors();
 * collector.add([1, 1, 8]);
 * for (const cells of resample(collector.finish(), { replicates: 2 })) equal(cells[2], 1);
 * ```
 */
export function* resample(
  vectors: SparseRows,
  options: Pick<BootstrapOptions, "replicates" | "seed" | "signal"> = {},
): Generator<Float64Array> {
  const n = vectors.start.length - 1;
  if (n < 1) throw new RangeError("Cannot resample sessions: there are none");
  const { replicates = 1000, seed = 1, signal } = options;
  const below = randomBelow(seed);
  const patterns = rowPatterns(vectors);
  const { patternOf } = patterns;
  const cells = new Float64Array(widthOf(vectors));
  const times = new Uint32Array(patterns.start.length - 1);
  for (let replicate = 0; replicate < replicates; replicate++) {
    signal?.throwIfAborted();
    times.fill(0);
    for (let i = 0; i < n; i++) times[patternOf[below(n)]!]!++;
    yield sumRows(cells, patterns, times);
  }
}

/**
 * Bootstrap TFAS and its components for one target and several benchmarks. The benchmarks stay
 * fixed: they are artefacts, not samples. All are scored on the same replicates, so that differences
 * are paired.
 *
 * @param target Sessions of the target, already filtered, or units of `samplingUnits()`.
 * @param benchmarks Task flows under the same reading and taxonomy.
 * @param options Replicates, seed, reading, abort signal.
 * @returns Intervals and paired differences.
 * @throws {RangeError} If there are no sessions or flows do not fit.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { bootstrapAlignment, collectVectors, countFlow, taskFlow } from "@taskflow/flow";
 *
 * const target = collectVectors();
 * for (let i = 0; i < 40; i++) target.add(i % 2 === 0 ? [1, 8, 0] : [2, 2, 11, 1]);
 * const benchmark = taskFlow(countFlow([["bug-fix", "explain", "tests"]]));
 * const [scores] = bootstrapAlignment(target.finish(), [benchmark]).benchmarks;
 * ok(scores && scores.TFAS.low! <= scores.TFAS.estimate!);
 * ```
 */
export function bootstrapAlignment(
  target: SparseRows,
  benchmarks: readonly TaskFlow[],
  options: BootstrapOptions = {},
): AlignmentBootstrap {
  const { reading = DEFAULT_READING } = options;
  const score = (cells: Float64Array) => {
    const flow = taskFlow(cellsToCounts(cells, target.taxonomy), reading);
    return benchmarks.map((benchmark) => align(flow, benchmark));
  };
  const estimates = score(sumOf(target));
  const draws = benchmarks.map(() =>
    COMPONENTS.map((): (number | null)[] => [])
  );
  const differences = benchmarks.map((): (number | null)[] => []);
  let replicates = 0;
  for (const cells of resample(target, options)) {
    const scores = score(cells);
    scores.forEach((alignment, b) => {
      COMPONENTS.forEach((key, c) => draws[b]?.[c]?.push(alignment[key]));
      differences[b]?.push(minus(alignment.TFAS, scores[0]?.TFAS ?? null));
    });
    replicates++;
  }
  const units = target.start.length - 1;
  const half = Math.floor(units / 2);
  const halves = benchmarks.map(() => COMPONENTS.map((): number[] => []));
  for (const [cells] of randomParts(target, [half], halvesOf(options))) {
    score(cells!).forEach((alignment, b) =>
      COMPONENTS.forEach((key, c) =>
        halves[b]?.[c]?.push(alignment[key] ?? NaN)
      )
    );
  }
  return {
    benchmarks: estimates.map((estimate, b) => {
      const of = (key: keyof Alignment): ScoreInterval => {
        const at = COMPONENTS.indexOf(key);
        const drawn = draws[b]?.[at] ?? [];
        return {
          ...interval(estimate[key], drawn),
          corrected: correctedInterval(
            estimate[key],
            drawn.map((draw) => draw ?? NaN),
            { units: [units, half], values: halves[b]?.[at] ?? [] },
            [0, key === "TFAS" ? 100 : 1],
          ),
        };
      };
      return {
        S_L: of("S_L"),
        S_T: of("S_T"),
        S_R: of("S_R"),
        TFAS: of("TFAS"),
      };
    }),
    differences: estimates.map((estimate, b) =>
      interval(
        minus(estimate.TFAS, estimates[0]?.TFAS ?? null),
        differences[b] ?? [],
      )
    ),
    replicates,
    sessions: target.start.length - 1,
  };
}

/** The halves have draws of their own. */
function halvesOf({ seed = 1, signal }: BootstrapOptions) {
  return {
    replicates: HALVES,
    seed: seed + 1,
    ...(signal === undefined ? {} : { signal }),
  };
}

function minus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b;
}

/**
 * Sum of all session vectors: the counts of the sample itself.
 *
 * @param vectors Sessions.
 * @returns Summed cells, in the layout of `SessionVectors`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { collectVectors, sumOf } from "@taskflow/flow";
 *
 * const collector = collectVectors();
 * collector.add([1, 1, 8]);
 * equal(sumOf(collector.finish())[2], 1);
 * ```
 */
export function sumOf(vectors: SparseRows): Float64Array {
  return sumRows(
    new Float64Array(widthOf(vectors)),
    vectors,
    new Uint32Array(Math.max(0, vectors.start.length - 1)).fill(1),
  );
}

/**
 * Percentile interval of replicates (95 %, type-7 quantiles) with the bias beside it.
 *
 * @param estimate Value on the sample itself.
 * @param draws Replicates; `null` ones are counted and left out.
 * @returns The interval.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { interval } from "@taskflow/flow";
 *
 * const { low, high, bias } = interval(2, [1, 2, 3, null]);
 * equal(low, 1.05);
 * equal(high, 2.95);
 * equal(bias, 0);
 * ```
 */
export function interval(
  estimate: number | null,
  draws: readonly (number | null)[],
): Interval {
  const defined = Float64Array.from(draws.filter((draw) => draw !== null))
    .sort();
  const undefinedReplicates = draws.length - defined.length;
  if (defined.length === 0) {
    return { estimate, low: null, high: null, bias: null, undefinedReplicates };
  }
  const mean = defined.reduce((sum, draw) => sum + draw, 0) / defined.length;
  return {
    estimate,
    low: sortedQuantile(defined, 0.025),
    high: sortedQuantile(defined, 0.975),
    bias: estimate === null ? null : mean - estimate,
    undefinedReplicates,
  };
}
