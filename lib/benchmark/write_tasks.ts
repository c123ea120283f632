/**
 * Tasks on disk.
 *
 * @module
 */

import { writeAtomically } from "@taskflow/table";
import type { Task } from "./task.ts";

/**
 * Write tasks as JSONL, one `task/v1` a line; `readTasks()` gives back the same.
 *
 * @param path The file; replaced only when all of it is written.
 * @param tasks The tasks.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { readTasks, taskOf, writeTasks } from "@taskflow/benchmark";
 *
 * const path = await Deno.makeTempFile({ suffix: ".jsonl" });
 * const task = taskOf({ instance_id: "a-1", repo: "a/a", problem_statement: '"a\\nb"' });
 * await writeTasks(path, [task]);
 * deepEqual((await readTasks(path)).tasks, [task]);
 * await Deno.remove(path);
 * ```
 */
export async function writeTasks(
  path: string,
  tasks: Iterable<Task>,
): Promise<void> {
  const lines = function* () {
    for (const task of tasks) yield `${JSON.stringify(task)}\n`;
  };
  await writeAtomically(path, lines());
}
