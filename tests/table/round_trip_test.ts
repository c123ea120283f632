/** Every format gives back every table it was given, with the same bytes every time. */

import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { Dictionary, Int32, Utf8, vectorFromArray } from "apache-arrow";
import { readTable, writeTable } from "@taskflow/table";
import { emptiesMissing, inFolder, sameTable, tables } from "./tables.ts";

const SEED = 20260301;

for (const extension of ["parquet", "arrow", "csv", "jsonl"]) {
  Deno.test(`writeTable() and readTable() keep any table as .${extension}`, async () => {
    await inFolder(async (folder) => {
      const path = `${folder}/table.${extension}`;
      await fc.assert(
        fc.asyncProperty(tables, async (table) => {
          await writeTable(path, table);
          const values = extension === "csv"
            ? emptiesMissing(table)
            : undefined;
          sameTable(await readTable(path), table, values);
        }),
        { seed: SEED, numRuns: 80 },
      );
    });
  });

  Deno.test(`writeTable() writes the same bytes for the same table as .${extension}`, async () => {
    await inFolder(async (folder) => {
      const [a, b] = [`${folder}/a.${extension}`, `${folder}/b.${extension}`];
      await fc.assert(
        fc.asyncProperty(tables, async (table) => {
          await writeTable(a, table);
          // Dictionaries made in between must not number those of the table anew.
          vectorFromArray(["x"], new Dictionary(new Utf8(), new Int32()));
          await writeTable(b, await readTable(a));
          if (extension !== "csv") {
            deepEqual(await Deno.readFile(b), await Deno.readFile(a));
          }
          const once = await Deno.readFile(a);
          await writeTable(a, table);
          deepEqual(await Deno.readFile(a), once);
        }),
        { seed: SEED, numRuns: 20 },
      );
    });
  });
}

Deno.test("readTable() reads what was written under every known extension", async () => {
  await inFolder(async (folder) => {
    const [table] = fc.sample(tables, { seed: SEED, numRuns: 1 });
    if (table === undefined) throw new Error("no table");
    for (const extension of ["PARQUET", "ipc", "feather", "ndjson"]) {
      const path = `${folder}/table.${extension}`;
      await writeTable(path, table);
      equal((await readTable(path)).numRows, table.numRows);
    }
  });
});
