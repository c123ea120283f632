/**
 * A proof script, run in a checkout that is thrown away.
 *
 * This is for our own scripts: those of others belong into the sandbox (`lib/sandbox`).
 *
 * @module
 */

import { writeTree } from "./checkout.ts";
import { type CommandOutput, runCommand } from "./run_command.ts";
import { readFolder } from "./read_folder.ts";
import type { Tree } from "./git_objects.ts";

/** Where a proof is run. */
export interface ProofPlace {
  /** Python 3 (default `python3`). */
  readonly python?: string;
  /** A command that changes the files first. */
  readonly mutation?: string;
}

/** What came of a proof. */
export interface ProofRun extends CommandOutput {
  /** Paths of files that the script made, changed or removed. */
  readonly changed: readonly string[];
  /** Whether the mutation changed a file. */
  readonly mutated: boolean;
}

function differences(before: Tree, after: Tree): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path));
}

/**
 * Run a proof.
 *
 * @param script The script, Python 3.
 * @param tree Files of the checkout.
 * @param place Interpreter and mutation.
 * @returns Exit code, output, and what it changed.
 *
 * @example
 * ```ts
 * import { runProof } from "./run_proof.ts";
 *
 * if (Deno.env.get("TASKFLOW_PYTHON") !== undefined) {
 *   await runProof("print('OBSERVED: nothing')", new Map(), { python: Deno.env.get("TASKFLOW_PYTHON") ?? "" });
 * }
 * ```
 */
export async function runProof(
  script: string,
  tree: Tree,
  { python = "python3", mutation }: ProofPlace = {},
): Promise<ProofRun> {
  const folder = Deno.makeTempDirSync({ prefix: "taskflow-proof-" });
  try {
    writeTree(folder, tree);
    if (mutation !== undefined) await runCommand(mutation, folder);
    const before = readFolder(folder);
    const run = await runCommand('"$PYTHON" -I -B -c "$PROOF"', folder, {
      PYTHON: python,
      PROOF: script,
    });
    return {
      ...run,
      changed: differences(before, readFolder(folder)),
      mutated: differences(tree, before).length > 0,
    };
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}
