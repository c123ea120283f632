/** Reading and writing tables: types, metadata, columns, and every message of what cannot be. */

import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import {
  Decimal,
  Field,
  Float16,
  Int32,
  Schema,
  Table,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from "apache-arrow";
import {
  fromRows,
  labelledTable,
  readTable,
  sidecarPath,
  toRows,
  writeTable,
} from "@taskflow/table";
import { buildData, tableOf } from "../../lib/table/build_data.ts";
import { inFolder } from "./tables.ts";

const ALL = ["parquet", "arrow", "csv", "jsonl"];
const ROWS = [{ id: "007", n: 1, text: "=1" }, {
  id: "8",
  n: null,
  text: null,
}];

/** Write a file of this name and contents, and check what reading it fails with. */
function refuses(what: string, name: string, contents: string, error: RegExp) {
  Deno.test(`readTable() refuses ${what}`, async () => {
    await inFolder(async (folder) => {
      await Deno.writeTextFile(`${folder}/${name}`, contents);
      await rejects(readTable(`${folder}/${name}`), (thrown) => {
        const words = String(thrown).replaceAll(folder, "F");
        ok(error.test(words), words);
        return true;
      });
    });
  });
}

Deno.test("readTable() infers the types of CSV, but leaves identifiers texts", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/t.csv`;
    const cells = {
      n: ["1", "", "-2"],
      big: ["1", "9007199254740993", "0"],
      share: ["1", "0.5", "1e-3"],
      yes: ["true", "False", ""],
      zeros: ["007", "1", "2"],
      hash: ["12e4567", "1", "2"],
      long: ["12345678901234567890", "1", "2"],
      none: ["", "", ""],
      text: ["-", "1", "2"],
    };
    const names = Object.keys(cells);
    const lines = [0, 1, 2].map((i) =>
      Object.values(cells).map((column) => column[i]).join(",")
    );
    await Deno.writeTextFile(path, [names.join(","), ...lines].join("\n"));
    const table = await readTable(path);
    deepEqual(table.schema.fields.map(String), [
      "n: Int32",
      "big: Int64",
      "share: Float64",
      "yes: Bool",
      "zeros: Utf8",
      "hash: Utf8",
      "long: Utf8",
      "none: Utf8",
      "text: Utf8",
    ]);
    equal(table.getChild("big")?.get(1), 9007199254740993n);
    deepEqual(toRows(table).map(({ yes }) => yes), [true, false, null]);
  });
});

Deno.test("readTable() takes types that are given before those it finds", async () => {
  await inFolder(async (folder) => {
    for (const extension of ["csv", "jsonl"]) {
      const path = `${folder}/t.${extension}`;
      await writeTable(path, fromRows(ROWS));
      const table = await readTable(path, { types: { n: "utf8" } });
      deepEqual(toRows(table).map(({ n }) => n), ["1", null]);
      await rejects(
        readTable(path, { types: { id: "int32" } }),
        /SyntaxError: .*column "id": line [12]: "007" is not Int32: give/,
      );
    }
  });
});

Deno.test("readTable() reads JSONL without losing digits, keys that come late, or blank lines", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/t.ndjson`;
    await Deno.writeTextFile(
      path,
      '\uFEFF{"a":9007199254740993}\r\n\r\n{"b":[1,null],"a":null}\n{"b":[]}',
    );
    deepEqual(toRows(await readTable(path)), [
      { a: 9007199254740993n, b: null },
      { a: null, b: [1, null] },
      { a: null, b: [] },
    ]);
  });
});

