/**
 * Files compressed by gzip and Zstandard.
 *
 * @module
 */

import { pipeline, Readable } from "node:stream";
import { createGunzip, createZstdDecompress } from "node:zlib";
import type { Packed } from "./packed.ts";

/** Bytes that are unpacked at a time. */
const CHUNK = 128 * 1024;

/**
 * The file in a compressed one.
 *
 * @param outer The compressed file.
 * @param kind How it is compressed.
 * @param longest Bytes of the compressed file that may be read, for one that is packed itself: it may
 * consist of many parts that are empty.
 * @returns The file in it; files compressed one after another are one.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { Readable } from "node:stream";
 * import { gzipSync } from "node:zlib";
 * import { decompressed, packedHead } from "@taskflow/corpora";
 *
 * const open = () => Promise.resolve(Readable.from([gzipSync("Hi")]));
 * const outer = { open, limit: 99, allowance: { looking: 99, reading: 99 }, crc32: null };
 * const head = await packedHead(decompressed(outer, "gzip"));
 * equal("bytes" in head && new TextDecoder().decode(head.bytes), "Hi");
 * ```
 */
export function decompressed(
  outer: Packed,
  kind: "gzip" | "zstd",
  longest = Infinity,
): Packed {
  return {
    ...outer,
    crc32: null,
    async open(): Promise<Readable> {
      const source = await outer.open();
      const target = kind === "gzip"
        ? createGunzip({ chunkSize: CHUNK })
        : createZstdDecompress({ chunkSize: CHUNK });
      // Errors of either reach the reader, and its end closes both.
      const limited = longest === Infinity ? source : upTo(source, longest);
      return pipeline(limited, target, () => {});
    },
  };
}

function upTo(source: Readable, longest: number): Readable {
  return Readable.from((async function* () {
    let left = longest;
    for await (const part of source) {
      left -= part.length;
      if (left < 0) throw new Error("it unpacks to too many times its size");
      yield part;
    }
  })());
}
