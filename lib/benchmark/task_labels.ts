/**
 * Intents of benchmark tasks.
 *
 * @module
 */

import { readTable, toRows } from "@taskflow/table";
import { labelCode, type Taxonomy } from "@taskflow/taxonomy";
import { basename } from "node:path";

/** Options of {@linkcode readTaskLabels}. */
export interface TaskLabelsOptions {
  /** Labels that may occur. */
  readonly taxonomy: Taxonomy;
  /** Column of the intent (default `intent`, or the only column beside the id). */
  readonly column?: string;
}

/**
 * Read one intent per task: CSV, JSONL, Parquet or Arrow with a column `instance_id`.
 *
 * @param path The file.
 * @param options Taxonomy, name of the column.
 * @returns Intent by instance id; empty cells are left out.
 * @throws {TypeError} If a column is missing, or must be named.
 * @throws {RangeError} If a label is not in the taxonomy, or a task has two.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { readTaskLabels } from "@taskflow/benchmark";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * const path = await Deno.makeTempFile({ suffix: ".csv" });
 * await Deno.writeTextFile(path, "instance_id,intent\na-1,bug-fix\n");
 * deepEqual(await readTaskLabels(path, { taxonomy: TAXONOMY }), new Map([["a-1", "bug-fix"]]));
 * await Deno.remove(path);
 * ```
 */
export async function readTaskLabels(
  path: string,
  options: TaskLabelsOptions,
): Promise<Map<string, string>> {
  const name = basename(path);
  const table = await readTable(path);
  const columns = table.schema.fields.map((field) => field.name);
  if (!columns.includes("instance_id")) {
    throw new TypeError(
      `Cannot read labels of tasks from "${name}": it has no column "instance_id", only ` +
        columns.join(", "),
    );
  }
  const column = columnOf(name, columns, options.column);
  const labels = new Map<string, string>();
  toRows(table).forEach((row, at) => {
    const [id, intent] = [row["instance_id"], row[column]];
    if (intent === null || intent === undefined || intent === "") return;
    if (typeof id !== "string" || typeof intent !== "string") {
      throw new TypeError(
        `Cannot read labels of tasks from "${name}": row ${
          at + 1
        } is no id with a label`,
      );
    }
    labelCode(options.taxonomy, intent);
    const before = labels.get(id);
    if (before !== undefined && before !== intent) {
      throw new RangeError(
        `Cannot read labels of tasks from "${name}": "${id}" has both "${before}" and "${intent}"`,
      );
    }
    labels.set(id, intent);
  });
  return labels;
}

function columnOf(
  name: string,
  columns: readonly string[],
  wanted: string | undefined,
): string {
  const others = columns.filter((column) => column !== "instance_id");
  if (wanted !== undefined) {
    if (others.includes(wanted)) return wanted;
    throw new TypeError(
      `Cannot read labels of tasks from "${name}": it has no column "${wanted}", only ` +
        others.join(", "),
    );
  }
  if (others.includes("intent")) return "intent";
  const [only, ...more] = others;
  if (only !== undefined && more.length === 0) return only;
  throw new TypeError(
    `Cannot read labels of tasks from "${name}": name the column of the intent with ` +
      `--label-column, one of ${others.join(", ")}`,
  );
}
