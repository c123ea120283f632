/**
 * The beginning of a JSON file, parsed: formats are told by what is in it.
 *
 * @module
 */

import type { Head } from "./adapter.ts";
import { closeJson } from "./close_json.ts";

/** The parsed beginning of a file. */
export interface JsonHead {
  /**
   * `lines`: each line is a value. `value`: the file is one value over several lines, of which the
   * beginning was parsed, with what was cut closed.
   */
  readonly form: "lines" | "value";
  /**
   * The first values, at most sixteen; there is at least one. The only value of a file without line
   * feeds, and a first line that is longer than the head, are cut where the head ends.
   */
  readonly values: readonly unknown[];
}

/** Lines that are parsed, of which all but the first two start in so many characters. */
const LINES = 16;
const LINES_START = 4 * 1024;
/** Characters that are parsed of a value over several lines. */
const CHARACTERS = 16 * 1024;

const heads = new WeakMap<Head, JsonHead | null>();

/**
 * Parse the beginning of a file. It is done once per file, however many formats ask.
 *
 * @param head Beginning of a file.
 * @returns What was parsed, or `null` if the file does not start like JSON.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { jsonHead } from "@taskflow/corpora";
 *
 * const head = (text: string) => ({ bytes: new TextEncoder().encode(text), text, complete: true });
 * deepEqual(jsonHead(head('{"a":1}\n{"b":2}\n{"c'))?.values, [{ a: 1 }, { b: 2 }]);
 * deepEqual(jsonHead(head('{\n "a": 1,\n "b": [1, 2')), { form: "value", values: [{ a: 1, b: [1] }] });
 * equal(jsonHead(head("# Notes")), null);
 * ```
 */
export function jsonHead(head: Head): JsonHead | null {
  const known = heads.get(head);
  if (known !== undefined) return known;
  const parsed = parseHead(head.text, head.complete);
  heads.set(head, parsed);
  return parsed;
}

function parseHead(text: string, complete: boolean): JsonHead | null {
  if (!/^\s*[{[]/.test(text)) return null;
  const values: unknown[] = [];
  let first = true;
  let at = 0;
  while (
    at < text.length && values.length < LINES &&
    (at < LINES_START || values.length < 2)
  ) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, end).trim();
    at = end + 1;
    if (line === "") continue;
    const value = tryParse(line);
    if (value !== undefined) values.push(value);
    else if (first && !isFollowed(line, text, at)) {
      const whole = beginningOf(text, complete);
      if (whole !== undefined) {
        return { form: newline < 0 ? "lines" : "value", values: [whole] };
      }
    }
    first = false;
  }
  return values.length === 0 ? null : { form: "lines", values };
}

/** The beginning of a value over several lines, or `undefined`. */
function beginningOf(text: string, complete: boolean): unknown {
  const short = text.length <= CHARACTERS;
  const whole = complete && short ? tryParse(text) : undefined;
  return whole ?? tryParse(closeJson(text.slice(0, CHARACTERS), "keep"));
}

/**
 * Whether a file is one JSON value over several lines, told with as little parsing as can be.
 *
 * @param head Beginning of a file that starts like JSON.
 * @returns Whether it is to be parsed as a whole.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { isOneValue } from "@taskflow/corpora";
 *
 * const head = (text: string) => ({ bytes: new TextEncoder().encode(text), text, complete: true });
 * equal(isOneValue(head('{\n "a": 1\n}\n')), true);
 * equal(isOneValue(head('{"a":1}\n{"a":2}\n')), false);
 * ```
 */
export function isOneValue(head: Head): boolean {
  const line = /\S[^\n]*/.exec(head.text)?.[0] ?? "";
  if (/^[[{\s]+$/.test(line)) return true;
  if (tryParse(line) !== undefined) return false;
  return jsonHead(head)?.form === "value";
}

/**
 * Whether a first line that is no JSON is a broken one among lines that are: a value over several
 * lines mostly has nothing but brackets in its first, and never an object on its second alone.
 */
function isFollowed(line: string, text: string, at: number): boolean {
  if (/^[[{\s]+$/.test(line)) return false;
  const newline = text.indexOf("\n", at);
  if (newline < 0) return false;
  const next = tryParse(text.slice(at, newline));
  return typeof next === "object" && next !== null;
}

/** The value of a JSON text; `undefined` if it is none. */
function tryParse(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // The caller goes on with what this means.
    return undefined;
  }
}
