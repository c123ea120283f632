/**
 * A small table in the terminal.
 *
 * @module
 */

/**
 * Lay out a table: the first column to the left, numbers to the right.
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
  return all.map((row) =>
    `  ${
      row.map((cell, at) =>
        at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)
      ).join("  ")
    }`.trimEnd()
  );
}
