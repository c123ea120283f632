/**
 * A small table in the terminal.
 *
 * @module
 */

/**
 * Lay out a table: words to the left, columns with numbers to the right.
 *
 * @param header Names of the columns.
 * @param rows Cells, as many as there are names.
 * @returns Lines, indented by two.
 */
export function textTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const all = [header, ...rows];
  const widths = header.map((_, at) =>
    Math.max(...all.map((row) => row[at]?.length ?? 0))
  );
  const numeric = header.map((_, at) =>
    at > 0 && rows.some((row) => NUMBER.test(row[at] ?? ""))
  );
  return all.map((row) =>
    `  ${
      row.map((cell, at) =>
        numeric[at]
          ? cell.padStart(widths[at] ?? 0)
          : cell.padEnd(widths[at] ?? 0)
      ).join("  ")
    }`.trimEnd()
  );
}

const NUMBER = /^[<>+-]?\d[\d,.]*%?$/u;
