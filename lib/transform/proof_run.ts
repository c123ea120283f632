/**
 * Running a proof script in a clean checkout.
 *
 * @module
 */

import type { Limits, Sandbox, TreeChange } from "@taskflow/sandbox";
import { fileURLToPath } from "node:url";
import { type Outcome, outcomeOf, type RunFacts } from "./proof_outcome.ts";
import type { ProofRun } from "./proof_report.ts";

/** What every run of a question's proof has in common. */
export interface ProofSetting {
  readonly sandbox: Sandbox;
  /** Source of the proof script. */
  readonly script: string;
  readonly limits: Partial<Limits>;
  readonly signal: AbortSignal | undefined;
}

/** A run, and how it ended. */
export interface EndedRun extends RunFacts {
  readonly outcome: Outcome;
  readonly seconds: number;
  readonly changed: readonly TreeChange[];
}

/** How a run differs from a plain one. */
export interface RunVariant {
  /** Files with other contents. */
  readonly replace?: Readonly<Record<string, Uint8Array>>;
  /** A shell command to run first, in the same scratch copy. */
  readonly before?: string;
  /** Run it under `proof_observe.py` with this mark. */
  readonly observe?: string;
}

/** A run after a shell command, and what the command changed. */
export interface VariantRun extends EndedRun {
  readonly changedBefore: readonly TreeChange[];
}

const encoder = new TextEncoder();

/**
 * Run a proof script in a scratch copy of its own: nothing that one run leaves behind reaches the next.
 *
 * @param setting Sandbox, script, limits.
 * @param tree Folder of the checkout.
 * @param variant How the run differs.
 * @returns How it ended, and what it changed.
 * @throws {Error} If the sandbox fails.
 */
export async function runProof(
  setting: ProofSetting,
  tree: string,
  variant: RunVariant = {},
): Promise<VariantRun> {
  const { sandbox, script, limits, signal } = setting;
  const given: Record<string, Uint8Array> = {
    "proof.py": encoder.encode(script),
  };
  const python = sandbox.python?.executable ?? "python3";
  const command = [python, "-I", "-B", "/given/proof.py"];
  if (variant.observe !== undefined) {
    given["observe.py"] = await observer();
    command.splice(
      3,
      1,
      "/given/observe.py",
      "/given/proof.py",
      variant.observe,
    );
  }
  const aborting = signal === undefined ? {} : { signal };
  const scratch = await sandbox.scratch({ tree, limits });
  try {
    if (variant.before !== undefined) {
      await scratch.run({ command: ["sh", "-c", variant.before], ...aborting });
    }
    const changedBefore = variant.before === undefined
      ? []
      : await scratch.changes();
    const result = await scratch.run({
      command,
      given,
      ...(variant.replace === undefined ? {} : { replace: variant.replace }),
      ...aborting,
    });
    const changed =
      variant.replace === undefined && variant.before === undefined
        ? await scratch.changes()
        : [];
    return { ...result, outcome: outcomeOf(result), changed, changedBefore };
  } finally {
    await scratch.close();
  }
}

let source: Promise<Uint8Array> | null = null;

function observer(): Promise<Uint8Array> {
  source ??= Deno.readFile(
    fileURLToPath(new URL("proof_observe.py", import.meta.url)),
  );
  return source;
}

/** Characters of output that a report keeps. */
const KEPT = 4000;
/** Changed paths that a report names. */
const NAMED = 50;

/**
 * A run as it is reported.
 *
 * @param run The run.
 * @returns Its exit code, outcome, output (the first 4,000 characters of each stream) and changes.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { reportRun } from "./proof_run.ts";
 *
 * const run = { exitCode: 0, stdout: "x", stderr: "", timedOut: false, limits: [], networkAttempts: 0 };
 * const ended = { ...run, outcome: "held", seconds: 0.12345, changed: [{ path: "a", change: "added" }] } as const;
 * deepEqual(reportRun(ended).changed, ["added a"]);
 * ```
 */
export function reportRun(run: EndedRun): ProofRun {
  return {
    exit_code: run.exitCode,
    outcome: run.outcome,
    seconds: Math.round(run.seconds * 1000) / 1000,
    stdout: run.stdout.slice(0, KEPT),
    stderr: run.stderr.slice(0, KEPT),
    changed: nameChanges(run.changed),
    limits: [...run.limits],
    network_attempts: run.networkAttempts,
  };
}

/** Changes in words, at most 50. */
export function nameChanges(changes: readonly TreeChange[]): string[] {
  return changes.slice(0, NAMED).map(({ path, change }) => `${change} ${path}`);
}
