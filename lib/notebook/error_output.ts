/**
 * Errors of cells, told the same way whichever runner met them.
 *
 * @module
 */

import { pathToFileURL } from "node:url";
import { type Place, sourceLine } from "./extract.ts";
import type { Notebook, Output } from "./nbformat.ts";

/** An error as a runner met it. */
export interface CellError {
  readonly name: string;
  readonly message: string;
  /** Stack lines, as V8 writes them; places in cells as `cell 3, line 2`. */
  readonly stack: string;
  /** The line of the cell that was running. */
  readonly place: Place;
}

/** Stack lines that tell a reader something: in a cell, or in a file of the project. */
function toldFrames(stack: string, root: string): string[] {
  const base = `${pathToFileURL(root).href.replace(/\/$/, "")}/`;
  return stack.split("\n").filter((line) =>
    /^\s*at /.test(line) && (line.includes(base) || IN_CELL.test(line)) &&
    !line.includes("/lib/notebook/")
  ).map((line) => `    ${line.trim().replaceAll(base, "")}`);
}

/** How a stack line names a place in a cell. */
const IN_CELL = /cell \d+, line \d+/;

/**
 * Take machine paths out of a text: what lies in the project is named from its root.
 *
 * @param text Any text.
 * @param root Root of the project.
 * @returns The text without the root's path.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { withoutRoot } from "./error_output.ts";
 *
 * equal(withoutRoot("no file:///p/lib/a.ts", "/p"), "no lib/a.ts");
 * ```
 */
export function withoutRoot(text: string, root: string): string {
  const folder = root.replace(/\/$/, "");
  return text.replaceAll(`${pathToFileURL(folder).href}/`, "").replaceAll(
    `${folder}/`,
    "",
  );
}

/** Where Deno repeats in a message what the stack says, or draws the line of a file that nobody sees. */
const REPEATED = /\s+at (?:async )?file:\/\/\S+:\d+:\d+$|\n\s*\|[^]*$/;

/** Name and message as people should read them: a syntax error is called one. */
function tidyMessage(error: CellError): { name: string; text: string } {
  const text = error.message.replace(REPEATED, "");
  const [, syntax] = /^SyntaxError: ([^]*)$/.exec(text) ?? [];
  return syntax === undefined
    ? { name: error.name, text }
    : { name: "SyntaxError", text: syntax };
}

/**
 * The output of a cell that failed: name, message, places in the project, and cell and line.
 *
 * @param notebook The notebook.
 * @param error The error.
 * @param root Root of the project.
 * @returns An error output without machine paths.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { errorOutput } from "./error_output.ts";
 *
 * const notebook = { path: "a.ipynb", cells: [], metadata: {} };
 * const error = { name: "Error", message: "no", stack: "", place: { cell: 1, line: 2 } };
 * deepEqual(errorOutput(notebook, error, "/p").traceback, ["Error: no", "    at cell 1, line 2"]);
 * ```
 */
export function errorOutput(
  notebook: Notebook,
  error: CellError,
  root: string,
): Extract<Output, { output_type: "error" }> {
  const { place } = error;
  const { name, text } = tidyMessage(error);
  const message = withoutRoot(text, root);
  const source = sourceLine(notebook, place);
  const at = `    at cell ${place.cell}, line ${place.line}`;
  return {
    output_type: "error",
    ename: name,
    evalue: message,
    traceback: [
      `${name}: ${message}`,
      ...toldFrames(error.stack, root).filter((line) =>
        line.replace("at async ", "at ") !== at
      ),
      source === "" ? at : `${at}: ${source}`,
    ],
  };
}
