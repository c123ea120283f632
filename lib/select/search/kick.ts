/**
 * Iterated local search: disturb a few tasks, polish, keep what is better.
 *
 * @module
 */

import type { Problem } from "../problem.ts";
import { polish, type PolishOptions } from "./polish.ts";
import { type RandomBelow, randomBelow } from "@taskflow/flow";
import { createState, makeMoves, type State } from "./state.ts";

/** How often to disturb, and how to polish after it. */
export interface KickOptions extends PolishOptions {
  /** Disturbances. */
  readonly kicks: number;
  /** Seed of the disturbances (default 1). */
  readonly seed?: number;
}

/**
 * Improve a polished selection by disturbing it again and again.
 *
 * @param state A selection that meets the limits.
 * @param options Disturbances, seed, polish.
 * @returns The best selection that was met; it is never worse than the first.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { buildProblem, exampleInstance } from "@taskflow/select";
 * import { kick } from "./kick.ts";
 * import { createState } from "./state.ts";
 *
 * const state = createState(buildProblem(exampleInstance()), Int32Array.of(3, 0, 0, 2, 0));
 * ok(kick(state, { kicks: 10 }).score > state.score);
 * ```
 */
export function kick(state: State, options: KickOptions): State {
  const { kicks, seed = 1, onGain } = options;
  const random = randomBelow(seed);
  const { problem } = state;
  const groups = [...problem.size.keys()].filter((g) =>
    problem.start[g + 1]! - problem.start[g]! > 1
  );
  if (groups.length === 0) return state;
  let best = state;
  for (let at = 0; at < kicks; at++) {
    const next = createState(problem, best.units.slice());
    const strength = 2 + random(3);
    for (let i = 0; i < strength; i++) {
      disturb(next, groups[random(groups.length)]!, random);
    }
    if (!polish(next, { ...options, onGain: () => {} })) continue;
    if (next.score > best.score + 1e-13) {
      best = next;
      onGain?.(best.score);
    }
  }
  return best;
}

/** One task of a group takes any other candidate. */
function disturb(state: State, group: number, random: RandomBelow): void {
  const { problem, units } = state;
  const from = unitAt(problem, units, group, random(problem.size[group]!));
  const first = problem.start[group]!;
  const others = problem.start[group + 1]! - first - 1;
  const to = first + (from - first + 1 + random(others)) % (others + 1);
  makeMoves(state, [{ from, to }]);
}

/** Column of the group's n-th task. */
function unitAt(
  { start }: Problem,
  units: Int32Array,
  group: number,
  n: number,
): number {
  let column = start[group]!;
  for (let left = n; left >= units[column]!; column++) left -= units[column]!;
  return column;
}
