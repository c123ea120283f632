/**
 * The tools around notebooks: read and write them, run them, check them, make pages of them.
 *
 * @module
 */

export * from "./find_notebooks.ts";
export * from "./format_notebook.ts";
export { checkNotebooks, type GateOptions } from "./gate/check_notebooks.ts";
export { formatCells } from "./gate/check_format.ts";
export { CHECKS, type Finding, formatFinding } from "./gate/finding.ts";
export type { Cell, Notebook, Output } from "./nbformat.ts";
export * from "./new_notebook.ts";
export { notebookPage } from "./page/notebook_page.ts";
export * from "./read_notebook.ts";
export * from "./run.ts";
export { runKernel } from "./run_kernel.ts";
export { runScript } from "./run_script.ts";
