/**
 * A sample trajectory in ATIF.
 *
 * @module
 */

import { promptOf } from "@taskflow/benchmark";
import type { Call } from "./calls.ts";
import type { TaskCommit } from "./history.ts";
import { MODEL, playedSteps } from "./played_steps.ts";

function toolOf(call: Call): { function_name: string; arguments: unknown } {
  if (call.tool === "bash") {
    return { function_name: "Bash", arguments: { command: call.command } };
  }
  const file_path = `/app/${call.path}`;
  if (call.tool === "read") {
    return { function_name: "Read", arguments: { file_path } };
  }
  return call.tool === "write"
    ? {
      function_name: "Write",
      arguments: { file_path, content: call.content },
    }
    : {
      function_name: "Edit",
      arguments: { file_path, old_string: call.old, new_string: call.new },
    };
}

/**
 * Write a trajectory in ATIF; paths are below `/app`.
 *
 * @param commit The commit that solves the task.
 * @param version As in `ATIF-v1.7`.
 * @returns The value of the file.
 *
 * @example
 * ```ts
 * import { atifTrajectory } from "./atif_trajectory.ts";
 * import type { TaskCommit } from "./history.ts";
 *
 * const write = (commit: TaskCommit) => atifTrajectory(commit, "ATIF-v1.7");
 * ```
 */
export function atifTrajectory(
  commit: TaskCommit,
  version: string,
): Record<string, unknown> {
  const played = playedSteps(commit);
  const sum = (value: (step: typeof played[number]) => number) =>
    played.reduce((total, step) => total + value(step), 0);
  const steps = played.map((step, i) => ({
    step_id: i + 2,
    timestamp: new Date(step.time * 1000).toISOString(),
    source: "agent",
    model_name: MODEL,
    message: step.say,
    ...(step.calls.length === 0 ? {} : {
      tool_calls: step.calls.map((call, k) => ({
        tool_call_id: `call_${step.id}_${k}`,
        ...toolOf(call.call),
      })),
      observation: {
        results: step.calls.map(({ output, returncode }, k) => ({
          source_call_id: `call_${step.id}_${k}`,
          content: returncode === 0
            ? output
            : `${output}Exit code ${returncode}`,
        })),
      },
    }),
    metrics: {
      prompt_tokens: step.prompt_tokens,
      completion_tokens: step.completion_tokens,
      cost_usd: step.cost,
    },
  }));
  return {
    schema_version: version,
    session_id: `stand-in-${commit.id.slice(0, 12)}`,
    agent: { name: "stand-in-agent", version: "1.0.0", model_name: MODEL },
    steps: [{
      step_id: 1,
      timestamp: new Date(commit.task.trajectory.date).toISOString(),
      source: "user",
      message: promptOf(commit.task, "full"),
    }, ...steps],
    final_metrics: {
      total_prompt_tokens: sum((step) => step.prompt_tokens),
      total_completion_tokens: sum((step) => step.completion_tokens),
      total_cost_usd: Number(sum((step) => step.cost).toFixed(6)),
      total_steps: steps.length + 1,
    },
    extra: { instance_id: commit.instance, stand_in: true },
  };
}
