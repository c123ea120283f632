/**
 * Jensen-Shannon divergence and its complement, stable at both ends (Appendix F, Eq. 1 and 2).
 *
 * @module
 */

/** Non-negative weights over a shared support; they need not be normalised. */
export type Weights = ArrayLike<number>;

const LN2 = Math.LN2;

/** Largest ratio that the fast form may meet before a denormal times infinity can appear. */
const MAX_RATIO = 1e300;

/**
 * One cell's part of S = 1 - JSD_2 for two probabilities: the perspective of binary entropy,
 * `1/2 [p lg(1 + q/p) + q lg(1 + p/q)]`, zero where either side has no mass.
 *
 * @param p Probability in [0, 1].
 * @param q Probability in [0, 1].
 * @returns A value in [0, (p + q) / 2].
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { overlap } from "@taskflow/flow";
 *
 * equal(overlap(0.5, 0.5), 0.5);
 * equal(overlap(0.5, 0), 0);
 * ```
 */
export function overlap(p: number, q: number): number {
  if (p === 0 || q === 0) return 0;
  return (half(p, q) + half(q, p)) / (2 * LN2);
}

/** `p ln(1 + q/p)`, without letting a huge ratio overflow. */
function half(p: number, q: number): number {
  const ratio = q / p;
  return ratio > MAX_RATIO
    ? p * (Math.log(q) - Math.log(p))
    : p * Math.log1p(ratio);
}

/** One cell's part of JSD_2, exact to relative precision where p is close to q. */
function excess(p: number, q: number): number {
  const sum = p + q;
  if (sum === 0) return 0;
  const d = Math.abs(p - q) / sum;
  if (d >= 1) return sum / 2;
  if (d < 1e-3) {
    const d2 = d * d;
    return (sum / 2) * (d2 / 2) * (1 + d2 * (1 / 6 + d2 / 15)) / LN2;
  }
  return (sum / 2) *
    (((1 + d) * Math.log1p(d) + (1 - d) * Math.log1p(-d)) / 2) / LN2;
}

/**
 * Normalise weights to probabilities. Entries are divided by the largest first: their plain sum may
 * overflow.
 *
 * @param weights Non-negative finite numbers.
 * @returns Probabilities that add up to 1, or `null` if there is no mass.
 * @throws {RangeError} If an entry is negative or not finite.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { normalise } from "@taskflow/flow";
 *
 * deepEqual(normalise([1, 3]), Float64Array.of(0.25, 0.75));
 * equal(normalise([0, 0]), null);
 * ```
 */
export function normalise(weights: Weights): Float64Array | null {
  let max = 0;
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i] ?? 0;
    if (!(weight >= 0 && weight < Infinity)) {
      throw new RangeError(`Cannot normalise weights: entry ${i} is ${weight}`);
    }
    if (weight > max) max = weight;
  }
  if (max === 0) return null;
  const result = new Float64Array(weights.length);
  let sum = 0;
  for (let i = 0; i < result.length; i++) {
    sum += result[i] = (weights[i] ?? 0) / max;
  }
  for (let i = 0; i < result.length; i++) result[i] = (result[i] ?? 0) / sum;
  return result;
}

function bothSides(
  p: Weights,
  q: Weights,
): [Float64Array, Float64Array] | null {
  if (p.length !== q.length) {
    throw new RangeError(
      `Cannot compare distributions over different supports: ${p.length} and ${q.length} cells`,
    );
  }
  const [a, b] = [normalise(p), normalise(q)];
  return a === null || b === null ? null : [a, b];
}

/**
 * Jensen-Shannon divergence to base 2 (Appendix F, Eq. 2).
 *
 * @param p Weights of one distribution; normalised here.
 * @param q Weights of the other, over the same cells.
 * @returns A number in [0, 1], 0 for equal distributions; `null` if a side has no mass.
 * @throws {RangeError} If lengths differ, or an entry is negative or not finite.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { divergence } from "@taskflow/flow";
 *
 * equal(divergence([2, 0], [0, 5]), 1);
 * equal(divergence([1, 3], [2, 6]), 0);
 * equal(divergence([0, 0], [1, 1]), null);
 * ```
 */
export function divergence(p: Weights, q: Weights): number | null {
  const sides = bothSides(p, q);
  return sides === null ? null : clamp(sum(sides, excess));
}

/**
 * Similarity S = 1 - JSD_2, exact to relative precision near 0 (Appendix F, Eq. 1).
 *
 * @param p Weights of one distribution; normalised here.
 * @param q Weights of the other, over the same cells.
 * @returns A number in [0, 1], 0 for disjoint supports; `null` if a side has no mass.
 * @throws {RangeError} If lengths differ, or an entry is negative or not finite.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { similarity } from "@taskflow/flow";
 *
 * equal(similarity([1, 1], [3, 3]), 1);
 * equal(similarity([1, 0], [0, 1]), 0);
 * ```
 */
export function similarity(p: Weights, q: Weights): number | null {
  const sides = bothSides(p, q);
  if (sides === null) return null;
  const s = sum(sides, overlap);
  // Close to 1 the divergence has the smaller rounding error.
  return clamp(s > 0.5 ? 1 - sum(sides, excess) : s);
}

function sum(
  [p, q]: [Float64Array, Float64Array],
  cell: (p: number, q: number) => number,
): number {
  let result = 0;
  for (let i = 0; i < p.length; i++) result += cell(p[i] ?? 0, q[i] ?? 0);
  return result;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
