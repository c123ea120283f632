/**
 * The questions of others on real checkouts: `TASKFLOW_REPOS` names a folder with clones of their public
 * repositories. Nothing of them is kept in this project.
 */

import { deepEqual, equal } from "node:assert/strict";
import { openCheckouts, openSandbox } from "@taskflow/sandbox";
import { type Proof, proveAll, questionSchema } from "@taskflow/transform";
import { sharedPath, testNeeding } from "../shared.ts";

const repos = Deno.env.get("TASKFLOW_REPOS");
const present = repos !== undefined &&
  Deno.env.get("TASKFLOW_SHARED") !== undefined;

async function prove(
  file: string,
): Promise<[Proof, Record<string, unknown>][]> {
  const text = await Deno.readTextFile(sharedPath(`qa/${file}`));
  const rows = text.trim().split("\n").map((line) => JSON.parse(line));
  const cache = await Deno.makeTempDir();
  try {
    const sandbox = await openSandbox();
    const proofs = await proveAll(
      rows.map((row) => questionSchema.parse(row)),
      {
        sandbox,
        checkouts: openCheckouts({
          repos: repos ?? "",
          cache,
          owner: sandbox.owner,
        }),
        fix: true,
        limits: { wallSeconds: 8 },
        jobs: 4,
      },
    );
    return proofs.map((proof, at) => [proof, rows[at]]);
  } finally {
    await Deno.remove(cache, { recursive: true });
  }
}

testNeeding(
  "repos",
  present,
  "proveQuestion() accepts every good question, and they can fail",
  async () => {
    const proofs = await prove("questions.jsonl");
    equal(proofs.length, 22);
    for (
      const [
        { question_id, reasons, exit_code, exit_code_after_fix, report },
        row,
      ] of proofs
    ) {
      deepEqual([question_id, reasons], [question_id, []]);
      deepEqual([exit_code, exit_code_after_fix], [
        row["proof_exit_code"],
        row["proof_exit_code_after_fix"],
      ]);
      for (const { outcome } of report.ablations) {
        equal(outcome === "refuted" || outcome === "missed", true);
      }
      equal(report.mutation?.exit_code, row["mutation_exit_code"]);
      deepEqual([report.mutation?.outcome, report.mutation?.sentinel], [
        "refuted",
        true,
      ]);
    }
    const warned = proofs.filter(([{ report }]) => report.warnings.length > 0);
    equal(warned.length, 9);
  },
);

/** The reason that belongs to each defect. */
const REASON: Readonly<Record<string, string>> = {
  proof_writes_repository: "writes-repository",
  proof_needs_network: "needs-network",
  proof_never_terminates: "time-limit",
  proof_always_exits_zero: "always-zero",
  question_leaks_fix: "leaks-fix",
  question_about_rationale: "asks-rationale",
};

testNeeding(
  "repos",
  present,
  "proveQuestion() rejects every bad question for its own reason",
  async () => {
    const proofs = await prove("bad.jsonl");
    equal(proofs.length, 6);
    for (const [{ question_id, reasons, exit_code }, row] of proofs) {
      deepEqual([question_id, reasons], [question_id, [
        REASON[String(row["defect"])],
      ]]);
      equal(exit_code, row["proof_exit_code"]);
    }
  },
);
