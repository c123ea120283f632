/**
 * The columns of a table that no tool is known for, told from its beginning.
 *
 * @module
 */

import { parse } from "@taskflow/table";
import type { Head } from "./adapter.ts";
import { objectOf } from "./json_access.ts";
import { jsonHead } from "./json_head.ts";
import { parquetHead } from "./parquet_head.ts";

/** What a table is written in. */
export type TableKind = "parquet" | "arrow" | "jsonl" | "csv";

/** First bytes of an Arrow file. */
const ARROW = [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31];
/** First bytes of an Arrow stream. */
const CONTINUATION = [0xff, 0xff, 0xff, 0xff];

/**
 * Tell in what a table is written. Nothing but the first bytes is looked at.
 *
 * @param head Beginning of a file.
 * @returns The kind; `csv` if it is no other.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { tableKind } from "@taskflow/corpora";
 *
 * const head = (text: string) => ({ bytes: new TextEncoder().encode(text), text, complete: true });
 * equal(tableKind(head('{"a":1}\n')), "jsonl");
 * equal(tableKind(head("a,b\n1,2\n")), "csv");
 * ```
 */
export function tableKind(head: Head): TableKind {
  if (parquetHead(head) !== null) return "parquet";
  if (isArrowFile(head.bytes) || startsWith(head.bytes, CONTINUATION)) {
    return "arrow";
  }
  return /^\s*[{[]/.test(head.text) ? "jsonl" : "csv";
}

/**
 * The names of a table's columns.
 *
 * @param head Beginning of a file.
 * @returns The names; for JSON lines the keys of the first object, for CSV the cells of the first line.
 * `null` for Arrow, which tells them only once it is read, and for what does not start like a table.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { tableColumns } from "@taskflow/corpora";
 *
 * const head = (text: string) => ({ bytes: new TextEncoder().encode(text), text, complete: true });
 * deepEqual(tableColumns(head("chat,from,value\n1,human,Hi\n")), ["chat", "from", "value"]);
 * deepEqual(tableColumns(head('{"chat":1,"value":"Hi"}\n')), ["chat", "value"]);
 * equal(tableColumns(head("Buy milk\n")), null);
 * ```
 */
export function tableColumns(head: Head): readonly string[] | null {
  const names = namesOf(head, tableKind(head));
  return names === null || names.length === 0 ? null : names;
}

function namesOf(head: Head, kind: TableKind): readonly string[] | null {
  switch (kind) {
    case "parquet":
      return parquetHead(head)?.columns ?? null;
    case "arrow":
      // The schema is only safe to read once the whole file was checked.
      return null;
    case "jsonl": {
      const parsed = jsonHead(head);
      if (parsed?.form !== "lines") return null;
      const first = objectOf(parsed.values[0]);
      return first === null ? null : Object.keys(first);
    }
    case "csv":
      return csvColumns(head);
  }
}

function csvColumns({ text, bytes }: Head): readonly string[] | null {
  const end = text.search(/\r?\n/);
  if (end < 0 || bytes.includes(0)) return null;
  try {
    const [names = []] = parse(text.slice(0, end));
    return names.length > 1 && !names.includes("") ? names : null;
  } catch (error) {
    // Quotes that do not match: a text that is no table.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isArrowFile(bytes: Uint8Array): boolean {
  return startsWith(bytes, ARROW);
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte);
}
