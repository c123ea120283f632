/**
 * The candidates of a task (Section 3, Appendix F): the original prompt or its parts with neighbours
 * merged, up to three questions, in every order that keeps the issue turns in theirs.
 *
 * @module
 */

import { lengthBin } from "@taskflow/flow";
import type { Taxonomy } from "@taskflow/taxonomy";
import type { Family } from "./family.ts";
import { issuePlans } from "./merge_parts.ts";
import {
  interleavings,
  type PlacementPattern,
  placementPattern,
} from "./placement.ts";

/** One user turn of a candidate. */
export type CandidateTurn =
  | {
    readonly kind: "issue";
    /** Parts sent together ("1", "23"), or `original` for the undivided prompt. */
    readonly part: string;
    readonly intent: string;
  }
  | {
    readonly kind: "qa";
    readonly question_id: string;
    readonly intent: string;
  };

/** One candidate trajectory. */
export interface Candidate {
  readonly turns: readonly CandidateTurn[];
  readonly pattern: PlacementPattern;
  /** Number of questions. */
  readonly questions: number;
}

/** Which candidates. */
export interface CandidateOptions {
  /** Turns at least (default 1; the long slice has 3). */
  readonly minTurns?: number;
  /** Whether questions may come in any order, not only in that of the pool (default false). */
  readonly freeOrder?: boolean;
}

/**
 * The candidates of a family, one after another: least merged first, the original prompt last.
 *
 * @param family The family.
 * @param options Least turns, order of questions.
 * @returns A stream of candidates; nothing is kept.
 * @throws {RangeError} If a merge variant has no label.
 *
 * @example Three questions and every way to merge: 179 candidates, 163 with three turns or more
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { candidatesOf } from "@taskflow/transform";
 *
 * const intent = "new-feature";
 * const family = {
 *   instance_id: "a-1",
 *   original: intent,
 *   parts: 3,
 *   issue: { "1": intent, "2": intent, "3": intent, "12": intent, "23": intent, "123": intent },
 *   questions: ["q-1", "q-2", "q-3"].map((question_id) => ({ question_id, intent: "explain" })),
 * };
 * equal([...candidatesOf(family)].length, 179);
 * equal([...candidatesOf(family, { minTurns: 3 })].length, 163);
 * ```
 */
export function* candidatesOf(
  family: Pick<
    Family,
    "instance_id" | "original" | "parts" | "issue" | "questions"
  >,
  options: CandidateOptions = {},
): Generator<Candidate> {
  const { minTurns = 1, freeOrder = false } = options;
  for (const issue of plansOf(family)) {
    for (const asked of subsets(family.questions, freeOrder)) {
      if (issue.length + asked.length < minTurns) continue;
      for (const places of interleavings(issue.length, asked.length)) {
        let [i, q] = [0, 0];
        const turns = places.map((question): CandidateTurn =>
          question ? asked[q++]! : issue[i++]!
        );
        yield {
          turns,
          pattern: placementPattern(places),
          questions: asked.length,
        };
      }
    }
  }
}

function plansOf(
  { instance_id, original, parts, issue }: Pick<
    Family,
    "instance_id" | "original" | "parts" | "issue"
  >,
): CandidateTurn[][] {
  const plans = parts === 0
    ? []
    : issuePlans(parts).reverse().map((plan) =>
      plan.map((part): CandidateTurn => {
        const intent = issue?.[part];
        if (intent === undefined) {
          throw new RangeError(
            `Cannot enumerate candidates of "${instance_id}": parts "${part}" have no label`,
          );
        }
        return { kind: "issue", part, intent };
      })
    );
  return original === null
    ? plans
    : [...plans, [{ kind: "issue", part: "original", intent: original }]];
}

