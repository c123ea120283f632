/**
 * An interval that knows that finite samples look less alike than they are.
 *
 * S_k between a sample and anything else is biased downwards, most of all for transitions and for
 * flows that are close. The percentile interval then lies below the truth however many replicates are
 * drawn, and so does any that takes the bias from the bootstrap alone, which cannot see the cells that
 * the sample has not met. Here the bias is read off random halves of the sample (what halving takes
 * away is what the sample itself lacks), and the spread from the bootstrap. Measured coverage:
 * `scripts/bench/interval_coverage.ts`.
 *
 * @module
 */

import { sortedQuantile } from "./sorted_quantile.ts";

/** An interval around what is left of an estimate once its bias is taken off. */
export interface CorrectedInterval {
  /** The estimate minus its bias. */
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

/** Fewer units than this say nothing about their own bias. */
export const LEAST_UNITS = 10;

/** Draws of random halves that the bias is read off. */
export const HALVES = 200;

/** Values on random halves of a sample. */
export interface HalfDraws {
  /** Units in the sample, and in a half of it. */
  readonly units: readonly [whole: number, half: number];
  /** Values on the halves; NaN ones are left out. */
  readonly values: ArrayLike<number>;
}

/**
 * Bias-corrected interval (95 %).
 *
 * @param estimate Value on the whole sample, or `null`.
 * @param draws Bootstrap replicates; NaN ones are left out.
 * @param halves Values on random halves.
 * @param range The smallest and the largest value possible.
 * @returns The interval, within the range; `null` under 10 units, or where a value is not defined.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { correctedInterval } from "@taskflow/flow";
 *
 * // Halving takes 0.1 away: with a bias of c / n the sample itself lacks as much.
 * const halves = { units: [100, 50] as const, values: [0.6] };
 * const bounds = correctedInterval(0.7, [0.6, 0.65, 0.7], halves, [0, 1]);
 * deepEqual([bounds?.low.toFixed(3), bounds?.high.toFixed(3)], ["0.752", "0.847"]);
 * ```
 */
export function correctedInterval(
  estimate: number | null,
  draws: ArrayLike<number>,
  halves: HalfDraws,
  [least, most]: readonly [number, number],
): CorrectedInterval | null {
  const sorted = Float64Array.from(draws).filter((draw) => !Number.isNaN(draw))
    .sort();
  const [centre, halved] = [
    mean(sorted),
    mean(Float64Array.from(halves.values)),
  ];
  const [whole, half] = halves.units;
  if (
    estimate === null || centre === null || halved === null ||
    whole < LEAST_UNITS
  ) return null;
  const bias = (halved - estimate) * half / (whole - half);
  const clip = (value: number) => Math.min(most, Math.max(least, value));
  return {
    estimate: clip(estimate - bias),
    low: clip(estimate - bias - (sortedQuantile(sorted, 0.975) - centre)),
    high: clip(estimate - bias + (centre - sortedQuantile(sorted, 0.025))),
  };
}

function mean(values: Float64Array): number | null {
  const defined = values.filter((value) => !Number.isNaN(value));
  if (defined.length === 0) return null;
  return defined.reduce((sum, value) => sum + value, 0) / defined.length;
}
