/**
 * Format notebooks with `deno fmt`, and find cells that it would change.
 *
 * @module
 */

import { join } from "node:path";
import type { Notebook } from "../nbformat.ts";
import { formatNotebook } from "../format_notebook.ts";
import { parseNotebook } from "../read_notebook.ts";
import { type Finding, finding } from "./finding.ts";

/**
 * Format the cells of notebooks as `deno fmt` does, with the project's options. A cell that cannot be
 * parsed stays as it is.
 *
 * @param notebooks The notebooks.
 * @param root Root of the project, whose `deno.json` holds the options.
 * @returns The notebooks with formatted sources.
 * @throws {Error} If the formatter fails.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { parseNotebook } from "../read_notebook.ts";
 * import { formatCells } from "./check_format.ts";
 *
 * const cells = [{ cell_type: "code", source: "a  =  1" }];
 * const json = JSON.stringify({ nbformat: 4, nbformat_minor: 5, cells });
 * const [formatted] = await formatCells([parseNotebook(json, "a.ipynb")], Deno.cwd());
 * equal(formatted?.cells[0]?.source, "a = 1;");
 * ```
 */
export async function formatCells(
  notebooks: readonly Notebook[],
  root: string,
): Promise<Notebook[]> {
  if (notebooks.length === 0) return [];
  const folder = await Deno.makeTempDir({ prefix: "taskflow-format-" });
  try {
    const files = notebooks.map((_, i) => join(folder, `${i}.ipynb`));
    for (const [i, notebook] of notebooks.entries()) {
      await Deno.writeTextFile(files[i] ?? "", formatNotebook(notebook));
    }
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "fmt",
        "--quiet",
        `--config=${join(root, "deno.json")}`,
        ...files,
      ],
      env: { NO_COLOR: "1" },
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).output();
    if (!success) {
      const why = new TextDecoder().decode(stderr).trim();
      throw new Error(`Cannot format the notebooks: ${why}`);
    }
    return await Promise.all(notebooks.map(async (notebook, i) => {
      const text = await Deno.readTextFile(files[i] ?? "");
      const { cells } = parseNotebook(text, notebook.path);
      return {
        ...notebook,
        cells: notebook.cells.map((cell, n) => ({
          ...cell,
          source: cells[n]?.source ?? cell.source,
        })),
      };
    }));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * Find cells that are not formatted.
 *
 * @param notebooks The notebooks.
 * @param root Root of the project.
 * @returns One finding for every such cell, at its first line that would change.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { checkFormat } from "./check_format.ts";
 *
 * deepEqual(await checkFormat([], Deno.cwd()), []);
 * ```
 */
export async function checkFormat(
  notebooks: readonly Notebook[],
  root: string,
): Promise<Finding[]> {
  const formatted = await formatCells(notebooks, root);
  return notebooks.flatMap((notebook, i) =>
    notebook.cells.flatMap((cell, n) => {
      const lines = (formatted[i]?.cells[n]?.source ?? "").split("\n");
      const given = cell.source.split("\n");
      const at = Math.max(given.length, lines.length);
      const line = Array.from({ length: at }).findIndex((_, k) =>
        given[k] !== lines[k]
      );
      if (line < 0) return [];
      const message = `not formatted, should be ${
        JSON.stringify(lines[line] ?? "")
      }: run \`deno task notebook clean\``;
      const place = { cell: n + 1, line: Math.min(line, given.length - 1) + 1 };
      return [finding(notebook, "format", place, message)];
    })
  );
}
