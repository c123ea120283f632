/**
 * What 95 % intervals are worth at a given number of sessions, as measured.
 *
 * @module
 */

/** Measured coverage at one number of sessions. */
export interface CoverageRow {
  readonly sessions: number;
  /**
   * Share of 200 simulated corpora whose corrected interval has the truth, the lowest of seven
   * settings (true TFAS from 68 to 99.8, one side or both sampled).
   */
  readonly corrected: {
    readonly S_L: number;
    readonly S_T: number;
    readonly S_R: number;
    readonly TFAS: number;
  };
  /** The same of the percentile interval of TFAS, for flows far apart (68) and close (98). */
  readonly percentile: { readonly far: number; readonly close: number };
}

/** What `scripts/bench/interval_coverage.ts` printed, 200 corpora each, 500 replicates. */
export const INTERVAL_COVERAGE: readonly CoverageRow[] = [
  row(30, [0.925, 0.905, 0.08, 0.835], 0.59, 0),
  row(50, [0.91, 0.925, 0.38, 0.88], 0.735, 0),
  row(100, [0.875, 0.92, 0.835, 0.93], 0.81, 0),
  row(150, [0.88, 0.91, 0.87, 0.905], 0.885, 0),
  row(300, [0.9, 0.93, 0.905, 0.91], 0.88, 0),
  row(500, [0.855, 0.91, 0.925, 0.935], 0.92, 0),
  row(1500, [0.89, 0.945, 0.94, 0.93], 0.965, 0.055),
];

function row(
  sessions: number,
  [S_L, S_T, S_R, TFAS]: [number, number, number, number],
  far: number,
  close: number,
): CoverageRow {
  return {
    sessions,
    corrected: { S_L, S_T, S_R, TFAS },
    percentile: { far, close },
  };
}

/** Coverage under which an interval is called too narrow. */
export const LEAST_COVERAGE = 0.9;

/**
 * Measured coverage for a sample.
 *
 * @param units Sessions or other units of the smaller side.
 * @returns The row of the largest measured size that the sample reaches, or `null` under 30.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { coverageAt } from "@taskflow/flow";
 *
 * equal(coverageAt(158)?.sessions, 150);
 * equal(coverageAt(20), null);
 * ```
 */
export function coverageAt(units: number): CoverageRow | null {
  return INTERVAL_COVERAGE.findLast(({ sessions }) => sessions <= units) ??
    null;
}

/**
 * Sessions from which on the corrected interval of a score covers the truth as often as
 * {@linkcode LEAST_COVERAGE}, as measured.
 *
 * @param score TFAS or a component.
 * @returns Number of sessions; under it the interval is too narrow.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { tooNarrowBelow } from "@taskflow/flow";
 *
 * equal(tooNarrowBelow("TFAS"), 100);
 * equal(tooNarrowBelow("S_R"), 300);
 * ```
 */
export function tooNarrowBelow(score: "S_R" | "TFAS"): number {
  const last = INTERVAL_COVERAGE.findLastIndex(({ corrected }) =>
    corrected[score] < LEAST_COVERAGE
  );
  return INTERVAL_COVERAGE[last + 1]?.sessions ?? Infinity;
}
