/**
 * The history of a sample repository: every commit with its whole tree and its id.
 *
 * @module
 */

import { commitId, type Tree } from "./git_objects.ts";
import type { SampleCommit, SampleRepo, SampleTask } from "./source.ts";

/** A commit of the history. */
export interface HistoryCommit {
  /** 40 hexadecimal digits. */
  readonly id: string;
  /** Id of the commit before, or `null`. */
  readonly parent: string | null;
  readonly commit: SampleCommit;
  /** All files after it. */
  readonly tree: Tree;
  /** All files before it. */
  readonly base: Tree;
}

/** A commit that solves a task: its parent is the task's base. */
export interface TaskCommit extends HistoryCommit {
  readonly parent: string;
  readonly task: SampleTask;
  readonly repo: SampleRepo;
  /** `instance_<owner>__<repo>-<id of the commit>`, as SWE-Bench Pro names its tasks. */
  readonly instance: string;
}

/**
 * Files with others laid over them.
 *
 * @param tree The files.
 * @param changes Files that are new or replace one.
 * @returns A new map, sorted by path.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { overlay } from "./history.ts";
 *
 * deepEqual([...overlay(new Map([["b", "1"]]), new Map([["a", "2"]])).keys()], ["a", "b"]);
 * ```
 */
export function overlay(tree: Tree, ...changes: Tree[]): Map<string, string> {
  const files = new Map(tree);
  for (const change of changes) {
    for (const [path, text] of change) files.set(path, text);
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Put the commits of a repository on each other.
 *
 * @param repo The repository.
 * @returns Its commits, oldest first.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { historyOf } from "./history.ts";
 *
 * equal(historyOf({ repo: "a/b", language: "js", commits: [] }).length, 0);
 * ```
 */
export function historyOf(repo: SampleRepo): HistoryCommit[] {
  const history: HistoryCommit[] = [];
  for (const commit of repo.commits) {
    const before = history.at(-1);
    const base = before?.tree ?? new Map<string, string>();
    const { files, task } = commit;
    const tree = overlay(
      base,
      files,
      ...(task?.parts ?? []).map((part) => part.files),
      task?.tests ?? new Map(),
    );
    const parent = before?.id ?? null;
    const id = commitId(commit, tree, parent);
    history.push({ id, parent, commit, tree, base });
  }
  return history;
}

/**
 * The commits that solve a task.
 *
 * @param repo The repository.
 * @returns Them, oldest first.
 * @throws {RangeError} If the first commit of the repository is one: it has no base.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { taskCommits } from "./history.ts";
 *
 * deepEqual(taskCommits({ repo: "a/b", language: "js", commits: [] }), []);
 * ```
 */
export function taskCommits(repo: SampleRepo): TaskCommit[] {
  return historyOf(repo).flatMap((commit) => {
    const { task, folder } = commit.commit;
    if (task === null) return [];
    if (commit.parent === null) {
      throw new RangeError(`Cannot make task "${folder}": no commit before it`);
    }
    const instance = `instance_${repo.repo.replace("/", "__")}-${commit.id}`;
    return [{ ...commit, parent: commit.parent, task, repo, instance }];
  });
}
