/**
 * The split of a sample task, written by hand.
 *
 * @module
 */

import { type Split, splitSchema } from "@taskflow/transform";
import type { TaskCommit } from "./history.ts";

/**
 * The row of a task in `splits.jsonl`.
 *
 * @param commit The commit that solves it.
 * @returns The row; part numbers are 0-based, tests in the order of `fail_to_pass`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { taskCommits } from "./history.ts";
 * import { readSampleRepos } from "./source.ts";
 * import { splitRow } from "./split_row.ts";
 *
 * const [first] = readSampleRepos("data/sample/tasks/source").flatMap(taskCommits);
 * if (first) equal(splitRow(first).parts?.length, 3);
 * ```
 */
export function splitRow({ task, instance }: TaskCommit): Split {
  const { artifacts, units, labels, test_part } = task.split;
  return splitSchema.parse({
    schema_version: "split/v1",
    instance_id: instance,
    eligible: true,
    reason: null,
    parts: task.parts.map(({ prompt }) => prompt),
    artifacts,
    requirement_units: units.map(([unit]) => unit),
    unit_to_part: units.map(([, part]) => part - 1),
    labels,
    splitter: "hand",
    splitter_version: "sample/1",
    test_part: Object.entries(test_part).map(([test, part]) => ({
      test,
      part: part - 1,
      source: "person",
    })),
  });
}
