/**
 * Tables between us and pyarrow, with equal values and types both ways. `TASKFLOW_PYTHON` names a
 * Python that has pyarrow.
 */

import { deepEqual, equal } from "node:assert/strict";
import { DataType, type Table } from "apache-arrow";
import fc from "fast-check";
import { formatInstant, readTable, writeTable } from "@taskflow/table";
import { Buffer } from "node:buffer";
import { exactColumns } from "../../lib/table/data_values.ts";
import { testNeeding } from "../shared.ts";
import { inFolder, tables } from "../table/tables.ts";
import { exists } from "./browser.ts";

const PYTHON = Deno.env.get("TASKFLOW_PYTHON") ?? "";
const SCRIPT = new URL("./pyarrow_tables.py", import.meta.url).pathname;

async function python(...args: string[]): Promise<unknown> {
  const command = new Deno.Command(PYTHON, { args: [SCRIPT, ...args] });
  const { success, stdout, stderr } = await command.output();
  const words = new TextDecoder();
  if (!success) throw new Error(words.decode(stderr));
  return JSON.parse(words.decode(stdout));
}

/** A value as the script prints it. */
function plain(value: unknown, type: DataType): unknown {
  if (value === null || value === undefined) return null;
  if (DataType.isDictionary(type)) return plain(value, type.dictionary);
  if (DataType.isTimestamp(type)) {
    const zoned = formatInstant(BigInt(value as bigint), type.unit);
    return zoned.replace(/\.0+Z$/, "Z").replace("Z", "+00:00")
      .replace(/(\.\d{3})\+/, "$1000+").replace(/(\.\d{6})000\+/, "$1+");
  }
  if (DataType.isDate(type)) {
    return new Date(Number(value) * 86_400_000).toISOString().slice(0, 10);
  }
  if (DataType.isList(type)) {
    return (value as unknown[]).map((item) => plain(item, type.valueType));
  }
  if (DataType.isStruct(type)) {
    const struct = value as Record<string, unknown>;
    return Object.fromEntries(
      type.children.map((f) => [f.name, plain(struct[f.name], f.type)]),
    );
  }
  if (DataType.isInt(type)) return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Number.isNaN(value)) return "nan";
  if (value === Infinity || value === -Infinity) {
    return value > 0 ? "inf" : "-inf";
  }
  // JSON has no -0 that survives.
  return value === 0 ? 0 : value;
}

function rowsOf(table: Table): Record<string, unknown>[] {
  const columns = exactColumns(table);
  const { fields } = table.schema;
  return Array.from({ length: table.numRows }, (_, row) =>
    Object.fromEntries(
      fields.map(({ name, type }, i) => [name, plain(columns[i]?.[row], type)]),
    ));
}

/** Our column of each kind in tests/table/tables.ts, as pyarrow names its type. */
const TYPES: Readonly<Record<string, string>> = {
  utf8: "string",
  dictionary: "dictionary<values=string, indices=int32, ordered=0>",
  int32: "int32",
  uint32: "uint32",
  int64: "int64",
  float64: "double",
  bool: "bool",
  seconds: "timestamp[s, tz=UTC]",
  millis: "timestamp[ms, tz=UTC]",
  wall: "timestamp[ms]",
  micros: "timestamp[us, tz=UTC]",
  day: "date32[day]",
  texts: "list<item: string>",
  words: "list<item: dictionary<values=string, indices=int32, ordered=0>>",
  numbers: "list<item: int32>",
  longs: "list<item: int64>",
  struct: "struct<n: int32, text: string, labels: list<item: string>>",
};

interface Described {
  types: Record<string, string>;
  nullable: Record<string, boolean>;
  metadata: Record<string, string>;
  rows: unknown[];
}

testNeeding(
  "python",
  exists(PYTHON),
  "pyarrow reads our Parquet and Arrow files with equal values and types",
  async () => {
    await inFolder(async (folder) => {
      // Python has no years before 1 or after 9999.
      const written = fc.sample(tables, { seed: 11, numRuns: 200 })
        .filter((table) =>
          rowsOf(table).every((row) =>
            !/"[+-]\d{6}-|"0000-/.test(JSON.stringify(row))
          )
        );
      const paths: string[] = [];
      for (const [i, table] of written.entries()) {
        for (const extension of ["parquet", "arrow"]) {
          const path = `${folder}/${i}.${extension}`;
          await writeTable(path, table);
          paths.push(path);
        }
      }
      const found = await python("describe", ...paths) as Described[];
      equal(found.length, paths.length);
      for (const [i, { types, nullable, metadata, rows }] of found.entries()) {
        const table = written[i >> 1];
        if (table === undefined) throw new Error("one too many");
        const parquet = i % 2 === 0;
        for (const field of table.schema.fields) {
          const { name } = field;
          // The name of a list's item is ours in Arrow, Parquet's in Parquet.
          const type = types[name]?.replaceAll("element: ", "item: ");
          // pyarrow gives milliseconds for its own seconds too.
          const wanted = parquet
            ? TYPES[name]?.replace("[s,", "[ms,")
            : TYPES[name];
          equal(type, wanted);
          equal(nullable[name], field.nullable);
        }
        deepEqual(rows, rowsOf(table), paths[i]);
        delete metadata["ARROW:schema"];
        deepEqual(metadata, Object.fromEntries(table.schema.metadata));
      }
    });
  },
);

testNeeding(
  "python",
  exists(PYTHON),
  "we read every Parquet and Arrow file of pyarrow with equal values and types",
  async () => {
    await inFolder(async (folder) => {
      const rows = await python("write", folder) as Record<string, unknown>[];
      equal(rows.length, 5000);
      const names = await Array.fromAsync(
        Deno.readDir(folder),
        ({ name }) => name,
      );
      equal(names.length, 16);
      for (const name of names.sort()) {
        const table = await readTable(`${folder}/${name}`);
        const seed = name === "unknown.parquet" ? undefined : "7";
        equal(table.schema.metadata.get("seed"), seed, name);
        const exact = name !== "old.parquet" && name !== "unknown.parquet";
        const types = table.schema.fields.map(String);
        if (exact) deepEqual(types, expected(name), name);
        const found = rowsOf(table);
        for (const [i, row] of rows.entries()) {
          deepEqual(found[i], row, `${name}, row ${i}`);
        }
      }
    });
  },
);

/** Types of the table that pyarrow writes; Parquet does not tell large texts from others. */
function expected(name: string): string[] {
  return [
    "text: Utf8",
    name.endsWith(".parquet") ? "large: Utf8" : "large: LargeUtf8",
    "word: Dictionary<Int32, Utf8>",
    "i8: Int8",
    "u32: Uint32",
    "i32: Int32",
    "i64: Int64",
    "u64: Uint64",
    "f32: Float32",
    "f64: Float64",
    "yes: Bool",
    "day: Date32<DAY>",
    "s: Timestamp<SECOND, UTC>",
    "ms: Timestamp<MILLISECOND, UTC>",
    "us: Timestamp<MICROSECOND>",
    "ns: Timestamp<NANOSECOND, UTC>",
    "bytes: Binary",
    "ints: List<Int32>",
    "words: List<Utf8>",
    "lists: List<List<Int32>>",
    "nested: Struct<{n:Int32, words:List<Utf8>}>",
  ];
}
