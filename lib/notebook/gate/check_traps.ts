/**
 * What behaves otherwise in the kernel than as a script, found in the syntax of the cells.
 *
 * @module
 */

import ts from "typescript";
import { placeOf } from "../extract.ts";
import type { Extracted } from "./check_types.ts";
import { type Finding, finding } from "./finding.ts";

/** Members of `Deno` that a cell must not touch, and what to use instead. */
const MEMBERS: Readonly<Record<string, string>> = {
  stdout:
    "the kernel does not show what is written to Deno.stdout: use console.log() or show()",
  stderr:
    "the kernel does not show what is written to Deno.stderr: use console.error()",
  exit: "Deno.exit() kills the kernel: throw an error or use an if",
  test: "Deno.test() prints outside the notebook: put tests into tests/",
  jupyter:
    "Deno.jupyter throws outside the kernel: use show() of @taskflow/notebook",
};

function trapOf(node: ts.Node): string | null {
  if (ts.isMetaProperty(node)) {
    return "the kernel has no import.meta: use projectPath() of @taskflow/notebook";
  }
  if (ts.isPropertyAccessExpression(node)) {
    const isDeno = ts.isIdentifier(node.expression) &&
      node.expression.text === "Deno";
    return isDeno ? MEMBERS[node.name.text] ?? null : null;
  }
  if (!ts.isCallExpression(node)) return null;
  const { expression, arguments: [callback] } = node;
  const isForEach = ts.isPropertyAccessExpression(expression) &&
    expression.name.text === "forEach";
  const isAsync = callback !== undefined && ts.canHaveModifiers(callback) &&
    ts.getModifiers(callback)?.some((modifier) =>
      modifier.kind === ts.SyntaxKind.AsyncKeyword
    );
  return isForEach && isAsync
    ? "forEach() does not await an async function: use for ... of"
    : null;
}

/**
 * Find what the kernel does otherwise than the script runner.
 *
 * @param extracted A notebook with its module; all cells parse.
 * @returns What to write in another way.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { extractCells } from "../extract.ts";
 * import { parseNotebook } from "../read_notebook.ts";
 * import { checkTraps } from "./check_traps.ts";
 *
 * const cells = [{ cell_type: "code", source: "Deno.exit(1);" }];
 * const json = JSON.stringify({ nbformat: 4, nbformat_minor: 5, cells });
 * const notebook = parseNotebook(json, "a.ipynb");
 * const module = await extractCells(notebook);
 * equal(checkTraps({ notebook, module })[0]?.line, 1);
 * ```
 */
export function checkTraps({ notebook, module }: Extracted): Finding[] {
  const file = ts.createSourceFile(
    "cells.ts",
    module.text,
    ts.ScriptTarget.ESNext,
    true,
    ts.ScriptKind.TS,
  );
  const found: Finding[] = [];
  function visit(node: ts.Node): void {
    const trap = trapOf(node);
    if (trap !== null) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      found.push(finding(notebook, "trap", placeOf(module, line + 1), trap));
    }
    ts.forEachChild(node, visit);
  }
  visit(file);
  return found;
}
