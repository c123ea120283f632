/**
 * The normal form of a notebook file: what is committed, and what runners write.
 *
 * @module
 */

import { VEGA_LITE } from "./figure_bundle.ts";
import {
  type Cell,
  isJsonType,
  type Notebook,
  type Output,
} from "./nbformat.ts";

/** Notebook metadata in normal form: what a frontend needs to start the kernel. */
const METADATA = {
  kernelspec: { display_name: "Deno", language: "typescript", name: "deno" },
  language_info: {
    file_extension: ".ts",
    mimetype: "text/x.typescript",
    name: "typescript",
    nbconvert_exporter: "script",
    pygments_lexer: "typescript",
  },
};

/** Cell metadata that mean something to a reader; all else is left behind by editors. */
const KEPT = new Set(["tags"]);

function lines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Whether JupyterLab has put this representation beside a specification that it drew. */
function isByProduct(
  type: string,
  data: Readonly<Record<string, unknown>>,
): boolean {
  return type === "image/png" && VEGA_LITE in data;
}

function bundleOf(data: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(data).filter(([type]) => !isByProduct(type, data)).map((
      [type, content],
    ) => [
      type,
      isJsonType(type) ? content : lines(String(content)),
    ]),
  );
}

function outputOf(output: Output): Record<string, unknown> {
  switch (output.output_type) {
    case "stream":
      return { ...output, text: lines(output.text) };
    case "display_data":
      return { ...output, data: bundleOf(output.data) };
    case "execute_result":
      return { ...output, data: bundleOf(output.data), execution_count: null };
    case "error":
      return output;
  }
}

function cellOf(cell: Cell): Record<string, unknown> {
  const { cell_type, id, attachments } = cell;
  const metadata = Object.fromEntries(
    Object.entries(cell.metadata).filter(([name]) => KEPT.has(name)),
  );
  const common = { cell_type, id, metadata, source: lines(cell.source) };
  if (cell_type === "code") {
    const outputs = cell.outputs.map(outputOf);
    return { ...common, execution_count: null, outputs };
  }
  return attachments === undefined ? common : { ...common, attachments };
}

/** The same value with the keys of all objects in order, as Jupyter writes them. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) =>
    [key, sorted(part)] as const
  );
  return Object.fromEntries(entries.sort(([a], [b]) => a < b ? -1 : 1));
}

/**
 * Write a notebook in normal form: layout and key order as Jupyter saves it, no execution counts, no
 * timestamps, no metadata but the kernel's name and cell tags.
 *
 * @param notebook The notebook.
 * @returns Text of the file; parsing and formatting it again gives the same text.
 *
 * @example Metadata noise is gone
 * ```ts
 * import { doesNotMatch } from "node:assert/strict";
 * import { formatNotebook } from "./format_notebook.ts";
 * import { parseNotebook } from "./read_notebook.ts";
 *
 * const cell = {
 *   cell_type: "code",
 *   source: "1",
 *   outputs: [],
 *   execution_count: 7,
 *   metadata: { execution: { "iopub.execute_input": "2020-01-01" } },
 * };
 * const json = JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell] });
 * doesNotMatch(formatNotebook(parseNotebook(json, "a.ipynb")), /2020|7/);
 * ```
 */
export function formatNotebook(notebook: Notebook): string {
  const file = {
    cells: notebook.cells.map(cellOf),
    metadata: METADATA,
    nbformat: 4,
    nbformat_minor: 5,
  };
  return `${JSON.stringify(sorted(file), null, 1)}\n`;
}

/**
 * The same notebook without outputs.
 *
 * @param notebook The notebook.
 * @returns A copy whose code cells have no outputs.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { withoutOutputs } from "./format_notebook.ts";
 *
 * deepEqual(withoutOutputs({ path: "a.ipynb", cells: [], metadata: {} }).cells, []);
 * ```
 */
export function withoutOutputs(notebook: Notebook): Notebook {
  return withOutputs(notebook, new Map());
}

/**
 * The same notebook with other outputs.
 *
 * @param notebook The notebook.
 * @param outputs Outputs by cell number (from 1); a code cell that is not listed has none.
 * @returns A copy with these outputs.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { withOutputs } from "./format_notebook.ts";
 *
 * deepEqual(withOutputs({ path: "a.ipynb", cells: [], metadata: {} }, new Map()).cells, []);
 * ```
 */
export function withOutputs(
  notebook: Notebook,
  outputs: ReadonlyMap<number, readonly Output[]>,
): Notebook {
  const cells = notebook.cells.map((cell, i) =>
    cell.cell_type === "code"
      ? { ...cell, outputs: [...outputs.get(i + 1) ?? []] }
      : cell
  );
  return { ...notebook, cells };
}
