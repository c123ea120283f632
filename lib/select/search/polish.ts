/**
 * Local search on whole tasks: one task moves, then two together.
 *
 * @module
 */

import { repair } from "./repair.ts";
import {
  type Effect,
  effectOf,
  makeMoves,
  missedAfter,
  type Move,
  type State,
} from "./state.ts";

/** Smallest gain in ln TFAS that counts. */
const GAIN = 1e-13;

/** How far to go. */
export interface PolishOptions {
  /** Moves of one kind that are tried in pairs (default 240; 0: single moves only). */
  readonly pairs?: number;
  /** Rounds of pairs at most (default 30). */
  readonly rounds?: number;
  /** Called after each improvement. */
  readonly onGain?: (score: number) => void;
}

/**
 * Improve a selection until neither one task nor two of the most promising ones can better it; limits
 * that are missed are met first.
 *
 * @param state The selection; changed.
 * @param options How far to go.
 * @returns Whether all limits are met.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { buildProblem, exampleInstance } from "@taskflow/select";
 * import { polish } from "./polish.ts";
 * import { createState } from "./state.ts";
 *
 * const state = createState(buildProblem(exampleInstance()), Int32Array.of(3, 0, 0, 2, 0));
 * const before = state.score;
 * ok(polish(state) && state.score > before);
 * ```
 */
export function polish(state: State, options: PolishOptions = {}): boolean {
  const { pairs = 240, rounds = 30, onGain } = options;
  if (!repair(state)) return false;
  singles(state, onGain);
  for (let round = 0; round < rounds && pairs > 0; round++) {
    if (!pairMoves(state, pairs)) break;
    onGain?.(state.score);
    singles(state, onGain);
  }
  return true;
}

/** Move single tasks until no move helps. */
function singles(state: State, onGain?: (score: number) => void): void {
  const { problem } = state;
  const groups = [...problem.size.keys()].filter((g) =>
    problem.start[g + 1]! - problem.start[g]! > 1
  );
  let gradient = state.tally.gradient();
  for (let still = 0, at = 0; still < groups.length; at++, still++) {
    const g = groups[at % groups.length]!;
    for (;;) {
      const best = bestMove(state, g, gradient);
      if (best === null) break;
      makeMoves(state, [best]);
      gradient = state.tally.gradient();
      still = 0;
      onGain?.(state.score);
    }
  }
}

function bestMove(
  state: State,
  group: number,
  gradient: Float64Array,
): Move | null {
  let best: Move | null = null;
  for (const move of moves(state, group, gradient, 0)) {
    // Not a number where both scores are minus infinity.
    if (!(move.gain > (best?.gain ?? GAIN))) continue;
    if (
      state.problem.limits.length > 0 &&
      missedAfter(state, [effectOf(state.problem, move.from, move.to)]) > 0
    ) continue;
    best = move;
  }
  return best;
}

/** Moves of a group whose gain to first order is above `-slack`, with their exact gain. */
function* moves(
  { problem, units, tally, score }: State,
  group: number,
  gradient: Float64Array,
  slack: number,
): Generator<Move> {
  const { start } = problem;
  const [first, end] = [start[group]!, start[group + 1]!];
  const worth = new Float64Array(end - first);
  for (let j = first; j < end; j++) worth[j - first] = tally.worth(j, gradient);
  for (let from = first; from < end; from++) {
    if (units[from]! === 0) continue;
    for (let to = first; to < end; to++) {
      if (
        to === from || !(worth[to - first]! - worth[from - first]! > -slack)
      ) continue;
      const gain = tally.scoreAfter([[from, -1], [to, 1]]) - score;
      yield { group, from, to, gain };
    }
  }
}

interface Bucket {
  readonly effect: Effect;
  moves: Move[];
}

/** Two moves together; true if any pair helped. */
function pairMoves(state: State, most: number): boolean {
  const { problem, tally, units } = state;
  const buckets = bucketsOf(state, most);
  const found: { moves: readonly [Move, Move]; gain: number }[] = [];
  for (let a = 0; a < buckets.length; a++) {
    for (let b = a; b < buckets.length; b++) {
      const [one, two] = [buckets[a]!, buckets[b]!];
      if (missedAfter(state, [one.effect, two.effect]) > 0) continue;
      one.moves.forEach((x, i) => {
        for (let k = a === b ? i + 1 : 0; k < two.moves.length; k++) {
          const y = two.moves[k]!;
          if (!fit(x, y, units)) continue;
          const gain = tally.scoreAfter([
            [x.from, -1],
            [x.to, 1],
            [y.from, -1],
            [y.to, 1],
          ]) - state.score;
          if (gain > GAIN) found.push({ moves: [x, y], gain });
        }
      });
    }
  }
  found.sort((a, b) => b.gain - a.gain);
  let any = false;
  for (const { moves: [x, y] } of found) {
    if (!fit(x, y, units)) continue;
    const gain = tally.scoreAfter([
      [x.from, -1],
      [x.to, 1],
      [y.from, -1],
      [y.to, 1],
    ]) - state.score;
    if (!(gain > GAIN)) continue;
    if (problem.limits.length > 0) {
      const effects = [x, y].map(({ from, to }) => effectOf(problem, from, to));
      if (missedAfter(state, effects) > 0) continue;
    }
    makeMoves(state, [x, y]);
    any = true;
  }
  return any;
}

/** Whether two moves can be made together and are not one move in two steps. */
function fit(x: Move, y: Move, units: Int32Array): boolean {
  const need = x.from === y.from ? 2 : 1;
  return units[x.from]! >= need && units[y.from]! >= need && x.to !== y.from &&
    y.to !== x.from;
}

/** The best moves of each effect on the limits. */
function bucketsOf(state: State, most: number): Bucket[] {
  const { problem, tally } = state;
  const gradient = tally.gradient();
  const slack = 4 / problem.tasks;
  const buckets = new Map<string, Bucket>();
  for (const g of problem.size.keys()) {
    if (problem.start[g + 1]! - problem.start[g]! === 1) continue;
    for (const move of moves(state, g, gradient, slack)) {
      const effect = effectOf(problem, move.from, move.to);
      const bucket = buckets.get(effect.key) ?? { effect, moves: [] };
      bucket.moves.push(move);
      buckets.set(effect.key, bucket);
    }
  }
  const all = [...buckets.values()];
  const each = Math.max(6, Math.ceil(most / Math.sqrt(all.length)));
  for (const bucket of all) {
    bucket.moves.sort((a, b) => b.gain - a.gain);
    bucket.moves.length = Math.min(bucket.moves.length, each);
  }
  return all;
}
