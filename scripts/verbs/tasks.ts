/**
 * `taskflow tasks`: load an issue-derived benchmark, decode it, describe it.
 *
 * @module
 */

import { type Command, InvalidArgumentError, Option } from "commander";
import {
  type ColumnMap,
  describeTasks,
  parseColumnMap,
  type PromptKind,
  readTasks,
  type TaskFile,
  type TaskStatistics,
  writeTasks,
} from "@taskflow/benchmark";
import { complain, print, printJson, verb } from "../cli/run.ts";
import { writeBeside } from "../cli/write_beside.ts";

/** Options of every verb that reads tasks. */
export interface TaskOptions {
  prompt?: PromptKind;
  columns?: ColumnMap;
}

interface Options extends TaskOptions {
  out?: string;
  json?: boolean;
}

/**
 * Add the verb to the program.
 *
 * @param taskflow The program.
 */
export function addTasks(taskflow: Command): void {
  const command = verb(
    taskflow,
    "tasks <file>",
    "Load an issue-derived benchmark, decode it, and describe it.",
    [
      "taskflow tasks swe-bench-pro.jsonl -o tasks.jsonl",
      "taskflow tasks verified.parquet --prompt statement --json",
      "taskflow tasks other.csv --columns instance_id=id,repo=project,problem_statement=text,fail_to_pass=tests -o tasks.jsonl",
    ],
  );
  addTaskOptions(command)
    .option("-o, --out <file>", "write the decoded tasks (.jsonl), one a line")
    .option("--json", "print one JSON object")
    .action(action);
}

/**
 * Add the options of reading tasks to a verb.
 *
 * @param command The verb.
 * @returns The verb.
 */
export function addTaskOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--prompt <kind>",
        "what agents get: statement, requirements and interface, or the statement (default: full)",
      ).choices(["full", "statement"]),
    )
    .addOption(
      new Option(
        "--columns <map>",
        "what columns are called; instance_id, repo and problem_statement are needed, " +
          "e.g. instance_id=id,repo=project,problem_statement=text",
      ).argParser((value) => {
        try {
          return parseColumnMap(value);
        } catch (error) {
          throw new InvalidArgumentError(
            error instanceof Error ? error.message : String(error),
          );
        }
      }),
    );
}

/**
 * Read tasks and name malformed rows on standard error.
 *
 * @param path The file.
 * @param options Prompt and columns.
 * @returns What the file holds.
 */
export async function loadTasks(
  path: string,
  { prompt, columns }: TaskOptions,
): Promise<TaskFile> {
  const file = await readTasks(path, {
    ...(prompt === undefined ? {} : { prompt }),
    ...(columns === undefined ? {} : { columns }),
  });
  for (const { reason } of file.malformed) complain(`warning: ${reason}`);
  return file;
}

async function action(path: string, options: Options): Promise<void> {
  const { tasks, malformed } = await loadTasks(path, options);
  const statistics = describeTasks(tasks);
  const prompt = tasks[0]?.prompt_kind ?? "full";
  if (options.out !== undefined) {
    if (!/\.(?:jsonl|ndjson)$/.test(options.out)) {
      throw new RangeError(
        `Cannot write tasks to "${options.out}": give a file that ends in .jsonl`,
      );
    }
    await writeTasks(options.out, tasks);
    await writeBeside(options.out, [path], {
      prompt,
      malformed: malformed.length,
    });
  }
  if (options.json) {
    printJson({ loaded: tasks.length, malformed, prompt, statistics });
  } else print(describe(path, statistics, malformed.length, prompt));
}

function describe(
  path: string,
  statistics: TaskStatistics,
  malformed: number,
  prompt: PromptKind,
): string {
  const {
    tasks,
    repositories,
    languages,
    words,
    fail_to_pass,
    without_pass_to_pass,
  } = statistics;
  const list = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([name, n]) => `${name} ${n}`).join(", ");
  return [
    `${tasks} tasks from ${path}${
      malformed === 0
        ? ""
        : `, ${malformed} malformed rows left out (named above)`
    }`,
    `repositories  ${list(repositories)}`,
    `languages     ${list(languages)}`,
    `median words  ${words.statement} statement, ${words.all} with requirements and interface, ${words.prompt} in the prompt (${prompt})`,
    `fail_to_pass  median ${fail_to_pass.median}, ${fail_to_pass.single} tasks with one test, ${fail_to_pass.none} with none`,
    `pass_to_pass  empty in ${without_pass_to_pass}`,
  ].join("\n");
}
