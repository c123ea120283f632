/**
 * A question about a repository, with the answers and the proof that it was made with (Appendix E).
 *
 * @module
 */

import * as z from "zod";

/** Lines of a file that an answer rests on. */
export interface Evidence {
  /** Path from the repository's root. */
  readonly path: string;
  /** 1-based, at the base commit. */
  readonly start_line: number;
  /** 1-based, inclusive. */
  readonly end_line: number;
  /** What the lines show. */
  readonly claim: string;
}

/** See {@linkcode questionSchema}. */
export interface Question {
  readonly [field: string]: unknown;
  readonly schema_version: "question/v1";
  readonly instance_id: string;
  readonly repo: string;
  readonly base_commit: string;
  readonly question_id: string;
  readonly question: string;
  readonly golden_answer: string;
  readonly accepted_answers: readonly string[];
  readonly incorrect_answers: readonly string[];
  readonly answer_contract: {
    readonly must_mention: readonly string[];
    readonly must_not_claim: readonly string[];
  };
  readonly evidence: readonly Evidence[];
  readonly proof_script: string;
  readonly proof_language: string;
  readonly expected_stdout_contains: readonly string[];
  readonly mutation: string | null;
  readonly intent: string;
  readonly facts: readonly string[];
  readonly generator: string;
}

const texts = z.array(z.string());

/**
 * A row of `questions.jsonl`, `schema_version` "question/v1". Rows without `schema_version`, `intent`,
 * `facts` and `generator` (those of others) are read as well; further fields stay.
 *
 * - `question`: the only field an evaluated agent may see.
 * - `golden_answer`, `accepted_answers`, `incorrect_answers`, `answer_contract`: for the judge.
 * - `evidence`: cited lines, as they came; whether they exist is checked by `checkEvidence`.
 * - `proof_script`: source of a program in `proof_language` that exits with 0 only if the answer holds.
 * - `expected_stdout_contains`: what it prints then.
 * - `mutation`: a shell command that falsifies the fact in a scratch copy, or `null`.
 * - `intent`: label of the turn, default `explain`.
 *
 * @example
 * ```ts
 * import { throws } from "node:assert/strict";
 * import { questionSchema } from "@taskflow/transform";
 *
 * throws(() => questionSchema.parse({ question_id: "q-1" }), /instance_id/);
 * ```
 */
export const questionSchema: z.ZodType<Question> = z.looseObject({
  schema_version: z.literal("question/v1").default("question/v1"),
  instance_id: z.string().min(1),
  repo: z.string().min(1),
  base_commit: z.string().min(1),
  question_id: z.string().min(1),
  question: z.string().min(1),
  golden_answer: z.string(),
  accepted_answers: texts.default([]),
  incorrect_answers: texts.default([]),
  answer_contract: z.object({
    must_mention: texts.default([]),
    must_not_claim: texts.default([]),
  }).default({ must_mention: [], must_not_claim: [] }),
  evidence: z.array(z.object({
    path: z.string(),
    start_line: z.number(),
    end_line: z.number(),
    claim: z.string().default(""),
  })),
  proof_script: z.string(),
  proof_language: z.string().default("python3"),
  expected_stdout_contains: texts.default([]),
  mutation: z.string().min(1).nullable().default(null),
  intent: z.string().min(1).default("explain"),
  facts: texts.default([]),
  generator: z.string().default("unknown"),
});
