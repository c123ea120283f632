import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { ReportJson } from "@taskflow/corpora";
import { readTable, toRows } from "@taskflow/table";
import { sharedPath, sharedTest } from "../shared.ts";
import { taskflow } from "./taskflow.ts";

const folder = Deno.makeTempDirSync();
globalThis.addEventListener(
  "unload",
  () => Deno.removeSync(folder, { recursive: true }),
);

/** Every number of the report is the sum over its formats, and nothing is lost within a format. */
function holds(report: ReportJson): void {
  const formats = Object.values(report.formats);
  const sum = (of: (format: typeof formats[number]) => number) =>
    formats.reduce((total, format) => total + of(format), 0);
  for (const { records, kept, leftOut } of formats) {
    equal(Object.values(leftOut).reduce((a, b) => a + b, kept), records);
  }
  equal(sum(({ records }) => records), report.records);
  equal(sum(({ kept }) => kept), report.kept);
  equal(sum(({ files }) => files), report.files.read);
  equal(sum(({ bytes }) => bytes), report.bytes);
  deepEqual({
    kept: sum(({ sessions }) => sessions.kept),
    empty: sum(({ sessions }) => sessions.empty),
    duplicate: sum(({ sessions }) => sessions.duplicate),
  }, report.sessions);
}

/** A folder of two formats, of which some records and files do not count. */
function mixture(): string {
  const at = `${folder}/mixture`;
  Deno.mkdirSync(at, { recursive: true });
  const turns = ["Fix the parser", "[Request interrupted by user]"];
  Deno.writeTextFileSync(
    `${at}/a.md`,
    "## SpecStory\n\n## Parser (2/13/2025, 10:13:52 AM)\n\n" +
      turns.map((turn) => `_**User**_\n\n${turn}\n\n---\n\n`).join(""),
  );
  Deno.writeTextFileSync(
    `${at}/c.jsonl`,
    turns.map((content, at) =>
      JSON.stringify({
        type: "user",
        uuid: `u-${at}`,
        parentUuid: null,
        sessionId: "s-1",
        timestamp: `2026-01-02T10:0${at}:00Z`,
        message: { role: "user", content },
      }) + "\n"
    ).join(""),
  );
  Deno.writeTextFileSync(`${at}/notes.txt`, "Buy milk\n");
  return at;
}

Deno.test("taskflow inspect shows formats, reasons with places, and files not read, but no text", async () => {
  const { code, stdout } = await taskflow(["inspect", mixture()]);
  equal(code, 0);
  match(stdout, /claude-code +1 +1 +0 +0 +2 +1\n/);
  match(stdout, /specstory +1 +1 +0 +0 +2 +1\n/);
  match(stdout, /all +2 +2 +0 +0 +4 +2\n/);
  match(
    stdout,
    /interruption-marker +2 +\(claude-code 1, specstory 1\)\n {4}a\.md:11 {2}session .*\n {4}c\.jsonl:2 {2}session s-1\n/,
  );
  match(stdout, /unrecognised +1\n {4}notes\.txt: /);
  for (const word of ["Fix the parser", "interrupted", "milk"]) {
    ok(!stdout.includes(word), word);
  }
});

Deno.test("taskflow inspect --json gives the whole report, whose formats add up", async () => {
  const { code, stdout } = await taskflow(["inspect", mixture(), "--json"]);
  equal(code, 0);
  equal(stdout.trim().split("\n").length, 1);
  const report: ReportJson = JSON.parse(stdout);
  holds(report);
  deepEqual(Object.keys(report.formats).sort(), ["claude-code", "specstory"]);
  deepEqual(report.formats["specstory"]?.leftOut, { "interruption-marker": 1 });
});

Deno.test("taskflow inspect -o writes the report as JSON, or the table by format", async () => {
  const [json, csv] = [`${folder}/report.json`, `${folder}/formats.csv`];
  for (const out of [json, csv]) {
    equal((await taskflow(["inspect", mixture(), "-o", out])).code, 0);
  }
  const { provenance, ...report } = JSON.parse(Deno.readTextFileSync(json));
  holds(report);
  deepEqual(provenance.parameters, { rules: "default" });
  equal(provenance.inputs[0].sha256, report.corpusHash);
  deepEqual(
    toRows(await readTable(csv)).map(({ format, kept }) => [format, kept]),
    [["claude-code", 1], ["specstory", 1], ["all", 2]],
  );
  const wrong = await taskflow(["inspect", mixture(), "-o", "report.html"]);
  equal(wrong.code, 2);
  match(wrong.stderr, /\.parquet/);
});

Deno.test("taskflow inspect shows what is there even if nothing is an export, and exits with 2", async () => {
  const at = `${folder}/none`;
  Deno.mkdirSync(at, { recursive: true });
  Deno.writeTextFileSync(`${at}/notes\u001b[31m.txt`, "Buy milk\n");
  const { code, stdout, stderr } = await taskflow(["inspect", at]);
  equal(code, 2);
  match(stdout, /no session export was found/);
  ok(!stdout.includes("\u001b"), "a name reaches the terminal unescaped");
  match(stdout, /unrecognised +1\n {4}"notes\\u\S*\[31m\.txt": /);
  match(stderr, /none of|found 1/);
  const missing = await taskflow(["inspect", `${folder}/missing`]);
  equal(missing.code, 2);
  equal(missing.stdout, "");
});

Deno.test("taskflow inspect says which decisions differ from the preset", async () => {
  const args = ["--branches", "last", "--bash-input", "execute"];
  const { stdout } = await taskflow(["inspect", mixture(), ...args]);
  match(stdout, /rules: default, branches last, bashInput execute/);
  const wrong = await taskflow(["inspect", mixture(), "--branches", "first"]);
  equal(wrong.code, 2);
});

sharedTest(
  "taskflow inspect names every file of other people's corpora, and its formats add up",
  async () => {
    const path = sharedPath("corpora");
    const { code, stdout } = await taskflow(["inspect", path, "--json"]);
    equal(code, 0);
    const report: ReportJson = JSON.parse(stdout);
    holds(report);
    let files = 0;
    const folders = [path];
    for (let at; (at = folders.pop()) !== undefined;) {
      for (const { name, isDirectory } of Deno.readDirSync(at)) {
        if (isDirectory) folders.push(`${at}/${name}`);
        else files++;
      }
    }
    equal(report.files.read + report.files.unread, files);
  },
);
