/**
 * A field at the start of a JSON object, without parsing the object.
 *
 * @module
 */

/** What stands at the start of an object. */
export interface LeadingField {
  /** The text of the field as it is written, or `null` if it is not among the leading fields. */
  readonly text: string | null;
  /** The name of the first field that holds an object or a list, or `null` if none was met. */
  readonly nested: string | null;
  /** Where the value of that field starts, or -1. */
  readonly at: number;
}

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [BRACKET, BRACE, BRACE_END] = [0x5b, 0x7b, 0x7d];

const NOTHING: LeadingField = { text: null, nested: null, at: -1 };

/**
 * Find a text field among the leading fields of a JSON object: those before the first object or list
 * in it. What is found is certain: it stands at the top of the object. What is written with white
 * space between its parts, or with an escaped quotation mark, is not looked through.
 *
 * @param json A text with the object in it.
 * @param start Where the object starts.
 * @param name Name of the field.
 * @returns The text, and the first field that is nested; where the look ends before, what was found.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { leadingField } from "@taskflow/corpora";
 *
 * const json = '{"id":7,"type":"user","message":{"type":"text"}}';
 * deepEqual(leadingField(json, 0, "type"), { text: "user", nested: "message", at: 32 });
 * equal(leadingField(json, 32, "type").text, "text");
 * equal(leadingField('{ "type": "user" }', 0, "type").text, null);
 * ```
 */
export function leadingField(
  json: string,
  start: number,
  name: string,
): LeadingField {
  if (json.charCodeAt(start) !== BRACE) return NOTHING;
  let text: string | null = null;
  for (let at = start + 1;;) {
    if (json.charCodeAt(at) !== QUOTE) return told(text);
    const nameEnd = json.indexOf('"', at + 1);
    if (nameEnd < 0 || json.charCodeAt(nameEnd + 1) !== COLON) {
      return told(text);
    }
    const named = nameEnd - at - 1 === name.length &&
      json.startsWith(name, at + 1);
    const value = nameEnd + 2;
    const first = json.charCodeAt(value);
    let end: number;
    if (first === BRACE || first === BRACKET) {
      return { text, nested: json.slice(at + 1, nameEnd), at: value };
    } else if (first === QUOTE) {
      end = json.indexOf('"', value + 1);
      if (end < 0 || json.charCodeAt(end - 1) === BACKSLASH) return told(text);
      if (named) text = json.slice(value + 1, end);
      end++;
    } else {
      end = value + 1;
      // Numbers and words are short.
      for (const limit = value + 32; end < limit; end++) {
        const code = json.charCodeAt(end);
        if (code === COMMA || code === BRACE_END) break;
      }
    }
    const after = json.charCodeAt(end);
    if (after !== COMMA) {
      return told(text);
    }
    at = end + 1;
  }
}

function told(text: string | null): LeadingField {
  return text === null ? NOTHING : { text, nested: null, at: -1 };
}
