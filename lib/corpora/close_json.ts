/**
 * JSON that was cut off, made whole.
 *
 * @module
 */

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Take what is whole at the start of a JSON text, and close what is left open. The result need not be
 * JSON: brackets are matched, values are not looked at.
 *
 * @param text A JSON object or list, whole or cut anywhere, perhaps followed by more.
 * @param strings What to do with a text that is cut: take it away, as every value that is cut, or keep
 * its beginning.
 * @returns The first value of the text without the part that was cut, or `null` if the text starts
 * with neither an object nor a list.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { closeJson } from "@taskflow/corpora";
 *
 * equal(closeJson('{"id":7,"list":[{"a":"x]"},{"b":"cut he'), '{"id":7,"list":[{"a":"x]"},{}]}');
 * equal(closeJson('{"id":7,"b":"cut he', "keep"), '{"id":7,"b":"cut he"}');
 * ```
 */
export function closeJson(
  text: string,
  strings: "drop" | "keep" = "drop",
): string | null {
  const open: string[] = [];
  let end = 0;
  let tail = "";
  let isValue = false;
  for (let i = /^\s*/.exec(text)?.[0].length ?? 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      const isText = isValue || open.at(-1) === "]";
      i = stringEnd(text, i);
      if (i < text.length || !isText || strings === "drop") continue;
      [end, tail] = [wholeEscapes(text), '"'];
    } else if (code === BRACE || code === BRACKET) {
      open.push(code === BRACE ? "}" : "]");
      end = i + 1;
      isValue = false;
    } else if (code === BRACE_END || code === BRACKET_END) {
      open.pop();
      end = i + 1;
      if (open.length === 0) return text.slice(0, end);
    } else if (code === COMMA) {
      end = i;
      isValue = false;
    } else if (code === COLON) isValue = true;
    if (open.length === 0) return null;
  }
  return open.length === 0
    ? null
    : text.slice(0, end) + tail + open.reverse().join("");
}

/** Place of the quotation mark that ends a string, or the end of the text. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    let first = quote;
    while (text.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((quote - first) % 2 === 0) return quote;
    at = quote + 1;
  }
}

/** Length of a text that ends in a string, without an escape that is cut. */
function wholeEscapes(text: string): number {
  const last = text.lastIndexOf("\\");
  let first = last;
  while (first > 0 && text.charCodeAt(first - 1) === BACKSLASH) first--;
  const escapes = last >= 0 && (last - first) % 2 === 0;
  const length = text.charAt(last + 1) === "u" ? 6 : 2;
  return escapes && last + length > text.length ? last : text.length;
}
