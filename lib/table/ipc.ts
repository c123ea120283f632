/**
 * Arrow IPC: the file format (`.arrow`, `.feather`) and, for reading, the stream format.
 *
 * Written files are not compressed: every Arrow library reads them, and memory maps them. Read are also
 * LZ4 (what pandas and pyarrow write as Feather) and zstd.
 *
 * @module
 */

import {
  compressionRegistry,
  CompressionType,
  Data,
  DataType,
  Dictionary,
  Field,
  List,
  Schema,
  Struct,
  type Table,
  Table as ArrowTable,
  tableFromIPC,
  tableToIPC,
  Vector,
} from "apache-arrow";
// @ts-types="@types/lz4js"
import { decompress } from "lz4js";
import { zstdDecompressSync } from "node:zlib";
import { buildData, tableOf } from "./build_data.ts";
import { checkTable } from "./check_data.ts";
import { checkIpc } from "./check_ipc.ts";
import { exactColumns } from "./data_values.ts";
import { errorText, readBytes, unreadable } from "./format.ts";

compressionRegistry.set(CompressionType.LZ4_FRAME, { decode: decompress });
compressionRegistry.set(CompressionType.ZSTD, {
  decode: (bytes) => zstdDecompressSync(bytes),
});

const MAGIC = "ARROW1";
const REMEDY = "write it again, or check that it was copied completely";

/**
 * Read an IPC file or stream; its metadata is the table's `schema.metadata`.
 *
 * @example
 * ```ts
 * import { rejects } from "node:assert/strict";
 * import { readIpc } from "./ipc.ts";
 *
 * const path = await Deno.makeTempFile();
 * await rejects(readIpc(path), /the file is empty/);
 * await Deno.remove(path);
 * ```
 */
export async function readIpc(path: string): Promise<Table> {
  const bytes = await readBytes(path);
  if (bytes.length === 0) throw unreadable(path, "the file is empty", REMEDY);
  const text = (at: number) =>
    new TextDecoder().decode(bytes.subarray(at, at + MAGIC.length));
  const isFile = text(0) === MAGIC;
  const whole = isFile
    ? text(bytes.length - MAGIC.length) === MAGIC
    : endsStream(bytes);
  if (!whole) {
    throw unreadable(path, "the Arrow file or stream is cut off", REMEDY);
  }
  try {
    checkIpc(bytes, isFile);
    const table = tableFromIPC(bytes);
    checkTable(table);
    return table;
  } catch (error) {
    throw unreadable(
      path,
      `it is not a complete Arrow file or stream (${errorText(error)})`,
      REMEDY,
      error,
    );
  }
}

/**
 * Whether the end-of-stream mark is there. The format allows to leave it out, but then a stream cut off
 * between two batches cannot be told from a whole one, and rows would be missing silently.
 */
function endsStream(bytes: Uint8Array): boolean {
  const at = (from: number) =>
    bytes.subarray(from, from + 4).reduce((sum, byte) => sum * 256 + byte, 0);
  const mark = 0xffffffff;
  if (bytes.length < 8 || at(bytes.length - 4) !== 0) return false;
  // Streams from before Arrow 0.15 have no marks before their messages.
  return at(bytes.length - 8) === mark || at(0) !== mark;
}

/**
 * The bytes of an IPC file; the same for the same table.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { fromRows } from "@taskflow/table";
 * import { ipcBytes } from "./ipc.ts";
 *
 * deepEqual(ipcBytes(fromRows([{ n: 1 }])), ipcBytes(fromRows([{ n: 1 }])));
 * ```
 */
export function ipcBytes(table: Table): Uint8Array {
  return tableToIPC(canonical(table), "file");
}

/**
 * The bytes of a schema as the `ARROW:schema` of a Parquet file has them.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { Schema } from "apache-arrow";
 * import { ipcSchema } from "./ipc.ts";
 *
 * equal(ipcSchema(new Schema([])).length % 8, 0);
 * ```
 */
export function ipcSchema(schema: Schema): Uint8Array {
  const plain = new Schema(renumbered(schema.fields));
  return tableToIPC(new ArrowTable(plain), "stream");
}

/**
 * One batch, and dictionaries numbered from 0 in column order: apache-arrow numbers them as they come
 * in a process, and columns of several batches may bring several dictionaries, which files cannot
 * hold.
 */
function canonical(table: Table): Table {
  const { metadata } = table.schema;
  const fields = renumbered(table.schema.fields);
  const schema = new Schema(fields, metadata);
  const [batch, ...others] = table.batches;
  if (batch === undefined || others.length > 0) {
    const columns = exactColumns(table);
    const data = fields.map(({ type }, i) => buildData(columns[i] ?? [], type));
    return tableOf(schema, data, table.numRows);
  }
  const data = fields.map(({ type }, i) => {
    const column = batch.data.children[i];
    return column === undefined ? buildData([], type) : retyped(column, type);
  });
  return tableOf(schema, data, batch.numRows);
}

function renumbered(fields: readonly Field[]): Field[] {
  let next = 0;
  const again = (type: DataType): DataType => {
    if (DataType.isDictionary(type)) {
      const id = next++;
      const words = again(type.dictionary);
      return new Dictionary(words, type.indices, id, type.isOrdered);
    }
    if (DataType.isList(type)) {
      const [item] = type.children;
      return item === undefined ? type : new List(child(item));
    }
    if (DataType.isStruct(type)) return new Struct(type.children.map(child));
    return type;
  };
  const child = <T extends DataType>(field: Field<T>): Field =>
    new Field(field.name, again(field.type), field.nullable, field.metadata);
  return fields.map(child);
}

/** The same data under a type that differs in dictionary numbers only. */
function retyped(data: Data, type: DataType): Data {
  const children = data.children.map((child, i) => {
    const to = type.children?.[i]?.type;
    return to === undefined ? child : retyped(child, to);
  });
  const words = DataType.isDictionary(type) && data.dictionary !== undefined
    ? new Vector(data.dictionary.data.map((d) => retyped(d, type.dictionary)))
    : data.dictionary;
  const { offset, length, nullCount, buffers } = data;
  return new Data(type, offset, length, nullCount, buffers, children, words);
}
