/**
 * What the end of a Parquet file tells about it.
 *
 * @module
 */

import { openParquet, type ParquetGroups } from "@taskflow/table";
import type { Head } from "./adapter.ts";

/** First bytes of a Parquet file. */
const MAGIC = [0x50, 0x41, 0x52, 0x31];

const opened = new WeakMap<Head, ParquetGroups | null>();

/**
 * Open a file if it is Parquet. It is done once per head, however many formats ask.
 *
 * @param head Beginning of the file.
 * @returns The open file, or `null` if it is something else, damaged, or only a stream.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { parquetHead } from "@taskflow/corpora";
 *
 * const text = "PAR1";
 * equal(parquetHead({ bytes: new TextEncoder().encode(text), text, complete: true }), null);
 * ```
 */
export function parquetHead(head: Head): ParquetGroups | null {
  const known = opened.get(head);
  if (known !== undefined) return known;
  const parquet = open(head);
  opened.set(head, parquet);
  return parquet;
}

function open({ bytes, whole }: Head): ParquetGroups | null {
  if (whole === undefined || MAGIC.some((byte, i) => bytes[i] !== byte)) {
    return null;
  }
  try {
    return openParquet(whole, "file");
  } catch (error) {
    // Damaged: nobody reads it, and it is reported as binary.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
