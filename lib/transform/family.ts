/**
 * A task's candidate family: what its turns are labelled, from which its candidates follow.
 *
 * @module
 */

import * as z from "zod";

/** See {@linkcode familySchema}. */
export interface Family {
  readonly schema_version: "family/v1";
  readonly instance_id: string;
  readonly repo: string;
  readonly repo_language: string | null;
  readonly original: string | null;
  readonly parts: number;
  readonly issue: Readonly<Record<string, string>> | null;
  readonly questions: readonly FamilyQuestion[];
  readonly stress: string | null;
  readonly stand_in: boolean;
}

/** A question that may be asked. */
export interface FamilyQuestion {
  readonly question_id: string;
  readonly intent: string;
}

/** Questions of a task that candidates may ask, at most (Section 3). */
export const MOST_QUESTIONS = 3;

/**
 * A row of `families.jsonl`, `schema_version` "family/v1". Candidates are not stored: they follow from
 * the labels of the turns that they are made of.
 *
 * - `original`: intent of the original prompt, or `null` where it is not known (then it is no candidate).
 * - `parts`: number of parts of the split, 0 where the task stays single-turn.
 * - `issue`: intent of each merge variant ("1", "2", "3", "12", "23", "123"), or `null` without a split.
 * - `questions`: proven questions in pool order, with the intent of each.
 * - `stress`: the stress slice that the task belongs to, or `null`; such tasks never enter TFAS.
 * - `stand_in`: whether labels come from a stand-in (the offline baseline, made-up tasks).
 *
 * @example
 * ```ts
 * import { deepEqual, throws } from "node:assert/strict";
 * import { familySchema } from "@taskflow/transform";
 *
 * const row = { schema_version: "family/v1", instance_id: "a-1", repo: "a/a", original: "bug-fix" };
 * deepEqual(familySchema.parse(row).questions, []);
 * throws(() => familySchema.parse({ ...row, parts: 2 }), /issue/);
 * ```
 */
export const familySchema: z.ZodType<Family> = z.object({
  schema_version: z.literal("family/v1"),
  instance_id: z.string().min(1),
  repo: z.string().min(1),
  repo_language: z.string().nullable().default(null),
  original: z.string().nullable().default(null),
  parts: z.number().int().min(0).max(9).default(0),
  issue: z.record(z.string(), z.string()).nullable().default(null),
  questions: z.array(z.strictObject({
    question_id: z.string().min(1),
    intent: z.string().min(1),
  })).max(MOST_QUESTIONS).default([]),
  stress: z.string().min(1).nullable().default(null),
  stand_in: z.boolean().default(false),
}).superRefine(({ parts, issue, original, questions }, context) => {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if ((parts > 0) !== (issue !== null)) {
    refuse("issue", "has labels for the parts that there are, or is null");
  }
  if (parts === 0 && original === null) {
    refuse("original", "is null although there are no parts: no candidate");
  }
  const ids = questions.map(({ question_id }) => question_id);
  if (new Set(ids).size < ids.length) {
    refuse("questions", "has a question twice");
  }
});
