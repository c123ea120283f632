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

/** Longest element: V8 holds no text of 512 MiB. */
const LONGEST = 2 ** 28;

const [LF, SPACE, QUOTE, COMMA, BACKSLASH] = [0x0a, 0x20, 0x22, 0x2c, 0x5c];
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Split a JSON list into its elements without parsing them. Memory holds one part of the file and the
 * element that goes on behind it.
 *
 * @param chunks Bytes of the file, which starts with `[`.
 * @param file Its path, for errors.
 * @returns Arrays of elements, in order. Only brackets and strings are looked at: what is between
 * them is for the parser to judge. Lists that follow the first are read on.
 * @throws {RangeError} If an element is longer than 256 MiB.
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
): AsyncGenerator<JsonElement[]> {
  const element = openElement(file);
  let depth = 0;
  let inString = false;
  let escaped = false;
  let line = 1;
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    const found: JsonElement[] = [];
    let counted = 0;
    const begin = (at: number) => {
      if (depth !== 1 || element.isOpen()) return;
      line += countLines(chunk, counted, at);
      counted = at;
      element.begin(at, line);
    };
    for (let i = 0; i < chunk.length; i++) {
      if (inString) {
        const end = stringEnd(chunk, escaped ? i + 1 : i);
        escaped = end < 0 && endsEscaped(chunk, escaped ? i + 1 : i);
        inString = end < 0;
        i = end < 0 ? chunk.length : end;
        continue;
      }
      switch (chunk[i]) {
        case BRACE:
        case BRACKET:
          begin(i);
          if (depth > 0 || chunk[i] === BRACKET) depth++;
          break;
        case BRACE_END:
        case BRACKET_END:
          if (depth === 1 && element.isOpen()) {
            found.push(element.end(chunk, i));
          }
          if (depth > 0) depth--;
          break;
        case COMMA:
          if (depth === 1 && element.isOpen()) {
            found.push(element.end(chunk, i));
          }
          break;
        case QUOTE:
          begin(i);
          inString = depth > 0;
          break;
        default:
          if (depth === 1 && (chunk[i] ?? 0) > SPACE) begin(i);
      }
    }
    line += countLines(chunk, counted, chunk.length);
    element.hold(chunk);
    if (found.length > 0) yield found;
  }
  if (element.isOpen()) yield [element.end(new Uint8Array(), 0)];
}

/** The element that is being read, with the parts of it that earlier chunks held. */
function openElement(file: string) {
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
      if (length <= LONGEST) return;
      throw new RangeError(
        `Cannot read "${file}": the element on line ${line} is longer than ` +
          `${LONGEST} bytes: split the file`,
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
  for (let at = from;;) {
    const quote = chunk.indexOf(QUOTE, at);
    if (quote < 0 || !isEscaped(chunk, from, quote)) return quote;
    at = quote + 1;
  }
}

function endsEscaped(chunk: Uint8Array, from: number): boolean {
  return isEscaped(chunk, from, chunk.length);
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(chunk: Uint8Array, from: number, place: number): boolean {
  let at = place;
  while (at > from && chunk[at - 1] === BACKSLASH) at--;
  return (place - at) % 2 === 1;
}

function countLines(chunk: Uint8Array, from: number, to: number): number {
  let lines = 0;
  for (
    let at = chunk.indexOf(LF, from);
    at >= 0 && at < to;
    at = chunk.indexOf(LF, at + 1)
  ) lines++;
  return lines;
}
