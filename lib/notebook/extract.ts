/**
 * From a notebook's code cells to one TypeScript module, and back from its lines to cells.
 *
 * Type-check, lint and run all see this text, so a place in it means the same everywhere.
 *
 * @module
 */

import { basename, dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Notebook } from "./nbformat.ts";

/** A line of a cell. Both numbers count from 1; cells count Markdown cells too. */
export interface Place {
  readonly cell: number;
  readonly line: number;
}

/** The code of a notebook as one module. */
export interface CellModule {
  /** File name of the module. */
  readonly name: string;
  /** Its text: every cell's source, line by line, behind a marker line. */
  readonly text: string;
  /** For each line of the text, the cell line that it holds, or `null` for a line of our own. */
  readonly places: readonly (Place | null)[];
}

/** Name under which the module knows the function that tells the runner which cell begins. */
const MARKER = "__cell";

/** What a relative import looks like; only then is the parser loaded, which takes a while. */
const RELATIVE = /["']\.\.?\//;

/** Relative imports made absolute, because the module lies elsewhere. Lines stay where they are. */
async function absoluteImports(
  source: string,
  folder: string,
): Promise<string> {
  if (!RELATIVE.test(source)) return source;
  const { default: ts } = await import("typescript");
  let moved = source;
  for (
    const { fileName, pos } of ts.preProcessFile(source).importedFiles.reverse()
  ) {
    if (!/^\.\.?\//.test(fileName)) continue;
    const at = moved.indexOf(fileName, pos);
    moved = moved.slice(0, at) + pathToFileURL(resolve(folder, fileName)).href +
      moved.slice(at + fileName.length);
  }
  return moved;
}

/**
 * Extract the code cells of a notebook as one module with top-level `await`, in which variables are
 * shared across cells as in the kernel.
 *
 * @param notebook The notebook.
 * @returns The module and its line map.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { extractCells } from "./extract.ts";
 * import { parseNotebook } from "./read_notebook.ts";
 *
 * const cells = [
 *   { cell_type: "markdown", source: "# Title" },
 *   { cell_type: "code", source: "const a = 1;\na + 1;" },
 * ];
 * const json = JSON.stringify({ nbformat: 4, nbformat_minor: 5, cells });
 * const { text, places } = await extractCells(parseNotebook(json, "a.ipynb"));
 * deepEqual(text.split("\n").slice(1, 4), ["await __cell(2);", "const a = 1;", "a + 1;"]);
 * deepEqual(places.slice(1, 4), [null, { cell: 2, line: 1 }, { cell: 2, line: 2 }]);
 * ```
 */
export async function extractCells(notebook: Notebook): Promise<CellModule> {
  const marker = new URL("./begin_cell.ts", import.meta.url).href;
  const lines = [`import { beginCell as ${MARKER} } from "${marker}";`];
  const places: (Place | null)[] = [null];
  const folder = dirname(resolve(notebook.path));
  for (const [i, cell] of notebook.cells.entries()) {
    if (cell.cell_type !== "code") continue;
    lines.push(`await ${MARKER}(${i + 1});`);
    places.push(null);
    const source = await absoluteImports(cell.source, folder);
    source.split("\n").forEach((text, line) => {
      lines.push(text);
      places.push({ cell: i + 1, line: line + 1 });
    });
  }
  lines.push("export {};", "");
  places.push(null, null);
  const name = `${basename(notebook.path).replace(/\.ipynb$/, "")}.ts`;
  return { name, text: lines.join("\n"), places };
}

/**
 * The cell line behind a line of the module.
 *
 * @param module The module.
 * @param line Line number, from 1.
 * @returns The place; for a line of our own the next cell line, for one after the end the last.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { placeOf } from "./extract.ts";
 *
 * equal(placeOf({ name: "a.ts", text: "", places: [null] }, 1), null);
 * ```
 */
export function placeOf(module: CellModule, line: number): Place | null {
  const { places } = module;
  return places.slice(Math.max(0, line - 1)).find((place) => place !== null) ??
    places.findLast((place) => place !== null) ?? null;
}

/**
 * A source line of a notebook.
 *
 * @param notebook The notebook.
 * @param place Cell and line.
 * @returns The line without surrounding white space; empty where there is none.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { sourceLine } from "./extract.ts";
 *
 * equal(sourceLine({ path: "a.ipynb", cells: [], metadata: {} }, { cell: 1, line: 1 }), "");
 * ```
 */
export function sourceLine(notebook: Notebook, place: Place): string {
  const cell = notebook.cells[place.cell - 1];
  return cell?.source.split("\n")[place.line - 1]?.trim() ?? "";
}
