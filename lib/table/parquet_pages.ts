/**
 * Bounds of Parquet pages from anywhere, checked before hyparquet decodes them: it believes the lengths
 * it finds, and a damaged run of two thousand million equal values fills the memory.
 *
 * @module
 */

import type { PageHeader, SchemaTree } from "hyparquet/src/types.js";
import {
  getMaxDefinitionLevel,
  getMaxRepetitionLevel,
} from "hyparquet/src/schema.js";

/** Values that the last bit-packed run may have beyond the end; writers pad it. */
const PADDING = 1024;

/** Largest page after decompression: 1 GiB. */
const LARGEST_PAGE = 1 << 30;

/** What is known of a page before its values are decoded. */
export interface PageBounds {
  /** Number of values, missing ones included; 0 for a dictionary. */
  readonly values: number;
  /** Check the part that is compressed once it is not any more; what was not is checked already. */
  readonly checkBody: (body: Uint8Array) => void;
}

function damaged(what: string): RangeError {
  return new RangeError(`damaged page: ${what}`);
}

function count(value: number | undefined, most: number, what: string): number {
  if (value === undefined || !(value >= 0 && value <= most)) {
    throw damaged(`${value} ${what}`);
  }
  return value;
}

/**
 * Check the header of a page and the parts of it that are not compressed.
 *
 * @param header The header.
 * @param bytes The page as it lies in the file, compressed, and all that follows in the column chunk.
 * @param path Schema elements from the root to the column.
 * @param most Values that the column chunk still has.
 * @param compressed Whether the column chunk is compressed.
 *
 * @example
 * ```ts
 * import { throws } from "node:assert/strict";
 * import { checkPage } from "./parquet_pages.ts";
 *
 * const header = {
 *   type: "DICTIONARY_PAGE" as const,
 *   compressed_page_size: 9,
 *   uncompressed_page_size: 9,
 * };
 * throws(() => checkPage(header, new Uint8Array(3), [], 1, true), /damaged page: 9 bytes/);
 * ```
 */
export function checkPage(
  header: PageHeader,
  bytes: Uint8Array,
  path: SchemaTree[],
  most: number,
  compressed: boolean,
): PageBounds {
  const size = count(header.compressed_page_size, bytes.length, "bytes");
  const unpacked = count(
    header.uncompressed_page_size,
    LARGEST_PAGE,
    "bytes unpacked",
  );
  const widths = {
    repetition: widthOf(getMaxRepetitionLevel(path)),
    definition: widthOf(getMaxDefinitionLevel(path)),
  };
  const type = path.at(-1)?.element.type;
  const { data_page_header: v1, data_page_header_v2: v2 } = header;
  if (header.type === "DATA_PAGE" && v1 !== undefined) {
    const values = count(v1.num_values, most, "values");
    const checkBody = (body: Uint8Array) => {
      let at = 0;
      for (const width of [widths.repetition, widths.definition]) {
        if (width > 0) at = checkPrefixed(body, at, width, values);
      }
      checkCodes(body.subarray(at), v1.encoding, type, values);
    };
    if (!compressed) checkBody(bytes.subarray(0, size));
    return { values, checkBody };
  }
  if (header.type === "DATA_PAGE_V2" && v2 !== undefined) {
    const values = count(v2.num_values, most, "values");
    count(v2.num_nulls, values, "missing values");
    count(v2.num_rows, values, "rows");
    const first = count(v2.repetition_levels_byte_length, size, "bytes");
    const both = first +
      count(v2.definition_levels_byte_length, size - first, "bytes");
    if (widths.repetition > 0) {
      checkRuns(bytes.subarray(0, first), widths.repetition, values, true);
    }
    if (widths.definition > 0) {
      checkRuns(bytes.subarray(first, both), widths.definition, values, true);
    }
    const checkBody = (body: Uint8Array) =>
      checkCodes(body, v2.encoding, type, values);
    const plain = !compressed || v2.is_compressed === false ||
      unpacked === both;
    if (plain) checkBody(bytes.subarray(both, size));
    return { values, checkBody };
  }
  return { values: 0, checkBody: () => {} };
}

/** Bits of levels up to `most`. */
function widthOf(most: number): number {
  return 32 - Math.clz32(most);
}

/** Codes of a dictionary, or truth values, in runs; other encodings run out of bytes by themselves. */
function checkCodes(
  body: Uint8Array,
  encoding: string,
  type: string | undefined,
  values: number,
): void {
  if (encoding === "RLE" || type === "BOOLEAN") {
    if (encoding === "RLE" && values > 0) checkPrefixed(body, 0, 1, values);
    return;
  }
  if (!encoding.endsWith("_DICTIONARY") || body.length === 0) return;
  const width = count(body[0], 32, "bits");
  checkRuns(body.subarray(1), width, values, false);
}

/** Runs after their length in four bytes; returns where they end. */
function checkPrefixed(
  body: Uint8Array,
  at: number,
  width: number,
  values: number,
): number {
  if (at + 4 > body.length) throw damaged("no levels");
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const length = view.getUint32(at, true);
  const end = at + 4 + count(length, body.length - at - 4, "bytes");
  checkRuns(body.subarray(at + 4, end), width, values, false);
  return end;
}

/** Runs of equal and of bit-packed values must not have more values than the page. */
function checkRuns(
  runs: Uint8Array,
  width: number,
  values: number,
  all: boolean,
): void {
  let at = 0;
  let seen = 0;
  while (seen < values && at < runs.length) {
    let header = 0;
    let byte: number;
    let scale = 1;
    do {
      byte = runs[at++] ?? 0;
      header += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127 && at < runs.length);
    const length = Math.floor(header / 2);
    if (header % 2 === 1) {
      count(length * 8, values - seen + PADDING, "values in a run");
      at += length * width;
      seen += length * 8;
    } else {
      seen += count(length, values - seen, "values in a run");
      at += Math.ceil(width / 8);
    }
  }
  if (all && seen < values) throw damaged(`${seen} of ${values} levels`);
}
