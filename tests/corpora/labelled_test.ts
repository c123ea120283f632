/** Labelled sessions from JSONL and tables: what is read, and every message of what cannot be. */

import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { readLabelled } from "@taskflow/corpora";
import { intentsOf, type Session } from "@taskflow/session";
import {
  type ColumnType,
  fromRows,
  labelledTable,
  writeTable,
} from "@taskflow/table";
import { parseTaxonomy, TAXONOMY } from "@taskflow/taxonomy";
import { inFolder } from "../table/tables.ts";

const CSV = "session,position,intent\n" +
  "s-1,0,bug-fix\ns-2,0,explain\ns-1,1,tests\n";

async function reading(
  path: string,
  options: Parameters<typeof readLabelled>[1] = {},
) {
  const { sessions, report } = await readLabelled(path, options);
  return { sessions: await Array.fromAsync(sessions), report };
}

function flows(sessions: readonly Session[]): Record<string, string[] | null> {
  return Object.fromEntries(
    sessions.map((session) => [session.id, intentsOf(session)]),
  );
}

/** Write a file of this name and contents, and check what reading it fails with. */
function refuses(
  what: string,
  name: string,
  contents: string | Uint8Array,
  error: RegExp,
  options: Parameters<typeof readLabelled>[1] = {},
) {
  Deno.test(`readLabelled() refuses ${what}`, async () => {
    await inFolder(async (folder) => {
      const path = `${folder}/${name}`;
      if (typeof contents === "string") {
        await Deno.writeTextFile(path, contents);
      } else await Deno.writeFile(path, contents);
      await rejects(reading(path, options), (thrown) => {
        ok(thrown instanceof Error);
        const words = `${thrown.name}: ${thrown.message}`;
        ok(error.test(words), words);
        return true;
      });
    });
  });
}

Deno.test("readLabelled() reads one session a line and counts empty ones", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/b.jsonl`;
    await Deno.writeTextFile(
      path,
      '\uFEFF{"session":"a","intents":["bug-fix","tests"],"attributes":{"n":1}}\r\n' +
        '\r\n{"session":"b","intents":[]}\r\n{"session":"c","intents":["other"]}',
    );
    const { sessions, report } = await reading(path);
    deepEqual(flows(sessions), {
      a: ["bug-fix", "tests"],
      b: [],
      c: ["other"],
    });
    deepEqual(sessions[0]?.attributes, { n: 1 });
    equal(report.records, 3);
    equal(report.kept, 3);
    deepEqual(report.sessions, { ...report.sessions, kept: 3, empty: 1 });
    equal(report.files.read, 1);
    equal(report.bytes, (await Deno.stat(path)).size);
  });
});

Deno.test("readLabelled() reads CSV with a byte-order mark and CRLF, rows in any order", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/t.csv`;
    await Deno.writeTextFile(path, `\uFEFF${CSV.replaceAll("\n", "\r\n")}`);
    const { sessions, report } = await reading(path);
    deepEqual(flows(sessions), {
      "s-1": ["bug-fix", "tests"],
      "s-2": ["explain"],
    });
    equal(report.records, 3);
    equal(report.kept, 3);
  });
});

