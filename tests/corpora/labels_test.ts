import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { createHash } from "node:crypto";
import { joinLabels, readLabels } from "@taskflow/corpora";
import type { Session } from "@taskflow/session";
import { parseTaxonomy, TAXONOMY } from "@taskflow/taxonomy";
import { folder } from "./fixtures.ts";

const sha256 = (text: string) =>
  createHash("sha256").update(text).digest("hex");

function session(file: string, texts: readonly string[], ordinal = 0): Session {
  return {
    schema_version: 1,
    id: `${file}-${ordinal}`,
    source: "specstory",
    file,
    ordinal,
    attributes: {},
    messages: texts.map((text) => ({ text, timestamp: null, intent: null })),
  };
}

const intents = ({ messages }: Session) => messages.map(({ intent }) => intent);

/** A label file with hashes: rows of file, session, text, intent. */
function hashed(
  rows: readonly (readonly [string, number, string, string])[],
): string {
  const lines = rows.map(([file, session, text, intent]) =>
    `${file},${session},${sha256(text)},${intent}`
  );
  return ["file,session,sha256,intent", ...lines].join("\n");
}

Deno.test("joinLabels() joins on file, session, hash and occurrence, not on position", async () => {
  await using made = await folder({
    "labels.csv": hashed([
      ["c/a.md", 0, "continue", "other"],
      ["c/a.md", 0, "fix it", "bug-fix"],
      ["c/a.md", 0, "continue", "execute"],
      ["c/a.md", 1, "fix it", "tests"],
      ["c/gone.md", 0, "x", "debug"],
    ]),
  });
  const labels = await readLabels(`${made.path}/labels.csv`);
  equal(labels.key, "sha256");
  const first = joinLabels(
    session("a.md", [
      "one more",
      " continue\n",
      "fix it",
      "continue",
      "continue",
    ]),
    labels,
    "/home/c",
  );
  deepEqual(intents(first), [null, "other", "bug-fix", "execute", null]);
  const second = joinLabels(session("a.md", ["else"], 1), labels, "/home/c");
  deepEqual(intents(second), [null]);
  deepEqual(labels.report(), {
    key: "sha256",
    labels: 5,
    blank: 0,
    matched: 3,
    unlabelled: 3,
    unused: 1,
    unusedFiles: ["c/a.md"],
    elsewhere: 1,
    elsewhereFiles: ["c/gone.md"],
    warnings: [],
  });
});

Deno.test("joinLabels() finds the file by the longest path at the end of the session's", async () => {
  await using made = await folder({
    "labels.csv": hashed([
      ["a.md", 0, "x", "tests"],
      ["r/a.md", 0, "x", "debug"],
      ["q/r/a.md", 0, "x", "explain"],
    ]),
  });
  const read = () => readLabels(`${made.path}/labels.csv`);
  const intent = async (file: string, root?: string) =>
    intents(joinLabels(session(file, ["x"]), await read(), root))[0];
  equal(await intent("a.md", "/z/q/r"), "explain");
  equal(await intent("r/a.md", "/z/p/"), "debug");
  equal(await intent("a.md", "/z/pr"), "tests");
  equal(await intent("a.md", "/z/q/r/a.md"), "explain");
  equal(await intent("r/a.md", "C:\\z\\q"), "explain");
  equal(await intent("other.md", "/z/q/r"), null);
});

Deno.test("joinLabels() takes labels with a longer path than it knows, if only one fits", async () => {
  await using made = await folder({
    "labels.csv": hashed([["k/p/a.md", 0, "x", "tests"], [
      "k/q/a.md",
      0,
      "x",
      "debug",
    ]]),
  });
  const labels = await readLabels(`${made.path}/labels.csv`);
  deepEqual(intents(joinLabels(session("p/a.md", ["x"]), labels)), ["tests"]);
  deepEqual(intents(joinLabels(session("a.md", ["x"]), labels)), [null]);
});

Deno.test("joinLabels() does not give one file's labels to two sessions' files", async () => {
  await using made = await folder({
    "labels.csv": hashed([["a.md", 0, "x", "tests"]]),
  });
  const labels = await readLabels(`${made.path}/labels.csv`);
  deepEqual(intents(joinLabels(session("p/a.md", ["x"]), labels, "/z")), [
    "tests",
  ]);
  deepEqual(intents(joinLabels(session("q/a.md", ["x"]), labels, "/z")), [
    null,
  ]);
  match(
    labels.report().warnings[0] ?? "",
    /"a\.md" fit "p\/a\.md" and "q\/a\.md".*longer paths/,
  );
});

Deno.test("readLabels() takes the hashes from the .jsonl file beside it, by id", async () => {
  const key = {
    id: "k1",
    file: "a.md",
    session: 0,
    position: 0,
    sha256: sha256("fix it"),
  };
  const csv =
    "\uFEFFid,file,session,position,intent\r\nk1,a.md,0,0,bug-fix\r\n";
  await using made = await folder({
    "labels.csv": csv,
    "labels.jsonl": `${JSON.stringify({ ...key, text: "fix it" })}\n\n`,
    "other.csv": csv.replace("k1", "k2"),
    "other.jsonl": JSON.stringify(key),
    "moved.csv": csv,
    "moved.jsonl": JSON.stringify({ ...key, file: "b.md" }),
  });
  const labels = await readLabels(`${made.path}/labels.csv`);
  equal(labels.key, "sha256");
  deepEqual(intents(joinLabels(session("a.md", ["new", "fix it"]), labels)), [
    null,
    "bug-fix",
  ]);
  await rejects(readLabels(`${made.path}/other.csv`), {
    name: "RangeError",
    message:
      /"other\.csv": line 2: id "k2" is not in the \.jsonl file.*same version/,
  });
  await rejects(
    readLabels(`${made.path}/moved.csv`),
    /line 2: id "k1" belongs to.*"b\.md"/,
  );
});

