/**
 * What was seen when a proof was run: the creation-time execution report of the dataset card.
 *
 * @module
 */

import * as z from "zod";
import { PROOF_REASONS } from "./proof_reasons.ts";

const run = z.object({
  exit_code: z.number(),
  outcome: z.enum([
    "held",
    "refuted",
    "missed",
    "unreadable",
    "time-limit",
    "broken",
  ]),
  seconds: z.number(),
  stdout: z.string(),
  stderr: z.string(),
  changed: z.array(z.string()),
  limits: z.array(z.string()),
  network_attempts: z.number().nullable(),
});

const counterRun = z.object({
  exit_code: z.number().nullable(),
  outcome: run.shape.outcome.nullable(),
  sentinel: z.boolean(),
});

/**
 * A row of `proofs.jsonl`, `schema_version` "proof/v1": the verdict that `prove --json` prints, and the report it
 * rests on.
 *
 * - `verdict`: `proven` if the proof ran code of the repository, `structural` if it only read it, `rejected`
 *   with at least one reason.
 * - `exit_code`, `exit_code_after_fix`: 124 at the time limit; `null` where it was not run.
 * - `reasons`: from the closed list, each once.
 * - `report.base`, `report.after_fix`: the runs in clean checkouts.
 * - `report.ablations`: per citation, how the proof ended without the lines, and how they were taken out.
 * - `report.mutation`: how it ended after the mutation, and what that changed.
 * - `report.executed`: files whose code ran.
 * - `report.evidence`: hash of the cited lines.
 * - `report.objections`, `report.warnings`: in words.
 * - `report.environment`: sandbox, interpreter and limits; no paths or names of a machine.
 */
export const proofSchema = z.object({
  schema_version: z.literal("proof/v1"),
  instance_id: z.string(),
  question_id: z.string(),
  verdict: z.enum(["proven", "structural", "rejected"]),
  exit_code: z.number().nullable(),
  exit_code_after_fix: z.number().nullable(),
  reasons: z.array(z.enum(PROOF_REASONS)),
  report: z.object({
    proof_sha256: z.string(),
    base_commit: z.string(),
    base_tree: z.string(),
    fix_commit: z.string().nullable(),
    fix_tree: z.string().nullable(),
    missing_files: z.array(z.string()),
    base: run.nullable(),
    after_fix: run.nullable(),
    executed: z.array(z.string()),
    evidence: z.array(z.object({
      path: z.string(),
      start_line: z.number(),
      end_line: z.number(),
      sha256: z.string().nullable(),
      problem: z.enum(["evidence-path", "evidence-range"]).nullable(),
    })),
    ablations: z.array(counterRun.extend({
      path: z.string(),
      start_line: z.number(),
      end_line: z.number(),
      variant: z.enum(["blank", "block", "names", "scramble"]),
    })),
    mutation: counterRun.extend({ changed: z.array(z.string()) }).nullable(),
    objections: z.array(z.object({
      reason: z.enum(PROOF_REASONS),
      detail: z.string(),
    })),
    warnings: z.array(z.string()),
    environment: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
});

/** See {@linkcode proofSchema}. */
export type Proof = z.infer<typeof proofSchema>;
/** One run of a proof script, as reported. */
export type ProofRun = z.infer<typeof run>;
/** A run that was meant to fail, as reported; without outcome where it was not run. */
export type CounterRun = z.infer<typeof counterRun>;
