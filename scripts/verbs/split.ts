/**
 * `taskflow split`: tasks as ordered turns, under a contract (Section 3, Appendix E).
 *
 * @module
 */

import { type Command, Option } from "commander";
import type { Task } from "@taskflow/benchmark";
import {
  checkSplit,
  outlineSplit,
  randomSplit,
  type Split,
  type SplitCheck,
  type SplitFailure,
  splitFunnel,
  SPLITTERS,
  testPart,
} from "@taskflow/transform";
import { addModelOptions, type ModelOptions } from "../cli/model_options.ts";
import {
  complain,
  interrupted,
  print,
  printJson,
  verb,
  wholeNumber,
} from "../cli/run.ts";
import {
  describeSplits,
  type SplitResult,
  summariseSplits,
} from "../output/describe_splits.ts";
import { writeSplits } from "../output/write_splits.ts";
import { withReview } from "./check_split.ts";
import { labelSplit } from "./label_split.ts";
import { askReviews, askSplits } from "./split_model.ts";
import { addTaskOptions, loadTasks, type TaskOptions } from "./tasks.ts";

interface Options extends TaskOptions, ModelOptions {
  splitter: typeof SPLITTERS[number];
  parts: number;
  seed: number;
  contextWindow?: number;
  review?: boolean;
  classifier?: "baseline";
  keepFailing?: boolean;
  includeSingleTurn?: boolean;
  out?: string;
  json?: boolean;
}

/**
 * Add the verb to the program.
 *
 * @param taskflow The program.
 */
export function addSplit(taskflow: Command): void {
  const command = verb(
    taskflow,
    "split <tasks>",
    "Split tasks into ordered turns, keep what passes the contract, and list what stays single-turn.",
    [
      "taskflow split tasks.jsonl -o splits.jsonl",
      "taskflow split tasks.jsonl --splitter llm --model gemma-4-31b --review -o splits.jsonl",
      "taskflow split tasks.jsonl --splitter llm --model m --batch requests.jsonl",
      "taskflow split tasks.jsonl --splitter random --seed 7 --json",
    ],
    ["net"],
  ).addOption(
    new Option(
      "--splitter <how>",
      "llm: a model in two passes; outline: the text's own structure; random: the control",
    ).choices(SPLITTERS).default("outline"),
  )
    .option("--parts <k>", "turns of a split", wholeNumber(2), 3)
    .option("--seed <n>", "seed of the random splitter", wholeNumber(0), 1)
    .option(
      "--context-window <tokens>",
      "drop splits whose turns have more tokens (about)",
      wholeNumber(1),
    )
    .option(
      "--review",
      "also have the model look for what texts alone cannot show",
    )
    .addOption(
      new Option(
        "--classifier <which>",
        "label every merge variant; sessions of labels go beside the splits",
      )
        .choices(["baseline"]),
    )
    .option(
      "--keep-failing",
      "write splits that break the contract too (always so for random: it is the control)",
    )
    .option(
      "--include-single-turn",
      "write rows of tasks without a split too, with eligible false",
    );
  addModelOptions(addTaskOptions(command))
    .option(
      "-o, --out <file>",
      "write the splits (.jsonl); FILE.single-turn.jsonl lists the other tasks",
    )
    .option("--json", "print one JSON object")
    .action(action);
}

