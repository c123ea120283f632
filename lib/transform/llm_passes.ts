/**
 * The two passes of the splitter: what is asked, and what an answer must look like.
 *
 * @module
 */

import type { Task } from "@taskflow/benchmark";
import type { ChatMessage } from "@taskflow/llm";
import * as z from "zod";
import { splitMessages } from "./split_prompts.ts";

/** Answer of the first pass. */
export interface SplitPlan {
  readonly eligible: boolean;
  readonly reason: string | null;
  /** What makes the task specific, in the model's words. */
  readonly specificity_units: readonly string[];
  readonly subtask_units: readonly {
    readonly name: string;
    readonly evidence: string;
  }[];
  readonly artifacts: readonly string[];
  /** 1-based message of each sub-task unit. */
  readonly order: readonly number[];
}

/** Answer of the second pass. */
export interface SplitSequence {
  readonly parts: readonly string[];
  /** 1-based message of each sub-task unit. */
  readonly unit_to_part: readonly number[];
  /** What the model itself finds missing. */
  readonly missing: readonly string[];
}

/** A pass: one question a task. */
export interface SplitPass<T, I> {
  readonly name: "plan" | "write";
  readonly schema: z.ZodType<T>;
  readonly messages: (item: I) => readonly ChatMessage[];
}

const text = z.string();

/**
 * The first pass: is the task splittable, and what does it consist of?
 *
 * @param parts How many turns.
 * @returns The pass over tasks.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { planPass } from "@taskflow/transform";
 *
 * equal(planPass(3).name, "plan");
 * ```
 */
export function planPass(parts: number): SplitPass<SplitPlan, Task> {
  return {
    name: "plan",
    schema: z.object({
      eligible: z.boolean(),
      reason: text.nullable(),
      specificity_units: z.array(text),
      subtask_units: z.array(z.object({ name: text, evidence: text })),
      artifacts: z.array(text),
      order: z.array(z.number().int().min(1).max(parts)),
    }),
    messages: (task) => splitMessages("plan", parts, task),
  };
}

/** A task with its plan. */
export interface PlannedTask {
  readonly task: Task;
  readonly plan: SplitPlan;
}

/**
 * The second pass: the turns.
 *
 * @param parts How many turns.
 * @returns The pass over tasks with their plans.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { writePass } from "@taskflow/transform";
 *
 * const answer = { parts: ["one", "two"], unit_to_part: [1], missing: [] };
 * equal(writePass(3).schema.safeParse(answer).success, false);
 * equal(writePass(2).schema.safeParse(answer).success, true);
 * ```
 */
export function writePass(
  parts: number,
): SplitPass<SplitSequence, PlannedTask> {
  return {
    name: "write",
    schema: z.object({
      parts: z.array(text).length(parts),
      unit_to_part: z.array(z.number().int().min(1).max(parts)),
      missing: z.array(text),
    }),
    messages: ({ task, plan }) =>
      splitMessages("write", parts, task, {
        plan: JSON.stringify(
          {
            specificity_units: plan.specificity_units,
            subtask_units: plan.subtask_units.map(({ name, evidence }, i) => ({
              name,
              evidence,
              message: plan.order[i] ?? null,
            })),
            artifacts: plan.artifacts,
          },
          null,
          1,
        ),
      }),
  };
}
