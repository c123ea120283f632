/**
 * The splitter of the paper: a language model in two passes.
 *
 * @module
 */

import type { Task } from "@taskflow/benchmark";
import {
  completeAll,
  type CompleteAllOptions,
  type Outcome,
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
  const rows = new Map<number, Split>();
  const failures: SplitFailure[] = [];
  const fail = (
    index: number,
    pass: SplitFailure["pass"],
    reason: string,
    detail: string,
  ) => {
    const instance_id = tasks[index]?.instance_id ?? "";
    failures.push({ instance_id, pass, reason, detail });
    rows.set(
      index,
      ineligible(
        madeBy(instance_id, options.model),
        `no split: ${pass} failed (${reason}): ${detail}`,
      ),
    );
  };
  const plan = planPass(parts);
  const planned: (PlannedTask & { readonly index: number })[] = [];
  for await (
    const { index, outcome } of completeAll(plan.schema, tasks, {
      ...asking,
      messages: plan.messages,
      onProgress: (progress) => onProgress?.("plan", progress),
    })
  ) {
    const task = tasks[index];
    if (task === undefined) continue;
    if (!outcome.ok) fail(index, "plan", ...why(outcome));
    else if (!outcome.value.eligible) {
      rows.set(
        index,
        ineligible(
          madeBy(task.instance_id, options.model),
          outcome.value.reason ?? "the model gave no reason",
        ),
      );
    } else planned.push({ task, plan: outcome.value, index });
  }
  const write = writePass(parts);
  for await (
    const { index: at, outcome } of completeAll(write.schema, planned, {
      ...asking,
      messages: write.messages,
      onProgress: (progress) => onProgress?.("write", progress),
    })
  ) {
    const item = planned[at];
    if (item === undefined) continue;
    if (!outcome.ok) fail(item.index, "write", ...why(outcome));
    else {
      const problem = contradiction(item.plan, outcome.value);
      if (problem !== null) fail(item.index, "write", "inconsistent", problem);
      else rows.set(item.index, rowOf(item, outcome.value, options.model));
    }
  }
  failures.sort((a, b) => a.pass < b.pass ? -1 : a.pass > b.pass ? 1 : 0);
  return {
    splits: [...rows].sort(([a], [b]) => a - b).map(([, row]) => row),
    failures,
  };
}

function madeBy(instance_id: string, model: string) {
  return {
    instance_id,
    splitter: "llm",
    splitter_version: `${LLM_SPLIT_VERSION} ${model}`,
  };
}

function why(
  outcome: Exclude<Outcome<unknown>, { ok: true }>,
): [string, string] {
  return [outcome.reason, outcome.detail];
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
