/**
 * What the columns of a benchmark are called.
 *
 * @module
 */

/** Fields of a task that come from a column. */
export const FIELDS = [
  "instance_id",
  "repo",
  "base_commit",
  "repo_language",
  "problem_statement",
  "requirements",
  "interface",
  "fail_to_pass",
  "pass_to_pass",
] as const;

/** A field of a task. */
export type FieldName = typeof FIELDS[number];

/** Fields and the columns that hold them; fields left out are found by their usual names. */
export type ColumnMap = Readonly<Partial<Record<FieldName, string>>>;

/** Names under which public benchmarks have a field; the first that a row has is taken. */
export const USUAL: Readonly<Record<FieldName, readonly string[]>> = {
  instance_id: ["instance_id", "task_id"],
  repo: ["repo", "repository", "repo_name"],
  base_commit: ["base_commit", "base_sha", "commit"],
  repo_language: ["repo_language", "language"],
  problem_statement: ["problem_statement", "instruction", "issue"],
  requirements: ["requirements"],
  interface: ["interface"],
  fail_to_pass: ["fail_to_pass", "FAIL_TO_PASS"],
  pass_to_pass: ["pass_to_pass", "PASS_TO_PASS"],
};

/**
 * Read a column mapping: `FIELD=COLUMN` pairs with commas between.
 *
 * @param text The pairs.
 * @returns The mapping.
 * @throws {RangeError} If a pair is none, a field is unknown or comes twice.
 *
 * @example
 * ```ts
 * import { deepEqual, throws } from "node:assert/strict";
 * import { parseColumnMap } from "@taskflow/benchmark";
 *
 * deepEqual(parseColumnMap("instance_id=id, problem_statement=text"), {
 *   instance_id: "id",
 *   problem_statement: "text",
 * });
 * throws(() => parseColumnMap("title=name"), /no field "title"/);
 * ```
 */
export function parseColumnMap(text: string): ColumnMap {
  const map: Partial<Record<FieldName, string>> = {};
  for (const pair of text.split(",")) {
    const at = pair.indexOf("=");
    const [name, column] = [
      pair.slice(0, at).trim(),
      pair.slice(at + 1).trim(),
    ];
    const known = `give FIELD=COLUMN pairs with a field among ${
      FIELDS.join(", ")
    }`;
    if (at < 1 || column === "") {
      throw new RangeError(
        `Cannot read columns: "${pair.trim()}" is no pair; ${known}`,
      );
    }
    const field = FIELDS.find((field) => field === name);
    if (field === undefined) {
      throw new RangeError(
        `Cannot read columns: a task has no field "${name}"; ${known}`,
      );
    }
    if (map[field] !== undefined) {
      throw new RangeError(
        `Cannot read columns: "${field}" comes twice; ${known}`,
      );
    }
    map[field] = column;
  }
  return map;
}

/**
 * The column that holds a field in a row.
 *
 * @returns Its name, or `null` if the row has none.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { columnOf } from "./column_map.ts";
 *
 * equal(columnOf("fail_to_pass", { FAIL_TO_PASS: "[]" }, {}), "FAIL_TO_PASS");
 * equal(columnOf("fail_to_pass", { FAIL_TO_PASS: "[]" }, { fail_to_pass: "f2p" }), null);
 * ```
 */
export function columnOf(
  field: FieldName,
  record: Readonly<Record<string, unknown>>,
  map: ColumnMap,
): string | null {
  const named = map[field];
  const names = named === undefined ? USUAL[field] : [named];
  return names.find((name) => Object.hasOwn(record, name)) ?? null;
}
