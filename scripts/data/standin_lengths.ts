/**
 * Lengths of long production sessions: greatest entropy under what the paper publishes.
 * The formulas are in `data/targets/README.md`, section "Lengths".
 *
 * @module
 */

import { LENGTH_BINS, lengthBin, overlap } from "@taskflow/flow";
import { newton } from "./newton.ts";

/** Longest session of the model: what lies beyond has a mass under 1e-15. */
export const LONGEST = 150;

/** What is known about the lengths of sessions with at least three messages. */
export interface LengthFacts {
  /** P_L(3). */
  readonly three: number;
  /** Mean number of messages. */
  readonly mean: number;
  /** Least probability of eight messages or more. */
  readonly eightOrMore: number;
  /** Length mix of the optimised selection over {@linkcode LENGTH_BINS}. */
  readonly mix: readonly number[];
  /** S_L between the lengths and the mix. */
  readonly similarity: number;
}

/** The solution with its multipliers. */
export interface LengthModel {
  /** Probability per number of messages; index = messages, 0 to {@linkcode LONGEST}. */
  readonly lengths: Float64Array;
  /** Factor from one length to the next: exp(mu). */
  readonly ratio: number;
  /** Factor that lengths of eight and more carry: exp(nu). */
  readonly fromEight: number;
  /** Multiplier sigma of the S_L constraint. */
  readonly pull: number;
}

const bin = (messages: number) => LENGTH_BINS[lengthBin(messages)] ?? "";

/**
 * Probabilities per length bin.
 *
 * @param lengths Probability per number of messages.
 * @returns One number a bin, in the order of {@linkcode LENGTH_BINS}.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { binned } from "./standin_lengths.ts";
 *
 * deepEqual(binned([0, 0, 0, 0.5, 0, 0, 0.25, 0.25]), [0, 0, 0.5, 0, 0, 0.5, 0]);
 * ```
 */
export function binned(lengths: ArrayLike<number>): number[] {
  const bins = LENGTH_BINS.map(() => 0);
  for (let n = 1; n < lengths.length; n++) {
    bins[lengthBin(n)] = (bins[lengthBin(n)] ?? 0) + (lengths[n] ?? 0);
  }
  return bins;
}

/** Lengths 4 and up for multipliers and guessed bin masses; 3 is fixed. */
function lengthsFor(
  x: readonly number[],
  { three, mix }: LengthFacts,
): Float64Array {
  const [mu = 0, nu = 0, sigma = 0, ...logs] = x;
  const guess = new Map(
    ["4", "5", "6-10"].map((name, i) => [name, Math.exp(logs[i] ?? 0)]),
  );
  const lengths = new Float64Array(LONGEST + 1);
  let sum = 0;
  for (let n = 4; n <= LONGEST; n++) {
    const mass = guess.get(bin(n));
    const slope = mass === undefined
      ? 0
      : Math.log2(1 + (mix[lengthBin(n)] ?? 0) / mass) / 2;
    sum += lengths[n] = Math.exp(
      mu * (n - 4) + (n >= 8 ? nu : 0) + sigma * slope,
    );
  }
  for (let n = 4; n <= LONGEST; n++) {
    lengths[n] = (lengths[n] ?? 0) * (1 - three) / sum;
  }
  lengths[3] = three;
  return lengths;
}

/**
 * The lengths of greatest entropy under the facts.
 *
 * Unknowns are the three multipliers and the masses of the bins 4, 5 and 6-10, which the S_L
 * constraint refers to. The entropy is concave and the set with S_L at least the published value is
 * convex, so with multipliers of the right sign the stationary point is the only maximum.
 *
 * @param facts What is known.
 * @returns The probabilities with their multipliers.
 * @throws {RangeError} If the equations have no solution, or if a bound would not bind: the greatest
 * entropy would then lie elsewhere.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { standinLengths } from "./standin_lengths.ts";
 *
 * const { lengths } = standinLengths({
 *   three: 0.2855,
 *   mean: 6.35,
 *   eightOrMore: 0.305,
 *   mix: [0, 0, 0.636, 0.161, 0.121, 0.082, 0],
 *   similarity: 0.84,
 * });
 * const mean = lengths.reduce((sum, p, n) => sum + n * p, 0);
 * ok(Math.abs(mean - 6.35) < 1e-12);
 * ```
 */
export function standinLengths(facts: LengthFacts): LengthModel {
  const residuals = (x: readonly number[]): number[] => {
    const lengths = lengthsFor(x, facts);
    const masses = binned(lengths);
    const mean = lengths.reduce((sum, p, n) => sum + n * p, 0);
    const tail = lengths.subarray(8).reduce((sum, p) => sum + p, 0);
    const s = masses.reduce(
      (sum, p, i) => sum + overlap(p, facts.mix[i] ?? 0),
      0,
    );
    return [
      mean - facts.mean,
      tail - facts.eightOrMore,
      s - facts.similarity,
      ...[3, 4, 5].map((i) => (masses[i] ?? 0) - Math.exp(x[i] ?? 0)),
    ];
  };
  const start = [-0.25, 0.3, 0, Math.log(0.15), Math.log(0.12), Math.log(0.3)];
  const x = newton(residuals, start);
  const [mu = 0, nu = 0, sigma = 0] = x;
  if (nu < 0 || sigma < 0) {
    throw new RangeError(
      `Cannot find lengths of greatest entropy: multipliers ${nu} (eight or more) and ${sigma} ` +
        `(S_L) must not be negative; leave the bound out that does not bind`,
    );
  }
  return {
    lengths: lengthsFor(x, facts),
    ratio: Math.exp(mu),
    fromEight: Math.exp(nu),
    pull: sigma,
  };
}
