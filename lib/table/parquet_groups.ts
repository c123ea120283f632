/**
 * Parquet files of any size, a row group or a page at a time: tables that do not fit in memory.
 *
 * @module
 */

import { DataType } from "apache-arrow";
import {
  type ColumnMetaData,
  type FileMetaData,
  parquetMetadata,
  parquetSchema,
  type SchemaTree,
} from "hyparquet";
import { parquetHeader, readPage } from "hyparquet/src/column.js";
import { convert } from "hyparquet/src/convert.js";
import { isFlatColumn } from "hyparquet/src/schema.js";
import type { DecodedArray } from "hyparquet/src/types.js";
import { errorText, requireColumns, unreadable } from "./format.ts";
import { dateOfUnits } from "./instant.ts";
import { decoderOf, PARSERS, readParquetColumn } from "./parquet_column.ts";
import { checkPage } from "./parquet_pages.ts";
import { fieldOf } from "./parquet_schema.ts";

/** Bytes that can be read from any place. */
export interface ByteSource {
  /** Number of bytes. */
  readonly byteLength: number;
  /** The bytes of a part, in memory of their own; fewer where the source ends. */
  read(start: number, end: number): Uint8Array<ArrayBuffer>;
}

/** A Parquet file that is open for reading in parts. */
export interface ParquetGroups {
  /** Names of the top-level columns, in order. */
  readonly columns: readonly string[];
  /** Those of them that hold lists or objects. */
  readonly nested: readonly string[];
  /** Number of rows of each row group. */
  readonly groups: readonly number[];
  /**
   * All values of a column in a row group: text, number, bigint (64-bit integers), boolean, `Date`
   * (timestamps, to the millisecond), `Uint8Array`, lists and objects, `null`.
   *
   * @throws {RangeError} If there is no such column.
   * @throws {SyntaxError} If the file is damaged.
   */
  column(group: number, name: string): ArrayLike<unknown>;
  /**
   * The same for a column that is neither a list nor an object, a page (about a megabyte) at a time.
   *
   * @throws As `column`.
   */
  pages(group: number, name: string): Generator<ArrayLike<unknown>>;
}

const MAGIC = 0x31524150;
const REMEDY = "write it again, or check that it was copied completely";

/** Bytes read to find the header of a page, at first. */
const WINDOW = 1 << 16;

/**
 * Whether a source is a Parquet file, by its first and last bytes.
 *
 * @param source The source.
 * @returns Whether both ends are those of a Parquet file.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { isParquet } from "@taskflow/table";
 *
 * const bytes = new TextEncoder().encode("PAR1....PAR1");
 * equal(isParquet({ byteLength: 12, read: (start, end) => bytes.slice(start, end) }), true);
 * ```
 */
export function isParquet(source: ByteSource): boolean {
  const { byteLength } = source;
  return byteLength >= 12 && uint32(source.read(0, 4)) === MAGIC &&
    uint32(source.read(byteLength - 4, byteLength)) === MAGIC;
}

/**
 * Open a Parquet file for reading in parts.
 *
 * @param source Its bytes.
 * @param name What error messages call it.
 * @returns Its columns and row groups; nothing but the metadata has been read.
 * @throws {SyntaxError} If it is no Parquet file, or its metadata are damaged.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { fromRows, openParquet, writeTable } from "@taskflow/table";
 *
 * const path = await Deno.makeTempFile({ suffix: ".parquet" });
 * await writeTable(path, fromRows([{ session: "s-1", turn: 1 }, { session: "s-1", turn: 2 }]));
 * const bytes = await Deno.readFile(path);
 * const file = openParquet({
 *   byteLength: bytes.length,
 *   read: (start, end) => bytes.slice(start, end),
 * }, path);
 * deepEqual(file.groups, [2]);
 * deepEqual([...Array.from(file.column(0, "turn"))], [1, 2]);
 * await Deno.remove(path);
 * ```
 */
