import { deepEqual, equal, match, ok } from "node:assert/strict";
import { TAXONOMY } from "@taskflow/taxonomy";
import { simulator, type Tilt } from "../../scripts/bench/simulate_corpus.ts";
import { sharedPath, sharedTest } from "../shared.ts";
import { taskflow } from "./taskflow.ts";

const folder = Deno.makeTempDirSync();
globalThis.addEventListener(
  "unload",
  () => Deno.removeSync(folder, { recursive: true }),
);

/** Labelled sessions, with attributes by number. */
function write(
  name: string,
  sessions: number,
  seed: number,
  tilt: Tilt,
  attributes: (at: number) => Record<string, string | null> = () => ({}),
): string {
  const path = `${folder}/${name}`;
  const next = simulator(seed, tilt);
  const lines = Array.from({ length: sessions }, (_, at) =>
    JSON.stringify({
      session: `s-${at}`,
      intents: next().map((code) => TAXONOMY.labels[code]),
      attributes: attributes(at),
    }) + "\n");
  Deno.writeTextFileSync(path, lines.join(""));
  return path;
}

const same = { mix: 0, short: 0 };
const other = { mix: 0.8, short: 0.4 };
const a = write("a.jsonl", 60, 1, same, (at) => ({
  user: at < 40 ? "heavy" : `u-${at}`,
  month: `2026-0${1 + at % 3}`,
}));
const b = write("b.jsonl", 60, 2, same);
const c = write("c.jsonl", 60, 3, other);
const few = write("few.jsonl", 12, 4, same);

Deno.test("taskflow compare tells corpora apart, and says which it cannot", async () => {
  const args = ["compare", a, b, c, few, "--bootstrap", "199"];
  const { code, stdout } = await taskflow(args);
  equal(code, 0);
  match(stdout, /a \/ b .* not told apart/);
  match(stdout, /a \/ c .* differ/);
  match(stdout, /a \/ few .* too few: not told apart/);
  match(stdout, /Cannot be told apart at 5 %: a and b/);
  match(stdout, /Interval too narrow below N = 100 sessions/);
  const again = await taskflow(args);
  equal(again.stdout, stdout);
});

Deno.test("taskflow compare --json has every pair with intervals, null and p", async () => {
  const { code, stdout } = await taskflow([
    ...["compare", a, b, c, "--bootstrap", "99", "--json"],
  ]);
  equal(code, 0);
  const got = JSON.parse(stdout);
  equal(got.pairs.length, 3);
  for (const { TFAS, intervals, test, holm } of got.pairs) {
    ok(TFAS > 0 && TFAS < 100);
    ok(intervals.TFAS.corrected.low < intervals.TFAS.corrected.high);
    ok(test.null5 > 0);
    ok(holm >= test.p);
  }
  deepEqual(got.pairs.map(({ differ }: { differ: boolean }) => differ), [
    false,
    true,
    true,
  ]);
  equal(got.nearest.length, 3);
});

Deno.test("taskflow compare -o writes a page, the table and the pictures, the same ones again", async () => {
  const out = `${folder}/out`;
  const args = ["compare", a, c, "--bootstrap", "50", "-o", out];
  equal((await taskflow(args)).code, 0);
  const read = (name: string) => Deno.readTextFileSync(`${out}/${name}`);
  const page = read("index.html");
  match(page, /TFAS of every pair/);
  match(read("tables/pairs.csv"), /^a,b,S_L,S_T,S_R,TFAS,null5,p,holm,verdict/);
  for (const name of ["tfas-matrix", "sankey-1", "lift-2", "difference-1-2"]) {
    ok(read(`figures/${name}.svg`).length > 1000);
  }
  const { inputs } = JSON.parse(read("provenance.json"));
  deepEqual(inputs.map(({ name }: { name: string }) => name), ["a", "c"]);
  equal((await taskflow(args)).code, 0);
  equal(read("index.html"), page);
});

Deno.test("taskflow compare of flow files gives points, and says why no intervals", async () => {
  const flows = [0, 1].map((at) => `${folder}/flow-${at}`);
  for (const [at, out] of flows.entries()) {
    const path = [a, b][at] ?? a;
    equal(
      (await taskflow(["measure", path, "--bootstrap", "0", "-o", out])).code,
      0,
    );
  }
  const files = flows.map((out) => `${out}/flow.json`);
  const points = await taskflow(["compare", ...files, "--json"]);
  equal(points.code, 0);
  const { pairs, corpora } = JSON.parse(points.stdout);
  deepEqual(
    corpora.map(({ name }: { name: string }) => name),
    ["flow-0", "flow-1"],
  );
  equal(pairs[0].intervals, null);
  equal(pairs[0].differ, null);
  const sessions = await taskflow([
    ...["compare", a, b, "--bootstrap", "0", "--json"],
  ]);
  ok(
    Math.abs(JSON.parse(sessions.stdout).pairs[0].TFAS - pairs[0].TFAS) < 1e-9,
  );
  const mixed = await taskflow(["compare", a, files[1] ?? ""]);
  equal(mixed.code, 0);
  match(mixed.stdout, /a flow file holds counts, not sessions to resample/);
});

