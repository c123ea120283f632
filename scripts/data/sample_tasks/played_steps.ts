/**
 * The steps of a sample trajectory with what their calls gave, times, and numbers of tokens.
 *
 * @module
 */

import { promptOf } from "@taskflow/benchmark";
import { type Call, stepsOf } from "./calls.ts";
import type { TaskCommit } from "./history.ts";

/** The model that never was. */
export const MODEL = "stand-in/stand-in-model";

/** A step as it was played. */
export interface Played {
  /** Unique among the trajectories. */
  readonly id: string;
  readonly say: string;
  readonly calls: readonly {
    readonly call: Call;
    /** The shell command, or nothing for other tools. */
    readonly command: string;
    readonly returncode: number;
    readonly output: string;
  }[];
  /** Seconds since 1970. */
  readonly time: number;
  readonly last: boolean;
  /** Made up: a quarter of the characters that went before. */
  readonly prompt_tokens: number;
  /** Made up: a quarter of the characters of the step. */
  readonly completion_tokens: number;
  /** US dollars, made up: 1 a million tokens in, 4 a million tokens out. */
  readonly cost: number;
}

/**
 * The steps as they were played.
 *
 * @param commit The commit that solves the task.
 * @returns Steps in order.
 * @throws {RangeError} If the recording has not one output for each call: record anew.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { taskCommits } from "./history.ts";
 * import { playedSteps } from "./played_steps.ts";
 * import { readSampleRepos } from "./source.ts";
 *
 * const [first] = readSampleRepos("data/sample/tasks/source").flatMap(taskCommits);
 * if (first) ok(playedSteps(first).at(-1)?.last);
 * ```
 */
export function playedSteps(commit: TaskCommit): Played[] {
  const { task, id } = commit;
  const outputs = [...task.observed?.outputs ?? []];
  const steps = stepsOf(commit);
  const count = steps.reduce((sum, { calls }) => sum + calls.length, 0);
  if (outputs.length !== count) {
    throw new RangeError(
      `Cannot write trajectory of "${commit.commit.folder}": ${outputs.length} outputs for ${count} calls; record anew`,
    );
  }
  let characters = promptOf(task, "full").length;
  let time = Date.parse(task.trajectory.date) / 1000;
  return steps.map(({ say, calls }, i) => {
    const played = calls.map((call) => {
      const { returncode = 0, output = "" } = outputs.shift() ?? {};
      const command = call.tool === "bash" ? call.command : "";
      return { call, command, returncode, output };
    });
    const said = say.length + JSON.stringify(calls).length;
    const prompt_tokens = Math.ceil(characters / 4);
    const completion_tokens = Math.ceil(said / 4);
    characters += said +
      played.reduce((sum, { output }) => sum + output.length, 0);
    time += 10 + (completion_tokens % 20);
    return {
      id: `${id.slice(0, 8)}${String(i).padStart(2, "0")}`,
      say,
      calls: played,
      time,
      last: i === steps.length - 1,
      prompt_tokens,
      completion_tokens,
      cost: Number(((prompt_tokens + 4 * completion_tokens) / 1e6).toFixed(6)),
    };
  });
}