export function openParquet(source: ByteSource, name: string): ParquetGroups {
  const metadata = readMetadata(source, name);
  const root = parquetSchema(metadata);
  const columns = root.children.map(({ element }) => element.name);
  const treeOf = (column: string): SchemaTree => {
    requireColumns(name, [column], columns);
    return root.children[columns.indexOf(column)] ?? root;
  };
  const groupOf = (group: number) => {
    const found = metadata.row_groups[group];
    if (found !== undefined) return found;
    throw new RangeError(`Cannot read table "${name}": no row group ${group}`);
  };
  return {
    columns,
    nested: root.children.filter(({ children }) => children.length > 0)
      .map(({ element }) => element.name),
    groups: metadata.row_groups.map(({ num_rows }) => Number(num_rows)),
    column(group, column) {
      const tree = treeOf(column);
      const only = { ...metadata, row_groups: [groupOf(group)] };
      try {
        return plain(readParquetColumn(source.read, only, root, tree), tree);
      } catch (error) {
        throw broken(name, error);
      }
    },
    *pages(group, column) {
      const tree = treeOf(column);
      const chunk = groupOf(group).columns.find(({ meta_data }) =>
        meta_data?.path_in_schema[0] === column
      )?.meta_data;
      try {
        if (chunk === undefined || tree.children.length > 0) {
          throw new RangeError(`"${column}" is not flat`);
        }
        const rows = Number(groupOf(group).num_rows);
        for (const page of pagesOf(source, chunk, [root, tree], rows)) {
          yield plain(page, tree);
        }
      } catch (error) {
        throw broken(name, error);
      }
    },
  };
}

function readMetadata(source: ByteSource, name: string): FileMetaData {
  const { byteLength } = source;
  try {
    if (!isParquet(source)) throw new RangeError("no PAR1 at both ends");
    const length = uint32(source.read(byteLength - 8, byteLength - 4)) + 8;
    if (length > byteLength) {
      throw new RangeError(`${length} bytes of metadata`);
    }
    const footer = source.read(byteLength - length, byteLength);
    return parquetMetadata(footer, { parsers: PARSERS });
  } catch (error) {
    throw broken(name, error);
  }
}

function broken(name: string, error: unknown): Error {
  if (error instanceof SyntaxError) return error;
  const problem = `it is not a complete Parquet file (${errorText(error)})`;
  return unreadable(name, problem, REMEDY, error);
}

function uint32(bytes: Uint8Array<ArrayBuffer>): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
}

/** The pages of a flat column in a row group, each read when it is asked for. */
function* pagesOf(
  source: ByteSource,
  chunk: ColumnMetaData,
  path: SchemaTree[],
  rows: number,
): Generator<DecodedArray> {
  const start = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
  const end = start + Number(chunk.total_compressed_size);
  const values = Number(chunk.num_values);
  if (!isFlatColumn(path) || values !== rows || !(end >= start)) {
    throw new RangeError(`${values} values for ${rows} rows`);
  }
  let dictionary: DecodedArray | undefined;
  let left = values;
  for (let at = start; left > 0 && at < end;) {
    const { header, reader, bytes } = readHeader(source, at, end);
    const body = bytes.subarray(reader.offset);
    const compressed = chunk.codec !== "UNCOMPRESSED";
    const page = checkPage(header, body, path, left, compressed);
    const decoder = decoderOf(chunk, path, page.checkBody);
    const { data } = readPage(
      reader,
      header,
      decoder,
      dictionary,
      undefined,
      0,
    );
    at += reader.offset;
    left -= page.values;
    if (header.type === "DICTIONARY_PAGE") {
      dictionary = data && convert(data, decoder);
    } else if (data !== undefined) yield data;
  }
  if (left > 0) throw new RangeError(`${left} of ${values} values are missing`);
}

/** The header at a place, with the bytes of its page behind it. */
function readHeader(source: ByteSource, at: number, end: number) {
  for (let window = WINDOW;; window *= 4) {
    const bytes = source.read(at, Math.min(end, at + window));
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const reader = { view, offset: 0 };
    let header: ReturnType<typeof parquetHeader>;
    try {
      header = parquetHeader(reader);
    } catch (error) {
      // The header goes on behind the window, or is no header.
      if (at + window < end && error instanceof RangeError) continue;
      throw error;
    }
    const length = reader.offset + header.compressed_page_size;
    if (length <= bytes.length || at + bytes.length >= end) {
      return { header, reader, bytes };
    }
    if (!(length > 0)) throw new RangeError(`a page of ${length} bytes`);
    const whole = source.read(at, Math.min(end, at + length));
    const wholeView = new DataView(
      whole.buffer,
      whole.byteOffset,
      whole.length,
    );
    return {
      header,
      reader: { view: wholeView, offset: reader.offset },
      bytes: whole,
    };
  }
}

/** Instants as `Date`; everything else is plain already. */
function plain(
  values: ArrayLike<unknown>,
  tree: SchemaTree,
): ArrayLike<unknown> {
  const type = fieldOf(tree)?.type;
  if (!DataType.isTimestamp(type)) return values;
  return Array.from(
    values,
    (value) => typeof value === "bigint" ? dateOfUnits(value, type.unit) : null,
  );
}
