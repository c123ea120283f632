/**
 * The paper's search (Appendix F): random restarts, sweeps over the tasks, best candidate for each.
 *
 * @module
 */

import type { Problem } from "../problem.ts";
import { randomBelow } from "@taskflow/flow";
import { shuffle } from "./shuffle.ts";
import { createState, effectOf, makeMoves, missedAfter } from "./state.ts";

/** Settings of the search. */
export interface PaperSearchOptions {
  /** Random starts (default 64). */
  readonly restarts?: number;
  /** Sweeps over all tasks in a restart, at most (default 20). */
  readonly sweeps?: number;
  /** Seed of starts and orders (default 1). */
  readonly seed?: number;
  /** Called after each restart with its score and the best so far, in TFAS. */
  readonly onRestart?: (score: number, best: number) => void;
  readonly signal?: AbortSignal;
}

/** What a search found. */
export interface PaperSearch {
  /** Units of each column of the best selection, or `null` if no restart met the limits. */
  readonly units: Int32Array | null;
  /** TFAS of each restart's end. */
  readonly restarts: readonly number[];
  /** Sweeps of each restart, the last one without a change included. */
  readonly sweeps: readonly number[];
}

/**
 * Search as the paper does: in each restart every task starts with a random candidate; in each sweep
 * the tasks come in a random order and each takes the candidate that scores best with all others as
 * they are, until a sweep changes nothing. Fewer missed limits go before a better score.
 *
 * @param problem The problem.
 * @param options Restarts, sweeps, seed.
 * @returns The best selection over all restarts.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { buildProblem, exampleInstance, paperSearch, scoreUnits } from "@taskflow/select";
 *
 * const problem = buildProblem(exampleInstance());
 * const { units } = paperSearch(problem, { restarts: 4, seed: 7 });
 * equal(scoreUnits(problem, units!).tfas?.toFixed(2), "90.80");
 * ```
 */
export function paperSearch(
  problem: Problem,
  options: PaperSearchOptions = {},
): PaperSearch {
  const { restarts = 64, sweeps = 20, seed = 1, onRestart, signal } = options;
  const random = randomBelow(seed);
  const { start, size } = problem;
  const tasks = Int32Array.from(
    [...size.keys()].filter((g) => start[g + 1]! - start[g]! > 1)
      .flatMap((g) => Array.from({ length: size[g]! }, () => g)),
  );
  let best: Int32Array | null = null;
  let [bestScore, ends, lengths] = [-Infinity, [] as number[], [] as number[]];
  for (let restart = 0; restart < restarts; restart++) {
    signal?.throwIfAborted();
    const units = new Int32Array(problem.vector.length);
    size.forEach((n, g) => {
      if (start[g + 1]! - start[g]! === 1) units[start[g]!] = n;
    });
    const chosen = Int32Array.from(tasks, (g) => {
      const first = start[g]!;
      const column = first + random(start[g + 1]! - first);
      units[column]!++;
      return column;
    });
    const state = createState(problem, units);
    const order = Int32Array.from(tasks.keys());
    let sweep = 0;
    for (let changed = true; changed && sweep < sweeps; sweep++) {
      changed = false;
      shuffle(order, random);
      for (const task of order) {
        const from = chosen[task]!;
        const to = bestColumn(state, tasks[task]!, from);
        if (to === from) continue;
        makeMoves(state, [{ from, to }]);
        chosen[task] = to;
        changed = true;
      }
    }
    const score = 100 * Math.exp(state.score);
    ends.push(score);
    lengths.push(sweep);
    if (state.missed === 0 && score > bestScore) {
      [best, bestScore] = [units.slice(), score];
    }
    onRestart?.(score, bestScore);
  }
  return { units: best, restarts: ends, sweeps: lengths };
}

function bestColumn(
  state: ReturnType<typeof createState>,
  group: number,
  from: number,
): number {
  const { problem, tally } = state;
  const limited = problem.limits.length > 0;
  let [best, missed, score] = [from, state.missed, state.score];
  for (
    let to = problem.start[group]!;
    to < problem.start[group + 1]!;
    to++
  ) {
    if (to === from) continue;
    const after = limited
      ? missedAfter(state, [effectOf(problem, from, to)])
      : 0;
    if (after > missed) continue;
    const value = tally.scoreAfter([[from, -1], [to, 1]]);
    if (after < missed || value > score + 1e-14) {
      [best, missed, score] = [to, after, value];
    }
  }
  return best;
}
