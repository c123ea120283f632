/**
 * Evidence ablation: a file without its cited lines.
 *
 * @module
 */

import { linesOf } from "./evidence.ts";

/**
 * Blank lines of a file and keep their number, so that all others stay where they are. Works on bytes: no
 * language or encoding is assumed.
 *
 * @param bytes The file.
 * @param start First line to blank, 1-based.
 * @param end Last line to blank, inclusive.
 * @returns The file with only line ends there.
 * @throws {RangeError} If the file does not have these lines.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { blankLines } from "@taskflow/transform";
 *
 * const blanked = blankLines(new TextEncoder().encode("a\r\nb\nc"), 1, 2);
 * equal(new TextDecoder().decode(blanked), "\r\n\nc");
 * ```
 */
export function blankLines(
  bytes: Uint8Array,
  start: number,
  end: number,
): Uint8Array {
  return replaceLines(bytes, start, end, () => "");
}

/**
 * Blank lines, but leave a first line that does nothing where a block would be empty without one. Blanking
 * a whole Python body makes the file unreadable, and a proof that then crashes has checked nothing.
 *
 * @param bytes The file.
 * @param start First line to blank, 1-based.
 * @param end Last line to blank, inclusive.
 * @returns The file with `pass` at the indentation of the first cited line that has text.
 * @throws {RangeError} If the file does not have these lines.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { blankBlock } from "@taskflow/transform";
 *
 * const blanked = blankBlock(new TextEncoder().encode("def f():\n    return 1\n"), 2, 2);
 * equal(new TextDecoder().decode(blanked), "def f():\n    pass\n");
 * ```
 */
export function blankBlock(
  bytes: Uint8Array,
  start: number,
  end: number,
): Uint8Array {
  let indent: string | null = null;
  return replaceLines(bytes, start, end, (text) => {
    const [found = ""] = /^[ \t]*/.exec(text) ?? [];
    if (indent !== null || text.trim() === "") return "";
    indent = found;
    return `${found}pass`;
  });
}

/** A file with some of its lines put differently; line ends stay. */
export function replaceLines(
  bytes: Uint8Array,
  start: number,
  end: number,
  put: (text: string) => string,
): Uint8Array {
  const lines = linesOf(bytes);
  if (!(start >= 1 && end >= start && end <= lines.length)) {
    throw new RangeError(
      `Cannot blank lines ${start}-${end}: the file has ${lines.length}`,
    );
  }
  const parts = lines.map((line, at) => {
    if (at + 1 < start || at + 1 > end) return line;
    const text = new TextDecoder().decode(line);
    const [lineEnd = ""] = /(?:\r?\n)?$/.exec(text) ?? [];
    return new TextEncoder().encode(
      put(text.slice(0, text.length - lineEnd.length)) + lineEnd,
    );
  });
  const whole = new Uint8Array(parts.reduce((sum, p) => sum + p.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
