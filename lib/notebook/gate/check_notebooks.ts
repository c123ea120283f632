/**
 * The gate: everything that a notebook must pass before it is committed.
 *
 * @module
 */

import { extractCells } from "../extract.ts";
import { findSyntaxProblem } from "../kernel_line.ts";
import type { Notebook } from "../nbformat.ts";
import { parseNotebook } from "../read_notebook.ts";
import type { RunOptions, RunResult } from "../run.ts";
import { runKernel } from "../run_kernel.ts";
import { runScript } from "../run_script.ts";
import { checkFormat } from "./check_format.ts";
import { checkLint } from "./check_lint.ts";
import { checkMetadata } from "./check_metadata.ts";
import { checkKernel, checkOutputs } from "./check_outputs.ts";
import { checkTraps } from "./check_traps.ts";
import { checkTypes, type Extracted } from "./check_types.ts";
import { type Finding, finding } from "./finding.ts";

/** How to check. */
export interface GateOptions extends RunOptions {
  /** Also run every notebook in the kernel and compare. */
  readonly kernel: boolean;
  /** Called before each step, for a progress line. */
  readonly onStep: (step: string) => void;
}

async function checkSyntax(notebook: Notebook): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const [i, cell] of notebook.cells.entries()) {
    if (cell.cell_type !== "code") continue;
    const problem = await findSyntaxProblem(cell.source);
    if (problem === null) continue;
    const place = { cell: i + 1, line: problem.line };
    found.push(finding(notebook, "syntax", place, problem.message));
  }
  return found;
}

async function checkRun(
  notebook: Notebook,
  options: GateOptions,
): Promise<Finding[]> {
  const { onStep, signal } = options;
  onStep(`run ${notebook.path}`);
  const script = await runScript(notebook, options);
  const found = checkOutputs(notebook, script, options.root);
  if (!options.kernel || script.failure !== null || signal.aborted) {
    return found;
  }
  onStep(`run ${notebook.path} in the kernel`);
  const kernel: RunResult = await runKernel(notebook, options);
  return [...found, ...checkKernel(notebook, script, kernel)];
}

/** Findings without repetitions, in the order of notebooks and cells. */
function ordered(
  found: readonly Finding[],
  notebooks: readonly Notebook[],
): Finding[] {
  const seen = new Set<string>();
  const once = found.filter((one) => {
    const key = JSON.stringify(one);
    return !seen.has(key) && seen.add(key);
  });
  const position = (one: Finding) =>
    notebooks.findIndex((notebook) => notebook.path === one.notebook);
  return once.map((one, i) => ({ one, i })).sort((a, b) =>
    position(a.one) - position(b.one) ||
    (a.one.cell ?? 0) - (b.one.cell ?? 0) || a.i - b.i
  ).map(({ one }) => one);
}

/**
 * Check notebooks: normal form, format, syntax, types, floating promises, traps of the kernel, lint;
 * then run each one and compare its outputs with the committed ones. A notebook that cannot be parsed
 * or does not type-check is not run.
 *
 * @param files Path and text of every notebook.
 * @param options How to run; the environment must hold no parameters.
 * @returns What is wrong; empty if all is well.
 * @throws {SyntaxError} If a file is not JSON.
 * @throws {TypeError} If a file is not a notebook.
 * @throws {DOMException} If the signal aborts.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { checkNotebooks } from "./check_notebooks.ts";
 *
 * const options = {
 *   root: Deno.cwd(),
 *   cellTimeout: 10_000,
 *   timeout: 10_000,
 *   env: {},
 *   allow: [],
 *   signal: new AbortController().signal,
 *   onCell: () => {},
 *   onStep: () => {},
 *   kernel: false,
 * };
 * deepEqual(await checkNotebooks([], options), []);
 * ```
 */
export async function checkNotebooks(
  files: readonly { readonly path: string; readonly json: string }[],
  options: GateOptions,
): Promise<Finding[]> {
  const { root, onStep, signal } = options;
  const notebooks = files.map(({ path, json }) => parseNotebook(json, path));
  onStep("format");
  const found = notebooks.flatMap((notebook, i) =>
    checkMetadata(notebook, files[i]?.json ?? "")
  );
  const parsed: Extracted[] = [];
  for (const notebook of notebooks) {
    const problems = await checkSyntax(notebook);
    found.push(...problems);
    if (problems.length > 0) continue;
    parsed.push({ notebook, module: await extractCells(notebook) });
  }
  const formatted = parsed.map(({ notebook }) => notebook);
  found.push(...await checkFormat(formatted, root));
  onStep("types, lint");
  const [types, lint] = await Promise.all([
    checkTypes(parsed, root),
    checkLint(parsed, root),
  ]);
  found.push(...types, ...parsed.flatMap(checkTraps), ...lint);
  const wrong = new Set(types.map((one) => one.notebook));
  for (const { notebook } of parsed) {
    signal.throwIfAborted();
    if (wrong.has(notebook.path)) continue;
    found.push(...await checkRun(notebook, options));
  }
  signal.throwIfAborted();
  return ordered(found, notebooks);
}
