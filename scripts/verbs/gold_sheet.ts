/**
 * Sheets that people fill in with a spreadsheet program.
 *
 * @module
 */

import { escapeFormula, lineOfRecord, parse, stringify } from "@taskflow/table";
import { basename } from "node:path";

/** A row of a sheet: cells by column, and its place for errors. */
export interface SheetRow {
  readonly cells: ReadonlyMap<string, string>;
  /** File and line. */
  readonly place: string;
}

/**
 * The text of a sheet: CSV with a byte-order mark, so that spreadsheets see it is UTF-8.
 *
 * @param columns Names of columns.
 * @param rows Cells.
 * @returns The text.
 */
export function sheetText(
  columns: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): string {
  // A text that was guarded once stays as it is.
  const guard = (cell: string) =>
    cell.startsWith("'") ? cell : escapeFormula(cell);
  return `\uFEFF${
    stringify([
      columns,
      ...rows.map((row) => row.map((cell) => guard(cell ?? ""))),
    ])
  }`;
}

/**
 * Read a sheet as spreadsheets save it: commas, semicolons or tabs.
 *
 * @param path The file.
 * @param needed Columns that must be there.
 * @returns Its rows; cells are trimmed, empty rows are left out.
 * @throws {SyntaxError} If it is no CSV.
 * @throws {TypeError} If a column is missing, there are no rows, or a row has no id.
 */
export async function readSheet(
  path: string,
  needed: readonly string[],
): Promise<SheetRow[]> {
  const name = basename(path);
  const bytes = await read(path);
  const head = new TextDecoder().decode(bytes.subarray(0, 4096))
    .split(/\r?\n/, 1)[0] ?? "";
  const separator = [",", ";", "\t"].find((one) => head.includes(one)) ?? ",";
  let records: string[][];
  try {
    records = parse(bytes, { separator, fieldsPerRecord: 0 });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SyntaxError(`Cannot read sheet "${name}": ${error.message}`, {
      cause: error,
    });
  }
  const [names = [], ...rows] = records;
  const columns = names.map((column) => column.trim().toLowerCase());
  for (const column of needed) {
    if (columns.includes(column)) continue;
    throw new TypeError(
      `Cannot read sheet "${name}": there is no column "${column}" among ${
        columns.map((column) => `"${column}"`).join(", ")
      }; keep the columns as they were written`,
    );
  }
  const found = rows.flatMap((row, at): SheetRow[] => {
    if (row.every((cell) => cell.trim() === "")) return [];
    const line = separator === "," ? lineOfRecord(bytes, at + 1) : null;
    const place = line === null
      ? `"${name}", row ${at + 2}`
      : `"${name}", line ${line}`;
    const cells = new Map(columns.map((column, i) => [
      column,
      (row[i] ?? "").trim(),
    ]));
    if (cells.get("id") === "") {
      throw new TypeError(
        `Cannot read sheet ${place}: the id is empty; keep the ids as they were written`,
      );
    }
    return [{ cells, place }];
  });
  if (found.length > 0) return found;
  throw new TypeError(`Cannot read sheet "${name}": it has no rows`);
}

async function read(path: string): Promise<Uint8Array> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Deno.errors.NotFound(
      `Cannot read sheet "${path}": there is no such file`,
      { cause: error },
    );
  }
}

/** A cell, or `null` where it is empty or its column missing. */
export function cellOf({ cells }: SheetRow, column: string): string | null {
  return cells.get(column) || null;
}
