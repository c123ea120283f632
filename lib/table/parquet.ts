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
  type FileMetaData,
  parquetMetadataAsync,
  parquetSchema,
} from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { Buffer } from "node:buffer";
import { zstdCompressSync } from "node:zlib";
import { buildData, tableOf, type Values } from "./build_data.ts";
import { checkIpc } from "./check_ipc.ts";
import { exactColumns } from "./data_values.ts";
import { errorText, openFile, requireColumns, unreadable } from "./format.ts";
import { inferType, own } from "./infer_type.ts";
import { ipcSchema } from "./ipc.ts";
import type { Convert } from "./json_value.ts";
import { PARSERS, type ReadAt, readParquetColumn } from "./parquet_column.ts";
import { fieldOf, parquetElements } from "./parquet_schema.ts";

const ROW_GROUP = 100_000;
const ARROW_SCHEMA = "ARROW:schema";
const REMEDY = "write it again, or check that it was copied completely";

/**
 * The bytes of a Parquet file; the same for the same table.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { fromRows } from "@taskflow/table";
 * import { parquetBytes } from "./parquet.ts";
 *
 * deepEqual(parquetBytes(fromRows([{ n: 1 }])), parquetBytes(fromRows([{ n: 1 }])));
 * ```
 */
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
  const convert = inSeconds(type, (at) => at * 1000n);
  return convert === null ? values : values.map(convert);
}

/** The inverse of {@linkcode stored}. */
function loaded(values: Values, type: DataType): Values {
  const convert = inSeconds(type, (at) => at / 1000n);
  return convert === null ? values : Array.from(values, convert);
}

/** How to scale the timestamps in seconds within a type, or `null` if there are none. */
function inSeconds(
  type: DataType,
  scale: (at: bigint) => bigint,
): Convert | null {
  if (DataType.isDictionary(type)) return inSeconds(type.dictionary, scale);
  if (DataType.isTimestamp(type) && type.unit === TimeUnit.SECOND) {
    return (at) => typeof at === "bigint" ? scale(at) : at;
  }
  if (DataType.isList(type)) {
    const item = inSeconds(type.valueType, scale);
    return item && ((list) => Array.isArray(list) ? list.map(item) : list);
  }
  if (!DataType.isStruct(type)) return null;
  const members = type.children.flatMap(({ name, type: member }) => {
    const convert = inSeconds(member, scale);
    return convert === null ? [] : [[name, convert] as const];
  });
  if (members.length === 0) return null;
  return (struct) => {
    if (typeof struct !== "object" || struct === null) return struct;
    const scaled = members.map(([name, convert]) =>
      [name, convert(own(struct, name))] as const
    );
    return { ...struct, ...Object.fromEntries(scaled) };
  };
}

/** Options of {@linkcode readParquet}. */
export interface ReadParquetOptions {
  /** Columns to read, in order (default: all); the others are not even fetched. */
  readonly columns?: readonly string[];
}

/**
 * Read a Parquet file; its key/value metadata is the table's `schema.metadata`.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { fromRows, toRows } from "@taskflow/table";
 * import { parquetBytes, readParquet } from "./parquet.ts";
 *
 * const path = await Deno.makeTempFile();
 * await Deno.writeFile(path, parquetBytes(fromRows([{ a: 1, b: 2 }])));
 * deepEqual(toRows(await readParquet(path, { columns: ["b"] })), [{ b: 2 }]);
 * await Deno.remove(path);
 * ```
 */
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
  const root = parquetSchema(metadata);
  const there = root.children.map(({ element }) => element.name);
  const names = options.columns ?? there;
  requireColumns(path, names, there);
  const hints = hintsOf(metadata);
  const rows = Number(metadata.num_rows);
  const fields: Field[] = [];
  try {
    const columns = names.map((name): Data => {
      const tree = root.children[there.indexOf(name)] ?? root;
      const values = readParquetColumn(file.read, metadata, root, tree);
      if (values.length !== rows) {
        throw new RangeError(`${values.length} of ${rows} values of "${name}"`);
      }
      const field = fieldOf(tree, hints.get(name)) ??
        new Field(name, inferType(values), true);
      fields.push(field);
      return buildData(loaded(values, field.type), field.type);
    });
    return tableOf(new Schema(fields, metadataMap(metadata)), columns, rows);
  } catch (error) {
    throw broken(path, error);
  }
}

function broken(path: string, error: unknown): SyntaxError {
  const problem = `it is not a complete Parquet file (${errorText(error)})`;
  return unreadable(path, problem, REMEDY, error);
}

/** A file as hyparquet reads it. Reads are synchronous: two at a time cannot get mixed up. */
function bufferOf(file: Deno.FsFile): AsyncBuffer & { readonly read: ReadAt } {
  const byteLength = file.statSync().size;
  const read: ReadAt = (start, end) => {
    const length = Math.min(end, byteLength) - start;
    const bytes = new Uint8Array(Math.max(0, length));
    file.seekSync(start, Deno.SeekMode.Start);
    for (let at = 0; at < bytes.length;) {
      const n = file.readSync(bytes.subarray(at));
      if (n === null) break;
      at += n;
    }
    return bytes;
  };
  const slice = (start: number, end = byteLength) => read(start, end).buffer;
  return { byteLength, read, slice };
}

/** What an Arrow writer noted about the columns, by name. */
function hintsOf({ key_value_metadata }: FileMetaData): Map<string, Field> {
  const note = key_value_metadata?.find(({ key }) => key === ARROW_SCHEMA);
  if (note?.value === undefined) return new Map();
  try {
    const bytes = Buffer.from(note.value, "base64");
    checkIpc(bytes, false);
    const { schema } = tableFromIPC(bytes);
    return new Map(schema.fields.map((field) => [field.name, field]));
  } catch {
    // Damaged, or types that apache-arrow does not know: Parquet's own schema says enough.
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
