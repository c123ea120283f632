/**
 * How many candidates families have: raw, long enough, and different in what they count.
 *
 * @module
 */

import type { Taxonomy } from "@taskflow/taxonomy";
import {
  type CandidateOptions,
  candidatesOf,
  countCandidates,
  countKey,
} from "./candidates.ts";
import type { Family } from "./family.ts";

/** Numbers of candidates over some families. */
export interface FamilyNumbers {
  families: number;
  /** Families with at least one question, and questions in all. */
  questioned: number;
  questions: number;
  /** Families of tasks that stay single-turn. */
  single: number;
  /** Candidates of any length. */
  raw: number;
  /** Candidates with turns enough. */
  filtered: number;
  /** Of these, candidates of a task that differ in what they count or in their placement pattern. */
  deduplicated: number;
  /** Families without a candidate that has turns enough. */
  without: number;
}

/** Adds families up. */
export interface FamilyCounter {
  /** Count one more family. */
  readonly add: (family: Family) => void;
  readonly numbers: Readonly<FamilyNumbers>;
}

/**
 * Count candidates without keeping any. Tasks whose turns have the same labels are enumerated once.
 *
 * @param taxonomy Labels.
 * @param options Least turns (default 3: the long slice), order of questions.
 * @returns The counter.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countFamilies, familySchema } from "@taskflow/transform";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * const counter = countFamilies(TAXONOMY);
 * counter.add(familySchema.parse({
 *   schema_version: "family/v1",
 *   instance_id: "a-1",
 *   repo: "a/a",
 *   original: "bug-fix",
 *   questions: [{ question_id: "q-1", intent: "explain" }],
 * }));
 * equal(counter.numbers.raw, 3);
 * equal(counter.numbers.filtered, 0);
 * ```
 */
export function countFamilies(
  taxonomy: Taxonomy,
  options: CandidateOptions = {},
): FamilyCounter {
  const { minTurns = 3, freeOrder = false } = options;
  const numbers: FamilyNumbers = {
    families: 0,
    questioned: 0,
    questions: 0,
    single: 0,
    raw: 0,
    filtered: 0,
    deduplicated: 0,
    without: 0,
  };
  const known = new Map<string, number>();
  return {
    numbers,
    add(family) {
      const shape = { ...family, questions: family.questions.length };
      numbers.families++;
      numbers.questions += shape.questions;
      if (shape.questions > 0) numbers.questioned++;
      if (family.parts === 0) numbers.single++;
      numbers.raw += countCandidates(shape, { freeOrder });
      const filtered = countCandidates(shape, { freeOrder, minTurns });
      numbers.filtered += filtered;
      if (filtered === 0) numbers.without++;
      const key = labelSignature(family);
      let different = known.get(key);
      if (different === undefined) {
        const keys = new Set<string>();
        for (
          const { turns, pattern } of candidatesOf(family, {
            minTurns,
            freeOrder,
          })
        ) {
          const intents = turns.map(({ intent }) => intent);
          keys.add(`${countKey(intents, taxonomy)}|${pattern}`);
        }
        different = keys.size;
        known.set(key, different);
      }
      numbers.deduplicated += different;
    },
  };
}

/**
 * Labels of all turns of a family: families with one signature have candidates that count alike.
 *
 * @param family The family.
 * @returns A text.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { labelSignature } from "@taskflow/transform";
 *
 * const single = { original: "debug", parts: 0, issue: null, questions: [] };
 * equal(labelSignature(single), "debug|0||");
 * ```
 */
export function labelSignature(
  { original, parts, issue, questions }: Pick<
    Family,
    "original" | "parts" | "issue" | "questions"
  >,
): string {
  const names = Object.keys(issue ?? {}).sort();
  return [
    original ?? "-",
    parts,
    names.map((name) => `${name}=${issue?.[name]}`).join(),
    questions.map(({ intent }) => intent).join(),
  ].join("|");
}
