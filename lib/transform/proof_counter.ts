/**
 * Runs that have to fail: without the cited lines, and after the mutation.
 *
 * @module
 */

import { join } from "node:path";
import { blankBlock, blankLines } from "./ablation.ts";
import { renameLines, scrambleLines } from "./ablation_scramble.ts";
import type { CheckedEvidence } from "./evidence.ts";
import { failedAtImport, hasSentinel } from "./proof_outcome.ts";
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
  ["names", renameLines],
  ["scramble", scrambleLines],
] as const;

/**
 * Run a proof without a citation's lines.
 *
 * @param setting Sandbox, script, limits.
 * @param tree Folder of the base checkout.
 * @param cited A citation that was checked and has no problem.
 * @returns How the proof ended. Lines that are blank already, or are nothing but punctuation, leave it as it
 * was: `held`.
 * @throws {Error} If the sandbox fails.
 */
export async function ablate(
  setting: ProofSetting,
  tree: string,
  cited: CheckedEvidence,
): Promise<Ablation> {
  const { path, start_line, end_line } = cited;
  const bytes = await Deno.readFile(join(tree, path));
  const place = { path, start_line, end_line };
  const held: Ablation = {
    report: {
      ...place,
      variant: "blank",
      exit_code: null,
      outcome: "held",
      sentinel: false,
    },
    run: null,
    replace: {},
  };
  let last: Ablation | null = null;
  for (const [variant, change] of VARIANTS) {
    const changed = change(bytes, start_line, end_line);
    if (sameBytes(bytes, changed)) {
      // Without a name or number, what cannot be read without these lines misses their punctuation only.
      if (
        variant === "blank" || (variant === "scramble" && isUnreadable(last))
      ) {
        return held;
      }
      continue;
    }
    const replace = { [path]: changed };
    const run = await runProof(setting, tree, { replace });
    const { exitCode, outcome } = run;
    const sentinel = hasSentinel(run);
    const renamed = last?.report.variant === "names" &&
      last.report.outcome === "held";
    // Names that are missing where a file is loaded say nothing of lines that never run.
    if (
      last !== null && renamed && outcome !== "refuted" &&
      failedAtImport(run.stderr)
    ) {
      return last;
    }
    last = {
      report: { ...place, variant, exit_code: exitCode, outcome, sentinel },
      run,
      replace,
    };
    if (outcome === "unreadable") continue;
    if (variant !== "names" || outcome !== "held") break;
  }
  return last ?? held;
}

const isUnreadable = (one: Ablation | null) =>
  one?.report.outcome === "unreadable";

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
