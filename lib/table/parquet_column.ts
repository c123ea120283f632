/**
 * One column of a Parquet file, row group by row group, by hyparquet's page decoders.
 *
 * @module
 */

import type {
  ColumnMetaData,
  Compressors,
  FileMetaData,
  SchemaTree,
} from "hyparquet";
import { assembleNested } from "hyparquet/src/assemble.js";
import { parquetHeader, readPage } from "hyparquet/src/column.js";
import { convert, DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import { getTreePath, isFlatColumn } from "hyparquet/src/schema.js";
import type { ColumnDecoder, DecodedArray } from "hyparquet/src/types.js";
import { compressors as decompressors } from "hyparquet-compressors";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import type { Values } from "./build_data.ts";
import { checkPage } from "./parquet_pages.ts";

/** Most values of nested columns in one row group. */
const MOST_NESTED = 1 << 28;

/** Reads bytes of the file; fewer where it ends. */
export type ReadAt = (start: number, end: number) => Uint8Array<ArrayBuffer>;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const textOf = (bytes: Uint8Array) => decoder.decode(bytes);

/** Values as Arrow keeps them, not as `Date` and parsed JSON. */
export const PARSERS = {
  ...DEFAULT_PARSERS,
  timestampFromMilliseconds: (at: bigint) => at,
  timestampFromMicroseconds: (at: bigint) => at,
  timestampFromNanoseconds: (at: bigint) => at,
  dateFromDays: (days: number) => days,
  stringFromBytes: textOf,
  jsonFromBytes: textOf,
};

/** zstd and gzip of the runtime in place of JavaScript ones; `length` bounds what they unpack. */
const UNPACK: Compressors = {
  ...decompressors,
  UNCOMPRESSED: (bytes) => bytes,
  ZSTD: (bytes, length) => zstdDecompressSync(bytes, bound(length)),
  GZIP: (bytes, length) => gunzipSync(bytes, bound(length)),
};

function bound(length: number) {
  return { maxOutputLength: Math.max(1, length) };
}

/** The values of a top-level column in order; throws an Error if they are not all there. */
export function readParquetColumn(
  read: ReadAt,
  metadata: FileMetaData,
  root: SchemaTree,
  tree: SchemaTree,
): Values {
  const { name } = tree.element;
  const parts = metadata.row_groups.map((group) => {
    const rows = Number(group.num_rows);
    const leaves = new Map<string, DecodedArray>();
    for (const { meta_data: chunk } of group.columns) {
      if (chunk?.path_in_schema[0] !== name) continue;
      const path = getTreePath(root, chunk.path_in_schema);
      leaves.set(
        chunk.path_in_schema.join("."),
        readChunk(read, chunk, path, rows),
      );
    }
    if (tree.children.length > 0) assembleNested(leaves, tree, PARSERS);
    const values = leaves.get(name);
    if (values?.length !== rows) {
      throw new RangeError(
        `${values?.length ?? 0} of ${rows} values of "${name}"`,
      );
    }
    return values;
  });
  return joined(parts);
}

/** The values of a leaf in a row group; lists of them where the leaf is inside lists. */
function readChunk(
  read: ReadAt,
  chunk: ColumnMetaData,
  path: SchemaTree[],
  rows: number,
): DecodedArray {
  const values = Number(chunk.num_values);
  const fits = isFlatColumn(path) ? values === rows : values <= MOST_NESTED;
  const size = Number(chunk.total_compressed_size);
  if (!fits || values < 0 || size < 0) {
    throw new RangeError(`${values} values in ${size} bytes`);
  }
  const start = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
  const bytes = read(start, start + size);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reader = { view, offset: 0 };
  const parts: DecodedArray[] = [];
  let dictionary: DecodedArray | undefined;
  for (let left = values; left > 0 && reader.offset < bytes.length;) {
    const header = parquetHeader(reader);
    const rest = bytes.subarray(reader.offset);
    const compressed = chunk.codec !== "UNCOMPRESSED";
    const page = checkPage(header, rest, path, left, compressed);
    const decoder = decoderOf(chunk, path, page.checkBody);
    const last = parts.at(-1);
    const { data } = readPage(reader, header, decoder, dictionary, last, 0);
    left -= page.values;
    if (header.type === "DICTIONARY_PAGE") {
      dictionary = data && convert(data, decoder);
    } else if (data !== undefined && data !== last) parts.push(data);
  }
  return joined(parts);
}

/** What hyparquet needs to know to decode pages of a column. */
export function decoderOf(
  chunk: ColumnMetaData,
  path: SchemaTree[],
  checkBody: (body: Uint8Array) => void,
): ColumnDecoder {
  const { codec, type, path_in_schema: pathInSchema } = chunk;
  const element = path.at(-1)?.element;
  const unpack = UNPACK[codec];
  if (element === undefined || unpack === undefined) {
    throw new RangeError(`compression ${codec} is not known`);
  }
  return {
    pathInSchema,
    type,
    element,
    schemaPath: path,
    codec,
    parsers: PARSERS,
    compressors: {
      [codec]: (bytes: Uint8Array, length: number) => {
        const body = unpack(bytes, length);
        checkBody(body);
        return body;
      },
    },
    utf8: false,
  };
}

/** One array of all, of the same kind where all are of one kind of typed array. */
function joined<T extends Values>(parts: readonly T[]): T | unknown[] {
  const [first, ...rest] = parts;
  if (first === undefined) return [];
  if (rest.length === 0) return first;
  return parts.flatMap((part) => Array.from(part));
}
