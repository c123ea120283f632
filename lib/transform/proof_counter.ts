/**
 * Runs that have to fail: without the cited lines, and after the mutation.
 *
 * @module
 */

import { join } from "node:path";
import { blankBlock, blankLines } from "./ablation.ts";
import { scrambleLines } from "./ablation_scramble.ts";
import type { CheckedEvidence } from "./evidence.ts";
import { hasSentinel } from "./proof_outcome.ts";
import type { Proof } from "./proof_report.ts";
import {
  type EndedRun,
  nameChanges,
  type ProofSetting,
  runProof,
} from "./proof_run.ts";

/** How a proof ended without a citation's lines. */
export interface Ablation {
  readonly report: Proof["report"]["ablations"][number];
  /** The run that decided, with the files it saw; `null` where there was nothing to take out. */
  readonly run: EndedRun | null;
  readonly replace: Readonly<Record<string, Uint8Array>>;
}

/** Ways to take lines out; the next one is tried where a file can no longer be read at all. */
const VARIANTS = [
  ["blank", blankLines],
  ["block", blankBlock],
  ["scramble", scrambleLines],
] as const;

/**
 * Run a proof without a citation's lines.
 *
 * @param setting Sandbox, script, limits.
 * @param tree Folder of the base checkout.
 * @param cited A citation that was checked and has no problem.
 * @returns How the proof ended. Lines that are blank already leave it as it was: `held`.
 * @throws {Error} If the sandbox fails.
 */
export async function ablate(
  setting: ProofSetting,
  tree: string,
  cited: CheckedEvidence,
): Promise<Ablation> {
  const { path, start_line, end_line } = cited;
  const bytes = await Deno.readFile(join(tree, path));
  let last: Ablation | null = null;
  for (const [variant, change] of VARIANTS) {
    const changed = change(bytes, start_line, end_line);
    const place = { path, start_line, end_line, variant };
    if (sameBytes(bytes, changed)) {
      last ??= {
        report: { ...place, exit_code: null, outcome: "held", sentinel: false },
        run: null,
        replace: {},
      };
      continue;
    }
    const replace = { [path]: changed };
    const run = await runProof(setting, tree, { replace });
    const { exitCode, outcome } = run;
    const sentinel = hasSentinel(run);
    last = {
      report: { ...place, exit_code: exitCode, outcome, sentinel },
      run,
      replace,
    };
    if (outcome !== "unreadable") break;
  }
  if (last === null) throw new Error(`Cannot ablate "${path}": no way to`);
  return last;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** How a proof ended after the mutation. */
export interface Mutation {
  readonly report: NonNullable<Proof["report"]["mutation"]>;
  readonly run: EndedRun | null;
}

/**
 * Run a proof after its mutation.
 *
 * @param setting Sandbox, script, limits.
 * @param tree Folder of the base checkout.
 * @param mutation The shell command.
 * @returns How the proof ended, and what the mutation changed; without change there is no outcome.
 * @throws {Error} If the sandbox fails.
 */
export async function mutate(
  setting: ProofSetting,
  tree: string,
  mutation: string,
): Promise<Mutation> {
  const run = await runProof(setting, tree, { before: mutation });
  const files = run.changedBefore;
  if (files.length === 0) {
    return {
      report: { exit_code: null, outcome: null, sentinel: false, changed: [] },
      run: null,
    };
  }
  const report = {
    exit_code: run.exitCode,
    outcome: run.outcome,
    sentinel: hasSentinel(run),
    changed: nameChanges(files),
  };
  return { report, run };
}
