/**
 * The rows of a table of chats, whatever it is written in.
 *
 * @module
 */

import { parse, readTable, toRows } from "@taskflow/table";
import type { ReadContext, SourceFile } from "./adapter.ts";
import { type JsonObject, objectOf } from "./json_access.ts";
import { jsonRecords } from "./json_records.ts";
import { parquetHead } from "./parquet_head.ts";
import { tableKind } from "./table_head.ts";
import { temporaryFolder } from "./temporary_folder.ts";

/** A row: its cells by column, and where it stands. */
export interface ChatTableRow {
  readonly cells: JsonObject;
  /** 1-based line for JSON lines, else `null`. */
  readonly line: number | null;
}

/**
 * Read the rows of a CSV, JSON lines, Parquet or Arrow table, told by content. JSON lines and Parquet
 * stream; of CSV and Arrow memory holds the table.
 *
 * @param file The file.
 * @param names Columns that are wanted.
 * @param context Where to report lines that cannot be read.
 * @returns The rows, in order.
 * @throws {SyntaxError} If the file is damaged.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { chatTableRows, newScratch, openSource, RULES } from "@taskflow/corpora";
 *
 * const path = await Deno.makeTempFile();
 * await Deno.writeTextFile(path, "chat,value\nc-1,Hi\n");
 * const context = { rules: RULES.default, leaveOut: () => {}, warn: () => {} };
 * {
 *   using file = openSource(path, "a.csv", newScratch());
 *   const [row] = await Array.fromAsync(chatTableRows(file, ["chat", "value"], context));
 *   equal(row?.cells["value"], "Hi");
 * }
 * await Deno.remove(path);
 * ```
 */
export async function* chatTableRows(
  file: SourceFile,
  names: readonly string[],
  context: ReadContext,
): AsyncGenerator<ChatTableRow> {
  switch (tableKind(file.head)) {
    case "parquet":
      yield* parquetRows(file, names);
      return;
    case "arrow":
      for (const cells of await arrowRows(file)) yield { cells, line: null };
      return;
    case "jsonl":
      for await (const block of jsonRecords(file, context)) {
        for (const { value, line } of block) {
          const cells = objectOf(value);
          if (cells === null) context.leaveOut("unreadable", line, null);
          else yield { cells, line };
        }
      }
      return;
    case "csv":
      for (const cells of await csvRows(file)) yield { cells, line: null };
  }
}

function* parquetRows(
  { head }: SourceFile,
  names: readonly string[],
): Generator<ChatTableRow> {
  const parquet = parquetHead(head);
  if (parquet === null) return;
  const there = names.filter((name) => parquet.columns.includes(name));
  for (const [group, rows] of parquet.groups.entries()) {
    const columns = there.map((name) =>
      [name, parquet.column(group, name)] as const
    );
    for (let row = 0; row < rows; row++) {
      const cells = Object.fromEntries(
        columns.map(([name, values]) => [name, values[row]]),
      );
      yield { cells, line: null };
    }
  }
}

/** The reader of Arrow tables checks them before it trusts them, and takes a path. */
async function arrowRows(file: SourceFile): Promise<JsonObject[]> {
  const bytes = await file.bytes();
  // A file that is cut or padded lacks the mark at one of its ends.
  const ends = [bytes.subarray(0, 6), bytes.subarray(-6)];
  if (ends.some((end) => String.fromCharCode(...end) !== "ARROW1")) {
    throw damaged(file.file, "Arrow file", null);
  }
  await using folder = temporaryFolder();
  const path = `${await folder.newPath()}.arrow`;
  await Deno.writeFile(path, bytes, { mode: 0o600 });
  try {
    return toRows(await readTable(path));
  } catch (error) {
    throw damaged(file.file, "Arrow table", error);
  }
}

async function csvRows(file: SourceFile): Promise<JsonObject[]> {
  const bytes = await file.bytes();
  let rows: string[][];
  try {
    rows = parse(bytes);
  } catch (error) {
    throw damaged(file.file, "CSV table", error);
  }
  const [names = [], ...records] = rows;
  return records.map((cells) =>
    Object.fromEntries(names.map((name, i) => [name, cells[i]]))
  );
}

/** The file in our words; the reader's message may have the path of a copy. */
function damaged(file: string, what: string, error: unknown): SyntaxError {
  const line = error instanceof Error
    ? /line \d+/i.exec(error.message)?.[0].toLowerCase() ?? null
    : null;
  return new SyntaxError(
    `Cannot read "${file}": it is no whole ${what}` +
      `${line === null ? "" : ` (${line})`}; write it again`,
  );
}
