/**
 * The splitter of the paper: a language model in two passes.
 *
 * @module
 */

import type { Task } from "@taskflow/benchmark";
import {
  completeAll,
  type CompleteAllOptions,
  type Progress,
} from "@taskflow/llm";
import {
  type PlannedTask,
  planPass,
  type SplitPlan,
  type SplitSequence,
  writePass,
} from "./llm_passes.ts";
import { ineligible, type Split } from "./split.ts";
import { LLM_SPLIT_VERSION } from "./split_prompts.ts";

/** How the model is asked. */
export interface LlmSplitOptions
  extends Omit<CompleteAllOptions<Task>, "messages" | "onProgress"> {
  /** How many turns (default 3). */
  readonly parts?: number;
  /** Called after each answer, with the pass it belongs to. */
  readonly onProgress?: (pass: "plan" | "write", progress: Progress) => void;
}

/** A task for which the model gave no usable answer. */
export interface SplitFailure {
  readonly instance_id: string;
  /** The pass that failed. */
  readonly pass: "plan" | "write" | "review";
  /** As the client counts them: refusal, invalid-json, outside-schema, ...; `inconsistent` for an answer that contradicts itself. */
  readonly reason: string;
  readonly detail: string;
}

/** What the model made of the tasks. */
export interface LlmSplits {
  /** One row a task, in their order; a task that failed has one that is not eligible and says why. */
  readonly splits: readonly Split[];
  readonly failures: readonly SplitFailure[];
}

/**
 * Split tasks with a language model: first whether a task is splittable and what it consists of, then
 * the turns. Answers come from the endpoint or the store of `llm`; a refusal, an answer that is no
 * JSON or has another shape is a counted failure, and the task stays single-turn. The rows are not
 * checked here, see `checkSplit` and `reviewSplits`.
 *
 * @param tasks The tasks.
 * @param options Client, model, parameters, number of turns.
 * @returns Rows and failures.
 * @throws {StopError} If going on would be in vain; what was answered is stored, the same call goes
 * on from there.
 *
 * @example A server that finds nothing to split
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { taskOf } from "@taskflow/benchmark";
 * import { openLlm } from "@taskflow/llm";
 * import { llmSplit } from "@taskflow/transform";
 *
 * const content = JSON.stringify({
 *   eligible: false,
 *   reason: "one change",
 *   specificity_units: [],
 *   subtask_units: [],
 *   artifacts: [],
 *   order: [],
 * });
 * await using server = Deno.serve(
 *   { hostname: "127.0.0.1", port: 0, onListen() {} },
 *   () => Response.json({ choices: [{ message: { content }, finish_reason: "stop" }] }),
 * );
 * const env = { OPENAI_BASE_URL: `http://127.0.0.1:${server.addr.port}/v1` };
 * await using llm = openLlm({ store: ":memory:", env });
 * const task = taskOf({ instance_id: "a-1", repo: "a/a", problem_statement: "It fails." });
 * const { splits } = await llmSplit([task], { llm, model: "m" });
 * deepEqual(splits.map(({ eligible, reason }) => [eligible, reason]), [[false, "one change"]]);
 * ```
 */
export async function llmSplit(
  tasks: readonly Task[],
  options: LlmSplitOptions,
): Promise<LlmSplits> {
  const { parts = 3, onProgress, ...asking } = options;
  const { planned, splits, failures } = await planTasks(tasks, options);
  const rows = new Map(splits.map((row) => [row.instance_id, row]));
  const failed = [...failures];
  const fail = ({ task }: PlannedTask, reason: string, detail: string) => {
    const failure = {
      instance_id: task.instance_id,
      pass: "write" as const,
      reason,
      detail,
    };
    failed.push(failure);
    rows.set(task.instance_id, failedRow(failure, options.model));
  };
  const write = writePass(parts);
  for await (
    const { index, outcome } of completeAll(write.schema, planned, {
      ...asking,
      messages: write.messages,
      onProgress: (progress) => onProgress?.("write", progress),
    })
  ) {
    const item = planned[index];
    if (item === undefined) continue;
    const problem = outcome.ok ? contradiction(item.plan, outcome.value) : null;
    if (!outcome.ok) fail(item, outcome.reason, outcome.detail);
    else if (problem !== null) fail(item, "inconsistent", problem);
    else {rows.set(
        item.task.instance_id,
        rowOf(item, outcome.value, options.model),
      );}
  }
  const inOrder = tasks.flatMap(({ instance_id }) =>
    rows.get(instance_id) ?? []
  );
  return { splits: inOrder, failures: failed };
}

