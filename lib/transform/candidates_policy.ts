/**
 * The variants of Table 2 and 3: one trajectory a task by a fixed rule.
 *
 * @module
 */

import type { CandidateTurn } from "./candidates.ts";
import type { Family } from "./family.ts";
import { mergeVariants } from "./merge_parts.ts";
import { type PlacementPolicy, placeQuestions } from "./placement.ts";

/** Fixed variants. */
export const VARIANTS = [
  "single",
  "concat",
  "split",
  "qa-first",
  "qa-last",
  "qa-random",
  "qa-only",
] as const;

/** See {@linkcode VARIANTS}. */
export type Variant = typeof VARIANTS[number];

/**
 * The trajectory of a task in a variant.
 *
 * @param family The task's family.
 * @param variant Single (the original prompt), Concat (all parts in one turn), Split (all parts), QA-first,
 * QA-last, QA-random (all questions placed around the parts), QA-only (questions alone).
 * @param seed Seed of QA-random (default 1).
 * @returns Its turns, or `null` if the task has none in this variant: no original prompt, no split, no
 * question.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { variantOf } from "@taskflow/transform";
 *
 * const family = {
 *   instance_id: "a-1",
 *   original: "bug-fix",
 *   parts: 2,
 *   issue: { "1": "debug", "2": "bug-fix", "12": "bug-fix" },
 *   questions: [{ question_id: "q-1", intent: "explain" }],
 * };
 * const turns = variantOf(family, "qa-first");
 * deepEqual(turns?.map(({ intent }) => intent), ["explain", "debug", "bug-fix"]);
 * equal(variantOf({ ...family, questions: [] }, "qa-only"), null);
 * ```
 */
export function variantOf(
  family: Pick<
    Family,
    "instance_id" | "original" | "parts" | "issue" | "questions"
  >,
  variant: Variant,
  seed = 1,
): CandidateTurn[] | null {
  const { instance_id, original, parts, issue, questions } = family;
  const turn = (part: string): CandidateTurn => {
    const intent = part === "original" ? original : issue?.[part];
    if (intent === null || intent === undefined) {
      throw new RangeError(
        `Cannot make ${variant} of "${instance_id}": parts "${part}" have no label`,
      );
    }
    return { kind: "issue", part, intent };
  };
  if (variant === "single") {
    return original === null ? null : [turn("original")];
  }
  if (variant === "qa-only" && questions.length === 0) return null;
  if (variant !== "qa-only" && parts === 0) return null;
  const names = parts === 0 ? [] : mergeVariants(parts);
  if (variant === "concat") return [turn(names.at(-1) ?? "")];
  const issueTurns = names.slice(0, parts).map(turn);
  if (variant === "split") return issueTurns;
  const policy = variant.slice("qa-".length) as PlacementPolicy;
  const draw = { seed, task: instance_id };
  let [i, q] = [0, 0];
  return placeQuestions(policy, parts, questions.length, draw).map((question) =>
    question ? { kind: "qa", ...questions[q++]! } : issueTurns[i++]!
  );
}
