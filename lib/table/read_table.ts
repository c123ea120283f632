/**
 * Reading a table, whatever its format.
 *
 * @module
 */

import type { Table } from "apache-arrow";
import { readCsv } from "./csv_table.ts";
import { requireColumns, tableFormat } from "./format.ts";
import { readIpc } from "./ipc.ts";
import { readJsonl } from "./jsonl.ts";
import { readParquet } from "./parquet.ts";
import type { ReadTextOptions } from "./text_table.ts";

/** Options of {@linkcode readTable}. */
export type ReadTableOptions = ReadTextOptions;

/**
 * Read a table from disk, by the extension of its name: Parquet, Arrow IPC (file or stream), CSV or JSONL
 * (see {@linkcode TABLE_EXTENSIONS}).
 *
 * Types: Parquet and IPC have them. CSV and JSONL take them from the file `NAME.meta.json` that
 * {@linkcode writeTable} puts beside them, from `options.types`, or else from the values: JSONL as
 * {@linkcode fromRows} does; CSV bool, int32, int64 and float64 where every cell of a column is written
 * so, otherwise utf8 (what may be an identifier, `007` or `12e4`, stays text).
 *
 * Key/value metadata, such as provenance, is in `table.schema.metadata`.
 *
 * @param path The file.
 * @param options Columns to read (Parquet does not even fetch the others); types, for CSV and JSONL.
 * @returns The table.
 * @throws {RangeError} If the extension is of no known format, or a wanted column is not there; the
 * message names those that are.
 * @throws {SyntaxError} If the file is empty, cut off or not of its format; the message names the file,
 * the line where there are lines, and the remedy.
 * @throws {Deno.errors.NotFound} If there is no such file.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { readTable, toRows } from "@taskflow/table";
 *
 * const path = await Deno.makeTempFile({ suffix: ".csv" });
 * await Deno.writeTextFile(path, "session,position\r\ns-1,0\r\ns-1,1\r\n");
 * deepEqual(toRows(await readTable(path, { columns: ["position"] })), [
 *   { position: 0 },
 *   { position: 1 },
 * ]);
 * await Deno.remove(path);
 * ```
 */
export async function readTable(
  path: string,
  options: ReadTableOptions = {},
): Promise<Table> {
  switch (tableFormat(path)) {
    case "parquet":
      return await readParquet(path, options);
    case "csv":
      return await readCsv(path, options);
    case "jsonl":
      return await readJsonl(path, options);
    case "ipc": {
      const table = await readIpc(path);
      const { columns } = options;
      if (columns === undefined) return table;
      const there = table.schema.fields.map(({ name }) => name);
      requireColumns(path, columns, there);
      return table.select([...columns]);
    }
  }
}