Deno.test("readLabels() falls back to positions with a warning", async () => {
  await using made = await folder({
    "labels.csv":
      "file,session,position,intent\na.md,0,1,tests\na.md,0,0,bug-fix\n",
  });
  const labels = await readLabels(`${made.path}/labels.csv`);
  deepEqual(intents(joinLabels(session("a.md", ["x", "y", "z"]), labels)), [
    "bug-fix",
    "tests",
    null,
  ]);
  const report = labels.report();
  equal(report.key, "position");
  match(report.warnings[0] ?? "", /by position alone.*add a column sha256/);
});

Deno.test("readLabels() reads JSONL, and leaves rows without an intent out", async () => {
  const row = (text: string, intent: string | null) =>
    JSON.stringify({ file: "a.md", session: 0, sha256: sha256(text), intent });
  await using made = await folder({
    "labels.jsonl": [row("x", "tests"), row("x", null), row("x", "debug")].join(
      "\n",
    ),
  });
  const labels = await readLabels(`${made.path}/labels.jsonl`);
  deepEqual([labels.count, labels.blank], [2, 1]);
  deepEqual(intents(joinLabels(session("a.md", ["x", "x", "x"]), labels)), [
    "tests",
    null,
    "debug",
  ]);
});

Deno.test("readLabels() takes the labels of another taxonomy", async () => {
  const taxonomy = parseTaxonomy({
    schema_version: 1,
    name: "two",
    intents: [{
      label: "deploy",
      definition: "x",
      instantiable: true,
      parent: null,
    }],
  });
  await using made = await folder({
    "labels.csv": hashed([["a.md", 0, "x", "deploy"]]),
  });
  equal((await readLabels(`${made.path}/labels.csv`, taxonomy)).count, 1);
  await rejects(readLabels(`${made.path}/labels.csv`, TAXONOMY), RangeError);
});

Deno.test("readLabels() names file, line and remedy of what is wrong", async () => {
  const head = "file,session,position,intent\n";
  const cases: readonly (readonly [string, string, string, RegExp])[] = [
    [
      "label.csv",
      `${head}a.md,0,0,bug-fix\n\n"a\nb.md",0,0,bugfix\n`,
      "RangeError",
      /"label\.csv": line 5: Label "bugfix".*did you mean "bug-fix"/,
    ],
    [
      "twice.csv",
      `${head}a.md,0,0,bug-fix\na.md,0,0,tests\n`,
      "RangeError",
      /line 3: message 0 of session 0 in "a\.md" has a label in line 2 already; keep one/,
    ],
    [
      "ids.csv",
      "id,file,session,position,intent\nk,a.md,0,0,tests\nk,a.md,0,1,tests\n",
      "RangeError",
      /line 3: id "k" has a label in line 2/,
    ],
    [
      "column.csv",
      "file,session,label\na.md,0,tests\n",
      "TypeError",
      /line 2: "intent" is missing \(there are "file", "session", "label"\)/,
    ],
    [
      "key.csv",
      "file,session,intent\na.md,0,tests\n",
      "TypeError",
      /line 2: neither "sha256"/,
    ],
    ["number.csv", `${head}a.md,x,0,tests\n`, "TypeError", /line 2: "session"/],
    [
      "negative.csv",
      `${head}a.md,0,-1,tests\n`,
      "TypeError",
      /line 2: "position"/,
    ],
    [
      "hash.csv",
      "file,session,sha256,intent\na.md,0,12,tests\n",
      "TypeError",
      /line 2: "sha256"/,
    ],
    [
      "quote.csv",
      `${head}"a.md,0,0,tests\n`,
      "SyntaxError",
      /"quote\.csv": .*quotes/,
    ],
    [
      "width.csv",
      `${head}a.md,0,0\n`,
      "SyntaxError",
      /line 2 has 3 cells instead of 4/,
    ],
    ["empty.csv", head, "TypeError", /"empty\.csv": it has no rows/],
    [
      "json.jsonl",
      '{"file":"a.md"\n',
      "SyntaxError",
      /"json\.jsonl": line 1 is not JSON/,
    ],
    ["list.jsonl", "[1]\n", "TypeError", /line 1 is not a JSON object/],
  ];
  await using made = await folder(
    Object.fromEntries(cases.map(([file, text]) => [file, text])),
  );
  for (const [file, , name, message] of cases) {
    await rejects(readLabels(`${made.path}/${file}`), { name, message }, file);
  }
  await rejects(readLabels(`${made.path}/none.csv`), {
    name: "NotFound",
    message: /Cannot read labels ".*none\.csv".*check the path/,
  });
});