/** What the first pass left. */
export interface PlannedTasks {
  /** Tasks that can be split, with their plans. */
  readonly planned: readonly PlannedTask[];
  /** Rows of the others. */
  readonly splits: readonly Split[];
  readonly failures: readonly SplitFailure[];
}

/**
 * The first pass alone, for those who answer the passes by batch files.
 *
 * @param tasks The tasks.
 * @param options As for {@linkcode llmSplit}.
 * @returns Plans, and rows for tasks without one.
 * @throws {StopError} As {@linkcode llmSplit}.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { openLlm } from "@taskflow/llm";
 * import { planTasks } from "@taskflow/transform";
 *
 * await using llm = openLlm({ store: ":memory:", replay: true });
 * deepEqual((await planTasks([], { llm, model: "m" })).planned, []);
 * ```
 */
export async function planTasks(
  tasks: readonly Task[],
  options: LlmSplitOptions,
): Promise<PlannedTasks> {
  const { parts = 3, onProgress, ...asking } = options;
  const planned: PlannedTask[] = [];
  const splits: Split[] = [];
  const failures: SplitFailure[] = [];
  const plan = planPass(parts);
  for await (
    const { index, outcome } of completeAll(plan.schema, tasks, {
      ...asking,
      messages: plan.messages,
      onProgress: (progress) => onProgress?.("plan", progress),
    })
  ) {
    const task = tasks[index];
    if (task === undefined) continue;
    const { instance_id } = task;
    if (!outcome.ok) {
      const { reason, detail } = outcome;
      const failure = { instance_id, pass: "plan" as const, reason, detail };
      failures.push(failure);
      splits.push(failedRow(failure, options.model));
    } else if (outcome.value.eligible) {
      planned.push({ task, plan: outcome.value });
    } else {
      const reason = outcome.value.reason ?? "the model gave no reason";
      splits.push(ineligible(madeBy(instance_id, options.model), reason));
    }
  }
  return { planned, splits, failures };
}

function failedRow(
  { instance_id, pass, reason, detail }: SplitFailure,
  model: string,
): Split {
  return ineligible(
    madeBy(instance_id, model),
    `no split: ${pass} failed (${reason}): ${detail}`,
  );
}

function madeBy(instance_id: string, model: string) {
  return {
    instance_id,
    splitter: "llm",
    splitter_version: `${LLM_SPLIT_VERSION} ${model}`,
  };
}

function contradiction(
  plan: SplitPlan,
  { unit_to_part, missing }: SplitSequence,
): string | null {
  const units = plan.subtask_units.length;
  if (unit_to_part.length !== units) {
    return `unit_to_part has ${unit_to_part.length} entries for ${units} units`;
  }
  return missing.length === 0
    ? null
    : `the model says that these are missing: ${missing.join("; ")}`;
}

function rowOf(
  { task, plan }: PlannedTask,
  { parts, unit_to_part }: SplitSequence,
  model: string,
): Split {
  return {
    ...ineligible(madeBy(task.instance_id, model), ""),
    eligible: true,
    reason: null,
    parts,
    artifacts: [...new Set(plan.artifacts)].filter((artifact) =>
      artifact.trim() !== ""
    ),
    requirement_units: plan.subtask_units.map(({ name }) => name),
    unit_to_part: unit_to_part.map((part) => part - 1),
  };
}
