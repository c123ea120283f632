/**
 * What is seen when a sample task is run: its tests at base, after the fix and after each part, its
 * proofs, its trajectory. Needs bash, git, Python 3 and, for JavaScript, Node.js.
 *
 * @module
 */

import type { Tree } from "./git_objects.ts";
import { stepsOf } from "./calls.ts";
import { checkoutSampleRepos, repoFolder, writeTree } from "./checkout.ts";
import { overlay, type TaskCommit } from "./history.ts";
import { testFiles } from "./instance_row.ts";
import { readFolder } from "./read_folder.ts";
import { type CallOutput, runCall } from "./run_calls.ts";
import { runCommand } from "./run_command.ts";
import { type ProofPlace, runProof } from "./run_proof.ts";
import { runTests } from "./run_tests.ts";
import type { Observed } from "./source.ts";

/**
 * The states of a task's repository: at base, then after each part.
 *
 * @param commit The commit that solves the task.
 * @returns Four trees, without the test patch.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { taskCommits } from "./history.ts";
 * import { statesOf } from "./observe.ts";
 * import { readSampleRepos } from "./source.ts";
 *
 * const [first] = readSampleRepos("data/sample/tasks/source").flatMap(taskCommits);
 * if (first) equal(statesOf(first).length, 4);
 * ```
 */
export function statesOf({ base, task }: TaskCommit): Tree[] {
  return [
    base,
    ...task.parts.map((_, i) =>
      overlay(base, ...task.parts.slice(0, i + 1).map(({ files }) => files))
    ),
  ];
}

/**
 * Run a task's tests in every state.
 *
 * @param commit The commit that solves the task.
 * @param env Variables that name an interpreter: `PYTHON`, `JS_RUNTIME`.
 * @returns Status by test, for base and after each part.
 *
 * @example
 * ```ts
 * import { testsInStates } from "./observe.ts";
 * import type { TaskCommit } from "./history.ts";
 *
 * const passing = async (commit: TaskCommit) => [...(await testsInStates(commit))[0] ?? []];
 * ```
 */
export async function testsInStates(
  commit: TaskCommit,
  env: Readonly<Record<string, string>> = {},
): Promise<Map<string, string>[]> {
  return await Promise.all(
    statesOf(commit).map(async (state) => {
      const folder = Deno.makeTempDirSync({ prefix: "taskflow-state-" });
      try {
        writeTree(folder, overlay(state, commit.task.tests));
        return await runTests(commit.repo.repo, folder, testFiles(commit), env);
      } finally {
        Deno.removeSync(folder, { recursive: true });
      }
    }),
  );
}

/**
 * Check out the base of a task with the history up to it and nothing later, as an agent may see it.
 *
 * @param commit The commit that solves the task.
 * @param streams Folder with the `*.fast-import` files.
 * @param folder Where to.
 * @returns The folder of the checkout.
 *
 * @example
 * ```ts
 * import { checkoutBase } from "./observe.ts";
 * import type { TaskCommit } from "./history.ts";
 *
 * const atBase = (commit: TaskCommit) => checkoutBase(commit, "data/sample/tasks/repos", "scratch");
 * ```
 */
export async function checkoutBase(
  { repo, parent }: TaskCommit,
  streams: string,
  folder: string,
): Promise<string> {
  await checkoutSampleRepos(streams, folder);
  const checkout = `${folder}/${repoFolder(repo.repo)}`;
  const { code, output } = await runCommand(
    `git reset -q --hard ${parent} && git reflog expire --expire=all --all && git gc -q --prune=now`,
    checkout,
  );
  if (code !== 0) throw new Error(`Cannot check out ${parent}: ${output}`);
  return checkout;
}

/**
 * Run the trajectory of a task.
 *
 * @param commit The commit that solves the task.
 * @param streams Folder with the `*.fast-import` files.
 * @returns Outputs of its calls in order, and the files that the agent leaves.
 *
 * @example
 * ```ts
 * import { replay } from "./observe.ts";
 * import type { TaskCommit } from "./history.ts";
 *
 * const left = async (commit: TaskCommit) =>
 *   (await replay(commit, "data/sample/tasks/repos")).tree;
 * ```
 */
export async function replay(
  commit: TaskCommit,
  streams: string,
): Promise<{ readonly outputs: CallOutput[]; readonly tree: Tree }> {
  const folder = Deno.makeTempDirSync({ prefix: "taskflow-replay-" });
  try {
    const checkout = await checkoutBase(commit, streams, folder);
    const outputs: CallOutput[] = [];
    for (const call of stepsOf(commit).flatMap(({ calls }) => calls)) {
      outputs.push(await runCall(call, checkout));
    }
    Deno.removeSync(`${checkout}/.git`, { recursive: true });
    return { outputs, tree: readFolder(checkout) };
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/**
 * Run everything of a task.
 *
 * @param commit The commit that solves the task.
 * @param streams Folder with the `*.fast-import` files.
 * @param place Which Python runs the proofs.
 * @returns What was seen.
 *
 * @example
 * ```ts
 * import { observe } from "./observe.ts";
 * import type { TaskCommit } from "./history.ts";
 *
 * const failing = async (commit: TaskCommit) =>
 *   (await observe(commit, "data/sample/tasks/repos")).fail_to_pass;
 * ```
 */
export async function observe(
  commit: TaskCommit,
  streams: string,
  place: ProofPlace = {},
): Promise<Observed> {
  const states = await testsInStates(commit);
  const [atBase, atEnd] = [states[0], states.at(-1)];
  const passed = [...atEnd ?? []].filter(([, status]) => status === "PASSED")
    .map(([name]) => name);
  const before = (name: string) => atBase?.get(name) === "PASSED";
  const proofs: [number, number, number][] = [];
  for (const { proof, mutation } of commit.task.questions) {
    const run = async (tree: Tree, more: ProofPlace) =>
      (await runProof(proof, tree, { ...place, ...more })).code;
    proofs.push([
      await run(commit.base, {}),
      await run(commit.tree, {}),
      await run(commit.base, { mutation }),
    ]);
  }
  return {
    fail_to_pass: passed.filter((name) => !before(name)),
    pass_to_pass: passed.filter(before),
    proofs,
    outputs: (await replay(commit, streams)).outputs,
  };
}
