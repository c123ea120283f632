/**
 * What `taskflow candidates` reads beside the splits: questions with their proofs, labels, tasks.
 *
 * @module
 */

import { readRecords, taskOf } from "@taskflow/benchmark";
import { readTable, toRows } from "@taskflow/table";
import { TAXONOMY, type Taxonomy } from "@taskflow/taxonomy";
import { basename } from "node:path";

/** A question as far as a family needs it. */
export interface PoolQuestion {
  readonly question_id: string;
  readonly text: string | null;
  readonly intent: string | null;
}

/** Questions by task, in the order of the file. */
export interface QuestionPool {
  readonly byTask: ReadonlyMap<string, readonly PoolQuestion[]>;
  /** Questions that were read, and what became of those that are not in the pool. */
  readonly read: number;
  readonly rejected: number;
  readonly unproven: number;
}

/** What is known of a task. */
export interface TaskFacts {
  readonly repo: string;
  readonly language: string | null;
  readonly prompt: string;
}

/**
 * Read questions and proofs; a row with a `verdict` is a proof, one with a `question` a question.
 *
 * @param paths Files of either kind, or of both.
 * @param unproven Whether questions without a proof enter the pool.
 * @returns The pool.
 * @throws {TypeError} If a row is neither, or no proofs are given and `unproven` is not set.
 */
export async function readPool(
  paths: readonly string[],
  unproven: boolean,
): Promise<QuestionPool> {
  const verdicts = new Map<string, string>();
  const found = new Map<string, { task: string; question: PoolQuestion }>();
  for (const path of paths) {
    for await (const { line, unit, record, problem } of readRecords(path)) {
      const place = `Cannot read questions "${
        basename(path)
      }": ${unit} ${line}`;
      if (record === null) throw new SyntaxError(`${place}: ${problem}`);
      const { instance_id, question_id, verdict, question, intent } = record;
      if (typeof instance_id !== "string" || typeof question_id !== "string") {
        throw new TypeError(
          `${place} has no "instance_id" and "question_id"`,
        );
      }
      const key = `${instance_id}\n${question_id}`;
      if (typeof verdict === "string") verdicts.set(key, verdict);
      if (typeof question !== "string" && typeof intent !== "string") {
        if (typeof verdict === "string") continue;
        throw new TypeError(
          `${place} is neither a proof (no "verdict") nor a question (no "question")`,
        );
      }
      found.set(key, {
        task: instance_id,
        question: {
          question_id,
          text: typeof question === "string" ? question : null,
          intent: typeof intent === "string" ? intent : null,
        },
      });
    }
  }
  if (verdicts.size === 0 && found.size > 0 && !unproven) {
    throw new TypeError(
      `Cannot take questions from "${
        paths.join('", "')
      }": no row has the verdict of a proof; give ` +
        `what "taskflow prove" wrote too, or take them as they are with --unproven`,
    );
  }
  const missing = [...verdicts.keys()].find((key) => !found.has(key));
  if (missing !== undefined) {
    throw new TypeError(
      `Cannot take question "${
        missing.split("\n")[1]
      }": there is a proof but no question; give questions.jsonl too`,
    );
  }
  const byTask = new Map<string, PoolQuestion[]>();
  let [rejected, without] = [0, 0];
  for (const [key, { task, question }] of found) {
    const verdict = verdicts.get(key);
    if (verdict === undefined && !unproven) {
      without++;
      continue;
    }
    if (verdict !== undefined && !["proven", "structural"].includes(verdict)) {
      rejected++;
      continue;
    }
    const known = byTask.get(task);
    if (known === undefined) byTask.set(task, [question]);
    else known.push(question);
  }
  return { byTask, read: found.size, rejected, unproven: without };
}

/**
 * Read labels of turns: columns `instance_id`, `turn` and `intent`, where a turn is a merge variant
 * ("1", "23"), a question id, or `original`; without a column `turn` every label is the original's.
 *
 * @param path The file.
 * @param taxonomy Labels that may occur.
 * @returns Intent by `instance_id` and turn, joined by a line break.
 * @throws {TypeError} If a column is missing.
 * @throws {RangeError} If a label is not in the taxonomy.
 */
export async function readTurnLabels(
  path: string,
  taxonomy: Taxonomy = TAXONOMY,
): Promise<Map<string, string>> {
  const labels = new Map<string, string>();
  for await (const { place, record } of rowsOf(path, "labels of turns")) {
    const { instance_id, intent, turn } = record;
    if (typeof instance_id !== "string" || typeof intent !== "string") {
      throw new TypeError(`${place} needs "instance_id" and "intent"`);
    }
    if (!taxonomy.codeOf.has(intent)) {
      throw new RangeError(
        `${place}: intent "${intent}" is not in taxonomy "${taxonomy.name}"`,
      );
    }
    labels.set(`${instance_id}\n${turn ?? "original"}`, intent);
  }
  return labels;
}

/** Rows of a file with their place for messages; tables are read as a whole, which is faster. */
async function* rowsOf(
  path: string,
  what: string,
): AsyncGenerator<
  { place: string; record: Readonly<Record<string, unknown>> }
> {
  const name = `Cannot read ${what} "${basename(path)}"`;
  if (/\.(?:csv|parquet|arrow|feather)$/i.test(path)) {
    for (const [at, record] of toRows(await readTable(path)).entries()) {
      yield { place: `${name}: row ${at + 1}`, record };
    }
    return;
  }
  for await (const { line, unit, record, problem } of readRecords(path)) {
    const place = `${name}: ${unit} ${line}`;
    if (record === null) throw new SyntaxError(`${place}: ${problem}`);
    yield { place, record };
  }
}

/**
 * Read what families need of tasks, one row at a time; texts are handed on and not kept.
 *
 * @param path The tasks.
 * @param visit Called for every task.
 */
export async function eachTask(
  path: string,
  visit: (instance: string, facts: TaskFacts) => void,
): Promise<void> {
  for await (const { line, unit, record, problem } of readRecords(path)) {
    if (record === null) {
      throw new SyntaxError(
        `Cannot read tasks "${basename(path)}": ${unit} ${line}: ${problem}`,
      );
    }
    const task = taskOf(record, {});
    visit(task.instance_id, {
      repo: task.repo,
      language: task.repo_language,
      prompt: task.prompt,
    });
  }
}

/** Owner and name that a SWE-Bench instance id begins with, or `null`. */
export function repoOfId(instance: string): string | null {
  const [, owner, name] =
    /^(?:instance_)?([^/]+?)__(.+?)-(?:[0-9a-f]{7,40}|\d+)(?:-.*)?$/
      .exec(instance) ?? [];
  return owner === undefined || name === undefined ? null : `${owner}/${name}`;
}
