/**
 * Bytes of a file from any place, for formats that describe themselves at their end.
 *
 * @module
 */

import type { ByteSource } from "@taskflow/table";

/**
 * Read a file from any place. It is opened for every part, so that nothing has to be closed.
 *
 * @param path Path of the file.
 * @returns Its bytes.
 * @throws {Deno.errors.NotFound} And the other errors of opening, on the first use.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { fileBytes } from "@taskflow/corpora";
 *
 * const path = await Deno.makeTempFile();
 * await Deno.writeTextFile(path, "abcdef");
 * const source = fileBytes(path);
 * equal(new TextDecoder().decode(source.read(4, 99)), "ef");
 * equal(source.byteLength, 6);
 * await Deno.remove(path);
 * ```
 */
export function fileBytes(path: string): ByteSource {
  return {
    get byteLength() {
      return Deno.statSync(path).size;
    },
    read(start, end) {
      using file = Deno.openSync(path);
      const { size } = file.statSync();
      const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start));
      file.seekSync(start, Deno.SeekMode.Start);
      let at = 0;
      while (at < bytes.length) {
        const n = file.readSync(bytes.subarray(at));
        if (n === null) break;
        at += n;
      }
      return at === bytes.length ? bytes : bytes.slice(0, at);
    },
  };
}