for (const extension of ["csv", "jsonl", "parquet", "arrow"]) {
  Deno.test(`readLabelled() reads a table of columns under other names from .${extension}`, async () => {
    await inFolder(async (folder) => {
      const path = `${folder}/t.${extension}`;
      const rows = [
        {
          chat: "007",
          turn: 9,
          label: "tests",
          body: "",
          at: new Date(1000),
          agent: "x",
          n: 3,
        },
        {
          chat: "007",
          turn: 2,
          label: null,
          body: "=1",
          at: null,
          agent: "x",
          n: null,
        },
        {
          chat: "8",
          turn: 0,
          label: "debug",
          body: null,
          at: null,
          agent: null,
          n: 4,
        },
      ];
      await writeTable(path, fromRows(rows));
      const { sessions } = await reading(path, {
        columns: {
          session: "chat",
          position: "turn",
          intent: "label",
          text: "body",
          timestamp: "at",
        },
      });
      const text = extension === "csv" ? null : "";
      deepEqual(
        sessions.map((
          { id, attributes, messages },
        ) => [id, attributes, messages]),
        [
          ["007", { agent: "x", n: 3 }, [
            { text: "=1", timestamp: null, intent: null },
            { text, timestamp: "1970-01-01T00:00:01.000Z", intent: "tests" },
          ]],
          ["8", { agent: null, n: 4 }, [
            { text: null, timestamp: null, intent: "debug" },
          ]],
        ],
      );
    });
  });

  Deno.test(`readLabelled() gives back the sessions of labelledTable() from .${extension}`, async () => {
    await inFolder(async (folder) => {
      const sessions: Session[] = ["a", "b"].map((id, ordinal) => ({
        schema_version: 1,
        id,
        source: "specstory",
        file: null,
        ordinal,
        attributes: { agent: id === "a" ? "cursor" : null, edits: ordinal },
        messages: (["bug-fix", null, "tests"] as const).map((intent, i) => ({
          text: `message ${i}`,
          timestamp: i === 0 ? null : `2026-03-0${i}T08:00:00.000Z`,
          intent,
        })),
      }));
      const path = `${folder}/t.${extension}`;
      const table = labelledTable(sessions, {
        withText: true,
        attributes: true,
      });
      await writeTable(path, table);
      deepEqual((await reading(path)).sessions, sessions);
    });
  });
}

Deno.test("readLabelled() takes ids that are numbers in JSON", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/t.jsonl`;
    await Deno.writeTextFile(
      path,
      '{"session":17,"position":0,"intent":"tests","messages":1}\n',
    );
    deepEqual(flows((await reading(path)).sessions), { 17: ["tests"] });
  });
});

Deno.test("readLabelled() leaves out columns that are no attributes, with a warning", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/t.csv`;
    await Deno.writeTextFile(
      path,
      "session,position,intent,tokens\ns,0,tests,5\n\ns,1,debug,6\n",
    );
    const { sessions, report } = await reading(path);
    deepEqual(sessions[0]?.attributes, {});
    equal(report.warningCount, 1);
    ok(/"tokens" is no attribute/.test(report.warnings[0]?.message ?? ""));
    equal(report.warnings[0]?.line, 4);
  });
});

Deno.test("readLabelled() takes labels of an extended taxonomy", async () => {
  const taxonomy = parseTaxonomy({
    schema_version: 1,
    name: "with deployments",
    intents: [...TAXONOMY.intents, {
      label: "deploy",
      definition: "Put a build into service.",
      instantiable: true,
      parent: "execute",
    }],
  });
  await inFolder(async (folder) => {
    const path = `${folder}/b.jsonl`;
    await Deno.writeTextFile(path, '{"session":"a","intents":["deploy"]}\n');
    deepEqual(flows((await reading(path, { taxonomy })).sessions), {
      a: ["deploy"],
    });
    await rejects(reading(path), /"deploy" is not in taxonomy/);
  });
});

