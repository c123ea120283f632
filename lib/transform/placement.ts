/**
 * Where questions stand among issue turns (Appendix F, Appendix H).
 *
 * @module
 */

import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Placement patterns; `interleaved` is everything that is neither only before nor only after. */
export const PLACEMENT_PATTERNS = [
  "none",
  "before",
  "after",
  "interleaved",
] as const;

/** See {@linkcode PLACEMENT_PATTERNS}. */
export type PlacementPattern = typeof PLACEMENT_PATTERNS[number];

/** Fixed placements; `only` has no issue turns and is never a candidate of a selection. */
export const PLACEMENT_POLICIES = ["first", "last", "random", "only"] as const;

/** See {@linkcode PLACEMENT_POLICIES}. */
export type PlacementPolicy = typeof PLACEMENT_POLICIES[number];

/** Where a question stands: before the first issue turn, between issue turns, after the last. */
export interface QuestionSlots {
  readonly before: number;
  readonly between: number;
  readonly after: number;
}

/**
 * Count questions by slot.
 *
 * @param questions For each turn whether it is a question.
 * @returns Questions before, between and after the issue turns; all before if there are none.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { questionSlots } from "@taskflow/transform";
 *
 * deepEqual(questionSlots([true, false, true, false]), { before: 1, between: 1, after: 0 });
 * ```
 */
export function questionSlots(questions: readonly boolean[]): QuestionSlots {
  const first = questions.indexOf(false);
  const last = questions.lastIndexOf(false);
  const count = (is: (at: number) => boolean) =>
    questions.filter((question, at) => question && is(at)).length;
  return {
    before: count((at) => first < 0 || at < first),
    between: count((at) => first >= 0 && at > first && at < last),
    after: count((at) => last >= 0 && at > last),
  };
}

/**
 * The placement pattern of a trajectory.
 *
 * @param questions For each turn whether it is a question.
 * @returns The pattern.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { placementPattern } from "@taskflow/transform";
 *
 * equal(placementPattern([false, false]), "none");
 * equal(placementPattern([true, false, true]), "interleaved");
 * ```
 */
export function placementPattern(
  questions: readonly boolean[],
): PlacementPattern {
  const { before, between, after } = questionSlots(questions);
  if (before + between + after === 0) return "none";
  if (between === 0 && after === 0) return "before";
  return before === 0 && between === 0 ? "after" : "interleaved";
}

/**
 * All ways to place questions among issue turns that keep both in order, as a stream.
 *
 * @param issues Number of issue turns.
 * @param questions Number of questions.
 * @returns For each of the C(issues + questions, questions) ways: for each turn whether it is a question.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { interleavings } from "@taskflow/transform";
 *
 * equal([...interleavings(3, 2)].length, 10);
 * ```
 */
export function* interleavings(
  issues: number,
  questions: number,
): Generator<readonly boolean[]> {
  const turns: boolean[] = [];
  function* place(left: number, asked: number): Generator<readonly boolean[]> {
    if (left === 0 && asked === 0) {
      yield turns.slice();
      return;
    }
    if (asked > 0) {
      turns.push(true);
      yield* place(left, asked - 1);
      turns.pop();
    }
    if (left > 0) {
      turns.push(false);
      yield* place(left - 1, asked);
      turns.pop();
    }
  }
  yield* place(issues, questions);
}

/**
 * Place questions by a fixed policy.
 *
 * @param policy QA-first, QA-last, QA-random (every interleaving as likely) or QA-only.
 * @param issues Number of issue turns.
 * @param questions Number of questions.
 * @param draw What `random` is drawn from: the seed of the run and the task, so that a task's placement
 * does not depend on which others there are.
 * @returns For each turn whether it is a question; `only` has no issue turns.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { placeQuestions } from "@taskflow/transform";
 *
 * deepEqual(placeQuestions("last", 2, 1), [false, false, true]);
 * deepEqual(placeQuestions("only", 2, 1), [true]);
 * ```
 */
export function placeQuestions(
  policy: PlacementPolicy,
  issues: number,
  questions: number,
  draw: { readonly seed: number; readonly task: string } = {
    seed: 1,
    task: "",
  },
): boolean[] {
  const run = (length: number, value: boolean) =>
    Array.from({ length }, () => value);
  if (policy === "only") return run(questions, true);
  if (policy === "first") {
    return [...run(questions, true), ...run(issues, false)];
  }
  const last = [...run(issues, false), ...run(questions, true)];
  if (policy === "last") return last;
  const generator = xoroshiro128plus(mix(draw.seed, draw.task));
  // The places of the questions are the smallest of as many random keys: every choice as likely.
  const keys = last.map((_, at) => [generator.next() >>> 0, at] as const);
  const places = new Set(
    keys.sort((a, b) => a[0] - b[0] || a[1] - b[1]).slice(0, questions)
      .map(([, at]) => at),
  );
  return last.map((_, at) => places.has(at));
}

/** FNV-1a over the task's name, started from the seed. */
function mix(seed: number, task: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < task.length; i++) {
    hash = Math.imul(hash ^ task.charCodeAt(i), 0x01000193);
  }
  return hash | 0;
}
