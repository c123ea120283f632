/**
 * What a run of characters without white space is: prose or one of the things that are not.
 *
 * @module
 */

import { charClass, CJK, DIGIT, LETTER } from "./baseline_chars.ts";
import { Kind } from "./baseline_kind.ts";

export { Kind };

const EXTENSIONS: ReadonlyMap<string, number> = new Map([
  ...list(Kind.docFile, "md mdx rst txt adoc docx pdf"),
  ...list(Kind.imageFile, "png jpg jpeg gif svg webp mp4 ico"),
  ...list(
    Kind.dataFile,
    "csv tsv json jsonl sql xlsx xls parquet ipynb xml db sqlite",
  ),
  ...list(Kind.logFile, "log out err trace"),
  ...list(
    Kind.sourceFile,
    "ts tsx js jsx mjs cjs py rs go java kt c h cpp hpp cs rb php swift scala sh ps1 bat vue svelte html css scss yml yaml toml lock ini cfg env gradle dart lua clj ex sol tf",
  ),
]);

const LONGEST_EXTENSION = 8;

/** Marks around a chunk that are not part of it, by character code. */
const OPENING = marks("\"'`([{<*“‘「");
const CLOSING = marks(".,;:!?\"'`)]}>*”’」。，？！：");

function marks(characters: string): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}

function list(kind: number, names: string): [string, number][] {
  return names.split(" ").map((name) => [name, kind]);
}

/** Whether the character at `i` joins two letters into one word: `don't`, `re-run`. */
export function inWord(text: string, i: number): boolean {
  const code = text.charCodeAt(i);
  if (code !== 39 && code !== 0x2019 && code !== 45) return false;
  return charClass(text.charCodeAt(i + 1)) === LETTER && i > 0 &&
    charClass(text.charCodeAt(i - 1)) === LETTER;
}

/** File kind by the extension that ends before `end`, or -1. */
function fileKind(text: string, from: number, end: number): number {
  let dot = end - 1;
  const least = Math.max(from, end - LONGEST_EXTENSION - 1);
  while (dot >= least && text.charCodeAt(dot) !== 46) dot--;
  if (dot < least || dot + 1 === end) return -1;
  return EXTENSIONS.get(text.slice(dot + 1, end).toLowerCase()) ?? -1;
}

function isUrl(
  text: string,
  start: number,
  end: number,
  first: number,
): boolean {
  if (first === 119) return text.startsWith("www.", start);
  return first === 104 && text.startsWith("http", start) &&
    text.slice(start, end).includes("://");
}

/**
 * Classify a chunk.
 *
 * @param text The text, in its original case.
 * @param from Offset of its first character.
 * @param to Offset after its last character.
 * @returns A {@linkcode Kind}; `Kind.word` where the chunk is prose and is to be split further.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { chunkKind } from "./baseline_chunk.ts";
 * import { Kind } from "./baseline_kind.ts";
 *
 * const kinds = ["and/or", "src/a/b", "README.md", "getName()", "@lib/x"].map((chunk) =>
 *   chunkKind(chunk, 0, chunk.length)
 * );
 * deepEqual(kinds, [Kind.word, Kind.path, Kind.docFile, Kind.code, Kind.mention]);
 * ```
 */
export function chunkKind(text: string, from: number, to: number): number {
  let start = from;
  let end = to;
  while (start < end && OPENING[text.charCodeAt(start)] === 1) start++;
  while (end > start && CLOSING[text.charCodeAt(end - 1)] === 1) end--;
  if (start >= end) return Kind.word;
  const first = text.charCodeAt(start);
  let slashes = 0,
    letters = 0,
    digits = 0,
    wide = 0,
    symbols = 0,
    camel = 0,
    under = 0,
    back = 0;
  let previous = 0;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    const type = charClass(code);
    if (type === LETTER) {
      letters++;
      if (code >= 65 && code <= 90 && previous >= 97 && previous <= 122) {
        camel++;
      }
    } else if (type === DIGIT) digits++;
    else if (type === CJK) wide++;
    else if (code === 47) slashes++;
    else if (code === 92) back++;
    else if (code === 95) under++;
    else if (code < 128 && type === Kind.symbol) symbols++;
    previous = code;
  }
  if (wide > 0) return Kind.word;
  if (isUrl(text, start, end, first)) return Kind.url;
  const file = fileKind(text, start, end);
  if (file >= 0 && letters + digits > 1) return file;
  if (first === 64 && letters > 0) return Kind.mention;
  if (back > 0 && letters > 1) return Kind.path;
  if (slashes > 0 && letters > 1) {
    if (first === 47 && slashes === 1 && symbols === 0) return Kind.slash;
    if (slashes > 1 || first === 46 || first === 126 || under > 0) {
      return Kind.path;
    }
    if (symbols === 0 && camel === 0 && digits === 0) return Kind.word;
    return Kind.path;
  }
  if (letters === 0) {
    if (digits === 0) return Kind.word;
    const after = text.charCodeAt(end);
    const lineStart = from === 0 || text.charCodeAt(from - 1) === 10;
    if (lineStart && digits <= 2 && (after === 46 || after === 41)) {
      return Kind.list;
    }
    return Kind.number;
  }
  if (first === 45 && end - start > 2) return Kind.flag;
  if (first === 35) return Kind.tag;
  if (text.charCodeAt(start - 1) === 96 && start > from) return Kind.code;
  if (
    digits > 0 && digits + letters >= 7 &&
    /^[0-9a-f]+$/.test(text.slice(start, end))
  ) return Kind.hash;
  if (symbols > 1 || under > 0 || camel > 0 || (symbols > 0 && letters > 2)) {
    return Kind.code;
  }
  if (text.startsWith("()", end)) return Kind.code;
  if (digits > letters) return Kind.number;
  return Kind.word;
}
