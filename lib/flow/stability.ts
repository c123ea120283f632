/**
 * How many sessions are enough: S_k between two samples of one corpus against their size
 * (Appendix C, step 2).
 *
 * @module
 */

import { type Merge, mergeIntents } from "./merge_intents.ts";
import { type DrawOptions, randomParts } from "./random_parts.ts";
import type { SparseRows } from "./sampling_units.ts";
import { cellScorer, SCORES } from "./score_cells.ts";
import { sortedQuantile } from "./sorted_quantile.ts";
import type { Reading } from "./task_flow.ts";

/** A component of TFAS. */
export type Component = "S_L" | "S_T" | "S_R";

/** Scores between two random samples of one size. */
export interface StabilityPoint {
  /** Units in each of the two samples. */
  readonly units: number;
  /** Mean, 5 % and 95 % quantile over draws; `null` where no draw is defined. */
  readonly scores: Readonly<
    Record<
      Component | "TFAS",
      | { readonly mean: number; readonly low: number; readonly high: number }
      | null
    >
  >;
}

/** From how many units on a component is stable. */
export interface Needed {
  /** Units in each of two samples whose S_k is within the tolerance of 1, or `null` if unknown. */
  readonly units: number | null;
  /** Whether the number lies beyond what the corpus can show. */
  readonly extrapolated: boolean;
}

/** Stability of a corpus. */
export interface Stability {
  /** Units in the corpus. */
  readonly units: number;
  readonly tolerance: number;
  readonly points: readonly StabilityPoint[];
  readonly needed: Readonly<Record<Component, Needed>>;
}

/** Options of {@linkcode stability}. */
export interface StabilityOptions extends DrawOptions {
  /** How far from 1 a stable component may be (default 0.01). */
  readonly tolerance?: number;
  /** Reading of the flow (default `all/edge`). */
  readonly reading?: Reading;
  /** Sizes to try (default eight from 5 to half of the corpus). */
  readonly sizes?: readonly number[];
}

/**
 * Measure stability.
 *
 * @param rows Units of a corpus.
 * @param options Draws a size, seed, tolerance, reading.
 * @returns The curve, and from how many units on each component is stable. Beyond half of the corpus
 * the number is extrapolated: what two samples lack of 1 falls as 1/n.
 * @throws {RangeError} If the corpus has fewer than 20 units.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { collectVectors, stability } from "@taskflow/flow";
 *
 * const collector = collectVectors();
 * for (let i = 0; i < 40; i++) collector.add([1, 0, 8]);
 * const { needed } = stability(collector.finish(), { replicates: 5, seed: 1 });
 * equal(needed.S_R.units, 5);
 * ```
 */
export function stability(
  rows: SparseRows,
  options: StabilityOptions,
): Stability {
  const { tolerance = 0.01, reading } = options;
  const units = rows.start.length - 1;
  if (units < 20) {
    throw new RangeError(
      `Cannot tell how stable a flow of ${units} sessions is: it takes 20 or more`,
    );
  }
  const sizes = options.sizes ?? spaced(5, Math.floor(units / 2), 8);
  const score = cellScorer(rows.taxonomy, reading);
  const points = sizes.map((size, at): StabilityPoint => {
    const draws = SCORES.map((): number[] => []);
    const scores = new Float64Array(4);
    const draw = { ...options, seed: options.seed + at };
    for (const [a, b] of randomParts(rows, [size, size], draw)) {
      score(a!, b!, scores);
      scores.forEach((value, k) => {
        if (!Number.isNaN(value)) draws[k]?.push(value);
      });
    }
    const of = (key: (typeof SCORES)[number]) =>
      summary(draws[SCORES.indexOf(key)] ?? []);
    return {
      units: size,
      scores: {
        S_L: of("S_L"),
        S_T: of("S_T"),
        S_R: of("S_R"),
        TFAS: of("TFAS"),
      },
    };
  });
  const needed = (component: Component) =>
    neededUnits(
      points.flatMap(({ units, scores }) => {
        const mean = scores[component]?.mean;
        return mean === undefined ? [] : [{ units, lack: 1 - mean }];
      }),
      tolerance,
    );
  return {
    units,
    tolerance,
    points,
    needed: { S_L: needed("S_L"), S_T: needed("S_T"), S_R: needed("S_R") },
  };
}

