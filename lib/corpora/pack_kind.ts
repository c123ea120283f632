/**
 * Telling compressed files and archives by their first bytes.
 *
 * @module
 */

/** Kinds of packed files that are opened. */
export type PackKind = "gzip" | "zstd" | "zip";

const MAGIC: readonly (readonly [string, PackKind])[] = [
  ["\x1f\x8b\x08", "gzip"],
  ["\x28\xb5\x2f\xfd", "zstd"],
  ["PK\x03\x04", "zip"],
  // A zip archive without a file.
  ["PK\x05\x06", "zip"],
];

/**
 * Tell how a file is packed.
 *
 * @param bytes Its first bytes.
 * @returns The kind, or `null` if it is not packed in a way that is opened.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { packKind } from "@taskflow/corpora";
 *
 * equal(packKind(Uint8Array.of(0x1f, 0x8b, 8, 0)), "gzip");
 * equal(packKind(new TextEncoder().encode("PK?")), null);
 * ```
 */
export function packKind(bytes: Uint8Array): PackKind | null {
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  return MAGIC.find(([magic]) => start.startsWith(magic))?.[1] ?? null;
}