Deno.test("taskflow compare --weight and --cap-per-user show plain and weighted side by side", async () => {
  const { code, stdout } = await taskflow([
    ...["compare", a, "--weight", "user", "--bootstrap", "50", "--json"],
  ]);
  equal(code, 0);
  const { corpora, cluster } = JSON.parse(stdout);
  equal(cluster, "user");
  equal(corpora[0].units, 21);
  ok(corpora[0].plain_against_weighted.TFAS < 100);
  // A cap that nobody reaches changes nothing.
  const capped = await taskflow([
    ...["compare", a, "--cap-per-user", "99", "--bootstrap", "9", "--json"],
  ]);
  const [one] = JSON.parse(capped.stdout).corpora;
  equal(one.plain_against_weighted.TFAS, 100);
  const out = `${folder}/weighted`;
  await taskflow([
    ...["compare", a, b, "--cap-per-user", "2", "--bootstrap", "9", "-o", out],
  ]);
  const csv = Deno.readTextFileSync(`${out}/tables/weighted-intents.csv`);
  match(csv, /^intent,plain_0,weighted_0,plain_1,weighted_1/);
});

Deno.test("taskflow compare --by month compares each month with the next", async () => {
  const { code, stdout } = await taskflow([
    ...["compare", a, "--by", "month", "--bootstrap", "50", "--json"],
  ]);
  equal(code, 0);
  const { pairs } = JSON.parse(stdout);
  deepEqual(
    pairs.map(({ a, b }: { a: string; b: string }) => `${a} ${b}`),
    ["2026-01 2026-02", "2026-02 2026-03"],
  );
});

Deno.test("taskflow compare gives two corpora of one name different names", async () => {
  const { stdout } = await taskflow([
    ...["compare", a, a, `x=${a}`, "--bootstrap", "0", "--json"],
  ]);
  const { corpora, pairs } = JSON.parse(stdout);
  const names = corpora.map(({ name }: { name: string }) => name);
  equal(new Set(names).size, 3);
  equal(names[2], "x");
  for (const { TFAS } of pairs) equal(TFAS, 100);
});

Deno.test("taskflow compare exits with 2 and says what to do", async () => {
  const unlabelled = `${folder}/unlabelled.csv`;
  Deno.writeTextFileSync(
    unlabelled,
    "session,position,intent\ns,0,\ns,1,\ns,2,tests\n",
  );
  const flow = "data/targets/production-standin.json";
  const cases: [string[], RegExp][] = [
    [[], /missing required argument 'input'/],
    [[a], /Cannot compare one corpus with itself/],
    [[a, "nowhere.jsonl"], /nowhere\.jsonl/],
    [[a, b, "--where", "agent == 'x'"], /no session has an attribute "agent"/],
    [[a, b, "--where", "messages>=500"], /none of its 60 sessions passes/],
    [[a, unlabelled], /join them with --labels FILE/],
    [[a, b, "--weight", "planet"], /Allowed choices are user/],
    [
      [a, b, "--weight", "user", "--cap-per-user", "3"],
      /leaves nothing to cap/,
    ],
    [
      [a, b, "--weight", "user", "--cluster", "folder"],
      /Cannot resample by folder while weighting by user/,
    ],
    [[a, flow, "--weight", "user"], /a flow file holds counts only/],
    [[b, "--by", "agent"], /no session says its agent/],
    [[b, c, "--weight", "user"], /no session says its user/],
    [[a, b, "-o", a], /it is a file/],
  ];
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await taskflow(["compare", ...args]);
    equal(code, 2, args.join(" "));
    equal(stdout, "", args.join(" "));
    match(stderr, message);
  }
});

Deno.test("taskflow stability says from how many sessions on, and what merging buys", async () => {
  const out = `${folder}/stability`;
  const args = ["stability", a, "--draws", "20"];
  const { code, stdout } = await taskflow([...args, "-o", out]);
  equal(code, 0);
  match(
    stdout,
    /The transition component is stable to 0\.01 from about [\d,]+ sessions on \(extrapolated/,
  );
  match(stdout, /explain\+question +12/);
  match(Deno.readTextFileSync(`${out}/index.html`), /Stability/);
  const merged = await taskflow([
    ...[...args, "--merge", "explain+question+debug", "--json"],
  ]);
  const { merges, needed } = JSON.parse(merged.stdout);
  deepEqual(merges.map(({ intents }: { intents: number }) => intents), [
    13,
    11,
  ]);
  ok(merges[1].needed.units <= needed.S_R.units);
  const cases: [string[], RegExp][] = [
    [[few], /takes 20 or more/],
    [[a, "--merge", "explain"], /name two intents or more/],
    [[a, "--merge", "explain+greeting"], /Cannot merge "greeting"/],
    [[a, "--merge", "explain+tests,tests+debug"], /Cannot merge "tests" twice/],
    [[a, "--tolerance", "2"], /number between 0 and 1/],
    [["data/targets/production-standin.json"], /not sessions to split/],
  ];
  for (const [rest, message] of cases) {
    const { code, stderr } = await taskflow(["stability", ...rest]);
    equal(code, 2, rest.join(" "));
    match(stderr, message);
  }
});

sharedTest(
  "taskflow compare of real corpora gives one table, and cannot tell all apart",
  async () => {
    const names = [
      ...["specstory", "entire", "claude-code", "codex", "aider"],
      "swe-together",
    ];
    const { code, stdout } = await taskflow([
      "compare",
      ...names.map((name) => sharedPath(`corpora/${name}`)),
      ...["--labels", sharedPath("labels/messages.csv")],
      ...["--bootstrap", "1000", "--json"],
    ]);
    equal(code, 0);
    const { pairs } = JSON.parse(stdout);
    equal(pairs.length, 15);
    const people = ["entire", "claude-code", "codex"];
    const shared = pairs.filter(({ a, b }: { a: string; b: string }) =>
      people.includes(a) && people.includes(b)
    );
    deepEqual(
      shared.map(({ differ, too_few }: { differ: boolean; too_few: boolean }) =>
        differ || !too_few
      ),
      [false, false, false],
    );
    for (const { intervals, test, holm } of pairs) {
      ok(intervals.TFAS.corrected !== null && test.null5 !== null && holm > 0);
    }
  },
);
