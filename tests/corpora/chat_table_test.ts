/** Tables of chats with named columns, in all four kinds of files. */

import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import {
  chatTable,
  type IngestReport,
  openCorpus,
  readCorpus,
} from "@taskflow/corpora";
import type { Session } from "@taskflow/session";
import { fromRows, writeTable } from "@taskflow/table";
import { checkCase } from "../../scripts/fuzz/check_case.ts";
import { drawOf } from "../../scripts/fuzz/draw.ts";
import { mutate } from "../../scripts/fuzz/mutate.ts";
import { inFolder } from "../table/tables.ts";

const COLUMNS = { session: "conversation_id", role: "from", text: "value" };
const ENDINGS = ["csv", "jsonl", "parquet", "arrow"];
const ROWS = [
  { conversation_id: "c-1", from: "system", value: "Be kind.", model: "m-1" },
  { conversation_id: "c-1", from: "human", value: "Sum, please", model: "m-1" },
  { conversation_id: "c-2", from: "Prompter", value: "Why?", model: "m-1" },
  { conversation_id: "c-1", from: "gpt", value: "4", model: "m-1" },
  {
    conversation_id: "c-1",
    from: "user",
    value: "And,\nthen?",
    model: "m-2",
  },
  { conversation_id: "c-3", from: "gpt", value: "Hello", model: null },
  { conversation_id: "c-2", from: "user", value: " ", model: "m-1" },
];

async function reading(
  path: string,
  columns?: Readonly<Record<string, string>>,
): Promise<{ sessions: Session[]; report: IngestReport }> {
  const { sessions, report } = await openCorpus(
    path,
    columns === undefined ? {} : { columns },
  );
  return { sessions: await Array.fromAsync(sessions), report };
}

function texts(sessions: readonly Session[]) {
  return sessions.map(({ id, messages }) => [
    id,
    ...messages.map(({ text }) => text),
  ]);
}

