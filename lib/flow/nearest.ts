/**
 * Which of several corpora is nearest, without mistaking a small one for a far one.
 *
 * @module
 */

import type { Alignment } from "./alignment.ts";
import {
  type AlignmentIntervals,
  interval,
  type ScoreInterval,
} from "./bootstrap.ts";
import { correctedInterval } from "./corrected_interval.ts";

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

/** What is known of a pair. */
interface NearPair {
  readonly pair: readonly [number, number];
  readonly scores: Alignment;
  readonly intervals: AlignmentIntervals | null;
}

/**
 * Who is nearest to whom.
 *
 * @param pairs Pairs with their intervals.
 * @param draws Bootstrap replicates of TFAS, one column a pair.
 * @param halves TFAS of random halves, one column a pair.
 * @param units Units of each sample.
 * @returns Nearest first, for each sample that is in two pairs or more.
 */
export function nearestRows(
  pairs: readonly NearPair[],
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

/** NaN draws as `null`. */
export function nullable(draws: Float64Array): (number | null)[] {
  return Array.from(draws, (draw) => Number.isNaN(draw) ? null : draw);
}
