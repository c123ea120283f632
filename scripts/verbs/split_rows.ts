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

/** A split, and where it stands. */
export interface PlacedSplit {
  readonly split: Split;
  /** For messages, for example `Cannot read splits "splits.jsonl": line 3`. */
  readonly place: string;
}

/**
 * Read splits one after another.
 *
 * @param path The splits, JSONL.
 * @returns The rows in the order of the file.
 * @throws {SyntaxError | TypeError} If a line is no split.
 */
export async function* readSplitRows(
  path: string,
): AsyncGenerator<PlacedSplit> {
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
    yield { split: row.data, place };
  }
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
  for await (const { split, place } of readSplitRows(path)) {
    const task = byId.get(split.instance_id);
    if (task === undefined) {
      throw new RangeError(
        `${place}: there is no task "${split.instance_id}" in "${tasksPath}"; give the tasks it was made from`,
      );
    }
    rows.push({ split, task });
  }
  if (rows.length === 0) {
    throw new TypeError(
      `Cannot read splits "${basename(path)}": there are no rows in it`,
    );
  }
  return rows;
}
