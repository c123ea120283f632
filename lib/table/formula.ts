/**
 * Guarding spreadsheets against cells that they would run.
 *
 * @module
 */

/** What Excel, LibreOffice, Numbers and Sheets take for the start of a formula (after OWASP). */
const FORMULA = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * Make a text harmless to spreadsheets: one that would start a formula (`=`, `+`, `-`, `@`, tab, carriage
 * return, and their full-width forms) gets a `'` in front, which spreadsheets show as text. So does one
 * that looks like a guarded text already, so that {@linkcode unescapeFormula} always gives the text back.
 *
 * @param text A cell, from whomever. Numbers need no guard.
 * @returns The guarded text.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { escapeFormula, unescapeFormula } from "@taskflow/table";
 *
 * equal(escapeFormula('=HYPERLINK("http://example.org")').at(0), "'");
 * equal(escapeFormula("a = b"), "a = b");
 * equal(unescapeFormula(escapeFormula("- a list")), "- a list");
 * ```
 */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/**
 * Take back {@linkcode escapeFormula}.
 *
 * @param text A guarded text.
 * @returns The text as it was before it was guarded.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { unescapeFormula } from "@taskflow/table";
 *
 * equal(unescapeFormula("'=1+1"), "=1+1");
 * ```
 */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}
