/** Damaged files from anywhere: an error or values, soon, and never another kind of error. */

import { equal, ok } from "node:assert/strict";
import { Field, List, Schema, Utf8 } from "apache-arrow";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { fromRows, readTable, toRows, writeTable } from "@taskflow/table";
import { inFolder } from "./tables.ts";

const rows = Array.from({ length: 300 }, (_, i) => ({
  session: `session ${i >> 2}`,
  text: i % 9 === 0 ? null : "word ".repeat(i % 40),
  n: i,
  labels: ["a", null, "b"],
}));

/** One to five bytes replaced, or the end cut off, or the part near the end damaged. */
function damage(bytes: Uint8Array, seed: number): Uint8Array {
  const random = xoroshiro128plus(seed);
  const below = (limit: number) =>
    uniformInt(random, 0, Math.max(0, limit - 1));
  const copy = bytes.slice(
    0,
    seed % 3 === 0 ? below(bytes.length) : bytes.length,
  );
  const near = seed % 2 === 0 ? 0 : Math.max(0, copy.length - 1500);
  for (let i = 0; i <= seed % 5 && copy.length > near; i++) {
    const at = near + below(copy.length - near);
    copy[at] = [below(256), 0, 127, 128, 255][seed % 5] ?? 0;
  }
  return copy;
}

for (const extension of ["parquet", "arrow", "csv", "jsonl"]) {
  Deno.test(`readTable() survives 120 damaged .${extension} files`, async () => {
    await inFolder(async (folder) => {
      const path = `${folder}/t.${extension}`;
      const list = new List(new Field("item", new Utf8(), true));
      const { fields } = fromRows(rows).schema;
      const schema = new Schema([
        ...fields.slice(0, 3),
        new Field("labels", list, true),
      ]);
      await writeTable(path, fromRows(rows, schema));
      const whole = await Deno.readFile(path);
      let refused = 0;
      let slowest = 0;
      for (let seed = 1; seed <= 120; seed++) {
        await Deno.writeFile(path, damage(whole, seed));
        const start = performance.now();
        try {
          toRows(await readTable(path));
        } catch (error) {
          refused++;
          ok(error instanceof Error);
          const known = ["SyntaxError", "TypeError"].includes(error.name);
          ok(
            known && error.message.includes(path),
            `seed ${seed}: ${error.stack}`,
          );
        }
        slowest = Math.max(slowest, performance.now() - start);
      }
      ok(refused > 40, `${refused} refused`);
      ok(slowest < 5000, `${slowest} ms`);
      await Deno.writeFile(path, whole);
      equal((await readTable(path)).numRows, rows.length);
    });
  });
}
