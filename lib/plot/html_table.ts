/**
 * A table as HTML, for people.
 *
 * @module
 */

import type { Column, Table } from "./figure.ts";
import { formatCell, formatCount } from "./format.ts";
import { escapeHtml } from "./escape_html.ts";

/** How a table is written. */
export interface HtmlTableOptions {
  /** Text above the table; default none. */
  readonly caption?: string;
  /** Rows written; how many more there are is stated below. Default all. */
  readonly limit?: number;
}

function cell(tag: "td" | "th", column: Column, text: string): string {
  const number = column.format === "text" ? "" : ' class="n"';
  const scope = tag === "th" ? ' scope="col"' : "";
  return `<${tag}${scope}${number}>${escapeHtml(text)}</${tag}>`;
}

/**
 * Write a table as an HTML `<table>`, everything escaped, numbers as `formatCell()`
 * writes them and in cells of class `n`.
 *
 * @param table The table.
 * @param options Caption and limit.
 * @returns HTML.
 *
 * @example
 * ```ts
 * import { match } from "node:assert/strict";
 * import { htmlTable } from "@taskflow/plot";
 *
 * const columns = [{ key: "a", header: "Name", format: "text" as const }];
 * match(htmlTable({ columns, rows: [{ a: "<b>" }] }), /<td>&lt;b&gt;<\/td>/);
 * ```
 */
export function htmlTable(
  table: Table,
  options: HtmlTableOptions = {},
): string {
  const { columns, rows } = table;
  const { caption, limit = rows.length } = options;
  const shown = rows.slice(0, limit);
  const head = columns.map((column) => cell("th", column, column.header));
  const body = shown.map((row) => {
    const cells = columns.map((column) =>
      cell("td", column, formatCell(row[column.key] ?? null, column.format))
    );
    return `<tr>${cells.join("")}</tr>\n`;
  });
  const more = shown.length === rows.length
    ? ""
    : `<tfoot><tr><td colspan="${columns.length}">the first ${
      formatCount(shown.length)
    } of ${formatCount(rows.length)} rows</td></tr></tfoot>\n`;
  const title = caption === undefined
    ? ""
    : `<caption>${escapeHtml(caption)}</caption>\n`;
  return `<table>\n${title}<thead><tr>${head.join("")}</tr></thead>\n` +
    `<tbody>\n${body.join("")}</tbody>\n${more}</table>\n`;
}
