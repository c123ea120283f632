/**
 * Run notebooks and hold their committed outputs against what the run gives.
 *
 * @module
 */

import type { Notebook } from "../nbformat.ts";
import type { RunResult } from "../run.ts";
import { byQueue, compareOutputs } from "./compare_outputs.ts";
import { type Finding, finding } from "./finding.ts";

/**
 * Find error cells and stale outputs.
 *
 * @param notebook The notebook with its committed outputs.
 * @param result What running it as a script gave.
 * @param root Root of the project: its path must not stand in an output.
 * @returns The failure of the run, or the first difference of every stale cell.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { checkOutputs } from "./check_outputs.ts";
 *
 * const notebook = { path: "a.ipynb", cells: [], metadata: {} };
 * const result = { status: "done", outputs: new Map(), failure: null, startup: null } as const;
 * deepEqual(checkOutputs(notebook, result, "/p"), []);
 * ```
 */
export function checkOutputs(
  notebook: Notebook,
  result: RunResult,
  root: string,
): Finding[] {
  if (result.failure !== null) {
    const { failure } = result;
    return [finding(notebook, "run", failure, failure.message)];
  }
  const names = ["committed", "this run"] as const;
  return notebook.cells.flatMap((cell, i) => {
    if (cell.cell_type !== "code") return [];
    const place = { cell: i + 1, line: null };
    const fresh = result.outputs.get(i + 1) ?? [];
    const difference = compareOutputs(cell.outputs, fresh, names);
    if (difference !== null) {
      const message =
        `stale: output ${difference.output}, ${difference.what}; if the run is right, \`deno task notebook run --write\``;
      return [finding(notebook, "outputs", place, message)];
    }
    const at = fresh.findIndex((output) =>
      JSON.stringify(output).includes(root)
    );
    return at < 0 ? [] : [
      finding(
        notebook,
        "outputs",
        place,
        `output ${
          at + 1
        } holds the path of this machine's copy of the project: print paths from the project's root`,
      ),
    ];
  });
}

/**
 * Find cells whose outputs differ between the kernel and the script.
 *
 * @param notebook The notebook.
 * @param script What running it as a script gave.
 * @param kernel What running it in the kernel gave.
 * @returns The kernel's failure, or the first difference of every such cell.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { checkKernel } from "./check_outputs.ts";
 *
 * const notebook = { path: "a.ipynb", cells: [], metadata: {} };
 * const result = { status: "done", outputs: new Map(), failure: null, startup: null } as const;
 * deepEqual(checkKernel(notebook, result, result), []);
 * ```
 */
export function checkKernel(
  notebook: Notebook,
  script: RunResult,
  kernel: RunResult,
): Finding[] {
  if (kernel.failure !== null) {
    const { failure } = kernel;
    const message = `in the kernel: ${failure.message}`;
    return [finding(notebook, "kernel", failure, message)];
  }
  return notebook.cells.flatMap((_, i) => {
    const difference = compareOutputs(
      byQueue(script.outputs.get(i + 1) ?? []),
      byQueue(kernel.outputs.get(i + 1) ?? []),
      ["script", "kernel"],
    );
    if (difference === null) return [];
    const message =
      `the kernel gives another output ${difference.output}: ${difference.what}`;
    return [finding(notebook, "kernel", { cell: i + 1, line: null }, message)];
  });
}
