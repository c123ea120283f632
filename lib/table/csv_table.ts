/**
 * Tables as CSV: a line of names, then one record a row.
 *
 * An empty cell is a missing value; in a column of texts that is not nullable it is the empty text. (An
 * empty text in a nullable column therefore comes back as a missing value: CSV cannot tell them
 * apart.) Lists, structs and bytes are JSON in a cell.
 *
 * @module
 */

import {
  Bool,
  DataType,
  type Field,
  Float64,
  Int32,
  Int64,
  type Table,
  Utf8,
} from "apache-arrow";
import type { Values } from "./build_data.ts";
import { CsvParseStream, lineOfRecord, stringify } from "./csv.ts";
import { exactColumns } from "./data_values.ts";
import { errorText, openFile, unreadable } from "./format.ts";
import { escapeFormula, unescapeFormula } from "./formula.ts";
import {
  type Convert,
  jsonDecoder,
  jsonEncoder,
  parseJson,
} from "./json_value.ts";
import { readSidecar, type Sidecar } from "./sidecar.ts";
import { type ReadTextOptions, typedTable } from "./text_table.ts";

/** Rows written at a time. */
const BLOCK = 4096;

type Formulas = Sidecar["formulas"];

/**
 * The text of a table, in blocks; the same for the same table.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { fromRows } from "@taskflow/table";
 * import { csvText } from "./csv_table.ts";
 *
 * equal([...csvText(fromRows([{ a: "=1" }]), "escaped")].join(""), "a\r\n'=1\r\n");
 * ```
 */
export function* csvText(
  table: Table,
  formulas: Formulas,
): Generator<string> {
  const { fields } = table.schema;
  const columns = exactColumns(table);
  const guard = formulas === "escaped" ? escapeFormula : (text: string) => text;
  const encoders = fields.map((field) => cellEncoder(field, guard));
  yield stringify([fields.map(({ name }) => guard(name))]);
  for (let from = 0; from < table.numRows; from += BLOCK) {
    const length = Math.min(BLOCK, table.numRows - from);
    yield stringify(
      Array.from(
        { length },
        (_, i) => encoders.map((encode, c) => encode(columns[c]?.[from + i])),
      ),
    );
  }
}

function isText(type: DataType): boolean {
  return DataType.isDictionary(type)
    ? isText(type.dictionary)
    : DataType.isUtf8(type) || DataType.isLargeUtf8(type) ||
      DataType.isUtf8View(type);
}

function cellEncoder({ type }: Field, guard: (text: string) => string) {
  if (isText(type)) {
    return (value: unknown) => typeof value === "string" ? guard(value) : "";
  }
  const encode = jsonEncoder(type);
  return (value: unknown) => {
    const json = encode(value);
    if (json === null) return "";
    return typeof json === "string" ? json : JSON.stringify(json);
  };
}

/**
 * Read a CSV table: byte-order mark, `\r\n` and `\n` are all accepted.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { readCsv } from "./csv_table.ts";
 *
 * const path = await Deno.makeTempFile();
 * await Deno.writeTextFile(path, "n\n1\n\n2\n");
 * equal((await readCsv(path)).numRows, 2);
 * await Deno.remove(path);
 * ```
 */
export async function readCsv(
  path: string,
  options: ReadTextOptions = {},
): Promise<Table> {
  const sidecar = await readSidecar(path);
  const plain = sidecar?.formulas === "escaped"
    ? unescapeFormula
    : (text: string) => text;
  const file = await openFile(path);
  const records = file.readable
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new CsvParseStream({ fieldsPerRecord: 0 }));
  let names: string[] | null = null;
  let columns: string[][] = [];
  let rows = 0;
  try {
    for await (const record of records) {
      if (names === null) {
        names = record.map(plain);
        columns = names.map(() => []);
        continue;
      }
      record.forEach((cell, i) => columns[i]?.push(cell));
      rows++;
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const problem = errorText(error).replace(/^Cannot parse CSV: /, "");
    throw new SyntaxError(`Cannot read table "${path}": ${problem}`, {
      cause: error,
    });
  }
  if (names === null) {
    throw unreadable(
      path,
      "the file is empty",
      "its first line must have the names of the columns",
    );
  }
  refuseTwins(path, names);
  return typedTable(
    {
      path,
      sidecar,
      names,
      columns,
      rows,
      lineOf: (row) => lineOfRecord(Deno.readFileSync(path), row + 1),
    },
    { decoder: (field) => cellDecoder(field, plain), infer: inferCells(plain) },
    options,
  );
}

function refuseTwins(path: string, names: readonly string[]): void {
  const twin = names.find((name, i) => names.indexOf(name) !== i);
  if (twin === undefined) return;
  throw unreadable(
    path,
    `line 1 has two columns named "${twin}"`,
    "give every column a name of its own",
  );
}

function cellDecoder(
  { type, nullable }: Field,
  plain: (text: string) => string,
): Convert {
  if (isText(type)) {
    return (cell) =>
      cell === "" || cell === null ? nullable ? null : "" : plain(String(cell));
  }
  const decode = jsonDecoder(type);
  return (cell) => {
    if (cell === "" || cell === null) return null;
    const text = String(cell);
    const decoded = decode(text);
    // Instants and bytes are texts; all else is JSON.
    if (decoded !== text || asText(type)) return decoded;
    try {
      return decode(parseJson(text));
    } catch {
      // Not JSON: then it is not of the type, which buildData says with the value.
      return text;
    }
  };
}

function asText(type: DataType): boolean {
  return DataType.isTimestamp(type) || DataType.isDate(type) ||
    DataType.isBinary(type);
}

const INTEGER = /^(?:0|-?[1-9]\d{0,18})$/;
const DECIMAL =
  /^-?(?:0|[1-9]\d{0,14})(?:\.\d+(?:e[+-]?\d+)?|e[+-]\d+)?$|^(?:NaN|-?Infinity)$/i;
const TRUTH = /^(?:true|false)$/i;

/**
 * The type of cells: bool, int32, int64, float64 where every cell is written so, text otherwise. What
 * may be an identifier stays text: `007`, `12e4`, more than 19 digits.
 */
function inferCells(plain: (text: string) => string) {
  return (values: Values): readonly [DataType, Convert] => {
    const cells = (Array.from(values) as string[]).filter((cell) =>
      cell !== ""
    );
    const all = (shape: RegExp) => cells.every((cell) => shape.test(cell));
    const or = (read: (cell: string) => unknown): Convert => (cell) =>
      cell === "" || cell === null ? null : read(String(cell));
    if (cells.length === 0) return [new Utf8(), or((cell) => cell)];
    if (all(TRUTH)) {
      return [new Bool(), or((cell) => cell.toLowerCase() === "true")];
    }
    if (all(INTEGER)) {
      const wide = cells.map(BigInt);
      if (wide.every((n) => BigInt.asIntN(32, n) === n)) {
        return [new Int32(), or(Number)];
      }
      if (wide.every((n) => BigInt.asIntN(64, n) === n)) {
        return [new Int64(), or(BigInt)];
      }
    } else if (all(DECIMAL)) return [new Float64(), or(Number)];
    return [new Utf8(), or(plain)];
  };
}
