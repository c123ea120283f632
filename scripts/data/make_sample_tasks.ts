/**
 * Write the sample tasks from their sources: repositories, rows, patches, trajectories.
 * Deterministic, and without git: the same sources give the same bytes and the same commits.
 *
 *     deno run -A scripts/data/make_sample_tasks.ts [folder, default data/sample/tasks]
 *
 * What was seen when the tasks were run stands in the sources as well (`observed.json`, written by
 * `record_sample_tasks.ts`).
 *
 * @module
 */

import { dirname } from "node:path";
import { atifTrajectory } from "./sample_tasks/atif_trajectory.ts";
import { repoFolder, TASKS } from "./sample_tasks/checkout.ts";
import { fastImport } from "./sample_tasks/fast_import.ts";
import {
  historyOf,
  type TaskCommit,
  taskCommits,
} from "./sample_tasks/history.ts";
import { instanceRow, patchesOf } from "./sample_tasks/instance_row.ts";
import { miniTrajectory } from "./sample_tasks/mini_trajectory.ts";
import { questionRows } from "./sample_tasks/question_row.ts";
import { readSampleRepos, type SampleRepo } from "./sample_tasks/source.ts";
import { splitRow } from "./sample_tasks/split_row.ts";

/** Folders that hold generated files only. */
export const GENERATED = ["repos", "parts", "trajectories"] as const;

function jsonLines(rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

function patchFiles(commit: TaskCommit): [string, string][] {
  return patchesOf(commit).parts.map((patch, i) => [
    `parts/${commit.instance}/${i + 1}.patch`,
    patch,
  ]);
}

function trajectoryFile(commit: TaskCommit): [string, string] {
  const { format } = commit.task.trajectory;
  const file = `trajectories/${commit.instance}`;
  const [end, value] = format === "ATIF-v1.6" || format === "ATIF-v1.7"
    ? ["trajectory", atifTrajectory(commit, format)]
    : ["traj", miniTrajectory(commit, format)];
  return [`${file}.${end}.json`, `${JSON.stringify(value, null, 1)}\n`];
}

/**
 * All generated files of the sample tasks.
 *
 * @param repos The sources.
 * @param recorded Whether the tasks have been run: without, only the repositories can be written.
 * @returns Path below `data/sample/tasks` to contents.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { sampleTaskFiles } from "./make_sample_tasks.ts";
 * import { readSampleRepos } from "./sample_tasks/source.ts";
 *
 * ok(sampleTaskFiles(readSampleRepos("data/sample/tasks/source")).has("instances.jsonl"));
 * ```
 */
export function sampleTaskFiles(
  repos: readonly SampleRepo[],
  recorded = true,
): Map<string, string> {
  const streams = repos.map((repo): [string, string] => [
    `repos/${repoFolder(repo.repo)}.fast-import`,
    fastImport(historyOf(repo)),
  ]);
  if (!recorded) return new Map(streams);
  const commits = repos.flatMap(taskCommits);
  return new Map([
    ...streams,
    ["instances.jsonl", jsonLines(commits.map(instanceRow))],
    ["splits.jsonl", jsonLines(commits.map(splitRow))],
    ["questions.jsonl", jsonLines(commits.flatMap(questionRows))],
    ...commits.flatMap(patchFiles),
    ...commits.map(trajectoryFile),
  ]);
}

/**
 * Write generated files, in place of those that are there.
 *
 * @param folder Where `repos`, `parts` and so on go.
 * @param files Path below it to contents.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { writeSampleTasks } from "./make_sample_tasks.ts";
 *
 * const folder = Deno.makeTempDirSync();
 * writeSampleTasks(folder, new Map([["repos/a.fast-import", "done\n"]]));
 * equal(Deno.readTextFileSync(`${folder}/repos/a.fast-import`), "done\n");
 * Deno.removeSync(folder, { recursive: true });
 * ```
 */
export function writeSampleTasks(
  folder: string,
  files: ReadonlyMap<string, string>,
): void {
  // A commit that changes leaves files of its old id behind.
  for (const name of GENERATED) {
    const there = [...Deno.readDirSync(folder)].some((at) => at.name === name);
    if (there) Deno.removeSync(`${folder}/${name}`, { recursive: true });
  }
  for (const [name, contents] of files) {
    Deno.mkdirSync(dirname(`${folder}/${name}`), { recursive: true });
    Deno.writeTextFileSync(`${folder}/${name}`, contents);
  }
}

if (import.meta.main) {
  const folder = Deno.args[0] ?? TASKS;
  const files = sampleTaskFiles(readSampleRepos(`${TASKS}/source`));
  writeSampleTasks(folder, files);
  for (const name of files.keys()) {
    Deno.stdout.writeSync(new TextEncoder().encode(`${folder}/${name}\n`));
  }
}
