/**
 * JSON that was cut off, made whole.
 *
 * @module
 */

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Take what is whole at the start of a JSON text, and close what is left open. The result need not be
 * JSON: brackets are matched, values are not looked at.
 *
 * @param text A JSON object or list, whole or cut anywhere, perhaps followed by more.
 * @returns The first value of the text without the part that was cut, or `null` if the text starts
 * with neither an object nor a list.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { closeJson } from "@taskflow/corpora";
 *
 * equal(closeJson('{"id":7,"list":[{"a":"x]"},{"b":"cut he'), '{"id":7,"list":[{"a":"x]"},{}]}');
 * ```
 */
export function closeJson(text: string): string | null {
  const open: string[] = [];
  let end = 0;
  for (let i = /^\s*/.exec(text)?.[0].length ?? 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = stringEnd(text, i);
      continue;
    }
    if (code === BRACE || code === BRACKET) {
      open.push(code === BRACE ? "}" : "]");
      end = i + 1;
    } else if (code === BRACE_END || code === BRACKET_END) {
      open.pop();
      end = i + 1;
      if (open.length === 0) return text.slice(0, end);
    } else if (code === COMMA) end = i;
    else {
      if (open.length === 0) return null;
      continue;
    }
    if (open.length === 0) return null;
  }
  return open.length === 0
    ? null
    : text.slice(0, end) + open.reverse().join("");
}

/** Place of the quotation mark that ends a string, or the end of the text. */
function stringEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return i;
    if (code === BACKSLASH) i++;
  }
  return text.length;
}
