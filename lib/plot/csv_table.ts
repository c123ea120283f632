/**
 * A table as CSV, for programs.
 *
 * @module
 */

import { escapeFormula, stringify } from "@taskflow/table";
import type { Cell, Table } from "./figure.ts";

/**
 * Write a table as CSV (RFC 4180). Headers are the keys of
 * the columns, numbers keep full precision, no data is an empty cell. Text that a
 * spreadsheet would run as a formula gets a `'` in front.
 *
 * @param table The table.
 * @returns CSV text.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { csvTable } from "@taskflow/plot";
 *
 * const table = {
 *   columns: [
 *     { key: "intent", header: "Intent", format: "text" as const },
 *     { key: "share", header: "Share", format: "share" as const },
 *   ],
 *   rows: [{ intent: "a, b", share: 1 / 3 }, { intent: "c", share: null }],
 * };
 * equal(csvTable(table), 'intent,share\r\n"a, b",0.3333333333333333\r\nc,\r\n');
 * ```
 */
export function csvTable(table: Table): string {
  const keys = table.columns.map(({ key }) => key);
  const guard = (cell: Cell | undefined) =>
    typeof cell === "string" ? escapeFormula(cell) : cell ?? null;
  return stringify(
    [keys, ...table.rows.map((row) => keys.map((key) => row[key]))].map(
      (cells) => cells.map(guard),
    ),
  );
}
