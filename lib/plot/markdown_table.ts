/**
 * A table as Markdown, for people.
 *
 * @module
 */

import type { Column, Table } from "./figure.ts";
import { formatCell } from "./format.ts";

/** Text that Markdown shows as it is, on one line. */
function plain(text: string): string {
  return text.replace(/\s+/gu, " ").trim()
    .replace(/[\\`*[\]<>|~]/g, "\\$&")
    // Inside a word an underscore is only an underscore.
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/&(?=#?\w+;)/g, "\\&");
}

function line(cells: readonly string[], columns: readonly Padding[]): string {
  const padded = columns.map(({ width, right }, i) => {
    const cell = cells[i] ?? "";
    const space = " ".repeat(Math.max(0, width - [...cell].length));
    return right ? space + cell : cell + space;
  });
  return `| ${padded.join(" | ")} |`;
}

interface Padding {
  readonly width: number;
  readonly right: boolean;
}

const isRight = ({ format }: Column) => format !== "text";

/**
 * Write a table as a Markdown (GFM) table, numbers as `formatCell()` writes them and
 * aligned right. Text is escaped: a cell cannot break the table, nor hold HTML, links
 * or emphasis.
 *
 * @param table The table.
 * @returns Markdown, a line feed at its end.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { markdownTable } from "@taskflow/plot";
 *
 * const table = {
 *   columns: [
 *     { key: "a", header: "Intent", format: "text" as const },
 *     { key: "b", header: "Share", format: "share" as const },
 *   ],
 *   rows: [{ a: "x|y", b: 0.25 }],
 * };
 * equal(markdownTable(table), "| Intent | Share |\n| ------ | ----: |\n| x\\|y   | 25.0% |\n");
 * ```
 */
export function markdownTable(table: Table): string {
  const { columns } = table;
  const head = columns.map(({ header }) => plain(header));
  const rows = table.rows.map((row) =>
    columns.map(({ key, format }) =>
      plain(formatCell(row[key] ?? null, format))
    )
  );
  const padding = columns.map((column, i) => ({
    right: isRight(column),
    width: Math.max(
      3,
      ...[head, ...rows].map((cells) => [...cells[i] ?? ""].length),
    ),
  }));
  const rule = padding.map(({ width, right }) =>
    right ? `${"-".repeat(width - 1)}:` : "-".repeat(width)
  );
  return [head, rule, ...rows].map((cells) => `${line(cells, padding)}\n`)
    .join("");
}
