/**
 * The questions of a sample task, with their proofs.
 *
 * @module
 */

import type { TaskCommit } from "./history.ts";
import type { SampleQuestion } from "./source.ts";

/** Where an answer can be seen: 1-based lines, both inclusive, at the base commit. */
export interface EvidenceRow {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly claim: string;
}

/** A row of `questions.jsonl`, `schema_version` "question/v1". */
export interface QuestionRow
  extends Omit<SampleQuestion, "evidence" | "proof"> {
  readonly schema_version: "question/v1";
  readonly instance_id: string;
  readonly repo: string;
  readonly base_commit: string;
  readonly question_id: string;
  readonly evidence: readonly EvidenceRow[];
  readonly proof_script: string;
  readonly proof_language: "python3";
  readonly proof_exit_code: number | null;
  readonly proof_exit_code_after_fix: number | null;
  readonly mutation_exit_code: number | null;
  readonly generator: string;
}

function findEvidence(
  { path, from, to, claim }: SampleQuestion["evidence"][number],
  { base, commit }: TaskCommit,
): EvidenceRow {
  const lines = base.get(path)?.split("\n") ?? [];
  const start = lines.indexOf(from);
  const end = lines.indexOf(to, start);
  const wrong = start < 0 ? from : end < 0 ? to : undefined;
  if (wrong !== undefined || lines.lastIndexOf(from) !== start) {
    throw new RangeError(
      `Cannot find evidence of "${commit.folder}": "${
        wrong ?? from
      }" is not one line of "${path}"`,
    );
  }
  return { path, start_line: start + 1, end_line: end + 1, claim };
}

/**
 * The questions of a task.
 *
 * @param commit The commit that solves it.
 * @returns Rows of `questions.jsonl`.
 * @throws {RangeError} If the first or last line of an evidence entry is not in the file at base, or
 * the first is there twice.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { taskCommits } from "./history.ts";
 * import { questionRows } from "./question_row.ts";
 * import { readSampleRepos } from "./source.ts";
 *
 * const [first] = readSampleRepos("data/sample/tasks/source").flatMap(taskCommits);
 * if (first) ok(questionRows(first).length > 0);
 * ```
 */
export function questionRows(commit: TaskCommit): QuestionRow[] {
  const { task, repo, parent, instance } = commit;
  return task.questions.map((question, i) => {
    const { intent, evidence, proof, mutation, facts, ...texts } = question;
    const [base, fixed, mutated] = task.observed?.proofs[i] ?? [];
    return {
      schema_version: "question/v1",
      instance_id: instance,
      repo: repo.repo,
      base_commit: parent,
      question_id: `q-${i + 1}`,
      ...texts,
      evidence: evidence.map((entry) => findEvidence(entry, commit)),
      proof_script: proof,
      proof_language: "python3",
      proof_exit_code: base ?? null,
      proof_exit_code_after_fix: fixed ?? null,
      mutation,
      mutation_exit_code: mutated ?? null,
      intent,
      facts,
      generator: "hand",
    };
  });
}
