/**
 * Python's notation for a list of texts.
 *
 * @module
 */

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "\n": "",
};

const ESCAPE =
  /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|([^]))/g;
const ELEMENT = /\s*(?:'((?:[^'\\\n]|\\[^])*)'|"((?:[^"\\\n]|\\[^])*)")\s*/y;

/**
 * Read the literal of a Python list (or tuple) of texts, as `repr()` writes it.
 *
 * @param text The literal.
 * @returns The texts.
 * @throws {SyntaxError} If it is no such literal; names the place.
 *
 * @example
 * ```ts
 * import { deepEqual, throws } from "node:assert/strict";
 * import { pythonList } from "./python_list.ts";
 *
 * deepEqual(pythonList(String.raw`['a\n', "it's", '\xe9\u20ac']`), ["a\n", "it's", "é€"]);
 * deepEqual(pythonList("[]"), []);
 * throws(() => pythonList("[1]"), /character 2/);
 * ```
 */
export function pythonList(text: string): string[] {
  const refuse = (at: number): never => {
    throw new SyntaxError(
      `Cannot read a list: neither JSON nor a Python list of texts, at character ${
        at + 1
      }: ${JSON.stringify(text.slice(at, at + 40))}`,
    );
  };
  const close = { "[": "]", "(": ")" }[text.charAt(0)];
  if (close === undefined) return refuse(0);
  const values: string[] = [];
  let at = 1;
  for (;;) {
    if (text.slice(at).trim() === close) return values;
    ELEMENT.lastIndex = at;
    const element = ELEMENT.exec(text);
    if (element === null) return refuse(at);
    values.push(unescape(element[1] ?? element[2] ?? ""));
    at = ELEMENT.lastIndex;
    if (text.charAt(at) === ",") at++;
    else if (text.slice(at).trim() !== close) return refuse(at);
  }
}

function unescape(body: string): string {
  return body.replace(
    ESCAPE,
    (whole, x?: string, u?: string, U?: string, octal?: string, one = "") => {
      const hex = x ?? u ?? U;
      if (hex !== undefined) {
        const code = parseInt(hex, 16);
        // Python refuses such an escape; left as written, no text is lost.
        return code > 0x10ffff ? whole : String.fromCodePoint(code);
      }
      if (octal !== undefined) return String.fromCodePoint(parseInt(octal, 8));
      return ESCAPES[one] ?? `\\${one}`;
    },
  );
}
