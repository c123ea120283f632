/**
 * The task in the first prompt of mini-swe-agent.
 *
 * @module
 */

const TASK = /\{\{-?\s*task\s*-?\}\}/;
const TAG = /\{\{[^]*?\}\}|\{%[^]*?%\}|\{#[^]*?#\}/g;

/**
 * Take the task out of the template that it was put in: workflow, rules and examples are the
 * harness's.
 *
 * @param prompt First user message.
 * @param template The template (Jinja) that it was made of, or `null` if the file has none.
 * @returns The task, trimmed, or the whole prompt if it cannot be told from the template.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { miniSweAgentTask } from "@taskflow/corpora";
 *
 * const template = "Please solve this issue: {{task}}\n\nYou are on {{system}}.";
 * equal(miniSweAgentTask("Please solve this issue: Sum fails.\n\nYou are on Linux.", template), "Sum fails.");
 * equal(miniSweAgentTask("Sum fails.", null), "Sum fails.");
 * ```
 */
export function miniSweAgentTask(
  prompt: string,
  template: string | null,
): string {
  const task = template === null ? null : TASK.exec(template);
  if (template === null || task === null) return prompt;
  const before = template.slice(0, task.index).split(TAG);
  const after = template.slice(task.index + task[0].length).split(TAG);
  // Tags may take white space around them away, so it does not count.
  const head = before.at(-1)?.trim() ?? "";
  const tail = after[0]?.trim() ?? "";
  const from = before.length === 1
    ? (prompt.trimStart().startsWith(head) ? prompt.indexOf(head) : -1)
    : prompt.indexOf(head);
  if (from < 0) return prompt;
  const start = from + head.length;
  const end = tail === "" ? prompt.length : prompt.lastIndexOf(tail);
  if (end < start || tail === "" && after.length > 1) return prompt;
  return prompt.slice(start, end).trim();
}
