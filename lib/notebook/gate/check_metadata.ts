import { formatNotebook } from "../format_notebook.ts";
import type { Notebook } from "../nbformat.ts";
import { type Finding, finding } from "./finding.ts";

const REMEDY = "run `deno task notebook clean`";

/**
 * Find what editors leave behind in a notebook file: execution counts, timestamps, kernel versions,
 * another layout than the normal form.
 *
 * @param notebook The notebook.
 * @param json Text of its file.
 * @returns Findings by cell, or one for the whole file.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { formatNotebook } from "../format_notebook.ts";
 * import { checkMetadata } from "./check_metadata.ts";
 *
 * const notebook = { path: "a.ipynb", cells: [], metadata: {} };
 * deepEqual(checkMetadata(notebook, formatNotebook(notebook)), []);
 * ```
 */
export function checkMetadata(notebook: Notebook, json: string): Finding[] {
  if (formatNotebook(notebook) === json) return [];
  const found = notebook.cells.flatMap((cell, i) => {
    const noise = Object.keys(cell.metadata).filter((name) => name !== "tags");
    if (typeof cell.execution_count === "number") noise.push("execution_count");
    if (noise.length === 0) return [];
    const message = `metadata that change from run to run (${
      noise.join(", ")
    }): ${REMEDY}`;
    return [
      finding(notebook, "metadata", { cell: i + 1, line: null }, message),
    ];
  });
  if (found.length > 0) return found;
  const message = `the file is not in normal form (${
    firstDifference(json, formatNotebook(notebook))
  }): ${REMEDY}`;
  return [finding(notebook, "metadata", null, message)];
}

function firstDifference(given: string, normal: string): string {
  const lines = given.split("\n");
  const wanted = normal.split("\n");
  const at = lines.findIndex((line, i) => line !== wanted[i]);
  if (at < 0) return "lines are missing at its end";
  return `line ${at + 1} of the file is ${JSON.stringify(lines[at]?.trim())}`;
}
