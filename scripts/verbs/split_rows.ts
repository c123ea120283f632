/**
 * Rows of splits on disk.
 *
 * @module
 */

import { readRecords, type Task } from "@taskflow/benchmark";
import { type Split, splitSchema } from "@taskflow/transform";
import { basename } from "node:path";

/** A row with its task. */
export interface SplitRow {
  readonly split: Split;
  readonly task: Task;
}

/**
 * Read splits and find their tasks.
 *
 * @param path The splits, JSONL.
 * @param tasks The tasks.
 * @param tasksPath Their file, for messages.
 * @returns The rows in the order of the file.
 * @throws {SyntaxError | TypeError | RangeError} If a line is no split or its task is not there.
 */
export async function readSplits(
  path: string,
  tasks: readonly Task[],
  tasksPath: string,
): Promise<SplitRow[]> {
  const byId = new Map(tasks.map((task) => [task.instance_id, task]));
  const rows: SplitRow[] = [];
  const name = basename(path);
  for await (const { line, unit, record, problem } of readRecords(path)) {
    const place = `Cannot read splits "${name}": ${unit} ${line}`;
    if (record === null) throw new SyntaxError(`${place}: ${problem}`);
    const row = splitSchema.safeParse(record);
    if (!row.success) {
      const [issue] = row.error.issues;
      throw new TypeError(
        `${place}: "${issue?.path.join(".")}" ${
          issue?.message ?? "has the wrong shape"
        }`,
      );
    }
    const task = byId.get(row.data.instance_id);
    if (task === undefined) {
      throw new RangeError(
        `${place}: there is no task "${row.data.instance_id}" in "${tasksPath}"; give the tasks it was made from`,
      );
    }
    rows.push({ split: row.data, task });
  }
  if (rows.length === 0) {
    throw new TypeError(
      `Cannot read splits "${name}": there are no rows in it`,
    );
  }
  return rows;
}
