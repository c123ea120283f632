/**
 * The elements of a JSON list of any length, one after another.
 *
 * @module
 */

/** An element of a list. */
export interface JsonElement {
  /** Its JSON text; cut if the file ends in it. */
  readonly text: string;
  /** 1-based line on which it starts. */
  readonly line: number;
}

/** Longest element by default: V8 holds no text of 512 MiB. */
const LONGEST = 2 ** 28;

/** Bytes of a string that are looked at one by one. */
const NEAR = 24;

const [LF, SPACE, QUOTE, COMMA, BACKSLASH] = [0x0a, 0x20, 0x22, 0x2c, 0x5c];
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Split a JSON list into its elements without parsing them. Memory holds one part of the file and the
 * element that goes on behind it.
 *
 * @param chunks Bytes of the file, which starts with `[`.
 * @param file Its path, for errors.
 * @param longest Most bytes of one element.
 * @returns Arrays of elements, in order. Only brackets and strings are looked at: what is between
 * them is for the parser to judge. Lists that follow the first are read on.
 * @throws {RangeError} If an element is longer.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { jsonElements } from "@taskflow/corpora";
 *
 * const bytes = new TextEncoder().encode('[\n {"a": "]"},\n [1, 2]\n]');
 * const blocks = await Array.fromAsync(jsonElements(ReadableStream.from([bytes]), "a.json"));
 * deepEqual(blocks.flat(), [{ text: '{"a": "]"}', line: 2 }, { text: "[1, 2]", line: 3 }]);
 * ```
 */
export async function* jsonElements(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
  longest: number = LONGEST,
): AsyncGenerator<JsonElement[]> {
  const scan = scanner(file, longest);
  for await (const chunk of chunks) {
    const found = scan.take(chunk);
    if (found.length > 0) yield found;
  }
  const last = scan.end();
  if (last !== null) yield [last];
}

function scanner(file: string, longest: number) {
  const element = openElement(file, longest);
  let depth = 0;
  let inString = false;
  let escaped = false;
  let line = 1;
  const take = (chunk: Uint8Array): JsonElement[] => {
    const found: JsonElement[] = [];
    const { length } = chunk;
    let newline = nextLine(chunk, 0);
    for (let i = 0; i < length; i++) {
      if (inString) {
        const from = escaped ? i + 1 : i;
        const end = stringEnd(chunk, from);
        inString = end < 0;
        escaped = inString && from <= length && isEscaped(chunk, from, length);
        if (inString) break;
        i = end;
        continue;
      }
      const byte = chunk[i] ?? 0;
      if (byte <= SPACE) continue;
      if (depth === 1 && !element.isOpen() && startsElement(byte)) {
        for (; newline < i; newline = nextLine(chunk, newline + 1)) line++;
        element.begin(i, line);
      }
      if (byte === QUOTE) inString = depth > 0;
      else if (byte === BRACE || byte === BRACKET) {
        if (depth > 0 || byte === BRACKET) depth++;
      } else if (byte === BRACE_END || byte === BRACKET_END) {
        if (depth === 1 && element.isOpen()) found.push(element.end(chunk, i));
        if (depth > 0) depth--;
      } else if (byte === COMMA && depth === 1 && element.isOpen()) {
        found.push(element.end(chunk, i));
      }
    }
    for (; newline < length; newline = nextLine(chunk, newline + 1)) line++;
    element.hold(chunk);
    return found;
  };
  const end = () => element.isOpen() ? element.end(new Uint8Array(), 0) : null;
  return { take, end };
}

function startsElement(byte: number): boolean {
  return byte !== COMMA && byte !== BRACE_END && byte !== BRACKET_END;
}

/** Place of the next line feed, or the end. */
function nextLine(chunk: Uint8Array, from: number): number {
  const at = chunk.indexOf(LF, from);
  return at < 0 ? chunk.length : at;
}

/** The element that is being read, with the parts of it that earlier chunks held. */
function openElement(file: string, longest: number) {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  let start = 0;
  let line = 0;
  return {
    isOpen: () => line > 0,
    begin(at: number, onLine: number) {
      start = at;
      line = onLine;
    },
    /** Keep what this chunk has of it: the chunk will be overwritten. */
    hold(chunk: Uint8Array) {
      if (line === 0) return;
      parts.push(chunk.slice(start));
      length += chunk.length - start;
      start = 0;
      if (length <= longest) return;
      throw new RangeError(
        `Cannot read "${file}": the element on line ${line} is longer than ` +
          `${longest} bytes: split the file`,
      );
    },
    end(chunk: Uint8Array, at: number): JsonElement {
      const last = chunk.subarray(start, at);
      const text = decoder.decode(
        parts.length === 0
          ? last
          : joined([...parts, last], length + at - start),
      );
      const element = { text: text.trimEnd(), line };
      [parts, length, start, line] = [[], 0, 0, 0];
      return element;
    },
  };
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Place of the quotation mark that ends a string, or -1 if it goes on behind the chunk. */
function stringEnd(chunk: Uint8Array, from: number): number {
  // Most strings are names: a call into the engine costs more than a few steps here.
  const near = Math.min(chunk.length, from + NEAR);
  for (let at = from; at < near; at++) {
    const byte = chunk[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) break;
  }
  for (let at = from;;) {
    const quote = chunk.indexOf(QUOTE, at);
    if (quote < 0 || !isEscaped(chunk, from, quote)) return quote;
    at = quote + 1;
  }
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(chunk: Uint8Array, from: number, place: number): boolean {
  let at = place;
  while (at > from && chunk[at - 1] === BACKSLASH) at--;
  return (place - at) % 2 === 1;
}
