/** Random tables of every type that all formats hold, and how to compare them. */

import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import {
  Bool,
  type DataType,
  DateDay,
  Dictionary,
  Field,
  Float64,
  Int32,
  Int64,
  List,
  Schema,
  Struct,
  type Table,
  TimestampMicrosecond,
  TimestampMillisecond,
  TimestampSecond,
  Uint32,
  Utf8,
} from "apache-arrow";
import { fromRows } from "@taskflow/table";
import { exactColumns } from "../../lib/table/data_values.ts";

interface Kind {
  readonly type: () => DataType;
  readonly value: fc.Arbitrary<unknown>;
}

/** Texts that formats trip over: quotes, line ends, formulas, marks, scripts, NUL. */
export const texts: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom(
    "",
    " ",
    'say "hi", then go',
    "a\r\nb",
    "a\rb",
    "\n",
    "=1+1",
    "'=1+1",
    "-",
    "@user",
    "\uFEFFmark",
    "修复这个错误",
    "عربي 👩‍💻",
    "null",
    "007",
    "NaN",
    "a\u0000b",
    "[1]",
    "__proto__",
  ),
);

const whole = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const instants = fc.bigInt({ min: -(10n ** 12n), max: 8n * 10n ** 12n });
const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const dictionary = () => new Dictionary(new Utf8(), new Int32());
const listOf = (type: DataType) => new List(new Field("item", type, true));

const KINDS: Readonly<Record<string, Kind>> = {
  utf8: { type: () => new Utf8(), value: texts },
  dictionary: { type: dictionary, value: texts },
  int32: { type: () => new Int32(), value: int32 },
  uint32: { type: () => new Uint32(), value: fc.nat({ max: 2 ** 32 - 1 }) },
  int64: { type: () => new Int64(), value: whole },
  float64: { type: () => new Float64(), value: fc.double() },
  bool: { type: () => new Bool(), value: fc.boolean() },
  seconds: { type: () => new TimestampSecond("UTC"), value: instants },
  millis: { type: () => new TimestampMillisecond("UTC"), value: instants },
  wall: { type: () => new TimestampMillisecond(null), value: instants },
  micros: { type: () => new TimestampMicrosecond("UTC"), value: instants },
  day: {
    type: () => new DateDay(),
    value: fc.integer({ min: -9e5, max: 9e5 }),
  },
  texts: { type: () => listOf(new Utf8()), value: listed(texts) },
  words: { type: () => listOf(dictionary()), value: listed(texts) },
  numbers: { type: () => listOf(new Int32()), value: listed(int32) },
  longs: { type: () => listOf(new Int64()), value: listed(whole) },
  struct: {
    type: () =>
      new Struct([
        new Field("n", new Int32(), true),
        new Field("text", new Utf8(), true),
        new Field("labels", listOf(new Utf8()), true),
      ]),
    value: fc.record({
      n: fc.option(int32),
      text: fc.option(texts),
      labels: fc.option(listed(texts)),
    }),
  },
};

function listed(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> {
  return fc.array(fc.option(values, { freq: 4 }), { maxLength: 4 });
}

/** A table with any of these columns, nullable or not, of 0 to 20 rows. */
export const tables: fc.Arbitrary<Table> = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...Object.keys(KINDS)), { minLength: 1 }),
    fc.nat({ max: 20 }),
    // apache-arrow and hyparquet drop a byte-order mark at the start of metadata.
    fc.dictionary(
      fc.string({ minLength: 1 }),
      texts.filter((text) => !text.startsWith("\uFEFF")),
      { maxKeys: 3 },
    ),
  )
  .chain(([names, rows, metadata]) =>
    fc.tuple(...names.map((name) => columnOf(name, rows))).map((columns) =>
      assemble(names, columns, rows, metadata)
    )
  );

interface RandomColumn {
  readonly nullable: boolean;
  readonly values: unknown[];
}

function columnOf(name: string, rows: number): fc.Arbitrary<RandomColumn> {
  const { value } = KINDS[name] ?? { value: fc.constant(null) };
  const size = { minLength: rows, maxLength: rows };
  return fc.boolean().chain((nullable) =>
    fc.array(nullable ? fc.option(value, { freq: 4 }) : value, size)
      .map((values) => ({ nullable, values }))
  );
}

function assemble(
  names: readonly string[],
  columns: readonly RandomColumn[],
  rows: number,
  metadata: Record<string, string>,
): Table {
  const fields = names.map((name, i) =>
    new Field(
      name,
      KINDS[name]?.type() ?? new Utf8(),
      columns[i]?.nullable ?? true,
    )
  );
  const objects = Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(
      names.map((name, i) => [name, columns[i]?.values[row] ?? null]),
    ));
  const schema = new Schema(fields, new Map(Object.entries(metadata)));
  return fromRows(objects, schema);
}

/** What a format that writes a missing value for an empty text gives back. */
export function emptiesMissing(table: Table): unknown[][] {
  return exactColumns(table).map((values, i) => {
    const nullable = table.schema.fields[i]?.nullable;
    return values.map((value) => value === "" && nullable ? null : value);
  });
}

/** Same names, types, nullability, metadata and values. */
export function sameTable(
  found: Table,
  wanted: Table,
  values: unknown[][] = exactColumns(wanted),
): void {
  const columns = ({ schema }: Table) =>
    schema.fields.map((field) => [String(field), field.nullable]);
  deepEqual(columns(found), columns(wanted));
  equal(found.numRows, wanted.numRows);
  deepEqual(exactColumns(found), values);
  const sorted = (map: Map<string, string>) => [...map].sort();
  deepEqual(sorted(found.schema.metadata), sorted(wanted.schema.metadata));
}

/** Run with a new folder, which is removed afterwards. */
export async function inFolder(
  run: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "taskflow-table-" });
  try {
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
