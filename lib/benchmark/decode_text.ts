/**
 * Texts that may be JSON string literals.
 *
 * @module
 */

/**
 * The text of a cell. SWE-Bench Pro writes its texts as JSON string literals (quoted, with `\n`) in
 * less than half of its rows and plainly in the others; a text that merely begins and ends with a
 * quotation mark is no literal and stays as it is.
 *
 * @param cell The cell.
 * @returns The text.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { decodeText } from "@taskflow/benchmark";
 *
 * equal(decodeText(String.raw`"# Title\nSay \"no\""`), '# Title\nSay "no"');
 * equal(decodeText('"yes" is not "no"'), '"yes" is not "no"');
 * equal(decodeText(String.raw`Print \n`), String.raw`Print \n`);
 * ```
 */
export function decodeText(cell: string): string {
  const literal = cell.trim();
  if (!/^"[^]*"$/.test(literal)) return cell;
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === "string" ? value : cell;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return cell;
  }
}
