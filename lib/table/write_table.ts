/**
 * Writing a table in any format.
 *
 * @module
 */

import { Schema, type Table, Table as ArrowTable } from "apache-arrow";
import { csvText } from "./csv_table.ts";
import { tableFormat } from "./format.ts";
import { ipcBytes } from "./ipc.ts";
import { jsonlText } from "./jsonl.ts";
import { parquetBytes } from "./parquet.ts";
import { type Sidecar, sidecarPath, sidecarText } from "./sidecar.ts";
import { removeIfThere, writeAtomically } from "./write_atomically.ts";

/** Options of {@linkcode writeTable}. */
export interface WriteTableOptions {
  /**
   * Key/value metadata beside that of the table's schema, which it overrides; for example
   * `{ provenance: JSON.stringify(provenance(...)) }`.
   */
  readonly metadata?: Readonly<Record<string, string>>;
  /**
   * CSV only: whether texts that a spreadsheet would run as formulas get a `'` in front (default
   * `"escaped"`; {@linkcode readTable} takes it away again) or are written as they are (`"kept"`, for
   * programs that compare texts).
   */
  readonly formulas?: Sidecar["formulas"];
}

/**
 * Write a table, in the format of the file's extension (see {@linkcode TABLE_EXTENSIONS}).
 *
 * The file appears in one step and has the same bytes for the same table and options, whatever else the
 * process did before. Types and metadata stay with it: inside Parquet (where pyarrow finds them too)
 * and IPC; for CSV and JSONL in `NAME.meta.json` beside it. What a format cannot hold is refused, not
 * changed: Parquet, CSV and JSONL take integers, floats, texts, bytes, dictionaries, days, timestamps,
 * lists and structs; IPC takes every type. In CSV an empty text of a nullable column becomes a missing
 * value.
 *
 * @param path File to write; its folder is made if it is missing.
 * @param table The table.
 * @param options Metadata; formulas in CSV.
 * @throws {RangeError} If the extension is of no known format.
 * @throws {TypeError} If a column has a type that the format does not take or a missing value although
 * it is not nullable, or if there are no columns (Parquet, CSV).
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { fromRows, readTable, toRows, writeTable } from "@taskflow/table";
 *
 * const folder = await Deno.makeTempDir();
 * const rows = [{ intent: "tests", n: 3 }, { intent: "debug", n: null }];
 * for (const name of ["a.parquet", "a.arrow", "a.csv", "a.jsonl"]) {
 *   await writeTable(`${folder}/${name}`, fromRows(rows), { metadata: { seed: "7" } });
 *   const table = await readTable(`${folder}/${name}`);
 *   deepEqual(toRows(table), rows);
 *   equal(table.schema.metadata.get("seed"), "7");
 * }
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function writeTable(
  path: string,
  table: Table,
  options: WriteTableOptions = {},
): Promise<void> {
  const format = tableFormat(path);
  if (table.numCols === 0 && (format === "parquet" || format === "csv")) {
    throw new TypeError(
      `Cannot write table "${path}": it has no columns: write it as .arrow`,
    );
  }
  const described = withMetadata(table, options.metadata ?? {});
  if (format === "parquet") {
    return await writeAtomically(path, parquetBytes(described));
  }
  if (format === "ipc") {
    return await writeAtomically(path, ipcBytes(described));
  }
  const formulas = format === "csv" ? options.formulas ?? "escaped" : "kept";
  const beside = sidecarText(described.schema, formulas);
  const text = format === "csv"
    ? csvText(described, formulas)
    : jsonlText(described);
  // Killed in between, a table stands alone, never beside what was said of an older one.
  await removeIfThere(sidecarPath(path));
  await writeAtomically(path, text);
  await writeAtomically(sidecarPath(path), beside);
}

/** The table with more metadata, keys sorted. */
function withMetadata(
  table: Table,
  metadata: Readonly<Record<string, string>>,
): Table {
  const all = new Map([...table.schema.metadata, ...Object.entries(metadata)]);
  const sorted = [...all].sort(([a], [b]) => a < b ? -1 : a > b ? 1 : 0);
  const schema = new Schema(table.schema.fields, new Map(sorted));
  return new ArrowTable(schema, table.batches);
}