refuses(
  "a label outside the taxonomy in JSONL",
  "b.jsonl",
  '{"session":"a","intents":["tests"]}\n{"session":"b","intents":["bugfix"]}\n',
  /^RangeError: .*"b\.jsonl", line 2: .*"bugfix".*did you mean "bug-fix"/,
);
refuses(
  "a label outside the taxonomy in CSV",
  "t.csv",
  `${CSV}\ns-3,0,Tests\n`,
  /^RangeError: .*"t\.csv", line 6: .*"Tests".*did you mean "tests"/,
);
refuses(
  "a session id that occurs twice",
  "b.jsonl",
  '{"session":"a","intents":[]}\n\n{"session":"a","intents":["tests"]}\n',
  /^RangeError: .*"b\.jsonl", line 3: session "a" is already on line 1; give/,
);
refuses(
  "a position that occurs twice",
  "t.csv",
  `${CSV}s-1,1,debug\n`,
  /^RangeError: .*"t\.csv", line 5: session "s-1" has position 1 twice: number/,
);
refuses(
  "two sources of one session",
  "t.csv",
  "session,position,intent,source\ns,0,tests,web\ns,1,tests,ide\n",
  /^RangeError: .*line 3: session "s" has two sources, "web" and "ide": give/,
);
refuses(
  "a missing column",
  "t.csv",
  "conversation,turn,intent\n",
  /^TypeError: .*"t\.csv": there is no column "session" among "conversation", "turn", "intent"; name it with --columns session=NAME/,
);
refuses(
  "a missing column that was named",
  "t.csv",
  CSV,
  /^TypeError: .*no column "turn" among .*--columns position=NAME/,
  { columns: { position: "turn" } },
);
refuses(
  "columns separated by semicolons",
  "t.csv",
  CSV.replaceAll(",", ";"),
  /^TypeError: .*separated by ";": save the table with commas/,
);
refuses(
  "a position that is not whole",
  "t.csv",
  `${CSV}s-9,1.5,debug\n`,
  /^TypeError: .*"t\.csv", line 5: position "1\.5" is not a whole number/,
);
refuses(
  "a position that is a word",
  "t.jsonl",
  '\n{"session":"a","position":"first","intent":"tests"}\n',
  /^TypeError: .*"t\.jsonl", line 2: position "first" is not a whole number/,
);
refuses(
  "a negative position",
  "t.csv",
  `${CSV}s-9,-1,debug\n`,
  /^TypeError: .*line 5: position "-1" is not a whole number of 0 or more/,
);
refuses(
  "a missing position",
  "t.csv",
  `${CSV}s-9,,debug\n`,
  /^TypeError: .*line 5: position is missing/,
);
refuses(
  "a missing session id",
  "t.csv",
  `${CSV},4,debug\n`,
  /^TypeError: .*line 5: the session id is empty/,
);
refuses(
  "a line that is not JSON",
  "b.jsonl",
  '{"session":"a","intents":[]}\nhello\n',
  /^SyntaxError: .*"b\.jsonl", line 2: it is not JSON; write one object a line/,
);
refuses(
  "a line that is not an object",
  "b.jsonl",
  '{"session":"a","intents":[]}\n[1]\n',
  /^TypeError: .*"b\.jsonl", line 2: /,
);
refuses(
  "intents that are not texts",
  "b.jsonl",
  '{"session":"a","intents":[1]}\n',
  /^TypeError: .*"b\.jsonl", line 1: [^]*intents/,
);
refuses(
  "a last line that is cut off",
  "b.jsonl",
  '{"session":"a","intents":[]}\n{"session":"b","inte',
  /^SyntaxError: .*"b\.jsonl", line 2: the last line is cut off; complete/,
);
refuses(
  "a row that is cut off",
  "t.jsonl",
  '{"session":"a","position":0,"intent":"tests"}\n{"session":"a","po',
  /^SyntaxError: .*t\.jsonl".*line 2 is cut off/,
);
refuses(
  "an empty JSONL file",
  "b.jsonl",
  "",
  /^SyntaxError: .*no lines; write/,
);
refuses(
  "an empty CSV file",
  "t.csv",
  "",
  /^SyntaxError: .*is empty: its first/,
);
refuses("an empty Parquet file", "t.parquet", "", /^SyntaxError: .*is empty: /);
refuses(
  "a binary file",
  "t.csv",
  Uint8Array.from({ length: 999 }, (_, i) => (i * 7919) % 256),
  /^(SyntaxError|TypeError): .*t\.csv/,
);
refuses(
  "a format that is none",
  "t.xlsx",
  "x",
  /^RangeError: .*use one of \.parquet/,
);

Deno.test("readLabelled() names a file that is not there, and a folder", async () => {
  await inFolder(async (folder) => {
    await rejects(readLabelled(`${folder}/none.csv`), /there is no such file/);
    await rejects(readLabelled(folder), /it is a folder; name a file/);
  });
});

Deno.test("readLabelled() lets the type of the position be given by the file beside it", async () => {
  const position: ColumnType = "int64";
  await inFolder(async (folder) => {
    const path = `${folder}/t.csv`;
    await writeTable(
      path,
      fromRows([{ session: "a", position: 1n, intent: "tests" }]),
    );
    ok(
      (await Deno.readTextFile(`${path}.meta.json`)).includes(`"${position}"`),
    );
    deepEqual(flows((await reading(path)).sessions), { a: ["tests"] });
  });
});
