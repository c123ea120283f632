/**
 * Splitting and reviewing with a model: online, from the store, or by batch files.
 *
 * @module
 */

import type { Task } from "@taskflow/benchmark";
import {
  type ChatMessage,
  progressLine,
  readBatch,
  writeBatch,
} from "@taskflow/llm";
import {
  llmSplit,
  type LlmSplits,
  planPass,
  planTasks,
  REVIEW_PASS,
  reviewSplits,
  type SplitReviews,
  type SplitTask,
  writePass,
} from "@taskflow/transform";
import type * as z from "zod";
import {
  type Asking,
  type ModelOptions,
  openModel,
} from "../cli/model_options.ts";
import { progress } from "../cli/progress.ts";
import { complain } from "../cli/run.ts";

/** A question that may go into a batch file. */
interface Pass<T, I> {
  readonly name: string;
  readonly schema: z.ZodType<T>;
  readonly messages: (item: I) => readonly ChatMessage[];
}

/**
 * Split tasks with the model of the options.
 *
 * @param tasks The tasks.
 * @param parts How many turns.
 * @param options Options of the verb.
 * @returns Rows and failures, or `null` if a batch file was written for somebody to answer.
 */
export async function askSplits(
  tasks: readonly Task[],
  parts: number,
  options: ModelOptions,
): Promise<LlmSplits | null> {
  const asking = await openModel(options);
  await using _ = asking.llm;
  const splitting = { ...asking, parts };
  if (await waits(planPass(parts), tasks, asking, options)) return null;
  if (options.batch !== undefined || options.responses !== undefined) {
    const { planned } = await planTasks(tasks, splitting);
    if (await waits(writePass(parts), planned, asking, options)) return null;
  }
  const lines = { plan: progress("plan"), write: progress("write") };
  const last = { plan: "", write: "" };
  const result = await llmSplit(tasks, {
    ...splitting,
    onProgress: (pass, done) =>
      lines[pass].update(last[pass] = progressLine(done)),
  });
  for (const pass of ["plan", "write"] as const) {
    if (last[pass] !== "") lines[pass].done(last[pass]);
  }
  return result;
}

/**
 * Have the model of the options review splits.
 *
 * @param items Eligible splits with their tasks.
 * @param options Options of the verb.
 * @returns Findings and failures, or `null` if a batch file was written for somebody to answer.
 */
export async function askReviews(
  items: readonly SplitTask[],
  options: ModelOptions,
): Promise<SplitReviews | null> {
  const asking = await openModel(options);
  await using _ = asking.llm;
  if (await waits(REVIEW_PASS, items, asking, options)) return null;
  const line = progress("review");
  let last = "";
  const reviews = await reviewSplits(items, {
    ...asking,
    onProgress: (done) => line.update(last = progressLine(done)),
  });
  if (last !== "") line.done(last);
  return reviews;
}

/** Read answers and write open requests, as the options say; whether somebody has to answer them first. */
async function waits<T, I>(
  pass: Pass<T, I>,
  items: readonly I[],
  asking: Asking,
  { responses, batch }: ModelOptions,
): Promise<boolean> {
  const asked = { ...asking, messages: pass.messages };
  if (responses !== undefined) {
    const report = await readBatch(pass.schema, items, responses, asked);
    complain(
      `${pass.name}: ${report.stored} answers read, ${report.known} known, ${report.missing} missing`,
    );
    for (const { path, line, message } of report.problems) {
      // Answers of another pass are in the same file.
      if (!message.includes("not a key")) {
        complain(`warning: ${path}, line ${line}: ${message}`);
      }
    }
  }
  if (batch === undefined) return false;
  const files = await writeBatch(pass.schema, items, batch, asked);
  for (const { path, requests } of files) {
    complain(
      `${pass.name}: ${requests} requests written to ${path}; have them answered, then run again with --responses`,
    );
  }
  return files.length > 0;
}
