/**
 * A sample trajectory in the formats of mini-swe-agent.
 *
 * @module
 */

import { promptOf } from "@taskflow/benchmark";
import { HAND_IN, SUBMIT } from "./calls.ts";
import type { TaskCommit } from "./history.ts";
import { MODEL, type Played, playedSteps } from "./played_steps.ts";

const SYSTEM =
  "You work on a repository through a shell, one command at a time.";
const BEFORE = "A change is wanted in the repository in /app:\n\n<issue>\n";
const after = (submits: boolean) =>
  "\n</issue>\n\nRead the code, change files that are no tests, and check " +
  `what you did. When you are done, hand in with\n\`${
    submits ? SUBMIT : HAND_IN
  }\`.`;

type Message = Record<string, unknown>;

const shown = (returncode: number, output: string) =>
  `<returncode>${returncode}</returncode>\n<output>\n${output}</output>`;

function usage({ prompt_tokens, completion_tokens, cost }: Played) {
  const total_tokens = prompt_tokens + completion_tokens;
  return { prompt_tokens, completion_tokens, total_tokens, cost };
}

/** Version 1: the command stands in a block of the text, its output is a user message. */
function textMessages(steps: readonly Played[], submission: string): Message[] {
  return steps.flatMap((step): Message[] => {
    const command = step.calls[0]?.command ?? "";
    const content = `THOUGHT: ${step.say}\n\n\`\`\`bash\n${command}\n\`\`\``;
    const message = { role: "assistant", content };
    const response = {
      id: `gen-${step.id}`,
      object: "chat.completion",
      created: step.time,
      model: MODEL,
      usage: usage(step),
    };
    const { returncode = 0, output = "" } = step.calls[0] ?? {};
    const reply = step.last ? submission : shown(returncode, output);
    return [{ ...message, extra: { response } }, {
      role: "user",
      content: reply,
    }];
  });
}

/** Version 2, chat models: tool calls and messages of the role `tool`. */
function chatMessages(steps: readonly Played[], submission: string): Message[] {
  return steps.flatMap((step): Message[] => {
    const { command, returncode, output } = step.calls[0] ??
      { command: "", returncode: 0, output: "" };
    const tool_call_id = `call_${step.id}`;
    const tool = { name: "bash", arguments: JSON.stringify({ command }) };
    const message = {
      role: "assistant",
      content: step.say,
      tool_calls: [{ id: tool_call_id, type: "function", function: tool }],
    };
    const extra = {
      actions: [{ command, tool_call_id }],
      response: { id: `gen-${step.id}`, model: MODEL, usage: usage(step) },
      cost: step.cost,
      timestamp: step.time,
    };
    return [
      { ...message, extra },
      ...(step.last ? [exit(step, submission)] : [{
        role: "tool",
        tool_call_id,
        content: shown(returncode, output),
        extra: { raw_output: output, returncode, timestamp: step.time + 1 },
      }]),
    ];
  });
}

/** Version 2, Responses API: items without a role. */
function responseItems(
  steps: readonly Played[],
  submission: string,
): Message[] {
  return steps.flatMap((step): Message[] => {
    const { command, returncode, output } = step.calls[0] ??
      { command: "", returncode: 0, output: "" };
    const call_id = `call_${step.id}`;
    const { prompt_tokens, completion_tokens } = step;
    const response = {
      object: "response",
      id: `resp-${step.id}`,
      model: MODEL,
      output: [
        {
          type: "message",
          role: "assistant",
          content: [{ type: "output_text", text: step.say }],
        },
        {
          type: "function_call",
          name: "bash",
          call_id,
          arguments: JSON.stringify({ command }),
        },
      ],
      usage: { input_tokens: prompt_tokens, output_tokens: completion_tokens },
      extra: {
        actions: [{ command, tool_call_id: call_id }],
        cost: step.cost,
        timestamp: step.time,
      },
    };
    return [
      response,
      ...(step.last ? [exit(step, submission)] : [{
        type: "function_call_output",
        call_id,
        output: shown(returncode, output),
        extra: { raw_output: output, returncode, timestamp: step.time + 1 },
      }]),
    ];
  });
}

function exit(step: Played, submission: string): Message {
  return {
    role: "exit",
    content: submission,
    extra: { exit_status: "Submitted", submission, timestamp: step.time + 1 },
  };
}

const WRITERS = {
  "mini-swe-agent-1": textMessages,
  "mini-swe-agent-1.1": chatMessages,
  "mini-swe-agent-1.1 responses": responseItems,
};

/** Name of one of the formats. */
export type MiniFormat = keyof typeof WRITERS;

/**
 * Write a trajectory as mini-swe-agent saves it.
 *
 * @param commit The commit that solves the task.
 * @param format Version 1, version 2, or version 2 with the Responses API.
 * @returns The value of the file.
 *
 * @example
 * ```ts
 * import { miniTrajectory } from "./mini_trajectory.ts";
 * import type { TaskCommit } from "./history.ts";
 *
 * const write = (commit: TaskCommit) => miniTrajectory(commit, "mini-swe-agent-1");
 * ```
 */
export function miniTrajectory(
  commit: TaskCommit,
  format: MiniFormat,
): Record<string, unknown> {
  const steps = playedSteps(commit);
  // What is printed after the line that hands in.
  const printed = steps.at(-1)?.calls[0]?.output ?? "";
  const submission = printed.slice(printed.indexOf("\n") + 1);
  const start = Date.parse(commit.task.trajectory.date) / 1000;
  const closing = after(commit.task.trajectory.submits);
  const v1 = format === "mini-swe-agent-1";
  const dated = (message: Message) =>
    v1 ? message : { ...message, extra: { timestamp: start } };
  const cost = steps.reduce((sum, step) => sum + step.cost, 0);
  return {
    info: {
      exit_status: "Submitted",
      submission,
      model_stats: {
        instance_cost: Number(cost.toFixed(6)),
        api_calls: steps.length,
      },
      mini_version: v1 ? "1.15.0" : "2.4.6",
      config: {
        agent: {
          system_template: SYSTEM,
          instance_template: `${BEFORE}{{task}}${closing}`,
          step_limit: 250,
          cost_limit: 3,
        },
        model: { model_name: MODEL },
        environment: { cwd: "/app", timeout: 60 },
        agent_type: "stand-in",
        model_type: "stand-in",
        environment_type: "stand-in",
      },
    },
    messages: [
      dated({ role: "system", content: SYSTEM }),
      dated({
        role: "user",
        content: BEFORE + promptOf(commit.task, "full") + closing,
      }),
      ...WRITERS[format](steps, submission),
    ],
    trajectory_format: format.replace(" responses", ""),
    instance_id: commit.instance,
  };
}