for (const ending of ENDINGS) {
  Deno.test(`chatTable() takes the rows of persons, in order, from .${ending}`, async () => {
    await inFolder(async (folder) => {
      const path = `${folder}/t.${ending}`;
      await writeTable(path, fromRows(ROWS));
      const { sessions, report } = await reading(path, COLUMNS);
      deepEqual(texts(sessions), [
        ["c-1", "Sum, please", "And,\nthen?"],
        ["c-2", "Why?"],
        ["c-3"],
      ]);
      deepEqual(sessions.map(({ attributes }) => attributes["model"] ?? null), [
        null,
        "m-1",
        null,
      ]);
      equal(report.records, 4);
      equal(report.kept, 3);
      equal(report.leftOut.get("empty")?.count, 1);
      equal(report.sessions.empty, 1);
    });
  });

  Deno.test(`chatTable() takes position, time and intent where they are, from .${ending}`, async () => {
    await inFolder(async (folder) => {
      const path = `${folder}/t.${ending}`;
      const rows = [[2, "b", "tests"], [1, "a", "debug"]].map((
        [turn, said, intent],
      ) => ({
        chat: 7,
        who: "user",
        turn,
        said,
        intent,
        at: new Date(86_400_000),
      }));
      await writeTable(path, fromRows(rows));
      const columns = {
        session: "chat",
        role: "who",
        text: "said",
        position: "turn",
        timestamp: "at",
      };
      const { sessions } = await reading(path, columns);
      deepEqual(texts(sessions), [["7", "a", "b"]]);
      deepEqual(
        sessions[0]?.messages.map(({ intent }) => intent),
        ["debug", "tests"],
      );
      equal(sessions[0]?.attributes["month"], "1970-01");
      rows.forEach((row) => row.intent = "bugfix");
      await writeTable(path, fromRows(rows));
      await rejects(reading(path, columns), /"7": .*did you mean "bug-fix"/);
    });
  });

  Deno.test(`chatTable() takes one conversation a row from .${ending}`, async () => {
    await inFolder(async (folder) => {
      const path = `${folder}/t.${ending}`;
      const turns = [
        { from: "human", value: "Hi" },
        { from: "gpt", value: "Hello" },
        { from: "human", value: "Bye" },
      ];
      const rows = ["a", "b"].map((key) => ({
        key,
        dialogue: ending === "csv" ? JSON.stringify(turns) : turns,
      }));
      await writeTable(path, fromRows(rows));
      const columns = { session: "key", text: "dialogue" };
      const { sessions, report } = await reading(path, columns);
      deepEqual(texts(sessions), [["a", "Hi", "Bye"], ["b", "Hi", "Bye"]]);
      equal(report.records, report.kept);
    });
  });

  Deno.test(`unknownFile() names the columns of a table of chats in .${ending}, and the option`, async () => {
    await inFolder(async (folder) => {
      await writeTable(`${folder}/t.${ending}`, fromRows(ROWS));
      await Deno.writeTextFile(
        `${folder}/a.md`,
        "## SpecStory\n\n## Hi\n\n_**User**_\n\nHi\n",
      );
      const found = await reading(folder);
      equal(found.sessions.length, 1);
      const unread = found.report.unreadFiles.get("unrecognised")?.files ?? [];
      const table = unread.find(({ file }) => file === `t.${ending}`);
      match(
        table?.detail ?? "",
        ending === "arrow"
          ? /Arrow table .*--columns session=NAME,role=NAME,text=NAME/
          : /columns conversation_id, from, value, model: .*--columns session=NAME,role=NAME,text=NAME/,
      );
      // With names, the folder's other files are read as before.
      const named = await reading(folder, COLUMNS);
      equal(named.sessions.length, 4);
      ok(named.report.formats.has("specstory"));
      ok(named.report.formats.has("chat-table"));
    });
  });

  // The table room's reader of Arrow can hang on damaged bytes: cut files alone are refused before it.
  if (ending === "arrow") continue;
  Deno.test(`readCorpus() holds on fifty damaged tables of chats in .${ending}`, async () => {
    await inFolder(async (folder) => {
      const path = `${folder}/t.${ending}`;
      await writeTable(path, fromRows(ROWS));
      const files = [await Deno.readFile(path)];
      const adapter = chatTable(COLUMNS);
      const cases = await Deno.makeTempDir();
      const problems: string[] = [];
      for (let at = 0; at < 50; at++) {
        const { bytes, damage } = mutate(files, drawOf(5, ending, at));
        const problem = await checkCase(bytes, adapter, "forced", cases);
        if (problem !== null) problems.push(`${at}, ${damage}: ${problem}`);
      }
      deepEqual(problems, []);
      await Deno.remove(cases);
    });
  });
}

Deno.test("chatTable() says when no row is a person's, and leaves out rows without session or role", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/t.csv`;
    await Deno.writeTextFile(
      path,
      "conversation_id,from,value\nc-1,captain,Ahoy\n,user,Lost\nc-1,,Who?\n",
    );
    const { sessions, report } = await reading(path, COLUMNS);
    deepEqual(texts(sessions), [["c-1"]]);
    equal(report.leftOut.get("unreadable")?.count, 2);
    match(report.warnings[0]?.message ?? "", /column "from" never has user/);
  });
});

Deno.test("openCorpus() names the columns that are there if those asked for are not", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/t.csv`;
    await Deno.writeTextFile(path, "chat,speaker,said\nc-1,user,Hi\n");
    await rejects(reading(path, COLUMNS), /columns chat, speaker, said: /);
  });
});

Deno.test("chatTable() never names what may be text", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/t.csv`, "Dear Kim, thanks\nBye, Bo\n");
    const { sessions } = readCorpus(folder);
    await rejects(Array.fromAsync(sessions), (error: Error) => {
      ok(!/Kim|thanks/.test(error.message), error.message);
      return true;
    });
  });
});

Deno.test("chatTable() refuses an Arrow file that is cut", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/t.arrow`;
    await writeTable(path, fromRows(ROWS));
    const bytes = await Deno.readFile(path);
    await Deno.writeFile(path, bytes.subarray(0, bytes.length - 9));
    await rejects(
      reading(path, COLUMNS),
      /no whole Arrow file; write it again/,
    );
  });
});
