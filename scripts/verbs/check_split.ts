/**
 * `taskflow check-split`: the contract of splits, task by task (Appendix E).
 *
 * @module
 */

import { type Command } from "commander";
import { checkSplit, type Finding, type SplitCheck } from "@taskflow/transform";
import { addModelOptions, type ModelOptions } from "../cli/model_options.ts";
import { AnswerIsNo, complain, print, printJson, verb } from "../cli/run.ts";
import { writeResult } from "../cli/write_result.ts";
import { askReviews } from "./split_model.ts";
import { readSplits, type SplitRow } from "./split_rows.ts";
import { addTaskOptions, loadTasks, type TaskOptions } from "./tasks.ts";

interface Options extends TaskOptions, ModelOptions {
  tasks: string;
  review?: boolean;
  out?: string;
  json?: boolean;
}

/**
 * Add the verb to the program.
 *
 * @param taskflow The program.
 */
export function addCheckSplit(taskflow: Command): void {
  const command = verb(
    taskflow,
    "check-split <splits>",
    "Check splits against their tasks: nothing dropped, changed, added; every part stands alone.",
    [
      "taskflow check-split splits.jsonl --tasks tasks.jsonl",
      "taskflow check-split splits.jsonl --tasks swe-bench-pro.jsonl --json",
      "taskflow check-split splits.jsonl --tasks tasks.jsonl --review --model gemma-4-31b",
    ],
    ["net"],
  ).requiredOption("--tasks <file>", "the tasks, decoded or as they came");
  addModelOptions(
    addTaskOptions(command)
      .option(
        "--review",
        "also have a model look for requirements dropped or added in other words, and for turns that cannot be executed",
      ),
  )
    .option(
      "-o, --out <file>",
      "write the findings (.json .csv .jsonl .parquet .arrow)",
    )
    .option("--json", "print one JSON object")
    .action(action);
}

async function action(path: string, options: Options): Promise<void> {
  const { tasks } = await loadTasks(options.tasks, options);
  const rows = await readSplits(path, tasks, options.tasks);
  warnOfRepeats(rows);
  const checks = rows.map(({ split, task }) => checkSplit(split, task));
  const reviewed = options.review
    ? await withModel(rows, checks, options)
    : checks;
  if (reviewed === null) return;
  const result = {
    tasks: reviewed.map(({ instance_id, eligible, ok, findings }) => ({
      instance_id,
      eligible,
      ok,
      findings: findings.map(({ kind, severity, part, detail }) => ({
        kind,
        severity,
        part,
        detail,
      })),
    })),
  };
  if (options.out !== undefined) {
    await writeResult(options.out, {
      json: result,
      rows: reviewed.flatMap(({ instance_id, eligible, ok, findings }) =>
        findings.map((finding) => ({ instance_id, eligible, ok, ...finding }))
      ),
      inputs: [path, options.tasks],
      parameters: {
        review: options.review ?? false,
        model: options.review ? options.model ?? null : null,
      },
      seed: null,
      visibility: "private",
    });
  }
  if (options.json) printJson(result);
  else print(describe(reviewed));
  const failed = reviewed.filter(({ ok }) => !ok);
  if (failed.length > 0) {
    throw new AnswerIsNo(
      `${failed.length} of ${reviewed.length} rows break the contract`,
    );
  }
}

/** The checks with what the reviewer found; `null` if requests were written instead. */
async function withModel(
  rows: readonly SplitRow[],
  checks: readonly SplitCheck[],
  options: Options,
): Promise<SplitCheck[] | null> {
  const eligible = rows.filter(({ split }) => split.eligible);
  const reviews = await askReviews(eligible, options);
  if (reviews === null) return null;
  for (const { instance_id, reason, detail } of reviews.failures) {
    complain(`warning: no review of "${instance_id}" (${reason}): ${detail}`);
  }
  return checks.map((check) =>
    withReview(check, reviews.findings.get(check.instance_id) ?? [])
  );
}

/** A check with more findings. */
export function withReview(
  check: SplitCheck,
  more: readonly Finding[],
): SplitCheck {
  const findings = [...check.findings, ...more];
  return {
    ...check,
    findings,
    ok: findings.every(({ severity }) => severity !== "error"),
  };
}

function describe(checks: readonly SplitCheck[]): string {
  const lines = checks.flatMap(({ instance_id, eligible, ok, findings }) => [
    `${!eligible ? "-   " : ok ? "ok  " : "FAIL"} ${instance_id}${
      eligible ? "" : " (not eligible)"
    }`,
    ...findings.map(({ kind, severity, part, detail }) =>
      `       ${severity} ${kind}${
        part === null ? "" : `, part ${part + 1}`
      }: ${detail}`
    ),
  ]);
  const eligible = checks.filter((check) => check.eligible);
  const passed = eligible.filter(({ ok }) => ok).length;
  return [
    ...lines,
    "",
    `${passed} of ${eligible.length} eligible rows keep the contract, ${
      checks.length - eligible.length
    } are not eligible`,
  ].join("\n");
}

/** Several splits of one task may be checked together, but only one of them can be used. */
function warnOfRepeats(rows: readonly SplitRow[]): void {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { split: { instance_id } } of rows) {
    if (seen.has(instance_id)) repeated.add(instance_id);
    seen.add(instance_id);
  }
  if (repeated.size === 0) return;
  const [first] = repeated;
  complain(
    `warning: ${repeated.size} tasks have more than one split, for example "${first}"`,
  );
}
