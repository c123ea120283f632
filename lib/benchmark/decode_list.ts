/**
 * Lists of texts that come as lists, as JSON or as a Python literal.
 *
 * @module
 */

import { pythonList } from "./python_list.ts";

/**
 * The texts of a list. SWE-Bench Pro writes `fail_to_pass` as the Python literal of a list in most
 * rows and as JSON in a few; Parquet files of other sets hold real lists.
 *
 * @param cell A list, or the text of one; `null`, `undefined` and the empty text are the empty list.
 * @returns Its texts in order.
 * @throws {TypeError} If an element is no text.
 * @throws {SyntaxError} If the text is neither JSON nor a Python list; says where.
 *
 * @example
 * ```ts
 * import { deepEqual, throws } from "node:assert/strict";
 * import { decodeList } from "@taskflow/benchmark";
 *
 * deepEqual(decodeList('["a", "b"]'), ["a", "b"]);
 * deepEqual(decodeList(`['it\\'s | x', "two"]`), ["it's | x", "two"]);
 * deepEqual(decodeList(["a"]), ["a"]);
 * throws(() => decodeList("['a'"), SyntaxError);
 * ```
 */
export function decodeList(cell: unknown): string[] {
  if (cell === null || cell === undefined) return [];
  if (typeof cell === "string") {
    const text = cell.trim();
    return text === "" ? [] : texts(jsonList(text) ?? pythonList(text));
  }
  if (Array.isArray(cell)) return texts(cell);
  throw new TypeError(`Cannot read a list: it is ${shown(cell)}`);
}

function jsonList(text: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

function texts(values: readonly unknown[]): string[] {
  return values.map((value, at) => {
    if (typeof value === "string") return value;
    throw new TypeError(
      `Cannot read a list: element ${at + 1} is ${shown(value)}, not a text`,
    );
  });
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}
