/**
 * A sample task as a row of SWE-Bench Pro.
 *
 * @module
 */

import { gitPatch } from "./git_patch.ts";
import { overlay, type TaskCommit } from "./history.ts";

/**
 * Write a list of strings as Python prints it.
 *
 * @param items The strings.
 * @returns A Python literal.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { pythonList } from "./instance_row.ts";
 *
 * equal(pythonList(["a", "it's", String.raw`\d`]), String.raw`['a', "it's", '\\d']`);
 * ```
 */
export function pythonList(items: readonly string[]): string {
  const literals = items.map((item) => {
    const text = item.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
    if (!item.includes("'")) return `'${text}'`;
    if (!item.includes('"')) return `"${text}"`;
    return `'${text.replaceAll("'", "\\'")}'`;
  });
  return `[${literals.join(", ")}]`;
}

/**
 * The patches of a task.
 *
 * @param commit The commit that solves it.
 * @returns Golden patch, test patch and the piece of each part, each on top of those before it.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { taskCommits } from "./history.ts";
 * import { patchesOf } from "./instance_row.ts";
 * import { readSampleRepos } from "./source.ts";
 *
 * const [first] = readSampleRepos("data/sample/tasks/source").flatMap(taskCommits);
 * ok(first !== undefined && patchesOf(first).parts.length === 3);
 * ```
 */
export function patchesOf({ base, task }: TaskCommit): {
  readonly golden: string;
  readonly test: string;
  readonly parts: readonly string[];
} {
  const states = [base];
  for (const { files } of task.parts) {
    states.push(overlay(states.at(-1) ?? base, files));
  }
  return {
    golden: gitPatch(base, states.at(-1) ?? base),
    test: gitPatch(base, overlay(base, task.tests)),
    parts: states.slice(1).map((state, i) =>
      gitPatch(states[i] ?? base, state)
    ),
  };
}

/** Files that the task's tests are run from. */
export function testFiles({ task }: TaskCommit): string[] {
  return [...task.tests.keys()];
}

/**
 * The row of a task, columns as in SWE-Bench Pro; every value is a string.
 *
 * @param commit The commit that solves it.
 * @returns The row.
 *
 * @example
 * ```ts
 * import { match } from "node:assert/strict";
 * import { taskCommits } from "./history.ts";
 * import { instanceRow } from "./instance_row.ts";
 * import { readSampleRepos } from "./source.ts";
 *
 * const [first] = readSampleRepos("data/sample/tasks/source").flatMap(taskCommits);
 * if (first) match(instanceRow(first).instance_id ?? "", /^instance_.+__.+-[0-9a-f]{40}$/);
 * ```
 */
export function instanceRow(commit: TaskCommit): Record<string, string> {
  const { task, repo, parent, id, instance } = commit;
  const text = (plain: string) => task.quoted ? JSON.stringify(plain) : plain;
  const { golden, test } = patchesOf(commit);
  const failing = task.observed?.fail_to_pass ?? [];
  const files = testFiles(commit);
  return {
    repo: repo.repo,
    instance_id: instance,
    base_commit: parent,
    patch: golden,
    test_patch: test,
    problem_statement: text(task.problem_statement),
    requirements: text(task.requirements),
    interface: text(task.interface),
    repo_language: repo.language,
    fail_to_pass: task.lists === "python"
      ? pythonList(failing)
      : JSON.stringify(failing),
    pass_to_pass: JSON.stringify(task.observed?.pass_to_pass ?? []),
    issue_specificity: JSON.stringify(task.specificity),
    issue_categories: JSON.stringify(task.categories),
    // Trailing blanks as in the data set.
    before_repo_set_cmd: [
      `git reset --hard ${parent}`,
      "git clean -fd ",
      `git checkout ${parent} `,
      `git checkout ${id} -- ${files.join(" ")}`,
    ].join("\n"),
    selected_test_files_to_run: JSON.stringify(files),
  };
}
