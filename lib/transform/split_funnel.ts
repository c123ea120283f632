/**
 * From the tasks loaded to the tasks kept (the paper's 731 to 700).
 *
 * @module
 */

import type { Task } from "@taskflow/benchmark";
import type { SplitCheck } from "./check_split.ts";
import type { SplitFailure } from "./llm_split.ts";
import { concatParts } from "./merge_parts.ts";
import type { Split } from "./split.ts";

/** Where a task is lost. */
export type FunnelStage = "splittable" | "contract" | "context";

/** A task that stays single-turn. */
export interface SingleTurn {
  readonly instance_id: string;
  /** The first check that it did not pass. */
  readonly stage: FunnelStage;
  readonly reason: string;
}

/** How many tasks pass each check. */
export interface SplitFunnel {
  readonly loaded: number;
  readonly splittable: number;
  readonly contract: number;
  readonly context: number;
  /** Tasks left: those that passed everything. */
  readonly kept: number;
  /** The others, in the order of the tasks. */
  readonly single: readonly SingleTurn[];
}

/** What a funnel is made from. */
export interface FunnelInputs {
  readonly tasks: readonly Task[];
  /** One row a task. */
  readonly splits: readonly Split[];
  readonly checks: readonly SplitCheck[];
  /** Splits whose review failed. */
  readonly failures?: readonly SplitFailure[];
  /** Tokens that an agent's model can read; `null` where nothing is said. */
  readonly contextWindow?: number | null;
  /** Tokens of a text (default: bytes of UTF-8 over four, rounded up). */
  readonly countTokens?: (text: string) => number;
}

/**
 * Send splits through the checks: is there a split, does it keep the contract, do its turns fit into
 * the context window. The last one counts the user's turns alone, so it is a lower bound: what an
 * agent reads on its way is not known here.
 *
 * @param inputs Tasks, splits, checks.
 * @returns Counts, and the tasks that stay single-turn with the reason.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { taskOf } from "@taskflow/benchmark";
 * import { ineligible, splitFunnel } from "@taskflow/transform";
 *
 * const task = taskOf({ instance_id: "a-1", repo: "a/a", problem_statement: "It fails." });
 * const made = { instance_id: "a-1", splitter: "outline", splitter_version: "outline/1" };
 * const { loaded, kept, single } = splitFunnel({ tasks: [task], splits: [ineligible(made, "one change")], checks: [] });
 * deepEqual([loaded, kept, single[0]?.stage], [1, 0, "splittable"]);
 * ```
 */
export function splitFunnel(inputs: FunnelInputs): SplitFunnel {
  const {
    tasks,
    splits,
    checks,
    failures = [],
    contextWindow = null,
    countTokens = roughTokens,
  } = inputs;
  const rows = new Map(splits.map((split) => [split.instance_id, split]));
  const checked = new Map(checks.map((check) => [check.instance_id, check]));
  const unreviewed = new Map(
    failures.filter(({ pass }) => pass === "review").map((
      failure,
    ) => [failure.instance_id, failure]),
  );
  const lost = (
    { instance_id }: Task,
  ): Omit<SingleTurn, "instance_id"> | null => {
    const split = rows.get(instance_id);
    if (split === undefined || !split.eligible || split.parts === null) {
      return {
        stage: "splittable",
        reason: split?.reason ?? "nobody split it",
      };
    }
    const errors =
      checked.get(instance_id)?.findings.filter(({ severity }) =>
        severity === "error"
      ) ?? [];
    const [first] = errors;
    if (first !== undefined) {
      const part = first.part === null ? "" : ` (part ${first.part + 1})`;
      const more = errors.length > 1 ? ` and ${errors.length - 1} more` : "";
      return {
        stage: "contract",
        reason: `${first.kind}${part}: ${first.detail}${more}`,
      };
    }
    const failure = unreviewed.get(instance_id);
    if (failure !== undefined) {
      return {
        stage: "contract",
        reason: `review failed (${failure.reason}): ${failure.detail}`,
      };
    }
    const tokens = countTokens(concatParts(split.parts));
    return contextWindow !== null && tokens > contextWindow
      ? {
        stage: "context",
        reason:
          `its turns have about ${tokens} tokens, the window has ${contextWindow}`,
      }
      : null;
  };
  const single = tasks.flatMap((task) => {
    const why = lost(task);
    return why === null ? [] : [{ instance_id: task.instance_id, ...why }];
  });
  const at = (stage: FunnelStage) =>
    single.filter((one) => one.stage === stage).length;
  const splittable = tasks.length - at("splittable");
  const contract = splittable - at("contract");
  const context = contract - at("context");
  return {
    loaded: tasks.length,
    splittable,
    contract,
    context,
    kept: context,
    single,
  };
}

function roughTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / 4);
}
