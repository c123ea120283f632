/**
 * A benchmark in numbers.
 *
 * @module
 */

import type { Task } from "./task.ts";

/** Numbers of a set of tasks; words are runs of characters without white space. */
export interface TaskStatistics {
  readonly tasks: number;
  /** Tasks by repository, most frequent first. */
  readonly repositories: Readonly<Record<string, number>>;
  /** Tasks by language, most frequent first; `unknown` where the source does not say. */
  readonly languages: Readonly<Record<string, number>>;
  /** Median words: of the statement, of all three texts, of the prompt as agents get it. */
  readonly words: {
    readonly statement: number | null;
    readonly all: number | null;
    readonly prompt: number | null;
  };
  /** Median number of tests, and tasks with none or one of them. */
  readonly fail_to_pass: {
    readonly median: number | null;
    readonly none: number;
    readonly single: number;
  };
  /** Tasks without a test that must keep passing. */
  readonly without_pass_to_pass: number;
}

/**
 * Describe tasks.
 *
 * @param tasks The tasks.
 * @returns Counts and medians; a median of nothing is `null`.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { describeTasks, taskOf } from "@taskflow/benchmark";
 *
 * const row = { instance_id: "a-1", repo: "a/a", problem_statement: "It fails now." };
 * deepEqual(describeTasks([taskOf(row)]).words, { statement: 3, all: 3, prompt: 3 });
 * ```
 */
export function describeTasks(tasks: readonly Task[]): TaskStatistics {
  const words = (text: string) => text.split(/\s+/u).filter(Boolean).length;
  const of = (count: (task: Task) => number) => median(tasks.map(count));
  const tests = tasks.map(({ fail_to_pass }) => fail_to_pass.length);
  return {
    tasks: tasks.length,
    repositories: countBy(tasks, ({ repo }) => repo),
    languages: countBy(
      tasks,
      ({ repo_language }) => repo_language ?? "unknown",
    ),
    words: {
      statement: of((task) => words(task.problem_statement)),
      all: of((task) =>
        words(task.problem_statement) + words(task.requirements) +
        words(task.interface)
      ),
      prompt: of((task) => words(task.prompt)),
    },
    fail_to_pass: {
      median: median(tests),
      none: tests.filter((n) => n === 0).length,
      single: tests.filter((n) => n === 1).length,
    },
    without_pass_to_pass:
      tasks.filter(({ pass_to_pass }) => pass_to_pass.length === 0).length,
  };
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) return null;
  return sorted.length % 2 === 1
    ? upper
    : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

function countBy(
  tasks: readonly Task[],
  key: (task: Task) => string,
): Record<string, number> {
  const counts = new Map<string, number>();
  for (const task of tasks) {
    counts.set(key(task), (counts.get(key(task)) ?? 0) + 1);
  }
  const byCount = [...counts].sort(([a, n], [b, m]) =>
    m - n || (a < b ? -1 : 1)
  );
  return Object.fromEntries(byCount);
}
