import { deepEqual, equal, match, ok } from "node:assert/strict";
import { taskflow } from "./taskflow.ts";

const folder = Deno.makeTempDirSync();
globalThis.addEventListener(
  "unload",
  () => Deno.removeSync(folder, { recursive: true }),
);
const benchmark = `${folder}/bench.jsonl`;
Deno.writeTextFileSync(
  benchmark,
  Array.from({ length: 20 }, (_, at) => {
    const intents = [at % 2 === 0 ? "bug-fix" : "new-feature"];
    return JSON.stringify({ session: `t-${at}`, intents }) + "\n";
  }).join(""),
);
const root = new URL("../../", import.meta.url).pathname;
const standIn = `${root}data/targets/production-standin.json`;

Deno.test("taskflow gap lists the backlog, and writes a page with picture and tables", async () => {
  const out = `${folder}/gap`;
  const { code, stdout } = await taskflow([
    "gap",
    ...["--target", standIn, "--benchmark", benchmark, "-o", out],
  ]);
  equal(code, 0);
  match(stdout, /question +10\.2% +0\.0% +\+10\.2% +uncovered/);
  match(stdout, /execute +not published/);
  match(stdout, /No candidate has 11\+ messages/);
  const page = await Deno.readTextFile(`${out}/index.html`);
  match(page, /stand-in/);
  const csv = await Deno.readTextFile(`${out}/tables/gap-intents.csv`);
  equal(csv.trim().split("\n").length, 14);
  ok((await Deno.stat(`${out}/figures/gap-intents.svg`)).size > 1000);
  const { inputs } = JSON.parse(
    await Deno.readTextFile(`${out}/provenance.json`),
  );
  deepEqual(inputs.map(({ name }: { name: string }) => name).sort(), [
    "bench.jsonl",
    "paper.json",
    "production-standin.json",
  ]);
});

Deno.test("taskflow gap --json gives rows, sums and whether a side is made up", async () => {
  const { code, stdout } = await taskflow([
    "gap",
    ...["--target", standIn, "--benchmark", benchmark, "--json"],
  ]);
  equal(code, 0);
  const got = JSON.parse(stdout);
  equal(got.stand_in, true);
  equal(got.rows.length, 7 + 13 + 30);
  const shares: number[] = Object.values(got.summary.intents);
  ok(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-9);
});

Deno.test("taskflow gap says what is wrong with a coverage file", async () => {
  const coverage = `${folder}/coverage.json`;
  await Deno.writeTextFile(coverage, '{"schema_version":1,"name":"x"}');
  const { code, stderr } = await taskflow([
    "gap",
    ...["--target", standIn, "--benchmark", benchmark],
    ...["--coverage", coverage],
  ]);
  equal(code, 2);
  match(stderr, /Cannot read coverage ".*coverage\.json"/);
});

Deno.test("taskflow measure --min-cell writes a target that scores alike and names no session", async () => {
  const sessions = `${folder}/sessions.jsonl`;
  await Deno.writeTextFile(
    sessions,
    Array.from({ length: 40 }, (_, at) =>
      JSON.stringify({
        session: `secret-${at}`,
        intents: at % 3 === 0
          ? ["explain", "bug-fix", "tests"]
          : at === 1
          ? ["planning", "execute", "refactor", "debug"]
          : ["bug-fix", "bug-fix", "new-feature"],
      }) + "\n").join(""),
  );
  const out = `${folder}/measured`;
  const made = await taskflow([
    "measure",
    sessions,
    ...["-o", out, "--min-cell", "5", "--population", "testers"],
    ...["--stress", `${root}data/stress_slices.json`],
  ]);
  equal(made.code, 0, made.stderr);
  match(made.stderr, /does not say .*--surface, --window, --date/);
  match(made.stdout, /destructive-execute +0 messages/);
  const text = await Deno.readTextFile(`${out}/target.json`);
  ok(!/secret-|planning>execute|sha256/.test(text));
  const target = JSON.parse(text);
  deepEqual(target.folded.L, { cells: { "3": 39 }, other: 1 });
  equal(target.about.population, "testers");
  const { stdout } = await taskflow([
    "align",
    ...["--target", `${out}/target.json`],
    ...["--benchmark", `${out}/flow.json`, "--json"],
  ]);
  ok(Math.abs(JSON.parse(stdout).TFAS - 100) < 1e-9);
});

Deno.test("taskflow measure refuses to describe a target that it would not write", async () => {
  const { code, stderr } = await taskflow([
    "measure",
    benchmark,
    ...["--population", "testers"],
  ]);
  equal(code, 2);
  match(stderr, /add --min-cell 5/);
});
