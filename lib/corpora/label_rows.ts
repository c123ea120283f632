/**
 * Rows of a label file.
 *
 * @module
 */

import {
  lineOfRecord,
  parse,
  readLines,
  readSidecar,
  readTable,
  TABLE_EXTENSIONS,
  toRows,
  unescapeFormula,
} from "@taskflow/table";
import { basename } from "node:path";
import * as z from "zod";

/** One row of a label file; `null` where the file has no such column or the cell is empty. */
export interface LabelRow {
  /** 0-based number of the row; a line of names does not count. */
  readonly row: number;
  readonly file: string;
  readonly session: number;
  readonly intent: string | null;
  readonly id: string | null;
  readonly position: number | null;
  readonly sha256: string | null;
}

/** The rows of a label file. */
export interface LabelRows {
  readonly rows: readonly LabelRow[];
  /** The 1-based line of a row, for errors. */
  readonly lineOf: (row: number) => number;
}

const cell = z.union([z.string(), z.number()]).nullish().transform((value) =>
  value === undefined || value === null || value === "" ? null : String(value)
);
const whole = z.number("not a whole number").int().nonnegative();
const rowSchema = z.object({
  file: z.string().min(1),
  session: cell.pipe(z.string("empty").transform(Number).pipe(whole)),
  intent: cell,
  id: cell,
  position: cell.transform((value) => value === null ? null : Number(value))
    .pipe(whole.nullable()),
  sha256: cell.pipe(
    z.string().regex(/^[0-9a-fA-F]{64}$/, "not 64 hexadecimal digits")
      .toLowerCase().nullable(),
  ),
});

/** Columns that every label file has. */
const NEEDED = ["file", "session", "intent"] as const;

interface Records {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly lineOf: (row: number) => number;
}

/**
 * Read the rows of a label file: CSV with a line of names, Parquet, Arrow IPC, or JSONL.
 *
 * @param path The file; by its ending, or else one JSON object a line.
 * @param needed Columns that must be there.
 * @returns The rows in order.
 * @throws {Deno.errors.NotFound} If there is no such file.
 * @throws {TypeError} If a column is missing or a value has the wrong shape; names the line.
 * @throws {SyntaxError} If the file is no CSV or JSONL; names the line.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { readLabelRows } from "@taskflow/corpora";
 *
 * const path = await Deno.makeTempFile({ suffix: ".csv" });
 * await Deno.writeTextFile(path, "file,session,position,intent\na.md,0,0,bug-fix\n");
 * const { rows: [row], lineOf } = await readLabelRows(path);
 * deepEqual([row?.intent, row?.sha256, lineOf(0)], ["bug-fix", null, 2]);
 * await Deno.remove(path);
 * ```
 */
export async function readLabelRows(
  path: string,
  needed: readonly string[] = NEEDED,
): Promise<LabelRows> {
  const name = basename(path);
  try {
    const { records, lineOf } = /\.csv$/i.test(path)
      ? await csvRecords(path, name)
      : isBinary(path)
      ? {
        records: toRows(await readTable(path)),
        lineOf: (row: number) => row + 1,
      }
      : await jsonRecords(path, name);
    const rows = records.map((read, row) => {
      // In a table of messages `session` is an id, and the ordinal has a column of its own.
      const { ordinal = read["session"] } = read;
      const record = { ...read, session: ordinal };
      const missing = needed.filter((column) => read[column] === undefined);
      if (missing.length > 0) {
        throw new TypeError(
          `Cannot read labels "${name}": line ${lineOf(row)}: ${
            quoted(missing)
          } is missing ` +
            `(there are ${quoted(Object.keys(read))}); needed are ${
              quoted(needed)
            }, ` +
            `and sha256 or position`,
        );
      }
      const parsed = rowSchema.safeParse(record);
      if (parsed.success) return { row, ...parsed.data };
      const [issue] = parsed.error.issues;
      throw new TypeError(
        `Cannot read labels "${name}": line ${lineOf(row)}: ${
          quoted(issue?.path ?? [])
        }: ` +
          `${issue?.message ?? "wrong shape"}`,
      );
    });
    return { rows, lineOf };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Deno.errors.NotFound(
      `Cannot read labels "${path}": there is no such file; check the path`,
      { cause: error },
    );
  }
}

/** Formats without lines: what errors call a line is then the number of the row. */
function isBinary(path: string): boolean {
  const extension = /\.[^./\\]*$/.exec(path)?.[0].toLowerCase() ?? "";
  return ["parquet", "ipc"].includes(TABLE_EXTENSIONS[extension] ?? "");
}

async function csvRecords(path: string, name: string): Promise<Records> {
  const bytes = await Deno.readFile(path);
  try {
    const [names = [], ...rows] = parse(bytes, { fieldsPerRecord: 0 });
    const escaped = (await readSidecar(path))?.formulas === "escaped";
    const plain = (cell: string) => escaped ? unescapeFormula(cell) : cell;
    const keys = names.map((key) => key.trim());
    const records = rows.map((row) =>
      Object.fromEntries(keys.map((key, i) => [key, plain(row[i] ?? "")]))
    );
    return { records, lineOf: (row) => lineOfRecord(bytes, row + 1) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SyntaxError(`Cannot read labels "${name}": ${error.message}`, {
      cause: error,
    });
  }
}

async function jsonRecords(path: string, name: string): Promise<Records> {
  const records: Record<string, unknown>[] = [];
  const lines: number[] = [];
  for await (const { number: line, text } of readLines(path)) {
    if (text.trim() === "") continue;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      throw new SyntaxError(
        `Cannot read labels "${name}": line ${line} is not JSON; write one object a line`,
        { cause: error },
      );
    }
    const record = z.record(z.string(), z.unknown()).safeParse(value);
    if (!record.success) {
      throw new TypeError(
        `Cannot read labels "${name}": line ${line} is not a JSON object`,
      );
    }
    records.push(record.data);
    lines.push(line);
  }
  return { records, lineOf: (row) => lines[row] ?? 0 };
}

function quoted(names: readonly PropertyKey[]): string {
  return names.map((name) => `"${String(name)}"`).join(", ");
}
