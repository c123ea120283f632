/** Rows to tables and back. */

import { deepEqual, equal, throws } from "node:assert/strict";
import {
  DateDay,
  Dictionary,
  Field,
  Int32,
  Int64,
  List,
  Schema,
  Table,
  TimestampMicrosecond,
  Uint8,
  Utf8,
} from "apache-arrow";
import { fromRows, toRows } from "@taskflow/table";

const types = (rows: Record<string, unknown>[]) =>
  fromRows(rows).schema.fields.map(String);

Deno.test("fromRows() gives each column the narrowest type that holds it", () => {
  deepEqual(types([{ a: 1, b: 2 ** 31, c: 0.5, d: true, e: "x", f: null }]), [
    "a: Int32",
    "b: Int64",
    "c: Float64",
    "d: Bool",
    "e: Utf8",
    "f: Utf8",
  ]);
  deepEqual(types([{ a: 1 }, { a: 2 ** 40 }, { a: 0.5 }]), ["a: Float64"]);
  deepEqual(types([{ a: -0 }]), ["a: Float64"]);
  deepEqual(types([{ a: new Date(0) }]), ["a: Timestamp<MILLISECOND, UTC>"]);
  deepEqual(types([{ a: [] }, { a: ["x"] }]), ["a: List<Utf8>"]);
  deepEqual(types([{ a: { n: 1 } }, { a: { t: "x" } }]), [
    "a: Struct<{n:Int32, t:Utf8}>",
  ]);
  deepEqual(types([{ a: new Uint8Array(1) }]), ["a: Binary"]);
  deepEqual(types([{ a: 1n }, { a: 2 }]), ["a: Int64"]);
});

Deno.test("fromRows() takes columns in order of appearance, all nullable", () => {
  const table = fromRows([{ b: 1 }, { a: 2, b: undefined }]);
  deepEqual(table.schema.fields.map(({ name }) => name), ["b", "a"]);
  equal(table.schema.fields.every(({ nullable }) => nullable), true);
  deepEqual(toRows(table), [{ b: 1, a: null }, { b: null, a: 2 }]);
  equal(fromRows([]).numRows, 0);
  equal(fromRows([{}, {}]).numRows, 2);
});

Deno.test("fromRows() names row, column and value of what does not fit", () => {
  const schema = new Schema([
    new Field("n", new Int32(), false),
    new Field("t", new List(new Field("item", new Utf8(), true)), true),
  ]);
  const refused = (rows: Record<string, unknown>[], error: RegExp) =>
    throws(() => fromRows(rows, schema), error);
  refused(
    [{ n: 1 }, { n: "1" }],
    /TypeError: .*row 1: column "n": "1" is not Int32/,
  );
  refused([{ n: 2 ** 31 }], /row 0: column "n": 2147483648 is not Int32/);
  refused(
    [{ n: 1 }, {}],
    /row 1: column "n" has no value, but is not nullable/,
  );
  refused([{ n: 1, t: [1] }], /row 0: column "t": 1 is not Utf8/);
  refused([{ n: 1, t: "x" }], /column "t": "x" is not List/);
  refused([{ n: 1, m: 2 }], /row 0 has "m", which is not a column \(n, t\)/);
  throws(
    () => fromRows([{ a: 1 }, { a: "x" }]),
    /column "a": 1 and "x" are of different/,
  );
  throws(() => fromRows([{ a: () => 1 }]), /is of no type that tables have/);
  const long = "x".repeat(200);
  throws(
    () => fromRows([{ n: long }], schema),
    /column "n": "x{56}\.\.\. is not/,
  );
});

Deno.test("fromRows() checks the range of every integer type", () => {
  const of = (type: Uint8 | Int64, value: unknown) =>
    fromRows([{ a: value }], new Schema([new Field("a", type, true)]));
  equal(of(new Uint8(), 255).getChildAt(0)?.get(0), 255);
  for (const value of [256, -1, 1.5, "1"]) {
    throws(() => of(new Uint8(), value), TypeError);
  }
  equal(of(new Int64(), 2n ** 63n - 1n).getChildAt(0)?.get(0), 2n ** 63n - 1n);
  for (const value of [2n ** 63n, 2 ** 60, 0.5]) {
    throws(() => of(new Int64(), value), TypeError);
  }
});

Deno.test("fromRows() takes dates and ISO texts for instants and days", () => {
  const schema = new Schema([
    new Field("at", new TimestampMicrosecond("UTC"), true),
    new Field("day", new DateDay(), true),
  ]);
  const table = fromRows([
    { at: "1970-01-01T00:00:00.000001Z", day: "1970-01-02" },
    { at: new Date(-1), day: new Date(-1) },
  ], schema);
  deepEqual([...table.getChild("at")?.data[0]?.values ?? []], [1n, -1000n]);
  deepEqual([...table.getChild("day")?.data[0]?.values ?? []], [1, -1]);
  throws(() => fromRows([{ at: "soon" }], schema), /"soon" is not Timestamp/);
  throws(() => fromRows([{ at: new Date(NaN) }], schema), TypeError);
});

Deno.test("toRows() gives bigint only where a column has a value beyond 2^53", () => {
  const field = new Field("n", new Int64(), true);
  const rows = (values: (bigint | null)[]) =>
    toRows(fromRows(values.map((n) => ({ n })), new Schema([field])));
  deepEqual(rows([1n, null]), [{ n: 1 }, { n: null }]);
  deepEqual(rows([1n, 2n ** 60n]), [{ n: 1n }, { n: 2n ** 60n }]);
});

Deno.test("toRows() reads tables of several batches, slices and dictionaries", () => {
  const type = new Dictionary(new Utf8(), new Int32());
  const schema = new Schema([
    new Field("d", type, true),
    new Field("l", new List(new Field("item", new Int32(), true)), true),
  ]);
  const part = (d: string, l: number[]) =>
    fromRows([{ d, l }, { d: null }], schema);
  const both = new Table(schema, [
    ...part("x", [1]).batches,
    ...part("y", [2, 3]).batches,
  ]);
  const wanted = [
    { d: "x", l: [1] },
    { d: null, l: null },
    { d: "y", l: [2, 3] },
    { d: null, l: null },
  ];
  deepEqual(toRows(both), wanted);
  deepEqual(toRows(both.slice(1, 3)), wanted.slice(1, 3));
});

Deno.test("toRows() keeps columns with the names of object members", () => {
  const rows = [JSON.parse('{"__proto__":1,"constructor":null}')];
  deepEqual(toRows(fromRows(rows)), rows);
  deepEqual(toRows(fromRows([{ a: { toString: 1 } }, { a: {} }])), [
    { a: { toString: 1 } },
    { a: { toString: null } },
  ]);
});
