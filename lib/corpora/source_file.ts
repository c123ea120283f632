/**
 * A file on disk as an adapter sees it, hashed while it is read.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { HEAD_BYTES, type SourceFile } from "./adapter.ts";
import { fileBytes } from "./file_bytes.ts";

/** Bytes read at a time after the head. */
const CHUNK = 256 * 1024;

/** Longest file that {@linkcode SourceFile.text} gives: V8 holds no string of 2^29 characters. */
const LONGEST = 2 ** 29 - 32;

/** Never used with `stream`: a decoder in that state is memory outside the heap for each file. */
const decoder = new TextDecoder();

/** Memory that one file after another is read into. */
export interface Scratch {
  bytes: Uint8Array<ArrayBuffer>;
}

/** What is known of a file once all of it was read. */
export interface WholeFile {
  /** Bytes read. */
  readonly bytes: number;
  /** SHA-256 of them, in hexadecimal digits. */
  readonly sha256: string;
  /** Whether they end inside a UTF-8 character. */
  readonly cut: boolean;
}

/** An open file. */
export interface OpenSource extends SourceFile, Disposable {
  /** Read what the adapter left unread, and tell the hash. */
  finish(): WholeFile;
}

/**
 * Memory for {@linkcode openSource}.
 *
 * @returns Enough for streaming; it grows to the largest file taken as one text.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { HEAD_BYTES, newScratch } from "@taskflow/corpora";
 *
 * ok(newScratch().bytes.length > HEAD_BYTES);
 * ```
 */
export function newScratch(): Scratch {
  return { bytes: new Uint8Array(HEAD_BYTES + CHUNK) };
}

/**
 * Open a file and read its head. Reading is synchronous: files of this kind are small and local, and
 * waiting for each part costs several times the reading.
 *
 * @param path Path to open.
 * @param file Path relative to the folder given, for messages.
 * @param scratch Memory to use; only one file may use it at a time.
 * @returns The open file; dispose of it.
 * @throws {Deno.errors.NotFound} And the other errors of opening and reading.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { newScratch, openSource } from "@taskflow/corpora";
 *
 * const path = await Deno.makeTempFile();
 * await Deno.writeTextFile(path, "\uFEFFHi");
 * {
 *   using source = openSource(path, "hi.md", newScratch());
 *   equal(await source.text(), "Hi");
 *   equal(source.finish().bytes, 5);
 * }
 * await Deno.remove(path);
 * ```
 */
export function openSource(
  path: string,
  file: string,
  scratch: Scratch,
): OpenSource {
  const handle = Deno.openSync(path);
  const hash = createHash("sha256");
  let bytes = 0;
  let ended = false;
  let tail = new Uint8Array();
  /** Read up to a place in the scratch memory, or to the end of the file. */
  const fill = (from: number, to: number): number => {
    let at = from;
    while (at < to && !ended) {
      const n = handle.readSync(scratch.bytes.subarray(at, to));
      if (n === null) ended = true;
      else at += n;
    }
    const read = scratch.bytes.subarray(from, at);
    hash.update(read);
    bytes += read.length;
    tail = tailOf(tail, read);
    return at;
  };
  let size: number;
  let headLength: number;
  try {
    size = handle.statSync().size;
    headLength = fill(0, HEAD_BYTES);
    if (headLength === size) headLength = fill(headLength, headLength + 1);
  } catch (error) {
    handle.close();
    throw error;
  }
  let headText: string | null = null;
  const head = {
    get bytes() {
      return scratch.bytes.subarray(0, headLength);
    },
    get text() {
      return headText ??= decoder.decode(wholeCharacters(this.bytes, ended));
    },
    get complete() {
      return ended;
    },
    whole: fileBytes(path),
  };
  let taken = false;
  const take = () => {
    if (taken) {
      throw new TypeError(
        `Cannot read "${file}" twice: its content was taken before`,
      );
    }
    taken = true;
  };
  const whole = (): Uint8Array => {
    take();
    let length = headLength;
    while (!ended) {
      // One byte more than expected, so that the end is seen without growing.
      const room = Math.max(size + 1, length + CHUNK);
      if (room > LONGEST) {
        throw new RangeError(
          `Cannot read "${file}" as one text: it has ${size} bytes and at most ${LONGEST} fit; ` +
            `split it`,
        );
      }
      grow(scratch, room);
      length = fill(length, room);
    }
    return scratch.bytes.subarray(0, length);
  };
  return {
    file,
    size,
    head,
    async *chunks() {
      take();
      if (headLength > 0) yield scratch.bytes.subarray(0, headLength);
      while (!ended) {
        const end = fill(HEAD_BYTES, HEAD_BYTES + CHUNK);
        if (end > HEAD_BYTES) yield scratch.bytes.subarray(HEAD_BYTES, end);
      }
    },
    bytes: () => Promise.resolve(whole()),
    text() {
      const bytes = whole();
      return Promise.resolve(
        bytes.length === headLength ? head.text : decoder.decode(bytes),
      );
    },
    finish() {
      while (!ended) fill(HEAD_BYTES, HEAD_BYTES + CHUNK);
      return {
        bytes,
        sha256: hash.digest("hex"),
        cut: startedCharacter(tail) > 0,
      };
    },
    [Symbol.dispose]: () => {
      handle.close();
      // The handle outlives many collections, and the text would with it.
      headText = null;
    },
  };
}

function grow(scratch: Scratch, length: number): void {
  if (scratch.bytes.length >= length) return;
  const grown = new Uint8Array(
    Math.max(length, Math.min(2 * scratch.bytes.length, LONGEST)),
  );
  grown.set(scratch.bytes);
  scratch.bytes = grown;
}

/** The last four bytes of two parts. */
function tailOf(before: Uint8Array, part: Uint8Array): Uint8Array<ArrayBuffer> {
  return part.length >= 4
    ? part.slice(-4)
    : Uint8Array.from([...before, ...part]).slice(-4);
}

/** Bytes without the beginning of a character at their end, unless nothing follows. */
function wholeCharacters(bytes: Uint8Array, ended: boolean): Uint8Array {
  return ended
    ? bytes
    : bytes.subarray(0, bytes.length - startedCharacter(bytes));
}

/** Number of bytes at the end that begin a UTF-8 character without finishing it. */
function startedCharacter(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}
