/**
 * A table as CSV, for programs.
 *
 * @module
 */

import { stringify } from "csv-stringify/sync";
import type { Table } from "./figure.ts";

/**
 * Write a table as CSV (RFC 4180, lines end in a line feed). Headers are the keys of
 * the columns, numbers keep full precision, no data is an empty cell.
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
 * equal(csvTable(table), 'intent,share\n"a, b",0.3333333333333333\nc,\n');
 * ```
 */
export function csvTable(table: Table): string {
  const keys = table.columns.map(({ key }) => key);
  return stringify([
    keys,
    ...table.rows.map((row) => keys.map((key) => row[key] ?? null)),
  ]);
}
