/**
 * Rows of a file, whatever its format.
 *
 * @module
 */

import {
  linesOfRecords,
  parse,
  readLines,
  readSidecar,
  readTable,
  TABLE_EXTENSIONS,
  tableFormat,
  toRows,
  unescapeFormula,
} from "@taskflow/table";
import { basename, extname } from "node:path";

/** One row, or why a line is none. */
export interface FileRecord {
  /** 1-based line where it begins; in a file without lines the 1-based row. */
  readonly line: number;
  /** `line` or `row`, for messages. */
  readonly unit: "line" | "row";
  /** Its cells by column, or `null`. */
  readonly record: Readonly<Record<string, unknown>> | null;
  /** What is wrong with it, or `null`. */
  readonly problem: string | null;
}

/**
 * Read the rows of a file one after another: CSV, Parquet or Arrow by extension, everything else one
 * JSON object a line. A damaged line of JSON is a record with a problem; a damaged file of another
 * kind cannot be read at all.
 *
 * @param path The file.
 * @returns Its records in order.
 * @throws {Deno.errors.NotFound} If there is no such file.
 * @throws {SyntaxError} If a CSV, Parquet or Arrow file cannot be read.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { readRecords } from "@taskflow/benchmark";
 *
 * const path = await Deno.makeTempFile({ suffix: ".jsonl" });
 * await Deno.writeTextFile(path, '{"a":1}\nnonsense\n');
 * const records = await Array.fromAsync(readRecords(path));
 * deepEqual(records.map(({ record }) => record), [{ a: 1 }, null]);
 * await Deno.remove(path);
 * ```
 */
export async function* readRecords(path: string): AsyncGenerator<FileRecord> {
  const format = extname(path).toLowerCase() in TABLE_EXTENSIONS
    ? tableFormat(path)
    : "jsonl";
  try {
    if (format === "csv") yield* csvRecords(path);
    else if (format === "jsonl") yield* jsonRecords(path);
    else {
      for (const [at, record] of toRows(await readTable(path)).entries()) {
        yield { line: at + 1, unit: "row", record, problem: null };
      }
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Deno.errors.NotFound(
      `Cannot read "${path}": there is no such file; check the path`,
      { cause: error },
    );
  }
}

async function* csvRecords(path: string): AsyncGenerator<FileRecord> {
  const bytes = await Deno.readFile(path);
  const plain = (await readSidecar(path))?.formulas === "escaped"
    ? unescapeFormula
    : (text: string) => text;
  const rows = (() => {
    try {
      return parse(bytes, { fieldsPerRecord: 0 });
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new SyntaxError(
        `Cannot read "${basename(path)}": ${error.message}`,
        { cause: error },
      );
    }
  })();
  const [names = [], ...records] = rows;
  const lines = linesOfRecords(bytes);
  for (const [at, cells] of records.entries()) {
    const record = Object.fromEntries(
      names.map((name, i) => [plain(name).trim(), plain(cells[i] ?? "")]),
    );
    const line = lines[at + 1] ?? 0;
    yield { line, unit: "line", record, problem: null };
  }
}

async function* jsonRecords(path: string): AsyncGenerator<FileRecord> {
  for await (const { number: line, text } of readLines(path)) {
    if (text.trim() === "") continue;
    const bad = (problem: string): FileRecord => ({
      line,
      unit: "line",
      record: null,
      problem,
    });
    let value: unknown;
    try {
      value = JSON.parse(text.replace(/^\uFEFF/, ""));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      yield bad("it is not JSON; write one object a line");
      continue;
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      yield bad("it is no JSON object");
    } else {
      const record = value as Readonly<Record<string, unknown>>;
      yield { line, unit: "line", record, problem: null };
    }
  }
}
