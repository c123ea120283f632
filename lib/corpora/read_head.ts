/**
 * The beginning of a file on disk.
 *
 * @module
 */

import { type Head, HEAD_BYTES } from "./adapter.ts";
import { fileBytes } from "./file_bytes.ts";
import { headOf } from "./head_of.ts";
import type { Scratch } from "./source_file.ts";

/** The beginning of a file on disk. */
export interface FileHead extends Head {
  /** Size of the file in bytes. */
  readonly size: number;
}

/**
 * Read the beginning of a file, and nothing else.
 *
 * @param path Path to open.
 * @param scratch Memory to read into; the head is valid until it is used again.
 * @returns The head.
 * @throws {Deno.errors.NotFound} And the other errors of opening and reading.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { newScratch, readHead } from "@taskflow/corpora";
 *
 * const path = await Deno.makeTempFile();
 * await Deno.writeTextFile(path, "\uFEFFHi");
 * const head = readHead(path, newScratch());
 * equal(head.text, "Hi");
 * equal(head.complete, true);
 * await Deno.remove(path);
 * ```
 */
export function readHead(path: string, scratch: Scratch): FileHead {
  using file = Deno.openSync(path);
  let length = 0;
  let complete = false;
  // One byte more than the head, to see whether the file goes on.
  while (length <= HEAD_BYTES && !complete) {
    const room = scratch.bytes.subarray(length, HEAD_BYTES + 1);
    const read = file.readSync(room);
    if (read === null) complete = true;
    else length += read;
  }
  const bytes = scratch.bytes.subarray(0, Math.min(length, HEAD_BYTES));
  return Object.assign(headOf(bytes, complete), {
    size: file.statSync().size,
    whole: fileBytes(path),
  });
}
