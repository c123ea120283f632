/**
 * Ablation that keeps a file readable: what the lines say is changed, their shape is not.
 *
 * @module
 */

import { replaceLines } from "./ablation.ts";

/** Words that give code its shape, of the languages of the usual benchmarks. */
const KEYWORDS = new Set(
  ("and as assert async await break case catch chan class const continue def default defer del delete do " +
    "elif else enum except export extends fallthrough false finally fn for from func function global go goto " +
    "if impl import in instanceof interface is lambda let loop map match mod mut new nil none nonlocal not null " +
    "of or package pass private protected pub public raise range readonly return select self static struct " +
    "super switch this throw trait true try type typeof undefined unless until use var void where while with " +
    "yield False None True string int bool error float str list dict tuple set object number boolean")
    .split(" "),
);

/** A name, a number, or a text in quotes. */
const TOKEN =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\p{L}_$][\p{L}\p{N}_$]*|\d+/gu;
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*|\d+/gu;
const DEFINES =
  /(?:\.|\b(?:def|class|function|func|fn|const|let|var|type|struct|interface|enum)\s+)$/;

/**
 * Change what a range of lines defines and says: names behind `def`, `class`, `const` and the like, names that are
 * assigned to, attributes, numbers and the words in quotes. Names that are only used stay, so that code around
 * it still runs.
 *
 * @param bytes The file.
 * @param start First line, 1-based.
 * @param end Last line, inclusive.
 * @returns The file with other definitions there.
 * @throws {RangeError} If the file does not have these lines.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { renameLines } from "@taskflow/transform";
 *
 * const renamed = renameLines(new TextEncoder().encode("limit = use(size.max)\n"), 1, 1);
 * equal(new TextDecoder().decode(renamed), "limit_ablated = use(size.max_ablated)\n");
 * ```
 */
export function renameLines(
  bytes: Uint8Array,
  start: number,
  end: number,
): Uint8Array {
  return replaceLines(
    bytes,
    start,
    end,
    (text) =>
      text.replace(TOKEN, (token, at: number) => {
        if (/^["']/.test(token)) return token.replace(WORD, other);
        const before = text.slice(0, at);
        const assigned = before.trim() === "" &&
          /^\s*(?::?=(?!=)|:\s)/.test(text.slice(at + token.length));
        return /^\d/.test(token) || DEFINES.test(before) || assigned
          ? other(token)
          : token;
      }),
  );
}

/** Another word or number in place of one; keywords stay. */
function other(word: string): string {
  if (/^\d/.test(word)) return `7${Number(word) % 97 + 1}`;
  return KEYWORDS.has(word) || word.length < 2 ? word : `${word}_ablated`;
}

/**
 * Change every name and number in a range of lines; keywords, brackets, indentation and punctuation stay,
 * so that a parser still reads the file, and finds nothing of what stood there.
 *
 * @param bytes The file.
 * @param start First line, 1-based.
 * @param end Last line, inclusive.
 * @returns The file with other names and numbers there.
 * @throws {RangeError} If the file does not have these lines.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { scrambleLines } from "@taskflow/transform";
 *
 * const scrambled = scrambleLines(new TextEncoder().encode("if size > 20:\n    go()\n"), 1, 1);
 * equal(new TextDecoder().decode(scrambled), "if size_ablated > 721:\n    go()\n");
 * ```
 */
export function scrambleLines(
  bytes: Uint8Array,
  start: number,
  end: number,
): Uint8Array {
  return replaceLines(
    bytes,
    start,
    end,
    (text) => text.replace(WORD, other),
  );
}
