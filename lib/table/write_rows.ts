/**
 * Writing rows as they arrive.
 *
 * @module
 */

import { type RecordBatch, type Schema, Table } from "apache-arrow";
import { csvText } from "./csv_table.ts";
import { tableFormat } from "./format.ts";
import { jsonlText } from "./jsonl.ts";
import { fromRows, type Row } from "./rows.ts";
import { sidecarPath, sidecarText } from "./sidecar.ts";
import { removeIfThere, writeAtomically } from "./write_atomically.ts";
import { writeTable } from "./write_table.ts";

/** Rows held before they are written. */
const BLOCK = 4096;

/** Options of {@linkcode writeRows}. */
export interface WriteRowsOptions {
  /** Key/value metadata, asked for when all rows have been written. */
  readonly metadata?: () => Readonly<Record<string, string>>;
}

/**
 * Write rows in the format of the file's extension, as {@linkcode writeTable} writes a table of them. For
 * CSV and JSONL memory does not grow with their number; Parquet and Arrow IPC hold the columns.
 *
 * @param path File to write; it appears in one step, when all rows are there.
 * @param rows The rows, in order.
 * @param schema Names, order and types of the columns.
 * @param options Metadata.
 * @returns The number of rows.
 * @throws As {@linkcode writeTable} and {@linkcode fromRows}, and what the rows throw; nothing is then
 * written.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { fromRows, readTable, toRows, writeRows } from "@taskflow/table";
 *
 * const path = await Deno.makeTempFile({ suffix: ".csv" });
 * async function* rows() {
 *   yield { id: "=a", n: 1 };
 *   yield { id: "b", n: null };
 * }
 * const { schema } = fromRows([{ id: "", n: 0 }]);
 * equal(await writeRows(path, rows(), schema), 2);
 * deepEqual(toRows(await readTable(path)), [{ id: "=a", n: 1 }, { id: "b", n: null }]);
 * await Deno.remove(path);
 * await Deno.remove(`${path}.meta.json`);
 * ```
 */
export async function writeRows(
  path: string,
  rows: AsyncIterable<Readonly<Row>>,
  schema: Schema,
  { metadata = () => ({}) }: WriteRowsOptions = {},
): Promise<number> {
  const format = tableFormat(path);
  let count = 0;
  const blocks = async function* (): AsyncGenerator<Table> {
    for await (const block of inBlocks(rows)) {
      count += block.length;
      yield fromRows(block, schema);
    }
  };
  if (format === "parquet" || format === "ipc") {
    const batches: RecordBatch[] = [];
    for await (const table of blocks()) batches.push(...table.batches);
    const table = new Table(schema, batches);
    await writeTable(path, table, { metadata: metadata() });
    return count;
  }
  // Killed in between, a table stands alone, never beside what was said of an older one.
  await removeIfThere(sidecarPath(path));
  const isCsv = format === "csv";
  await writeAtomically(path, isCsv ? csv(blocks(), schema) : jsonl(blocks()));
  const described = fromRows([], schema).schema;
  for (const [key, value] of Object.entries(metadata()).sort()) {
    described.metadata.set(key, value);
  }
  const beside = sidecarText(described, isCsv ? "escaped" : "kept");
  await writeAtomically(sidecarPath(path), beside);
  return count;
}

async function* inBlocks(
  rows: AsyncIterable<Readonly<Row>>,
): AsyncGenerator<Readonly<Row>[]> {
  let block: Readonly<Row>[] = [];
  for await (const row of rows) {
    if (block.push(row) < BLOCK) continue;
    yield block;
    block = [];
  }
  if (block.length > 0) yield block;
}

async function* csv(
  tables: AsyncIterable<Table>,
  schema: Schema,
): AsyncGenerator<string> {
  yield* csvText(fromRows([], schema), "escaped");
  for await (const table of tables) {
    const [, ...records] = csvText(table, "escaped");
    yield* records;
  }
}

async function* jsonl(tables: AsyncIterable<Table>): AsyncGenerator<string> {
  for await (const table of tables) yield* jsonlText(table);
}
