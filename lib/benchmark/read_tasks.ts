/**
 * Reading a benchmark.
 *
 * @module
 */

import { basename } from "node:path";
import { columnOf } from "./column_map.ts";
import { readRecords } from "./read_records.ts";
import type { Task } from "./task.ts";
import { taskOf, type TaskOfOptions } from "./task_of.ts";

/** Options of {@linkcode readTasks}. */
export type ReadTasksOptions = TaskOfOptions;

/** A row that is no task. */
export interface MalformedRow {
  /** 1-based line (or row, in a file without lines). */
  readonly line: number;
  /** Its id, or `null` where it has none. */
  readonly instance_id: string | null;
  /** File, place and what is wrong. */
  readonly reason: string;
}

/** What a file holds. */
export interface TaskFile {
  /** The tasks in the order of the file. */
  readonly tasks: readonly Task[];
  /** Rows that are none, in order; nothing is left out silently. */
  readonly malformed: readonly MalformedRow[];
}

/**
 * Read the tasks of a benchmark: JSONL, CSV, Parquet or Arrow; SWE-Bench Pro, SWE-bench and its
 * relatives under their usual column names, others through `columns`. Raw rows and `tasks.jsonl` are
 * both accepted. A malformed row and the second of two with one id are named, the others are kept.
 *
 * @param path The file.
 * @param options Which prompt, what columns are called.
 * @returns Tasks and malformed rows.
 * @throws {Deno.errors.NotFound} If there is no such file.
 * @throws {SyntaxError} If the file as a whole cannot be read.
 * @throws {TypeError} If no row is a task; says what is wrong with the first.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { readTasks } from "@taskflow/benchmark";
 *
 * const path = await Deno.makeTempFile({ suffix: ".jsonl" });
 * const row = { instance_id: "a-1", repo: "a/a", problem_statement: "It fails." };
 * await Deno.writeTextFile(path, `${JSON.stringify(row)}\n{"repo":"a/a"}\n`);
 * const { tasks, malformed } = await readTasks(path);
 * deepEqual([tasks.length, malformed[0]?.line], [1, 2]);
 * await Deno.remove(path);
 * ```
 */
export async function readTasks(
  path: string,
  options: ReadTasksOptions = {},
): Promise<TaskFile> {
  const name = basename(path);
  const tasks: Task[] = [];
  const malformed: MalformedRow[] = [];
  const lines = new Map<string, number>();
  for await (const { line, unit, record, problem } of readRecords(path)) {
    const refuse = (instance_id: string | null, what: string) =>
      malformed.push({
        line,
        instance_id,
        reason: `Cannot read "${name}": ${unit} ${line}${
          instance_id === null ? "" : ` ("${instance_id}")`
        }: ${what}`,
      });
    if (record === null) {
      refuse(null, problem ?? "it is no record");
      continue;
    }
    const id =
      record[columnOf("instance_id", record, options.columns ?? {}) ?? ""];
    const instance = typeof id === "string" && id !== "" ? id : null;
    try {
      const task = taskOf(record, options);
      const before = lines.get(task.instance_id);
      if (before !== undefined) {
        refuse(task.instance_id, `its id is that of ${unit} ${before}`);
        continue;
      }
      lines.set(task.instance_id, line);
      tasks.push(task);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof SyntaxError)) {
        throw error;
      }
      refuse(instance, error.message);
    }
  }
  if (tasks.length === 0) {
    throw new TypeError(
      malformed[0] === undefined
        ? `Cannot read tasks from "${path}": there are no rows in it`
        : `${
          malformed[0].reason
        }; no row of the file is a task, name its columns (--columns)`,
    );
  }
  return { tasks, malformed };
}
