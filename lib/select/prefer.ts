/**
 * Choose among near-optimal selections by a second criterion: there are many, and a seed is no reason
 * to prefer one.
 *
 * @module
 */

import { type Instance, PATTERNS } from "./instance.ts";
import { buildProblem, type Problem, unitsOf } from "./problem.ts";
import {
  createState,
  effectOf,
  makeMoves,
  missedAfter,
  type State,
} from "./search/state.ts";
import { finish, type Selected } from "./select.ts";

/** Second criteria. */
export const PREFERENCES = [
  "most-questions",
  "evenest-placements",
  "fewest-merges",
] as const;

/** See {@linkcode PREFERENCES}. */
export type Preference = typeof PREFERENCES[number];

/** Passes over all moves, at most. */
const PASSES = 40;

/**
 * Trade a little TFAS for a second criterion: keep most questions (drop fewest), spread questions most
 * evenly over before, after and interleaved, or merge fewest issue turns.
 *
 * @param instance The instance.
 * @param selected Its selection.
 * @param preference The criterion.
 * @param slack TFAS that may be given up (default 0.01).
 * @returns A selection within `slack` of the first, at least as good by the criterion; bound and
 * certificate stay as they are.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { exampleInstance, prefer, selectCandidates } from "@taskflow/select";
 *
 * const instance = exampleInstance();
 * const best = selectCandidates(instance);
 * ok(best.tfas - prefer(instance, best, "most-questions", 0.5).tfas <= 0.5);
 * ```
 */
export function prefer(
  instance: Instance,
  selected: Selected,
  preference: Preference,
  slack = 0.01,
): Selected {
  const problem = buildProblem(instance, { apart: true });
  const state = createState(problem, unitsOf(problem, selected.selection));
  const floor = Math.log((selected.tfas - slack) / 100);
  const cost = costOf(instance, problem, state.units, preference);
  for (let pass = 0; pass < PASSES; pass++) {
    if (!onePass(state, cost, floor)) break;
  }
  const chosen = finish(problem, state.units, null);
  const kept = finish(
    selected.problem,
    unitsOf(selected.problem, chosen.selection),
    selected.relaxed,
  );
  return {
    ...kept,
    selection: chosen.selection,
    bound: selected.bound,
    certificate: selected.certificate,
  };
}

/** The criterion under change; lower is better. */
interface Cost {
  /** What one task from one column to another adds. */
  readonly of: (from: number, to: number) => number;
  /** Take notice of such a move. */
  readonly moved: (from: number, to: number) => void;
}

function costOf(
  { sequences }: Instance,
  { sequence }: Problem,
  units: Int32Array,
  preference: Preference,
): Cost {
  const at = (column: number) => sequences[sequence[column]!];
  if (preference !== "evenest-placements") {
    const good = Float64Array.from(sequence, (_, column) => {
      const { q = 0, t = [] } = at(column) ?? {};
      return preference === "most-questions" ? q : t.length - q;
    });
    return { of: (from, to) => good[from]! - good[to]!, moved: () => {} };
  }
  const pattern = Int8Array.from(
    sequence,
    (_, column) => PATTERNS.indexOf(at(column)?.p ?? "none"),
  );
  const counts = new Float64Array(PATTERNS.length);
  units.forEach((n, column) => counts[pattern[column]!]! += n);
  // Sessions without questions are no placement.
  const placed = (p: number) => PATTERNS[p] !== "none";
  return {
    of(from, to) {
      const [a, b] = [pattern[from]!, pattern[to]!];
      if (a === b) return 0;
      // Change of the sum of squares.
      return (placed(a) ? 1 - 2 * counts[a]! : 0) +
        (placed(b) ? 1 + 2 * counts[b]! : 0);
    },
    moved(from, to) {
      counts[pattern[from]!]!--;
      counts[pattern[to]!]!++;
    },
  };
}

/** Make the moves that improve the criterion at the least loss of TFAS; whether there were any. */
function onePass(state: State, cost: Cost, floor: number): boolean {
  const { problem, units, tally } = state;
  const found: { from: number; to: number; worth: number }[] = [];
  for (const g of problem.size.keys()) {
    const [first, end] = [problem.start[g]!, problem.start[g + 1]!];
    for (let from = first; from < end; from++) {
      if (units[from] === 0 || problem.vector[from]! < 0) continue;
      for (let to = first; to < end; to++) {
        if (to === from || problem.vector[to]! < 0) continue;
        const gain = -cost.of(from, to);
        if (gain <= 0) continue;
        const score = tally.scoreAfter([[from, -1], [to, 1]]);
        if (score < floor) continue;
        const loss = Math.max(0, state.score - score);
        found.push({ from, to, worth: gain / (loss + 1e-9) });
      }
    }
  }
  found.sort((a, b) => b.worth - a.worth || a.from - b.from || a.to - b.to);
  let any = false;
  for (const { from, to } of found) {
    while (
      units[from]! > 0 && cost.of(from, to) < 0 &&
      missedAfter(state, [effectOf(problem, from, to)]) === 0 &&
      tally.scoreAfter([[from, -1], [to, 1]]) >= floor
    ) {
      makeMoves(state, [{ from, to }]);
      cost.moved(from, to);
      any = true;
    }
  }
  return any;
}
