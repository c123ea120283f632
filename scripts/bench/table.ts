/**
 * Speed of writing and reading tables of 200,000 messages in every format, and of reading lines; the
 * yardstick of each is `JSON.stringify` or `JSON.parse` of the same rows in the same run.
 */

import type { Session } from "@taskflow/session";
import {
  labelledTable,
  parse,
  readLineBlocks,
  readTable,
  sessionsOfTable,
  toRows,
  writeTable,
} from "@taskflow/table";
import { TAXONOMY } from "@taskflow/taxonomy";

const SESSIONS = 25_000;
const MESSAGES = 8;

const folder = await Deno.makeTempDir({ prefix: "taskflow-bench-" });
globalThis.addEventListener(
  "unload",
  () => Deno.removeSync(folder, { recursive: true }),
);

const sessions = Array.from({ length: SESSIONS }, (_, ordinal): Session => ({
  schema_version: 1,
  id: `session-${ordinal}`,
  source: "specstory",
  file: null,
  ordinal,
  attributes: {},
  messages: Array.from({ length: MESSAGES }, (_, i) => ({
    text: `message ${i} of session ${ordinal}, with a "quoted" word`,
    timestamp: new Date(1.77e12 + ordinal * 1e5 + i * 1e3).toISOString(),
    intent: TAXONOMY.labels[(ordinal * 7 + i * i) % 16] ?? null,
  })),
}));

const table = labelledTable(sessions, { withText: true });
const rows = toRows(table);
const lines = rows.map((row) => JSON.stringify(row));
const lineFile = `${folder}/lines.jsonl`;
await Deno.writeTextFile(lineFile, `${lines.join("\n")}\n`);

Deno.bench({
  name: "JSON.stringify, row by row",
  group: "write 200,000 rows",
  baseline: true,
  n: 5,
  fn: () => {
    rows.map((row) => JSON.stringify(row));
  },
});

Deno.bench({
  name: "JSON.parse, line by line",
  group: "read 200,000 rows",
  baseline: true,
  n: 5,
  fn: () => {
    lines.map((line) => JSON.parse(line));
  },
});

for (const extension of ["parquet", "arrow", "csv", "jsonl"]) {
  const path = `${folder}/table.${extension}`;
  await writeTable(path, table);
  Deno.bench({
    name: `writeTable() .${extension}`,
    group: "write 200,000 rows",
    n: 3,
    warmup: 1,
    // Declared async, or only the part before the first wait is measured.
    fn: async () => {
      await writeTable(path, table);
    },
  });
  Deno.bench({
    name: `readTable() .${extension}`,
    group: "read 200,000 rows",
    n: 3,
    warmup: 1,
    fn: async () => {
      await readTable(path);
    },
  });
}

Deno.bench({
  name: "readTable() .parquet, 3 columns",
  group: "read 200,000 rows",
  n: 3,
  warmup: 1,
  fn: async () => {
    await readTable(`${folder}/table.parquet`, {
      columns: ["session", "position", "intent"],
    });
  },
});

Deno.bench({
  name: "JSON.stringify, session by session",
  group: "sessions to a table and back",
  baseline: true,
  n: 5,
  fn: () => {
    sessions.map((session) => JSON.stringify(session));
  },
});

Deno.bench({
  name: "labelledTable()",
  group: "sessions to a table and back",
  n: 3,
  warmup: 1,
  fn: () => {
    labelledTable(sessions, { withText: true });
  },
});

Deno.bench({
  name: "sessionsOfTable()",
  group: "sessions to a table and back",
  n: 3,
  warmup: 1,
  fn: () => {
    for (const session of sessionsOfTable(table)) session.messages.length;
  },
});

Deno.bench({
  name: "JSON.parse, line by line (lines in memory)",
  group: "lines of a file",
  baseline: true,
  n: 5,
  fn: () => {
    lines.map((line) => JSON.parse(line));
  },
});

Deno.bench({
  name: "readLineBlocks()",
  group: "lines of a file",
  n: 5,
  fn: async () => {
    for await (const block of readLineBlocks(lineFile)) block.length;
  },
});

Deno.bench({
  name: "readLineBlocks() and JSON.parse",
  group: "lines of a file",
  n: 5,
  fn: async () => {
    for await (const block of readLineBlocks(lineFile)) {
      for (const { text } of block) JSON.parse(text);
    }
  },
});

const csv = await Deno.readFile(`${folder}/table.csv`);
Deno.bench({
  name: "parse(), records in memory",
  group: "lines of a file",
  n: 3,
  warmup: 1,
  fn: () => {
    parse(csv);
  },
});