async function action(path: string, options: Options): Promise<void> {
  if (options.out !== undefined && !/\.(?:jsonl|ndjson)$/.test(options.out)) {
    throw new RangeError(
      `Cannot write splits to "${options.out}": give a file that ends in .jsonl`,
    );
  }
  const { tasks, malformed } = await loadTasks(path, options);
  const made = await splitAll(tasks, options);
  if (made === null) return;
  const byId = new Map(tasks.map((task) => [task.instance_id, task]));
  const rows = made.splits.map((split) => {
    const task = byId.get(split.instance_id);
    return task === undefined || split.parts === null ? split : {
      ...split,
      test_part: testPart(task, split.parts, split.test_part ?? []),
      labels: options.classifier === "baseline"
        ? labelSplit(split.parts)
        : split.labels,
    };
  });
  const plain = rows.flatMap((split) => {
    interrupted.signal.throwIfAborted();
    const task = byId.get(split.instance_id);
    return task === undefined ? [] : [checkSplit(split, task)];
  });
  const judged = options.review
    ? await reviewed(rows, byId, plain, options)
    : { checks: plain, failures: [] };
  if (judged === null) return;
  const { checks } = judged;
  const failures = [...made.failures, ...judged.failures];
  const funnel = splitFunnel({
    tasks,
    splits: rows,
    checks,
    failures,
    contextWindow: options.contextWindow ?? null,
  });
  const keepFailing = options.keepFailing === true ||
    options.splitter === "random";
  const result: SplitResult = {
    splitter: options.splitter,
    splitter_version: rows[0]?.splitter_version ?? "unknown",
    malformed: malformed.length,
    funnel,
    written: written(
      rows,
      funnel,
      keepFailing,
      options.includeSingleTurn === true,
    ),
    checks,
    failures,
  };
  if (options.out !== undefined) {
    await writeSplits(options.out, result, {
      inputs: [path],
      parameters: {
        splitter: result.splitter,
        splitter_version: result.splitter_version,
        parts: options.parts,
        prompt: tasks[0]?.prompt_kind ?? "full",
        contextWindow: options.contextWindow ?? null,
        review: options.review ?? false,
        model: options.model ?? null,
        classifier: options.classifier ?? null,
        keepFailing,
      },
      seed: options.splitter === "random" ? options.seed : null,
    });
  }
  if (options.json) printJson(summariseSplits(result));
  else print(describeSplits(result));
}

async function splitAll(
  tasks: readonly Task[],
  options: Options,
): Promise<
  { splits: readonly Split[]; failures: readonly SplitFailure[] } | null
> {
  const { splitter, parts, seed } = options;
  if (splitter === "llm") return await askSplits(tasks, parts, options);
  const split = (task: Task) =>
    splitter === "outline"
      ? outlineSplit(task, parts)
      : randomSplit(task, parts, seed);
  return { splits: tasks.map(split), failures: [] };
}

/** Checks with the reviewer's findings, for splits that pass without; `null` if requests were written instead. */
async function reviewed(
  rows: readonly Split[],
  byId: ReadonlyMap<string, Task>,
  checks: readonly SplitCheck[],
  options: Options,
): Promise<
  { checks: readonly SplitCheck[]; failures: readonly SplitFailure[] } | null
> {
  const passed = new Set(
    checks.filter(({ eligible, ok }) => eligible && ok).map(({ instance_id }) =>
      instance_id
    ),
  );
  const items = rows.flatMap((split) => {
    const task = byId.get(split.instance_id);
    return task === undefined || !passed.has(split.instance_id)
      ? []
      : [{ split, task }];
  });
  const reviews = await askReviews(items, options);
  if (reviews === null) return null;
  for (const { instance_id, reason, detail } of reviews.failures) {
    complain(`warning: no review of "${instance_id}" (${reason}): ${detail}`);
  }
  return {
    checks: checks.map((check) =>
      withReview(check, reviews.findings.get(check.instance_id) ?? [])
    ),
    failures: reviews.failures,
  };
}

/** The rows that go into the file. */
function written(
  rows: readonly Split[],
  funnel: SplitResult["funnel"],
  keepFailing: boolean,
  includeSingleTurn: boolean,
): Split[] {
  const single = new Map(funnel.single.map((one) => [one.instance_id, one]));
  return rows.flatMap((split) => {
    const lost = single.get(split.instance_id);
    if (lost === undefined) return [split];
    if (lost.stage === "contract" && keepFailing) return [split];
    return includeSingleTurn
      ? [{
        ...split,
        eligible: false,
        reason: lost.reason,
        parts: null,
        artifacts: [],
        requirement_units: [],
        unit_to_part: [],
        labels: null,
        test_part: null,
      }]
      : [];
  });
}
