/**
 * Parquet, by hyparquet and hyparquet-writer: the default format of tables on disk.
 *
 * Written files are compressed with zstd, in row groups of 100,000 rows, and carry the Arrow schema
 * (`ARROW:schema`), so that dictionaries come back as dictionaries here and in pyarrow. Read are all
 * compressions but LZO. Decimals become float64, UUIDs and JSON text, maps structs of all their keys.
 *
 * @module
 */

import {
  type Data,
  DataType,
  Field,
  Schema,
  type Table,
  tableFromIPC,
  TimeUnit,
} from "apache-arrow";
import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetScan,
  parquetSchema,
} from "hyparquet";
import { compressors as decompressors } from "hyparquet-compressors";
import { parquetWriteBuffer } from "hyparquet-writer";
import { Buffer } from "node:buffer";
import {
  brotliDecompressSync,
  gunzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from "node:zlib";
import { buildData, tableOf, type Values } from "./build_data.ts";
import { exactColumns } from "./data_values.ts";
import { errorText, openFile, requireColumns, unreadable } from "./format.ts";
import { inferType } from "./infer_type.ts";
import { ipcSchema } from "./ipc.ts";
import { fieldOf, parquetElements } from "./parquet_schema.ts";

const ROW_GROUP = 100_000;
const ARROW_SCHEMA = "ARROW:schema";
const REMEDY = "write it again, or check that it was copied completely";

/** The bytes of a Parquet file; the same for the same table. */
export function parquetBytes(table: Table): Uint8Array {
  const { fields, metadata } = table.schema;
  const schema = parquetElements(fields);
  const columns = exactColumns(table);
  const bytes = parquetWriteBuffer({
    schema,
    columnData: fields.map(({ name, type, nullable }, i) => {
      const data = stored(columns[i] ?? [], type);
      if (!nullable) refuseNull(name, data);
      // A dictionary would make 0 of -0.
      return DataType.isFloat(type)
        ? { name, data, encoding: "PLAIN" as const }
        : { name, data };
    }),
    codec: "ZSTD",
    compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
    rowGroupSize: ROW_GROUP,
    createdBy: "taskflow",
    kvMetadata: [
      ...Array.from(metadata, ([key, value]) => ({ key, value })),
      {
        key: ARROW_SCHEMA,
        value: Buffer.from(ipcSchema(table.schema)).toString("base64"),
      },
    ],
  });
  return new Uint8Array(bytes);
}

function refuseNull(name: string, values: readonly unknown[]): void {
  const row = values.indexOf(null);
  if (row < 0) return;
  throw new TypeError(
    `Cannot write column "${name}": it is not nullable, but row ${row} has no value`,
  );
}

/** Values as Parquet keeps them: seconds become milliseconds, all else stays. */
function stored(values: unknown[], type: DataType): unknown[] {
  return inSeconds(type)
    ? values.map((v) => rescaled(v, (at) => at * 1000n))
    : values;
}

/** The inverse of {@linkcode stored}. */
function loaded(values: Values, type: DataType): Values {
  return inSeconds(type)
    ? Array.from(values, (v) => rescaled(v, (at) => at / 1000n))
    : values;
}

/** Whether a column, or the items of its lists, are timestamps in seconds. */
function inSeconds(type: DataType): boolean {
  if (DataType.isList(type)) return inSeconds(type.valueType);
  if (DataType.isDictionary(type)) return inSeconds(type.dictionary);
  return DataType.isTimestamp(type) && type.unit === TimeUnit.SECOND;
}

function rescaled(value: unknown, scale: (at: bigint) => bigint): unknown {
  if (Array.isArray(value)) return value.map((item) => rescaled(item, scale));
  return typeof value === "bigint" ? scale(value) : value;
}

/** Options of {@linkcode readParquet}. */
export interface ReadParquetOptions {
  /** Columns to read, in order (default: all); the others are not even fetched. */
  readonly columns?: readonly string[];
}

/** Read a Parquet file; its key/value metadata is the table's `schema.metadata`. */
export async function readParquet(
  path: string,
  options: ReadParquetOptions = {},
): Promise<Table> {
  using handle = await openFile(path);
  const file = bufferOf(handle);
  if (file.byteLength === 0) {
    throw unreadable(path, "the file is empty", REMEDY);
  }
  let metadata: FileMetaData;
  try {
    metadata = await parquetMetadataAsync(file, { parsers: PARSERS });
  } catch (error) {
    throw broken(path, error);
  }
  const trees = parquetSchema(metadata).children;
  const names = options.columns ?? trees.map(({ element }) => element.name);
  requireColumns(path, names, trees.map(({ element }) => element.name));
  const hints = hintsOf(metadata);
  const rows = Number(metadata.num_rows);
  const fields: Field[] = [];
  const columns: Data[] = [];
  try {
    for (const name of names) {
      const tree = trees.find(({ element }) => element.name === name);
      const values = await readColumn(file, metadata, name);
      if (tree === undefined || values.length !== rows) {
        throw new Error(`${values.length} of ${rows} values of "${name}"`);
      }
      const field = fieldOf(tree, hints.get(name)) ??
        new Field(name, inferType(values), true);
      fields.push(field);
      columns.push(buildData(loaded(values, field.type), field.type));
    }
  } catch (error) {
    throw broken(path, error);
  }
  return tableOf(new Schema(fields, metadataMap(metadata)), columns, rows);
}

function broken(path: string, error: unknown): SyntaxError {
  const problem = `it is not a complete Parquet file (${errorText(error)})`;
  return unreadable(path, problem, REMEDY, error);
}

/** Reads are synchronous: pieces of one file that are asked for together cannot get mixed up. */
function bufferOf(file: Deno.FsFile): AsyncBuffer {
  const byteLength = file.statSync().size;
  return {
    byteLength,
    slice(start, end = byteLength) {
      const bytes = new Uint8Array(
        Math.max(0, Math.min(end, byteLength) - start),
      );
      file.seekSync(start, Deno.SeekMode.Start);
      for (let at = 0; at < bytes.length;) {
        const n = file.readSync(bytes.subarray(at));
        if (n === null) break;
        at += n;
      }
      return bytes.buffer;
    },
  };
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const textOf = (bytes: Uint8Array) => decoder.decode(bytes);

/** Values as Arrow keeps them, not as `Date` and parsed JSON. */
const PARSERS = {
  timestampFromMilliseconds: (at: bigint) => at,
  timestampFromMicroseconds: (at: bigint) => at,
  timestampFromNanoseconds: (at: bigint) => at,
  dateFromDays: (days: number) => days,
  stringFromBytes: textOf,
  jsonFromBytes: textOf,
};

/** Native zstd, gzip and brotli in place of JavaScript ones; `length` bounds what they may unpack. */
const DECOMPRESSORS: Compressors = {
  ...decompressors,
  ZSTD: (bytes, length) =>
    zstdDecompressSync(bytes, { maxOutputLength: Math.max(1, length) }),
  GZIP: (bytes, length) =>
    gunzipSync(bytes, { maxOutputLength: Math.max(1, length) }),
  BROTLI: (bytes, length) =>
    brotliDecompressSync(bytes, { maxOutputLength: Math.max(1, length) }),
};

async function readColumn(
  file: AsyncBuffer,
  metadata: FileMetaData,
  column: string,
): Promise<Values> {
  const scan = await parquetScan({
    file,
    metadata,
    columns: [column],
    compressors: DECOMPRESSORS,
    parsers: PARSERS,
    utf8: false,
  });
  const parts: Values[] = [];
  for (const { rowStart, rowEnd } of scan.ranges) {
    parts.push(await scan.readColumn({ column, rowStart, rowEnd }));
  }
  return parts.length === 1
    ? parts[0] ?? []
    : parts.flatMap((part) => Array.from(part));
}

/** What an Arrow writer noted about the columns, by name. */
function hintsOf({ key_value_metadata }: FileMetaData): Map<string, Field> {
  const note = key_value_metadata?.find(({ key }) => key === ARROW_SCHEMA);
  if (note?.value === undefined) return new Map();
  try {
    const { schema } = tableFromIPC(Buffer.from(note.value, "base64"));
    return new Map(schema.fields.map((field) => [field.name, field]));
  } catch {
    // Types that apache-arrow does not know: Parquet's own schema says enough.
    return new Map();
  }
}

function metadataMap(
  { key_value_metadata }: FileMetaData,
): Map<string, string> {
  return new Map(
    (key_value_metadata ?? [])
      .filter(({ key }) => key !== ARROW_SCHEMA)
      .map(({ key, value }) => [key, value ?? ""]),
  );
}
