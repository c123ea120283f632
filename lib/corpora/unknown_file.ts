/**
 * Why no adapter knows a file.
 *
 * @module
 */

import type { Head } from "./adapter.ts";
import type { FileReason } from "./report.ts";
import { tableColumns, tableKind } from "./table_head.ts";

/** First bytes of kinds of files that people mistake for exports, as Latin-1. */
const KINDS: readonly (readonly [string, string])[] = [
  ["\xfd7zXZ\0", "xz: unpack it first"],
  ["7z\xbc\xaf\x27\x1c", "a 7z archive: unpack it first"],
  ["Rar!\x1a\x07", "a RAR archive: unpack it first"],
  ["BZh", "bzip2: unpack it first"],
  [
    "SQLite format 3\0",
    "an SQLite database: export the sessions with the tool that wrote it",
  ],
  ["\xff\xfe", "UTF-16 text: save it as UTF-8"],
  ["\xfe\xff", "UTF-16 text: save it as UTF-8"],
];

/**
 * Tell what a file is that no adapter knows.
 *
 * @param head Its beginning.
 * @returns A reason of the closed list, and words for people.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { unknownFile } from "@taskflow/corpora";
 *
 * const bytes = Uint8Array.of(0xff, 0xd8, 0);
 * equal(unknownFile({ bytes, text: "", complete: true }).reason, "binary");
 * ```
 */
export function unknownFile(
  head: Head,
): { reason: FileReason; detail: string } {
  const { bytes, complete } = head;
  if (bytes.length === 0) {
    return { reason: "empty-file", detail: "it has no bytes" };
  }
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  const kind = KINDS.find(([magic]) => start.startsWith(magic));
  if (kind !== undefined) {
    return { reason: "binary", detail: `it is ${kind[1]}` };
  }
  if (String.fromCharCode(...bytes.subarray(257, 262)) === "ustar") {
    return { reason: "binary", detail: "it is a tar archive: unpack it first" };
  }
  if (tableKind(head) === "arrow") {
    const detail =
      "it is an Arrow table that no tool is known for: if it holds a chat, name its " +
      "columns with --columns session=NAME,role=NAME,text=NAME";
    return { reason: "unrecognised", detail };
  }
  const columns = namesOfColumns(head);
  if (columns !== null) {
    const detail =
      `it is a table that no tool is known for, with the columns ${columns}: ` +
      "if they hold a chat, name them with --columns session=NAME,role=NAME,text=NAME";
    return { reason: "unrecognised", detail };
  }
  const nul = bytes.indexOf(0);
  if (nul >= 0) {
    return { reason: "binary", detail: `it is binary: byte ${nul + 1} is NUL` };
  }
  if (complete && head.text.trim() === "") {
    return { reason: "empty-file", detail: "it has nothing but white space" };
  }
  return {
    reason: "unrecognised",
    detail: "it does not start like any export that is known",
  };
}

/** Columns named at most. */
const NAMED = 12;

/**
 * The names of a table's columns for people, or `null`. What is no plain name may be text of a message:
 * of such a file nothing is named.
 */
function namesOfColumns(head: Head): string | null {
  const names = tableColumns(head);
  if (names === null || names.length < 2) return null;
  if (!names.every((name) => /^[A-Za-z_][\w.-]{0,39}$/.test(name))) return null;
  const more = names.length > NAMED ? `, and ${names.length - NAMED} more` : "";
  return names.slice(0, NAMED).join(", ") + more;
}
