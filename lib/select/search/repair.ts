/**
 * Meet limits that a selection misses.
 *
 * @module
 */

import {
  type Effect,
  effectOf,
  makeMoves,
  missedAfter,
  type Move,
  type State,
} from "./state.ts";

/** Moves chained at most to get around limits that block each other. */
const CHAIN = 4;

/**
 * Move tasks, at the least loss of score, until all limits are met.
 *
 * @param state The selection; changed.
 * @returns Whether they are.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { buildProblem, exampleInstance } from "@taskflow/select";
 * import { repair } from "./repair.ts";
 * import { createState } from "./state.ts";
 *
 * const constraints = { placement: { before: [1, 2] as [number, number] } };
 * const problem = buildProblem({ ...exampleInstance(), constraints });
 * const units = new Int32Array(problem.vector.length);
 * problem.size.forEach((n, g) => units[(problem.start[g + 1] ?? 1) - 1] = n);
 * const state = createState(problem, units);
 * equal(repair(state), true);
 * equal(state.missed, 0);
 * ```
 */
export function repair(state: State): boolean {
  while (state.missed > 0) {
    const chain = bestChain(state);
    if (chain === null) return false;
    makeMoves(state, chain);
  }
  return true;
}

/** The shortest chain of moves after which less is missed, of these the one that costs least. */
function bestChain(state: State): readonly Move[] | null {
  const kinds = bestByEffect(state);
  let open: { readonly moves: readonly Move[]; readonly effects: Effect[] }[] =
    [{ moves: [], effects: [] }];
  for (let length = 1; length <= CHAIN; length++) {
    const seen = new Map<string, typeof open[number]>();
    let best: { moves: readonly Move[]; loss: number } | null = null;
    for (const { moves, effects } of open) {
      for (const { move, effect } of kinds) {
        if (!available(state, moves, move)) continue;
        const chain = [...moves, move];
        const together = [...effects, effect];
        const missed = missedAfter(state, together);
        const gain = chain.reduce((sum, { gain }) => sum + gain, 0);
        if (missed < state.missed - 1e-9) {
          // Per unit of what is met, so that one long step is not preferred to two cheap ones.
          const loss = -gain / (state.missed - missed);
          if (best === null || loss < best.loss) best = { moves: chain, loss };
        }
        const key = sumOf(together);
        const known = seen.get(key);
        const before = known?.moves.reduce((sum, { gain }) => sum + gain, 0);
        if (before === undefined || gain > before) {
          seen.set(key, { moves: chain, effects: together });
        }
      }
    }
    if (best !== null) return best.moves;
    open = [...seen.values()];
  }
  return null;
}

function available(
  { units }: State,
  before: readonly Move[],
  { from }: Move,
): boolean {
  let left = units[from]!;
  for (const move of before) {
    if (move.from === from) left--;
    if (move.to === from) left++;
  }
  return left > 0;
}

function sumOf(effects: readonly Effect[]): string {
  const sum = new Map<number, number>();
  for (const { limits, by } of effects) {
    limits.forEach((k, i) => sum.set(k, (sum.get(k) ?? 0) + by[i]!));
  }
  return [...sum].filter(([, by]) => by !== 0).sort((a, b) => a[0] - b[0])
    .join(";");
}

/** For each effect on the limits the moves that cost least, a few a kind: chains need their tasks. */
function bestByEffect(state: State): { move: Move; effect: Effect }[] {
  const { problem, units, tally, score } = state;
  const kinds = new Map<string, { move: Move; effect: Effect }[]>();
  const gradient = tally.gradient();
  for (const g of problem.size.keys()) {
    const [first, end] = [problem.start[g]!, problem.start[g + 1]!];
    if (end - first === 1) continue;
    for (let from = first; from < end; from++) {
      if (units[from]! === 0) continue;
      for (let to = first; to < end; to++) {
        if (to === from) continue;
        const effect = effectOf(problem, from, to);
        if (effect.limits.length === 0) continue;
        const rough = tally.worth(to, gradient) - tally.worth(from, gradient);
        const known = kinds.get(effect.key) ?? [];
        const worst = known.at(-1)?.move.gain ?? -Infinity;
        if (known.length === 3 && !(rough > worst)) continue;
        const gain = tally.scoreAfter([[from, -1], [to, 1]]) - score;
        known.push({ move: { group: g, from, to, gain }, effect });
        known.sort((a, b) => b.move.gain - a.move.gain);
        known.length = Math.min(known.length, 3);
        kinds.set(effect.key, known);
      }
    }
  }
  return [...kinds.values()].flat();
}
