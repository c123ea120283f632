/**
 * Proving a question: its proof runs in clean checkouts, before and after the fix, and can fail (Appendix E).
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { Checkouts, Fix, Limits, Sandbox } from "@taskflow/sandbox";
import { type CheckedEvidence, checkEvidence } from "./evidence.ts";
import { ableToFail } from "./proof_able_to_fail.ts";
import { ablate, mutate } from "./proof_counter.ts";
import { observeProof } from "./proof_observe.ts";
import { type Objection, reasonsOf } from "./proof_reasons.ts";
import { evidenceObjections, textObjections } from "./proof_texts.ts";
import { baseObjections, fixObjections } from "./proof_runs.ts";
import type { Proof } from "./proof_report.ts";
import {
  type EndedRun,
  type ProofSetting,
  reportRun,
  runProof,
} from "./proof_run.ts";
import type { Question } from "./question.ts";

/** What proofs are run with. */
export interface ProofTools {
  readonly sandbox: Sandbox;
  readonly checkouts: Checkouts;
  /** Also run them after the fix. */
  readonly fix: boolean;
  /** Limits that differ from the sandbox's. */
  readonly limits?: Partial<Limits>;
  readonly signal?: AbortSignal;
}

/**
 * Prove a question: check its evidence, look for leaks and rationale, run its proof in a clean checkout of the
 * base commit (and after the fix), and make sure that it can fail.
 *
 * @param question The question.
 * @param tools Sandbox and checkouts.
 * @returns The verdict with its report.
 * @throws {Deno.errors.NotFound} If the repository or its base commit is not there.
 * @throws {Error} If the sandbox fails, or the signal is aborted.
 */
export async function proveQuestion(
  question: Question,
  tools: ProofTools,
): Promise<Proof> {
  const { checkouts, sandbox, signal } = tools;
  const base = await checkouts.base(question);
  const fix = await checkouts.fix(question);
  const evidence = await checkEvidence(base.path, question.evidence);
  const warnings: string[] = [];
  const objections: Objection[] = [
    ...evidenceObjections(question, evidence),
    ...await textObjections(question, base.path, evidence, fix, warnings),
  ];
  if (tools.fix && fix === null) {
    warnings.push(
      "no fix commit or patch file is there: not run after the fix",
    );
  }
  const setting: ProofSetting = {
    sandbox,
    script: question.proof_script,
    limits: tools.limits ?? {},
    signal,
  };
  const after = tools.fix ? fix : null;
  const ran = question.proof_language === "python3"
    ? await runAll(
      question,
      setting,
      base.path,
      after,
      evidence,
      objections,
      warnings,
    )
    : null;
  if (ran === null) {
    objections.push({
      reason: "crashed",
      detail:
        `no interpreter for "${question.proof_language}": write it in python3`,
    });
  }
  const reasons = reasonsOf(objections);
  const executed = ran?.executed ?? [];
  return {
    schema_version: "proof/v1",
    instance_id: question.instance_id,
    question_id: question.question_id,
    verdict: reasons.length > 0
      ? "rejected"
      : executed.length > 0
      ? "proven"
      : "structural",
    exit_code: ran?.base.exitCode ?? null,
    exit_code_after_fix: ran?.afterFix?.exitCode ?? null,
    reasons,
    report: {
      proof_sha256: createHash("sha256").update(question.proof_script).digest(
        "hex",
      ),
      base_commit: question.base_commit,
      base_tree: base.tree,
      fix_commit: fix?.commit ?? null,
      fix_tree: fix?.checkout.tree ?? null,
      missing_files: [...base.missing],
      base: ran === null ? null : reportRun(ran.base),
      after_fix: ran?.afterFix ? reportRun(ran.afterFix) : null,
      executed: [...executed],
      evidence: evidence.map(({ detail: _, ...rest }) => rest),
      ablations: ran?.ablations ?? [],
      mutation: ran?.mutation ?? null,
      objections,
      warnings,
      environment: environmentOf(sandbox, tools.limits ?? {}),
    },
  };
}

interface AllRuns {
  readonly base: EndedRun;
  readonly afterFix: EndedRun | null;
  readonly executed: readonly string[];
  readonly ablations: Proof["report"]["ablations"];
  readonly mutation: Proof["report"]["mutation"];
}

async function runAll(
  question: Question,
  setting: ProofSetting,
  tree: string,
  fix: Fix | null,
  evidence: readonly CheckedEvidence[],
  objections: Objection[],
  warnings: string[],
): Promise<AllRuns> {
  const base = await runProof(setting, tree);
  const failed = baseObjections(question, base);
  objections.push(...failed);
  const sound = base.outcome === "held" &&
    failed.every(({ reason }) => reason === "writes-repository");
  const afterFix = fix === null
    ? null
    : await runProof(setting, fix.checkout.path);
  if (afterFix !== null) {
    objections.push(...fixObjections(question, base, afterFix, sound));
  }
  if (base.outcome !== "held") {
    return { base, afterFix, executed: [], ablations: [], mutation: null };
  }
  const observed = await observeProof(setting, tree);
  const valid = evidence.filter(({ problem }) => problem === null);
  const ablations = [];
  for (const cited of valid) ablations.push(await ablate(setting, tree, cited));
  const mutation = question.mutation === null
    ? null
    : await mutate(setting, tree, question.mutation);
  const held = [];
  for (const { report, run, replace } of ablations) {
    if (report.outcome !== "held" || run === null) continue;
    held.push(await observeProof(setting, tree, { replace }));
  }
  if (question.mutation !== null && mutation?.report.outcome === "held") {
    held.push(await observeProof(setting, tree, { before: question.mutation }));
  }
  if (sound) {
    objections.push(...ableToFail({
      ablations,
      mutation,
      base: observed,
      held,
      expected: question.expected_stdout_contains,
    }));
  }
  for (const { report } of ablations) {
    const { path, start_line, end_line, outcome } = report;
    if (["held", "refuted", "missed"].includes(outcome ?? "")) continue;
    warnings.push(
      `${path}:${start_line}-${end_line}: undecided without it (${outcome})`,
    );
  }
  return {
    base,
    afterFix,
    executed: observed.ran,
    ablations: ablations.map(({ report }) => report),
    mutation: mutation?.report ?? null,
  };
}

function environmentOf(
  { backend, mechanisms, python }: Sandbox,
  limits: Partial<Limits>,
): Record<string, string | number> {
  return {
    backend,
    ...mechanisms,
    ...(python === null ? {} : { python: python.version }),
    ...Object.fromEntries(
      Object.entries(limits).map(([name, value]) => [`limit_${name}`, value]),
    ),
  };
}
