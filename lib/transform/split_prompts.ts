/**
 * What the splitter and its reviewer are told.
 *
 * @module
 */

import type { Task } from "@taskflow/benchmark";
import type { ChatMessage } from "@taskflow/llm";
import { createHash } from "node:crypto";
import plan from "./prompts/split_plan.md" with { type: "text" };
import review from "./prompts/split_review.md" with { type: "text" };
import write from "./prompts/split_write.md" with { type: "text" };

const PROMPTS = { plan, write, review } as const;

/** One of the prompts. */
export type SplitPrompt = keyof typeof PROMPTS;

/** Name of the splitter with its prompts: the first 12 digits of their SHA-256. */
export const LLM_SPLIT_VERSION: string = `llm/${
  createHash("sha256").update([plan, write, review].join("\0")).digest("hex")
    .slice(0, 12)
}`;

/**
 * The conversation of one pass: the prompt as system message, the matter as user message. Texts of a
 * task are set apart as data.
 *
 * @param prompt Which prompt.
 * @param parts How many turns.
 * @param task The task; its `prompt` is shown.
 * @param more Further matter under headings.
 * @returns The messages.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { taskOf } from "@taskflow/benchmark";
 * import { splitMessages } from "./split_prompts.ts";
 *
 * const task = taskOf({ instance_id: "a-1", repo: "a/a", problem_statement: "It fails." });
 * const [system, user] = splitMessages("plan", 3, task);
 * ok(system?.content.includes("3 messages") && user?.content.includes("It fails."));
 * ```
 */
export function splitMessages(
  prompt: SplitPrompt,
  parts: number,
  task: Pick<Task, "prompt">,
  more: Readonly<Record<string, string>> = {},
): ChatMessage[] {
  const matter = { task: task.prompt, ...more };
  return [
    {
      role: "system",
      content: PROMPTS[prompt].replaceAll("{{parts}}", `${parts}`),
    },
    {
      role: "user",
      content: Object.entries(matter).map(([name, text]) =>
        `<${name}>\n${text}\n</${name}>`
      ).join("\n\n"),
    },
  ];
}
