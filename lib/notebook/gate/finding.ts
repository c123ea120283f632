/**
 * What the gate finds wrong in a notebook, and where.
 *
 * @module
 */

import { sourceLine } from "../extract.ts";
import type { Notebook } from "../nbformat.ts";

/** The checks of the gate, in the order in which they are made. */
export const CHECKS = [
  "metadata",
  "format",
  "syntax",
  "types",
  "await",
  "value",
  "trap",
  "lint",
  "run",
  "outputs",
  "kernel",
] as const;

/** Name of a check. */
export type Check = typeof CHECKS[number];

/** One thing that is wrong. */
export interface Finding {
  /** Path of the notebook. */
  readonly notebook: string;
  /** Number of the cell, from 1, Markdown cells counted; `null` where it is the whole file. */
  readonly cell: number | null;
  /** Line in the cell's source, from 1; `null` where the message names a line of an output. */
  readonly line: number | null;
  /** Which check found it. */
  readonly check: Check;
  /** What is wrong and what to do about it. */
  readonly message: string;
  /** The source line, or empty. */
  readonly source: string;
}

/**
 * Say that something is wrong.
 *
 * @param notebook The notebook.
 * @param check Which check found it.
 * @param place Cell and line, as far as known.
 * @param message What is wrong.
 * @returns The finding, with its source line.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { finding } from "./finding.ts";
 *
 * const notebook = { path: "a.ipynb", cells: [], metadata: {} };
 * equal(finding(notebook, "lint", { cell: 2, line: 1 }, "no").cell, 2);
 * ```
 */
export function finding(
  notebook: Notebook,
  check: Check,
  place: { readonly cell: number | null; readonly line: number | null } | null,
  message: string,
): Finding {
  const { cell, line } = place ?? { cell: null, line: null };
  const source = cell === null || line === null
    ? ""
    : sourceLine(notebook, { cell, line });
  return { notebook: notebook.path, cell, line, check, message, source };
}

/**
 * A finding as people read it: notebook, cell and line first, the source line below.
 *
 * @param found The finding.
 * @returns One or two lines.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { finding, formatFinding } from "./finding.ts";
 *
 * const notebook = { path: "a.ipynb", cells: [], metadata: {} };
 * equal(
 *   formatFinding(finding(notebook, "lint", { cell: 2, line: 1 }, "no")),
 *   "a.ipynb: cell 2, line 1: no (lint)",
 * );
 * ```
 */
export function formatFinding(found: Finding): string {
  const place = [
    found.notebook,
    [
      found.cell === null ? "" : `cell ${found.cell}`,
      found.line === null ? "" : `line ${found.line}`,
    ].filter((part) => part !== "").join(", "),
  ].filter((part) => part !== "").join(": ");
  const source = found.source === "" ? "" : `\n    ${found.source}`;
  return `${place}: ${found.message} (${found.check})${source}`;
}
