/**
 * Checksums of files, as provenance states them.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { openFile } from "./format.ts";

/** Bytes read at a time. */
const CHUNK = 1 << 18;

/**
 * SHA-256 of a file, read in pieces: memory does not grow with the file.
 *
 * @param path The file.
 * @returns 64 hexadecimal digits in lower case.
 * @throws {Deno.errors.NotFound} If there is no such file.
 * @throws {TypeError} If it is a folder.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { sha256File } from "@taskflow/table";
 *
 * const path = await Deno.makeTempFile();
 * const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
 * equal(await sha256File(path), empty);
 * await Deno.remove(path);
 * ```
 */
export async function sha256File(path: string): Promise<string> {
  using file = await openFile(path);
  const hash = createHash("sha256");
  const buffer = new Uint8Array(CHUNK);
  for (;;) {
    const n = await file.read(buffer);
    if (n === null) return hash.digest("hex");
    hash.update(buffer.subarray(0, n));
  }
}
