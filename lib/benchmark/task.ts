/**
 * One verified task, decoded.
 *
 * @module
 */

import * as z from "zod";

/**
 * What an agent is given as the issue: statement, requirements and interface as SWE-Bench Pro's
 * harness joins them, or the statement alone.
 */
export type PromptKind = "full" | "statement";

/**
 * A row of `tasks.jsonl`, `schema_version` "task/v1". Texts are decoded, lists are lists; columns of
 * the source that have no field of their own stay beside the fields, as they were.
 *
 * - `base_commit`, `repo_language`: `null` where the source does not say.
 * - `requirements`, `interface`: empty where the source has no such column.
 * - `prompt`: what an agent is given in one message; `prompt_kind` says which of the texts it holds.
 * - `fail_to_pass`, `pass_to_pass`: names of tests, in the order of the source.
 *
 * @example
 * ```ts
 * import { throws } from "node:assert/strict";
 * import { taskSchema } from "@taskflow/benchmark";
 *
 * throws(() => taskSchema.parse({ schema_version: "task/v1" }));
 * ```
 */
export const taskSchema: z.ZodType<Task> = z.looseObject({
  schema_version: z.literal("task/v1"),
  instance_id: z.string().min(1),
  repo: z.string().min(1),
  base_commit: z.string().min(1).nullable(),
  repo_language: z.string().min(1).nullable(),
  problem_statement: z.string().min(1),
  requirements: z.string(),
  interface: z.string(),
  prompt: z.string().min(1),
  prompt_kind: z.enum(["full", "statement"]),
  fail_to_pass: z.array(z.string()),
  pass_to_pass: z.array(z.string()),
});

/** See {@linkcode taskSchema}. */
export interface Task {
  readonly [column: string]: unknown;
  readonly schema_version: "task/v1";
  readonly instance_id: string;
  readonly repo: string;
  readonly base_commit: string | null;
  readonly repo_language: string | null;
  readonly problem_statement: string;
  readonly requirements: string;
  readonly interface: string;
  readonly prompt: string;
  readonly prompt_kind: PromptKind;
  readonly fail_to_pass: readonly string[];
  readonly pass_to_pass: readonly string[];
}
