/**
 * The issue as an agent is given it in one message.
 *
 * @module
 */

import type { PromptKind, Task } from "./task.ts";

/**
 * The prompt of a task. `full` joins statement, requirements and interface as SWE-Bench Pro's own
 * harness does for every agent; where a task has neither requirements nor interface it is the
 * statement. The paper does not say which of the two its splitter was given, so the choice is
 * recorded in `prompt_kind`.
 *
 * @param task Its three texts.
 * @param kind Which texts.
 * @returns The prompt.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { promptOf } from "@taskflow/benchmark";
 *
 * const task = { problem_statement: "It fails.", requirements: "- Mend it.", interface: "" };
 * equal(promptOf(task, "full"), "It fails.\n\nRequirements:\n- Mend it.");
 * equal(promptOf(task, "statement"), "It fails.");
 * ```
 */
export function promptOf(
  task: Pick<Task, "problem_statement" | "requirements" | "interface">,
  kind: PromptKind,
): string {
  if (kind === "statement") return task.problem_statement;
  const block = (title: string, text: string) =>
    text.trim() === "" ? "" : `\n\n${title}:\n${text}`;
  return task.problem_statement + block("Requirements", task.requirements) +
    block("New interfaces introduced", task.interface);
}
