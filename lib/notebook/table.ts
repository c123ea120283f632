/**
 * Tables in notebooks: rows of records, or an Arrow table, as HTML and as aligned text.
 *
 * @module
 */

import { escapeHtml } from "./escape_html.ts";
import { DISPLAY, type Displayable } from "./markup.ts";
import { padEnd, padStart, textWidth } from "./text_width.ts";

/** One row: column name to value. */
export type Row = Readonly<Record<string, unknown>>;

/** What an Arrow table offers that is needed here. */
export interface ArrowLike {
  /** Number of rows. */
  readonly numRows: number;
  /** Its columns by name. */
  readonly schema: { readonly fields: readonly { readonly name: string }[] };
  /** One row. */
  get(index: number): { toJSON(): Row } | null;
}

/** How to show a table. */
export interface TableOptions {
  /** Text above the table; default none. */
  readonly caption?: string;
  /** Columns to show, in order; default all of the first row. */
  readonly columns?: readonly string[];
  /** Rows shown at most; the number of the others is stated. Default 30. */
  readonly limit?: number;
  /** Significant digits of numbers that are not whole; default 4. */
  readonly digits?: number;
}

interface Cells {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Whether a column holds only numbers: such columns are aligned right. */
  readonly numeric: readonly boolean[];
  readonly caption: string;
  readonly rest: string;
}

/** Whether a value can be shown as an Arrow table. */
export function isArrow(value: unknown): value is ArrowLike {
  return typeof value === "object" && value !== null && "numRows" in value &&
    "schema" in value && "get" in value && typeof value.get === "function";
}

function cellText(value: unknown, digits: number): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number" && !Number.isInteger(value)) {
    return String(Number(value.toPrecision(digits)));
  }
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "object") return String(value);
  return Deno.inspect(value, { compact: true, breakLength: Infinity });
}

function isNumeric(value: unknown): boolean {
  return value === null || value === undefined || typeof value === "number" ||
    typeof value === "bigint";
}

function cells(source: readonly Row[] | ArrowLike, options: TableOptions) {
  const total = isArrow(source) ? source.numRows : source.length;
  const shown = Math.min(total, options.limit ?? 30);
  const records = Array.from(
    { length: shown },
    (_, i) => (isArrow(source) ? source.get(i)?.toJSON() : source[i]) ?? {},
  );
  const columns = options.columns ??
    (isArrow(source)
      ? source.schema.fields.map((field) => field.name)
      : Object.keys(source[0] ?? {}));
  const left = total - shown;
  return {
    columns,
    rows: records.map((row) =>
      columns.map((name) => cellText(row[name], options.digits ?? 4))
    ),
    numeric: columns.map((name) =>
      records.every((row) => isNumeric(row[name]))
    ),
    caption: options.caption ?? "",
    rest: left > 0 ? `and ${left} more of ${total} rows` : "",
  };
}

function tableHtml({ columns, rows, numeric, caption, rest }: Cells): string {
  const align = (i: number) =>
    ` style="text-align: ${numeric[i] ? "right" : "left"}"`;
  const line = (tag: string, texts: readonly string[]) =>
    `<tr>${
      texts.map((text, i) => `<${tag}${align(i)}>${escapeHtml(text)}</${tag}>`)
        .join("")
    }</tr>`;
  const parts = [
    "<table>",
    caption === "" ? "" : `<caption>${escapeHtml(caption)}</caption>`,
    `<thead>${line("th", columns)}</thead>`,
    `<tbody>${rows.map((row) => line("td", row)).join("\n")}</tbody>`,
    "</table>",
    rest === "" ? "" : `<p>${escapeHtml(rest)}</p>`,
  ];
  return parts.filter((part) => part !== "").join("\n");
}

function tableText({ columns, rows, numeric, caption, rest }: Cells): string {
  // A cell is one line of text here, whatever it holds.
  const flat = [columns, ...rows].map((row) =>
    row.map((text) => text.replace(/\s+/g, " "))
  );
  const widths = columns.map((_, i) =>
    Math.max(...flat.map((row) => textWidth(row[i] ?? "")))
  );
  const lines = flat.map((row) =>
    row.map((text, i) => (numeric[i] ? padStart : padEnd)(text, widths[i] ?? 0))
      .join("  ").trimEnd()
  );
  lines.splice(1, 0, widths.map((width) => "-".repeat(width)).join("  "));
  return [caption, ...lines, rest].filter((line) => line !== "").join("\n");
}

/**
 * A table to show.
 *
 * A missing value is a dash, never 0. Texts are escaped in HTML.
 *
 * @param source Records with the same keys, or an Arrow table.
 * @param options Caption, columns, number of rows and digits.
 * @returns Something to {@linkcode show}.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { DISPLAY, table } from "@taskflow/notebook";
 *
 * const shown = table([{ intent: "tests", share: 0.25 }])[DISPLAY]();
 * equal(shown["text/plain"], "intent  share\n------  -----\ntests    0.25");
 * ```
 */
export function table(
  source: readonly Row[] | ArrowLike,
  options: TableOptions = {},
): Displayable {
  const content = cells(source, options);
  return {
    [DISPLAY]: () => ({
      "text/html": tableHtml(content),
      "text/plain": tableText(content),
    }),
  };
}