/** Sizes at equal ratios, without repeats. */
function spaced(from: number, to: number, n: number): number[] {
  return [
    ...new Set(
      Array.from(
        { length: n },
        (_, at) => Math.round(from * (to / from) ** (at / (n - 1))),
      ),
    ),
  ];
}

function summary(draws: readonly number[]) {
  if (draws.length === 0) return null;
  const sorted = Float64Array.from(draws).sort();
  return {
    mean: sorted.reduce((sum, draw) => sum + draw, 0) / sorted.length,
    low: sortedQuantile(sorted, 0.05),
    high: sortedQuantile(sorted, 0.95),
  };
}

function neededUnits(
  points: readonly { readonly units: number; readonly lack: number }[],
  tolerance: number,
): Needed {
  const last = points.at(-1);
  if (last === undefined) return { units: null, extrapolated: false };
  // From the first size on after which no larger one is less stable than that.
  const unstable = points.findLastIndex(({ lack }) => lack > tolerance);
  if (unstable < 0) return { units: points[0]!.units, extrapolated: false };
  const [before, after] = [points[unstable]!, points[unstable + 1]];
  if (after !== undefined) {
    const power = Math.log(before.lack / Math.max(after.lack, 1e-12)) /
      Math.log(after.units / before.units);
    const units = before.units * (before.lack / tolerance) ** (1 / power);
    return { units: Math.ceil(units), extrapolated: false };
  }
  // What two samples lack falls as 1/n once the frequent cells are met; on corpora simulated from the
  // stand-in target of 100 to 1,500 sessions this was within 25 % of the truth (972 sessions for S_R).
  return {
    units: roundUp(last.units * last.lack / tolerance),
    extrapolated: true,
  };
}

/** Two significant digits: an extrapolation has no more. */
function roundUp(units: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(units)) - 1);
  return Math.ceil(units / unit) * unit;
}

/** What one way of merging buys. */
export interface MergeRow {
  readonly merges: readonly Merge[];
  /** Intents left. */
  readonly intents: number;
  /** Mean scores between two halves of the corpus. */
  readonly scores: StabilityPoint["scores"];
  /** Units from which the transition component is stable. */
  readonly needed: Needed;
}

/** Intents that are close in meaning: what a coarser taxonomy would join first. */
export const RELATED: readonly Merge[] = [
  ["bug-fix", "debug"],
  ["explain", "question"],
  ["planning", "code-review"],
  ["refactor", "transformation"],
  ["tests", "execute"],
  ["new-feature", "generate-docs"],
];

/**
 * What merging intents would buy: no merge, each group alone, all together.
 *
 * @param rows Units of a corpus.
 * @param merges Groups of retained labels.
 * @param options As for {@linkcode stability}.
 * @returns One row a way of merging.
 * @throws {RangeError} If the corpus has fewer than 20 units.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { collectVectors, mergeGains } from "@taskflow/flow";
 *
 * const collector = collectVectors();
 * for (let i = 0; i < 40; i++) collector.add(i % 2 === 0 ? [1, 8] : [1, 9]);
 * const options = { replicates: 5, seed: 1 };
 * const rows = mergeGains(collector.finish(), [["explain", "question"]], options);
 * deepEqual(rows.map(({ intents }) => intents), [13, 12]);
 * ```
 */
export function mergeGains(
  rows: SparseRows,
  merges: readonly Merge[],
  options: StabilityOptions,
): MergeRow[] {
  const ways = [
    [],
    ...merges.map((merge) => [merge]),
    ...(merges.length > 1 ? [merges] : []),
  ];
  return ways.map((way) => {
    const { points, needed } = stability(mergeIntents(rows, way), options);
    const gone = way.reduce((sum, merge) => sum + merge.length - 1, 0);
    return {
      merges: way,
      intents: rows.taxonomy.retained.length - gone,
      scores: points.at(-1)!.scores,
      needed: needed.S_R,
    };
  });
}
