import { deepEqual, equal, match, ok } from "node:assert/strict";
import { createHash } from "node:crypto";
import { readTable, toRows } from "@taskflow/table";
import { taskflow } from "./taskflow.ts";

const folder = Deno.makeTempDirSync();
globalThis.addEventListener(
  "unload",
  () => Deno.removeSync(folder, { recursive: true }),
);

const sample = ["data/sample/specstory", "--labels", "data/sample/labels.csv"];

async function json(args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await taskflow([...args, "--json"]);
  equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** Counts of a flow, without its name and where it comes from. */
async function flow(args: readonly string[]): Promise<unknown> {
  const made = await json(["measure", ...args, "--bootstrap", "0"]);
  return (made["flow"] as Record<string, unknown>)["counts"];
}

Deno.test("taskflow messages writes tables that measure and --labels take, with the same flow", async () => {
  const expected = await flow(sample);
  ok(expected !== undefined);
  for (const ending of ["jsonl", "csv", "parquet", "arrow"]) {
    const out = `${folder}/labelled.${ending}`;
    const made = await json(["messages", ...sample, "-o", out]);
    equal(made["messages"], 66);
    equal(made["labelled"], 66);
    deepEqual(await flow([out]), expected, `${ending} as labelled sessions`);
    if (ending !== "jsonl" && ending !== "csv") continue;
    const joined = await flow(["data/sample/specstory", "--labels", out]);
    deepEqual(joined, expected, `${ending} as a label file`);
  }
});

Deno.test("taskflow messages has hashes, words and places of messages, text only if asked for", async () => {
  const [bare, full] = [`${folder}/bare.jsonl`, `${folder}/full.jsonl`];
  await json(["messages", "data/sample/specstory", "-o", bare]);
  await json(["messages", "data/sample/specstory", "-o", full, "--with-text"]);
  const rows = toRows(await readTable(full));
  const without = rows.map(({ text: _, ...row }) => row);
  deepEqual(toRows(await readTable(bare)), without);
  deepEqual(Object.keys(without[0] ?? {}), [
    ...["file", "session", "ordinal", "position", "source", "timestamp"],
    ...["intent", "sha256", "words", "characters"],
  ]);
  for (const { text, sha256, characters, intent } of rows) {
    const hash = createHash("sha256").update(String(text)).digest("hex");
    equal(sha256, hash);
    equal(characters, [...String(text)].length);
    equal(intent, null);
  }
});

Deno.test("taskflow messages guards cells of CSV, and takes its file names back", async () => {
  const corpus = `${folder}/=corpus`;
  Deno.mkdirSync(corpus);
  Deno.writeTextFileSync(
    `${corpus}/-a.md`,
    "## SpecStory\n\n## Sum (2/13/2025, 10:13:52 AM)\n\n_**User**_\n\n=SUM(A1:A9) is wrong\n",
  );
  const out = `${folder}/guarded.csv`;
  await json(["messages", corpus, "-o", out, "--with-text"]);
  match(Deno.readTextFileSync(out), /^'-a\.md,.*,'=SUM\(A1:A9\) is wrong$/m);
  const filled = Deno.readTextFileSync(out).replace(
    /,,(?=[0-9a-f]{64},)/,
    ",bug-fix,",
  );
  Deno.writeTextFileSync(out, filled);
  const measured = await json(["measure", corpus, "--labels", out]);
  equal((measured["labels"] as Record<string, unknown>)["matched"], 1);
});

Deno.test("taskflow messages keeps provenance beside its table, and says what is wrong", async () => {
  const out = `${folder}/kept.csv`;
  await json(["messages", ...sample, "-o", out, "--visibility", "stand-in"]);
  const { metadata } = JSON.parse(
    Deno.readTextFileSync(`${out}.meta.json`),
  );
  equal(metadata.provenance.visibility, "stand-in");
  equal(metadata.provenance.inputs.length, 2);
  const cases: [string[], RegExp][] = [
    [["messages", "data/sample/specstory"], /--out/],
    [["messages", "data/sample/specstory", "-o", "a.txt"], /extension/],
    [["messages", `${folder}/missing`, "-o", `${folder}/n.csv`], /missing/],
  ];
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await taskflow(args);
    equal(code, 2, stderr);
    equal(stdout, "");
    match(stderr, message);
  }
  const left = [...Deno.readDirSync(folder)].map(({ name }) => name);
  deepEqual(
    left.filter((name) => name.startsWith(".") || name === "n.csv"),
    [],
  );
});
