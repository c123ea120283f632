/**
 * Tables as JSONL: one JSON object a line, one line a row.
 *
 * @module
 */

import type { Table } from "apache-arrow";
import { quoted } from "./build_data.ts";
import { exactColumns } from "./data_values.ts";
import { errorText, unreadable } from "./format.ts";
import { inferType } from "./infer_type.ts";
import { jsonDecoder, jsonEncoder, parseJson } from "./json_value.ts";
import { type Line, readLineBlocks } from "./read_lines.ts";
import { readSidecar } from "./sidecar.ts";
import { type ReadTextOptions, typedTable } from "./text_table.ts";

/** Rows written at a time. */
const BLOCK = 4096;

/**
 * The lines of a table, in blocks; the same for the same table.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { fromRows } from "@taskflow/table";
 * import { jsonlText } from "./jsonl.ts";
 *
 * equal([...jsonlText(fromRows([{ n: 2n ** 60n }]))].join(""), '{"n":1152921504606846976}\n');
 * ```
 */
export function* jsonlText(table: Table): Generator<string> {
  const { fields } = table.schema;
  const columns = exactColumns(table);
  const encoders = fields.map(({ type }) => jsonEncoder(type));
  for (let from = 0; from < table.numRows; from += BLOCK) {
    const lines: string[] = [];
    const to = Math.min(table.numRows, from + BLOCK);
    for (let row = from; row < to; row++) {
      // Without a prototype, "__proto__" is a key like any other.
      const object: Record<string, unknown> = Object.create(null);
      fields.forEach(({ name }, i) => {
        object[name] = encoders[i]?.(columns[i]?.[row]);
      });
      lines.push(`${JSON.stringify(object)}\n`);
    }
    yield lines.join("");
  }
}

/**
 * Read a JSONL table; blank lines are skipped, keys that a row does not have are missing values.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { readJsonl } from "./jsonl.ts";
 *
 * const path = await Deno.makeTempFile();
 * await Deno.writeTextFile(path, '{"a":1}\n{"b":2}\n');
 * equal((await readJsonl(path)).numCols, 2);
 * await Deno.remove(path);
 * ```
 */
export async function readJsonl(
  path: string,
  options: ReadTextOptions = {},
): Promise<Table> {
  const sidecar = await readSidecar(path);
  const columns = new Map<string, unknown[]>(
    sidecar?.columns.map(({ name }) => [name, []]),
  );
  const lines: number[] = [];
  for await (const block of readLineBlocks(path)) {
    for (const line of block) {
      if (line.text.trim() === "") continue;
      const row = lines.push(line.number) - 1;
      for (const [key, value] of Object.entries(rowOf(path, line))) {
        const column = columns.get(key) ?? [];
        if (column.length === 0) columns.set(key, column);
        while (column.length < row) column.push(null);
        column.push(value);
      }
    }
  }
  if (lines.length === 0 && sidecar === null) {
    throw unreadable(
      path,
      "the file is empty",
      "give it at least one row, or write it again with its .meta.json",
    );
  }
  return typedTable(
    {
      path,
      sidecar,
      names: [...columns.keys()],
      columns: [...columns.values()],
      rows: lines.length,
      lineOf: (row) => lines[row] ?? 0,
    },
    {
      decoder: ({ name, type }) =>
        options.types?.[name] === "utf8" ? scalarText : jsonDecoder(type),
      infer: (values) => [inferType(values), (value) => value],
    },
    options,
  );
}

/** A column asked for as text takes numbers and truth values too: ids are often numbers. */
function scalarText(value: unknown): unknown {
  return typeof value === "number" || typeof value === "bigint" ||
      typeof value === "boolean"
    ? String(value)
    : value;
}

/** The JSON object on a line; what is wrong and what to do otherwise. */
function rowOf(path: string, line: Line): object {
  let value: unknown;
  try {
    value = parseJson(line.text);
  } catch (error) {
    if (!line.ended) {
      throw unreadable(
        path,
        `line ${line.number} is cut off (it is not JSON and has no line end)`,
        "the file was not written completely: write it again, or delete that line",
        error,
      );
    }
    throw unreadable(
      path,
      `line ${line.number} is not JSON (${errorText(error)})`,
      "put one JSON object on each line",
      error,
    );
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value;
  }
  throw new TypeError(
    `Cannot read table "${path}": line ${line.number} is not an object but ` +
      `${quoted(value)}: put one JSON object on each line`,
  );
}
