/**
 * A benchmark as a corpus: each task is a session of one message (Appendix C, step 5).
 *
 * @module
 */

import type { Session } from "@taskflow/session";
import type { Task } from "./task.ts";

/**
 * Turn tasks into single-message sessions, so that a benchmark is measured as a corpus is.
 *
 * @param tasks Tasks.
 * @param labels Intent by instance id; a task without one has `null`.
 * @returns One session a task, with attributes `repository` and `language`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { taskOf, taskSessions } from "@taskflow/benchmark";
 *
 * const task = taskOf({ instance_id: "a-1", repo: "a/a", problem_statement: "It fails." });
 * const [session] = taskSessions([task], new Map([["a-1", "bug-fix"]]));
 * equal(session?.messages[0]?.intent, "bug-fix");
 * ```
 */
export function* taskSessions(
  tasks: Iterable<Task>,
  labels: ReadonlyMap<string, string> = new Map(),
): Generator<Session> {
  for (const { instance_id, repo, repo_language, prompt } of tasks) {
    yield {
      schema_version: 1,
      id: instance_id,
      source: "benchmark-task",
      file: null,
      ordinal: 0,
      attributes: { repository: repo, language: repo_language },
      messages: [{
        text: prompt,
        timestamp: null,
        intent: labels.get(instance_id) ?? null,
      }],
    };
  }
}
