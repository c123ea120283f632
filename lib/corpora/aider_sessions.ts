/**
 * The sessions of an Aider chat history, one text each: a history is only ever appended to, and grows
 * without end.
 *
 * @module
 */

/** The part of a history that one start of Aider wrote. */
export interface AiderSession {
  /** Text from the header on, with line feeds only. */
  readonly text: string;
  /** Time in the header as written, or `null` for what stands before the first header. */
  readonly start: string | null;
  /** 1-based line of the header. */
  readonly line: number;
}

const HEADER =
  /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)[ \t]*(?:\n|$)/;
const HEADER_BYTES = new TextEncoder().encode("# aider chat started at ");
const LF = 0x0a;

/** Longest session: V8 holds no text of 512 MiB. */
const LONGEST = 2 ** 29 - 32;

/**
 * Split a history into sessions. Memory holds the longest session.
 *
 * @param chunks Bytes of the file.
 * @param file Its path, for errors.
 * @returns The sessions in order; text before the first header is one if it is not blank.
 * @throws {RangeError} If a session is longer than 512 MiB.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { aiderSessions } from "@taskflow/corpora";
 *
 * const start = (day: number) => `\n# aider chat started at 2026-01-0${day} 10:00:00\n\n`;
 * const bytes = new TextEncoder().encode(start(1) + "#### hi  \n" + start(2));
 * const sessions = aiderSessions(ReadableStream.from([bytes]), "history.md");
 * deepEqual((await Array.fromAsync(sessions)).map(({ line }) => line), [2, 6]);
 * ```
 */
export async function* aiderSessions(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<AiderSession> {
  let bytes = new Uint8Array(1 << 16);
  let length = 0;
  let searched = 0;
  let line = 1;
  let first = true;
  const cut = (end: number): AiderSession | null => {
    const text = decode(bytes.subarray(0, end), first);
    const session = sessionOf(text, line);
    line += countLines(text);
    bytes.copyWithin(0, end, length);
    length -= end;
    first = false;
    return session;
  };
  for await (const chunk of chunks) {
    if (length + chunk.length > LONGEST) {
      throw new RangeError(
        `Cannot read "${file}": the session that starts at line ${line} is longer than ` +
          `${LONGEST} bytes: split the file`,
      );
    }
    bytes = withRoom(bytes, length, chunk.length);
    bytes.set(chunk, length);
    length += chunk.length;
    for (
      let at;
      (at = nextHeader(bytes, searched, length)) >= 0;
      searched = 1
    ) {
      const session = cut(at);
      if (session !== null) yield session;
    }
    // A header may be cut by the end of the chunk.
    searched = Math.max(searched, length - HEADER_BYTES.length);
  }
  const last = cut(length);
  if (last !== null) yield last;
}

/** Start of the next header line after `from`, or -1. */
function nextHeader(bytes: Uint8Array, from: number, length: number): number {
  for (
    let at = bytes.indexOf(LF, from);
    at >= 0;
    at = bytes.indexOf(LF, at + 1)
  ) {
    const start = at + 1;
    if (start + HEADER_BYTES.length > length) return -1;
    let same = 0;
    while (
      same < HEADER_BYTES.length && bytes[start + same] === HEADER_BYTES[same]
    ) {
      same++;
    }
    if (same === HEADER_BYTES.length) return start;
  }
  return -1;
}

function withRoom(
  bytes: Uint8Array<ArrayBuffer>,
  length: number,
  more: number,
): Uint8Array<ArrayBuffer> {
  if (length + more <= bytes.length) return bytes;
  const grown = new Uint8Array(Math.max(length + more, 2 * bytes.length));
  grown.set(bytes.subarray(0, length));
  return grown;
}

/** Only the start of a file may have a byte-order mark; elsewhere it is text. */
function decode(bytes: Uint8Array, first: boolean): string {
  const text = new TextDecoder("utf-8", { ignoreBOM: !first }).decode(bytes);
  return text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;
}

function sessionOf(text: string, line: number): AiderSession | null {
  const start = HEADER.exec(text)?.[1] ?? null;
  return start === null && text.trim() === "" ? null : { text, start, line };
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    lines++;
  }
  return lines;
}
