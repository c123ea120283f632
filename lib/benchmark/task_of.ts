/**
 * One row of a benchmark as a task.
 *
 * @module
 */

import {
  type ColumnMap,
  columnOf,
  type FieldName,
  FIELDS,
} from "./column_map.ts";
import { decodeList } from "./decode_list.ts";
import { decodeText } from "./decode_text.ts";
import { promptOf } from "./prompt_of.ts";
import { type PromptKind, type Task, taskSchema } from "./task.ts";

/** Options of {@linkcode taskOf}. */
export interface TaskOfOptions {
  /** Which texts make the prompt (default `full`). */
  readonly prompt?: PromptKind;
  /** What columns are called, where not as usual. */
  readonly columns?: ColumnMap;
}

const NEEDED: readonly FieldName[] = [
  "instance_id",
  "repo",
  "problem_statement",
];

/**
 * Decode a row. A row that is a task already (`schema_version` "task/v1") is checked and given the
 * prompt that is asked for; its texts are not decoded a second time.
 *
 * @param record The row.
 * @param options Prompt and columns.
 * @returns The task; other columns stay as they are.
 * @throws {TypeError} If a needed column is missing or empty, or a value has the wrong shape.
 * @throws {SyntaxError} If a list of tests cannot be read.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { taskOf } from "@taskflow/benchmark";
 *
 * const task = taskOf({
 *   instance_id: "a__b-1",
 *   repo: "a/b",
 *   problem_statement: '"It\\nfails"',
 *   FAIL_TO_PASS: "['t.py::one']",
 *   difficulty: "easy",
 * });
 * equal(task.problem_statement, "It\nfails");
 * deepEqual([task.fail_to_pass, task["difficulty"]], [["t.py::one"], "easy"]);
 * ```
 */
export function taskOf(
  record: Readonly<Record<string, unknown>>,
  options: TaskOfOptions = {},
): Task {
  const { prompt: kind, columns = {} } = options;
  if (record["schema_version"] === "task/v1") {
    const task = taskSchema.safeParse(record);
    if (!task.success) {
      const [issue] = task.error.issues;
      throw new TypeError(
        `"${issue?.path.join(".")}": ${issue?.message ?? "wrong shape"}`,
      );
    }
    return kind === undefined || kind === task.data.prompt_kind ? task.data : {
      ...task.data,
      prompt: promptOf(task.data, kind),
      prompt_kind: kind,
    };
  }
  const names = new Map(
    FIELDS.map((field) => [field, columnOf(field, record, columns)]),
  );
  const value = (field: FieldName): unknown => {
    const name = names.get(field);
    return name === null || name === undefined ? undefined : record[name];
  };
  const text = (field: FieldName): string => {
    const cell = value(field);
    const called = names.get(field) ?? columns[field] ?? field;
    if (cell === null || cell === undefined) {
      if (!NEEDED.includes(field) && columns[field] === undefined) return "";
      throw new TypeError(
        names.get(field) === null
          ? `there is no column "${called}" (there are ${
            Object.keys(record).join(", ")
          })`
          : `"${called}" is empty`,
      );
    }
    if (typeof cell === "number" || typeof cell === "bigint") return `${cell}`;
    if (typeof cell !== "string") {
      throw new TypeError(`"${called}" is no text: ${JSON.stringify(cell)}`);
    }
    const decoded = decodeText(cell);
    if (NEEDED.includes(field) && decoded.trim() === "") {
      throw new TypeError(`"${called}" is empty`);
    }
    return decoded;
  };
  const list = (field: FieldName): string[] => {
    try {
      return decodeList(value(field));
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof SyntaxError)) {
        throw error;
      }
      const message = `"${names.get(field)}": ${
        error.message.replace(/^Cannot read a list: /, "")
      }`;
      throw error instanceof TypeError
        ? new TypeError(message, { cause: error })
        : new SyntaxError(message, { cause: error });
    }
  };
  const taken = new Set(names.values());
  const others = Object.entries(record).filter(([name]) => !taken.has(name));
  const texts = {
    problem_statement: text("problem_statement"),
    requirements: text("requirements"),
    interface: text("interface"),
  };
  return {
    ...Object.fromEntries(others),
    schema_version: "task/v1",
    instance_id: text("instance_id"),
    repo: text("repo"),
    base_commit: text("base_commit") || null,
    repo_language: text("repo_language") || null,
    ...texts,
    prompt: promptOf(texts, kind ?? "full"),
    prompt_kind: kind ?? "full",
    fail_to_pass: list("fail_to_pass"),
    pass_to_pass: list("pass_to_pass"),
  };
}