for (const extension of ALL) {
  Deno.test(`readTable() reads some columns in the order asked from .${extension}`, async () => {
    await inFolder(async (folder) => {
      const path = `${folder}/t.${extension}`;
      await writeTable(path, fromRows(ROWS), { metadata: { seed: "7" } });
      const table = await readTable(path, { columns: ["n", "id"] });
      deepEqual(toRows(table), [{ n: 1, id: "007" }, { n: null, id: "8" }]);
      equal(table.schema.metadata.get("seed"), "7");
      await rejects(
        readTable(path, { columns: ["m"] }),
        /RangeError: .*there is no column "m", there are "id", "n", "text"/,
      );
    });
  });

  Deno.test(`readTable() names an empty file and a missing one (.${extension})`, async () => {
    await inFolder(async (folder) => {
      const path = `${folder}/t.${extension}`;
      await rejects(readTable(path), /NotFound: .*there is no such file/);
      await Deno.writeTextFile(path, "");
      await rejects(readTable(path), /SyntaxError: .*the file is empty: \w+/);
      await rejects(readTable(folder + `/.${extension}`), Deno.errors.NotFound);
    });
  });

  Deno.test(`writeTable() keeps 200,000 rows as .${extension}`, async () => {
    await inFolder(async (folder) => {
      const path = `${folder}/t.${extension}`;
      const schema = new Schema([
        new Field("s", new Utf8(), true),
        new Field("n", new Int32(), false),
      ]);
      const rows = Array.from({ length: 200_000 }, (_, n) => ({
        s: n % 7 === 0 ? null : `session ${n >> 3}`,
        n,
      }));
      const table = fromRows(rows, schema);
      await writeTable(path, table);
      const found = await readTable(path);
      equal(found.numRows, rows.length);
      deepEqual(
        toRows(found).slice(99_990, 100_010),
        rows.slice(99_990, 100_010),
      );
      deepEqual(
        found.getChild("n")?.toArray(),
        Int32Array.from({ length: rows.length }, (_, i) => i),
      );
      equal(found.getChild("s")?.nullCount, Math.ceil(rows.length / 7));
    });
  });
}

Deno.test("writeTable() guards formulas in CSV, and readTable() takes the guard away", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/t.csv`;
    const rows = [{ "=n": -1, text: "=cmd()" }, { "=n": 2, text: "'=x" }];
    await writeTable(path, fromRows(rows));
    equal(
      await Deno.readTextFile(path),
      "'=n,text\r\n-1,'=cmd()\r\n2,''=x\r\n",
    );
    deepEqual(toRows(await readTable(path)), rows);
    await writeTable(path, fromRows(rows), { formulas: "kept" });
    equal(await Deno.readTextFile(path), "=n,text\r\n-1,=cmd()\r\n2,'=x\r\n");
    deepEqual(toRows(await readTable(path)), rows);
  });
});

Deno.test("writeTable() puts types and metadata of CSV and JSONL beside them", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/t.jsonl`;
    const metadata = { provenance: '{"seed":7}', note: "{broken" };
    await writeTable(path, labelledTable([]), { metadata });
    equal(await Deno.readTextFile(path), "");
    const beside = JSON.parse(await Deno.readTextFile(sidecarPath(path)));
    deepEqual(beside.metadata.provenance, { seed: 7 });
    deepEqual(beside.columns[0], {
      name: "session",
      type: { dictionary: "utf8" },
      nullable: false,
    });
    const table = await readTable(path);
    deepEqual(Object.fromEntries(table.schema.metadata), {
      ...metadata,
      schema_version: "1",
      sessions_without_messages: "0",
    });
    deepEqual(
      table.schema.fields.map(String),
      labelledTable([]).schema.fields.map(String),
    );
    ok((await Array.fromAsync(Deno.readDir(folder))).length === 2);
  });
});

Deno.test("readTable() names a file beside a table that is not what was written", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/t.csv`;
    await writeTable(path, fromRows(ROWS));
    for (const text of ["{", "{}", '{"schema_version":2}']) {
      await Deno.writeTextFile(sidecarPath(path), text);
      await rejects(
        readTable(path),
        /SyntaxError: .*t\.csv\.meta\.json" beside it is not what.*delete that file/s,
      );
    }
  });
});

Deno.test("readTable() says when a table no longer fits what stands beside it", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/t.csv`;
    await writeTable(path, fromRows(ROWS));
    await Deno.writeTextFile(path, "id,n,new\na,1,2\n\nb,x,3\n");
    await rejects(
      readTable(path),
      /SyntaxError: .*column "n": line 4: "x" is not Int32: give.* or delete ".*meta\.json"/,
    );
    await Deno.writeTextFile(path, "id,new\na,2\n");
    deepEqual(toRows(await readTable(path)), [{ id: "a", new: 2 }]);
  });
});