/** All subsets of the questions, larger ones first; with `free`, in every order. */
function subsets(
  questions: Family["questions"],
  free: boolean,
): CandidateTurn[][] {
  const all = Array.from(
    { length: 2 ** questions.length },
    (_, bits) =>
      questions.filter((_, at) => (bits >> at) & 1).map((
        { question_id, intent },
      ): CandidateTurn => ({ kind: "qa", question_id, intent })),
  );
  const ordered = all.sort((a, b) => b.length - a.length);
  return free ? ordered.flatMap(permutations) : ordered;
}

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((first, at) =>
    permutations([...list.slice(0, at), ...list.slice(at + 1)]).map((rest) => [
      first,
      ...rest,
    ])
  );
}

/**
 * How many candidates a family has, without making them.
 *
 * @param family Parts, questions and whether the original prompt is one.
 * @param options Least turns, order of questions.
 * @returns The sum over issue plans of k turns and over q of C(Q, q) C(k + q, q), times q! where the
 * order is free.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countCandidates } from "@taskflow/transform";
 *
 * equal(countCandidates({ parts: 3, original: "bug-fix", questions: 3 }), 179);
 * ```
 */
export function countCandidates(
  family: {
    readonly parts: number;
    readonly original: string | null;
    readonly questions: number;
  },
  options: CandidateOptions = {},
): number {
  const { minTurns = 1, freeOrder = false } = options;
  const turns = [
    ...(family.parts === 0 ? [] : issuePlans(family.parts)).map((plan) =>
      plan.length
    ),
    ...(family.original === null ? [] : [1]),
  ];
  let sum = 0;
  for (const k of turns) {
    for (let q = 0; q <= family.questions; q++) {
      if (k + q < minTurns) continue;
      sum += choose(family.questions, q) * choose(k + q, q) *
        (freeOrder ? factorial(q) : 1);
    }
  }
  return sum;
}

function choose(n: number, k: number): number {
  let result = 1;
  for (let i = 1; i <= k; i++) result = result * (n - k + i) / i;
  return result;
}

function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1);
}

/**
 * What a candidate counts: equal keys mean equal P_L, P_T and P_R.
 *
 * @param intents Intents of its turns.
 * @param taxonomy Labels; excluded ones count towards length alone.
 * @returns Length bin and transitions, the latter sorted; the intents follow from them.
 * @throws {RangeError} If an intent is not in the taxonomy.
 *
 * @example Two orders with the same transitions
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countKey } from "@taskflow/transform";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * const a = ["tests", "tests", "bug-fix", "tests"];
 * const b = ["tests", "bug-fix", "tests", "tests"];
 * equal(countKey(a, TAXONOMY), countKey(b, TAXONOMY));
 * ```
 */
export function countKey(
  intents: readonly string[],
  taxonomy: Taxonomy,
): string {
  const { codeOf, retainedCode, retained } = taxonomy;
  const n = retained.length + 1;
  const steps: number[] = [];
  let row = 0;
  for (const intent of intents) {
    const code = codeOf.get(intent);
    if (code === undefined) {
      throw new RangeError(
        `Cannot count a candidate: intent "${intent}" is not in taxonomy "${taxonomy.name}"`,
      );
    }
    const label = retainedCode[code]!;
    if (label < 0) continue;
    steps.push(row * n + label);
    row = label + 1;
  }
  steps.push(row * n + n - 1);
  return `${lengthBin(intents.length)}:${steps.sort((a, b) => a - b)}`;
}

/**
 * Name of a candidate inside its task, turn by turn.
 *
 * @param turns Its turns.
 * @returns Parts and question ids, separated by commas.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { candidateName } from "@taskflow/transform";
 *
 * const question = { kind: "qa", question_id: "q-1", intent: "explain" } as const;
 * equal(candidateName([{ kind: "issue", part: "12", intent: "debug" }, question]), "12,q-1");
 * ```
 */
export function candidateName(turns: readonly CandidateTurn[]): string {
  return turns.map((turn) =>
    turn.kind === "issue" ? turn.part : turn.question_id
  ).join(",");
}
