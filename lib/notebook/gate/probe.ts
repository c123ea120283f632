/**
 * Find promises that nobody awaits, through Deno's own type checker.
 *
 * `deno lint` knows no types, so it cannot see a floating promise. The module is copied with every
 * expression statement wrapped into a call whose parameter type refuses promises; the type checker
 * then complains exactly where one is left alone.
 *
 * @module
 */

import ts from "typescript";

/** What the type checker says, by check. */
export const BRANDS = {
  await: "a promise that nobody awaits",
  value: "a value that only the kernel shows",
} as const;

const DECLARATIONS = `
declare function __settled<T>(
  value: T extends PromiseLike<unknown> | readonly PromiseLike<unknown>[]
    ? ${JSON.stringify(BRANDS.await)} : T,
): void;
declare function __nothing<T>(
  value: T extends PromiseLike<unknown> | readonly PromiseLike<unknown>[]
    ? ${JSON.stringify(BRANDS.await)}
    : T extends void | undefined ? T : ${JSON.stringify(BRANDS.value)},
): void;
`;

/** Whether a call handles the promise that it returns: `.catch(f)` or `.then(f, g)`. */
function handlesRejection(expression: ts.Expression): boolean {
  if (!ts.isCallExpression(expression)) return false;
  const { expression: callee, arguments: given } = expression;
  if (!ts.isPropertyAccessExpression(callee)) return false;
  return (callee.name.text === "catch" && given.length >= 1) ||
    (callee.name.text === "then" && given.length >= 2);
}

function isAssignment(expression: ts.Expression): boolean {
  return ts.isBinaryExpression(expression) &&
    expression.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    expression.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
}

/** Whether an expression cannot be, or need not be, an argument of a probe. */
function isExempt(expression: ts.Expression): boolean {
  return ts.isVoidExpression(expression) || ts.isYieldExpression(expression) ||
    handlesRejection(expression) ||
    (ts.isCallExpression(expression) &&
      expression.expression.kind === ts.SyntaxKind.SuperKeyword);
}

/** Whether a statement is the marker line in front of a cell. */
function isMarker(statement: ts.Statement | undefined): boolean {
  return statement === undefined ||
    /^await __cell\(\d+\);$/.test(statement.getText()) ||
    ts.isExportDeclaration(statement);
}

/**
 * Make the probe of an extracted module. Lines stay where they are.
 *
 * @param text The module.
 * @returns The probe; type errors in it that name one of {@linkcode BRANDS} are findings, all others
 * mean nothing.
 *
 * @example
 * ```ts
 * import { match } from "node:assert/strict";
 * import { probeModule } from "./probe.ts";
 *
 * match(probeModule("await __cell(1);\nf();\ng();\nexport {};"), /__settled\(\(f\(\)\)\);\n__nothing/);
 * ```
 */
export function probeModule(text: string): string {
  const file = ts.createSourceFile(
    "cells.ts",
    text,
    ts.ScriptTarget.ESNext,
    true,
    ts.ScriptKind.TS,
  );
  const lastOfCell = new Set<ts.Node>(
    file.statements.filter((_, i) => isMarker(file.statements[i + 1])),
  );
  const inserts: { at: number; text: string }[] = [];
  function visit(node: ts.Node): void {
    if (ts.isExpressionStatement(node) && !isExempt(node.expression)) {
      const last = lastOfCell.has(node);
      if (last || !isAssignment(node.expression)) {
        const probe = last ? "__nothing((" : "__settled((";
        inserts.push({ at: node.expression.getStart(file), text: probe });
        inserts.push({ at: node.expression.end, text: "))" });
      }
    }
    ts.forEachChild(node, visit);
  }
  visit(file);
  // Statements nest: from the back, no insertion moves another one.
  const back = inserts.map((insert, order) => ({ ...insert, order }))
    .sort((a, b) => b.at - a.at || b.order - a.order);
  let probed = text;
  for (const { at, text: insert } of back) {
    probed = probed.slice(0, at) + insert + probed.slice(at);
  }
  return probed + DECLARATIONS;
}
