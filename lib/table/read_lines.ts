/**
 * Lines of a file of any size, in memory that does not grow with it.
 *
 * @module
 */

import { openFile } from "./format.ts";

/** Bytes read at a time. */
const CHUNK = 1 << 18;

/** Longest line by default: 256 MiB. V8 holds no text above 512 MiB. */
const LONGEST = 1 << 28;

const LF = 10;
const CR = 13;

/** One line of a file. */
export interface Line {
  /** 1-based number in the file; empty lines count. */
  readonly number: number;
  /** The text without its line end (`\n` or `\r\n`); bytes that are not UTF-8 became U+FFFD. */
  readonly text: string;
  /** Whether a line end follows. `false` at most for the last line, which may be cut off. */
  readonly ended: boolean;
}

/** Options of {@linkcode readLines}. */
export interface ReadLinesOptions {
  /** What error messages call the source; by default the path. */
  readonly name?: string;
  /** Longest line in bytes, inclusive (default 268435456). */
  readonly maxBytes?: number;
}

/**
 * Read a UTF-8 text line by line: JSONL, logs, Markdown. A byte-order mark at the start is dropped;
 * `\n` and `\r\n` end a line, a lone `\r` does not. Memory holds the longest line, not the file.
 *
 * @param source A path, or the bytes themselves (a decompressed stream, for example).
 * @param options The longest line accepted, and the name of the source in errors.
 * @returns The lines in order; the text after the last line end is a line if it is not empty.
 * @throws {RangeError} If a line is longer than `maxBytes`.
 * @throws {SyntaxError} If the text is UTF-16 (it starts with that byte-order mark).
 * @throws {Deno.errors.NotFound} If there is no such file.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { readLines } from "@taskflow/table";
 *
 * const path = await Deno.makeTempFile();
 * await Deno.writeTextFile(path, '\uFEFF{"a":1}\r\n\r\n{"a":2}');
 * const lines = await Array.fromAsync(readLines(path));
 * deepEqual(lines.map(({ text }) => text), ['{"a":1}', "", '{"a":2}']);
 * deepEqual(lines.map(({ ended }) => ended), [true, true, false]);
 * await Deno.remove(path);
 * ```
 */
export async function* readLines(
  source: string | AsyncIterable<Uint8Array>,
  options: ReadLinesOptions = {},
): AsyncGenerator<Line> {
  for await (const block of readLineBlocks(source, options)) {
    for (const line of block) yield line;
  }
}

/**
 * The lines of {@linkcode readLines} in blocks, for loops that cannot afford one `await` a line.
 *
 * @param source As in {@linkcode readLines}.
 * @param options As in {@linkcode readLines}.
 * @returns Arrays of lines, in order; none of them is empty.
 * @throws As {@linkcode readLines}.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { readLineBlocks } from "@taskflow/table";
 *
 * let lines = 0;
 * const bytes = ReadableStream.from([new TextEncoder().encode("a\nb\n")]);
 * for await (const block of readLineBlocks(bytes)) lines += block.length;
 * equal(lines, 2);
 * ```
 */
export async function* readLineBlocks(
  source: string | AsyncIterable<Uint8Array>,
  options: ReadLinesOptions = {},
): AsyncGenerator<Line[]> {
  const {
    name = typeof source === "string" ? source : "stream",
    maxBytes = LONGEST,
  } = options;
  const rest = lineBuffer();
  let decoder = new TextDecoder();
  let number = 0;
  const line = (bytes: Uint8Array, ended: boolean): Line => {
    if (number === 0) refuseUtf16(bytes, name);
    const end = ended && bytes.at(-1) === CR ? bytes.length - 1 : bytes.length;
    const text = decoder.decode(bytes.subarray(0, end));
    // Only the first line may start with a mark; elsewhere U+FEFF is text.
    if (number === 0) decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    return { number: ++number, text, ended };
  };
  const check = (length: number) => {
    if (length <= maxBytes) return;
    throw new RangeError(
      `Cannot read "${name}": line ${number + 1} is longer than ${maxBytes} ` +
        `bytes: check that it is a text of lines, or raise maxBytes`,
    );
  };
  const chunks = typeof source === "string" ? chunksOf(source) : source;
  for await (const chunk of chunks) {
    const lines: Line[] = [];
    let from = 0;
    for (
      let end = chunk.indexOf(LF);
      end >= 0;
      end = chunk.indexOf(LF, from)
    ) {
      check(rest.length() + end - from);
      const bytes = chunk.subarray(from, end);
      lines.push(line(rest.length() === 0 ? bytes : rest.take(bytes), true));
      from = end + 1;
    }
    check(rest.length() + chunk.length - from);
    rest.push(chunk.subarray(from));
    if (lines.length > 0) yield lines;
  }
  const last = rest.take(new Uint8Array());
  if (last.length === 0) return;
  const tail = line(last, false);
  if (tail.text !== "" || tail.number > 1) yield [tail];
}

/** The part of a line that earlier chunks held, in a buffer that doubles as it grows. */
function lineBuffer() {
  let bytes = new Uint8Array(1 << 12);
  let length = 0;
  const push = (part: Uint8Array) => {
    if (length + part.length > bytes.length) {
      const size = Math.max(length + part.length, 2 * bytes.length);
      const grown = new Uint8Array(size);
      grown.set(bytes.subarray(0, length));
      bytes = grown;
    }
    bytes.set(part, length);
    length += part.length;
  };
  return {
    length: () => length,
    push,
    /** All of it and `part`, until the next `push`. */
    take(part: Uint8Array): Uint8Array {
      push(part);
      const taken = bytes.subarray(0, length);
      length = 0;
      return taken;
    },
  };
}

function refuseUtf16(bytes: Uint8Array, name: string): void {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) {
    throw new SyntaxError(
      `Cannot read "${name}": it is UTF-16: save it as UTF-8`,
    );
  }
}

/** The bytes of a file; every chunk is overwritten by the next one. */
async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  using file = await openFile(path);
  const buffer = new Uint8Array(CHUNK);
  for (;;) {
    const n = await file.read(buffer);
    if (n === null) return;
    yield buffer.subarray(0, n);
  }
}
