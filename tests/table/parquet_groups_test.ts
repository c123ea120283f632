import { deepEqual, equal, ok, throws } from "node:assert/strict";
import { isParquet, openParquet } from "@taskflow/table";
import { parquetWriteBuffer } from "hyparquet-writer";

const ROWS = 5000;
const words = Array.from(
  { length: ROWS },
  (_, i) => i % 7 === 0 ? null : `word ${i} ${"x".repeat(i % 300)}`,
);
const times = words.map((_, i) => new Date(Date.UTC(2026, 0, 1) + i * 1000));
const bytes = new Uint8Array(parquetWriteBuffer({
  rowGroupSize: 2000,
  pageSize: 20_000,
  columnData: [
    { name: "word", data: words, type: "STRING" },
    { name: "time", data: times, type: "TIMESTAMP" },
    {
      name: "list",
      data: words.map((_, i) => [{ role: "user", n: i }]),
      type: "JSON",
    },
  ],
}));
const sourceOf = (data: Uint8Array) => ({
  byteLength: data.length,
  read: (start: number, end: number) => new Uint8Array(data.slice(start, end)),
});

Deno.test("openParquet() reads the same by groups and by pages", () => {
  const file = openParquet(sourceOf(bytes), "a.parquet");
  deepEqual(file.columns, ["word", "time", "list"]);
  deepEqual(file.groups, [2000, 2000, 1000]);
  for (const [name, expected] of [["word", words], ["time", times]] as const) {
    const groups = file.groups.keys().toArray();
    deepEqual(
      groups.flatMap((group) => Array.from(file.column(group, name))),
      expected,
    );
    deepEqual(
      groups.flatMap((group) =>
        [...file.pages(group, name)].flatMap((page) => Array.from(page))
      ),
      expected,
    );
  }
  ok([...file.pages(0, "word")].length > 5);
});

Deno.test("openParquet() names what is wrong", () => {
  const file = openParquet(sourceOf(bytes), "a.parquet");
  throws(() => file.column(0, "none"), {
    name: "RangeError",
    message: /Cannot read table "a\.parquet": there is no column "none"/,
  });
  throws(() => file.column(7, "word"), {
    name: "RangeError",
    message: /no row group 7/,
  });
  for (
    const data of [bytes.slice(0, -3), bytes.slice(0, 8), new Uint8Array()]
  ) {
    equal(isParquet(sourceOf(data)), false);
    throws(() => openParquet(sourceOf(data), "a.parquet"), {
      name: "SyntaxError",
      message:
        /Cannot read table "a\.parquet": it is not a complete Parquet file/,
    });
  }
  const damaged = bytes.slice();
  damaged.fill(0xff, 100, 3000);
  const broken = openParquet(sourceOf(damaged), "a.parquet");
  throws(() => [...broken.pages(0, "word")], { name: "SyntaxError" });
  throws(() => broken.column(0, "word"), { name: "SyntaxError" });
});
