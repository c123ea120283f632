/**
 * Limits inside the interior point method, each end elastic: it may be missed at a price so high that
 * it is missed only where all limits cannot be met. Ends are therefore free to be equal, any start is
 * inside, and what is missed explains limits that contradict each other.
 *
 * Of limit k, entry 2k belongs to its lower end and 2k + 1 to its upper one. With sign +1 and -1:
 * z = sign (q - end) + missed > 0, price in (0, {@linkcode PRICE}), z price = mu,
 * missed (PRICE - price) = mu.
 *
 * @module
 */

import type { Relaxation } from "./relaxation.ts";

/** Price of missing a limit, in ln TFAS per share of the chosen tasks. */
export const PRICE = 50;

/** Variables of the limits. */
export interface LimitState {
  readonly z: Float64Array;
  readonly price: Float64Array;
  readonly missed: Float64Array;
}

/** Their change in a Newton step. */
export interface LimitMove {
  readonly z: Float64Array;
  readonly price: Float64Array;
  readonly missed: Float64Array;
  /** Per limit: change of its multiplier where its amount stays. */
  readonly pull: Float64Array;
  /** Per end: residual of z, and the change of its price where the amount stays. */
  readonly residual: Float64Array;
  readonly own: Float64Array;
}

/** @internal Room for a move of `limits` limits. */
export function limitMove(limits: number): LimitMove {
  const ends = () => new Float64Array(2 * limits);
  return {
    z: ends(),
    price: ends(),
    missed: ends(),
    pull: new Float64Array(limits),
    residual: ends(),
    own: ends(),
  };
}

/** @internal A copy. */
export function copyLimits(state: LimitState): LimitState {
  return {
    z: state.z.slice(),
    price: state.price.slice(),
    missed: state.missed.slice(),
  };
}

/** +1 for a lower end, -1 for an upper one. */
const sign = (end: number) => end % 2 === 0 ? 1 : -1;

/** Sign times distance of an amount from an end. */
function room(
  { least, most }: Relaxation,
  end: number,
  amount: number,
): number {
  return end % 2 === 0 ? amount - least[end >> 1]! : most[end >> 1]! - amount;
}

/** @internal Variables at a first point. */
export function firstLimits(
  relaxation: Relaxation,
  x: Float64Array,
): LimitState {
  const ends = 2 * relaxation.least.length;
  const z = new Float64Array(ends);
  const missed = new Float64Array(ends);
  for (let end = 0; end < ends; end++) {
    const distance = room(
      relaxation,
      end,
      x[relaxation.cells + 1 + (end >> 1)]!,
    );
    z[end] = Math.max(distance, 0.02);
    missed[end] = Math.max(z[end]! - distance, 1e-3);
  }
  return { z, missed, price: z.map((room) => 0.002 / room) };
}

/** @internal One multiplier a limit. */
export function lambdaOf({ price }: LimitState): Float64Array {
  return Float64Array.from(
    { length: price.length / 2 },
    (_, k) => price[2 * k + 1]! - price[2 * k]!,
  );
}

/** @internal By how much a point misses each limit. */
export function missedOf(
  { cells, least, most }: Relaxation,
  x: Float64Array,
): Float64Array {
  return least.map((low, k) => {
    const amount = x[cells + 1 + k]!;
    return Math.max(0, low - amount, amount - most[k]!);
  });
}

/** @internal Sum of the products that mu drives, after a step if one is given. */
export function limitProducts(
  { z, price, missed }: LimitState,
  move?: LimitMove,
  primal = 0,
  dual = 0,
): number {
  let sum = 0;
  for (let end = 0; end < z.length; end++) {
    const at = price[end]! + dual * (move?.price[end] ?? 0);
    sum += (z[end]! + primal * (move?.z[end] ?? 0)) * at +
      (missed[end]! + primal * (move?.missed[end] ?? 0)) * (PRICE - at);
  }
  return sum;
}

/** @internal How far a limit's amount gives per price: the inverse of its curvature. */
export function limitGive({ z, price, missed }: LimitState, k: number): number {
  let stiff = 0;
  for (let end = 2 * k; end < 2 * k + 2; end++) {
    stiff += price[end]! /
      (z[end]! + price[end]! * missed[end]! / (PRICE - price[end]!));
  }
  return 1 / stiff;
}

/** @internal First half of a step: what prices do where amounts stay. */
export function pullLimits(
  relaxation: Relaxation,
  { z, price, missed }: LimitState,
  x: Float64Array,
  target: number,
  move: LimitMove,
): void {
  move.pull.fill(0);
  for (let end = 0; end < z.length; end++) {
    const amount = x[relaxation.cells + 1 + (end >> 1)]!;
    const residual = room(relaxation, end, amount) + missed[end]! - z[end]!;
    const above = PRICE - price[end]!;
    const stretch = z[end]! + price[end]! * missed[end]! / above;
    move.residual[end] = residual;
    move.own[end] = (target - z[end]! * price[end]! -
      price[end]! * (residual - missed[end]! + target / above)) / stretch;
    move.pull[end >> 1]! -= sign(end) * move.own[end]!;
  }
}

/** @internal Second half: moves that go with the change of multipliers. */
export function turnLimits(
  relaxation: Relaxation,
  { z, price, missed }: LimitState,
  prices: Float64Array,
  give: Float64Array,
  target: number,
  move: LimitMove,
): void {
  for (let end = 0; end < z.length; end++) {
    const k = end >> 1;
    const change = prices[relaxation.cells + 1 + k]!;
    const dq = (change - move.pull[k]!) * give[k]!;
    const above = PRICE - price[end]!;
    const stretch = z[end]! + price[end]! * missed[end]! / above;
    const own = move.own[end]! - price[end]! / stretch * sign(end) * dq;
    move.price[end] = own;
    move.missed[end] = (target + missed[end]! * own) / above - missed[end]!;
    move.z[end] = sign(end) * dq + move.missed[end]! + move.residual[end]!;
  }
}

/** @internal Steps at which the first variable meets its wall. */
export function limitReach(
  { z, price, missed }: LimitState,
  move: LimitMove,
): { primal: number; dual: number } {
  let [primal, dual] = [Infinity, Infinity];
  for (let end = 0; end < z.length; end++) {
    if (move.z[end]! < 0) primal = Math.min(primal, -z[end]! / move.z[end]!);
    if (move.missed[end]! < 0) {
      primal = Math.min(primal, -missed[end]! / move.missed[end]!);
    }
    const by = move.price[end]!;
    if (by < 0) dual = Math.min(dual, -price[end]! / by);
    else if (by > 0) dual = Math.min(dual, (PRICE - price[end]!) / by);
  }
  return { primal, dual };
}

/** @internal Take the step. */
export function moveLimits(
  { z, price, missed }: LimitState,
  move: LimitMove,
  primal: number,
  dual: number,
): void {
  for (let end = 0; end < z.length; end++) {
    z[end]! += primal * move.z[end]!;
    missed[end]! += primal * move.missed[end]!;
    price[end]! += dual * move.price[end]!;
  }
}