Deno.test("writeTable() refuses types that a format does not hold, and says where to", async () => {
  const half = new Table({ h: vectorFromArray([1], new Float16()) });
  const field = new Field("d", new Decimal(2, 10), true);
  const decimal = new Table(new Schema([field]), []);
  await inFolder(async (folder) => {
    for (const extension of ["parquet", "csv", "jsonl"]) {
      for (const table of [half, decimal]) {
        await rejects(
          writeTable(`${folder}/t.${extension}`, table),
          /TypeError: Cannot write column "[hd]" of type .*: write the table as \.arrow/,
        );
      }
    }
    equal((await Array.fromAsync(Deno.readDir(folder))).length, 0);
    await writeTable(`${folder}/t.arrow`, half);
    equal((await readTable(`${folder}/t.arrow`)).getChild("h")?.get(0), 1);
  });
});

Deno.test("writeTable() refuses missing values where there must be none, and no columns", async () => {
  const schema = new Schema([new Field("a", new Utf8(), false)]);
  const table = tableOf(schema, [buildData([null], new Utf8())]);
  await inFolder(async (folder) => {
    await rejects(
      writeTable(`${folder}/t.parquet`, table),
      /TypeError: .*column "a": it is not nullable, but row 0 has no value/,
    );
    await rejects(
      writeTable(`${folder}/t.csv`, fromRows([{}])),
      /TypeError: .*it has no columns: write it as \.arrow/,
    );
    await rejects(
      writeTable(`${folder}/t.xlsx`, table),
      /RangeError: .*use one of/,
    );
  });
});

Deno.test("readTable() reads the Arrow stream format, and tells one that is cut off", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/t.arrow`;
    const bytes = tableToIPC(fromRows(ROWS), "stream");
    await Deno.writeFile(path, bytes);
    deepEqual(toRows(await readTable(path)), ROWS);
    for (let end = 1; end < bytes.length; end += 13) {
      await Deno.writeFile(path, bytes.subarray(0, end));
      await rejects(
        readTable(path),
        /SyntaxError: .*t\.arrow": .*: write it again/,
      );
    }
  });
});

refuses(
  "JSONL that is not JSON",
  "t.jsonl",
  '{"a":1}\n{"a":\n',
  /^SyntaxError: .*line 2 is not JSON \(.*\): put one JSON object on each line/,
);
refuses(
  "JSONL that is cut off",
  "t.jsonl",
  '{"a":1}\n{"a":',
  /^SyntaxError: .*line 2 is cut off .*: the file was not written completely/,
);
refuses(
  "JSONL that has no objects",
  "t.jsonl",
  "\n[1]\n",
  /^TypeError: .*line 2 is not an object but \[1\]: put one/,
);
refuses(
  "JSONL with two types in a column",
  "t.jsonl",
  '{"a":1}\n{"a":"x"}\n',
  /^SyntaxError: .*column "a": 1 and "x" are of different types: give the column one type/,
);
refuses(
  "CSV with ragged records",
  "t.csv",
  "a,b\n1,2\n\n3\n",
  /^SyntaxError: .*t\.csv": line 4 has 1 cells instead of 2: put quotes around/,
);
refuses(
  "CSV that ends inside quotes",
  "t.csv",
  'a\n"x\n',
  /^SyntaxError: .*t\.csv": line 2: the text ends inside quotes that record 2 opened/,
);
refuses(
  "CSV with two columns of one name",
  "t.csv",
  "a,b,a\n",
  /^SyntaxError: .*line 1 has two columns named "a": give every column/,
);
refuses(
  "Parquet that is none",
  "t.parquet",
  "hello, this is a text",
  /^SyntaxError: .*it is not a complete Parquet file \(.*\): write it again/,
);
refuses(
  "Arrow that is none",
  "t.arrow",
  "hello, this is a text",
  /^SyntaxError: .*is cut off: write it again/,
);
