import { deepEqual, equal, match, ok } from "node:assert/strict";
import golden from "../oracle/agreement.json" with { type: "json" };
import { sharedPath, sharedTest } from "../shared.ts";
import { taskflow } from "./taskflow.ts";

const folder = Deno.makeTempDirSync();
globalThis.addEventListener(
  "unload",
  () => Deno.removeSync(folder, { recursive: true }),
);

function write(name: string, text: string): string {
  const path = `${folder}/${name}`;
  Deno.writeTextFileSync(path, text);
  return path;
}

const INTENTS = ["bug-fix", "tests", "explain", "new-feature", "other"];
/** Twenty sessions of four messages; every `every`-th label differs. */
function rows(
  every: number,
): { session: string; position: number; intent: string }[] {
  return Array.from({ length: 80 }, (_, i) => ({
    session: `s-${Math.floor(i / 4)}`,
    position: i % 4,
    intent: INTENTS[(i + (i % every === 0 ? 1 : 0)) % INTENTS.length] ?? "",
  }));
}
const csv = (every: number) =>
  "session,position,intent\n" +
  rows(every).map((row) => `${Object.values(row).join(",")}\n`).join("");
const a = write("a.csv", csv(1000));
const b = write("b.csv", csv(8));
const jsonl = write(
  "b.jsonl",
  rows(8).reverse().map((row) => `${JSON.stringify(row)}\n`).join(""),
);
const sessions = write(
  "c.jsonl",
  Array.from({ length: 20 }, (_, at) =>
    `${
      JSON.stringify({
        session: `s-${at}`,
        intents: rows(10).slice(4 * at, 4 * at + 4).map(({ intent }) => intent),
      })
    }\n`).join(""),
);

const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await taskflow(["agree", ...args, "--json"]);
  equal(code, 0, stderr);
  return JSON.parse(stdout);
};

Deno.test("taskflow agree compares CSV, JSONL rows and JSONL sessions, in any order of rows", async () => {
  const three = await json(a, jsonl, sessions, "--bootstrap", "50");
  deepEqual(three.names, ["a", "b", "c"]);
  deepEqual([three.messages, three.shared, three.sessions], [80, 80, 20]);
  equal(three.joined_by, "session and position");
  equal(three.pairs.length, 3);
  // Every eighth differs, but for the first, which differs in both.
  equal(three.pairs[0].exact.estimate, 71 / 80);
  equal(three.flows.sessions, 20);
  ok(three.flows.pairs[0].alignment.TFAS.estimate < 100);
  const two = await json(a, b, "--bootstrap", "50");
  deepEqual(two.pairs[0], { ...three.pairs[0] });
});

Deno.test("taskflow agree reads what messages writes, as Parquet, by sha256", async () => {
  const [one, two] = [`${folder}/one.parquet`, `${folder}/two.parquet`];
  const sample = "data/sample/specstory";
  const labels = ["--labels", "data/sample/labels.csv"];
  for (const out of [one, two]) {
    equal((await taskflow(["messages", sample, ...labels, "-o", out])).code, 0);
  }
  const same = await json(
    one,
    two,
    "data/sample/labels.csv",
    "--bootstrap",
    "0",
  );
  equal(same.joined_by, "file, session and sha256");
  equal(same.alpha.estimate, 1);
  ok(same.shared > 50);
  const unmatched = same.files.map((file: { unmatched: number }) =>
    file.unmatched
  );
  deepEqual(unmatched.slice(0, 2), [same.messages - same.shared, unmatched[0]]);
});

Deno.test("taskflow agree finds several label columns in one file", async () => {
  const path = write(
    "readers.csv",
    "id,one,two,remark\nx,tests,tests,fine\ny,debug,bug-fix,\nz,,bug-fix,no\n",
  );
  const found = await json(path, "--bootstrap", "0");
  deepEqual(found.names, ["one", "two"]);
  equal(found.has_sessions, false);
  equal(found.pairs[0].messages, 2);
  equal(found.files[0].blank, 1);
  equal(found.flows.min_messages, 1);
  const named = await json(path, "--columns", "two,one", "--names", "B,A");
  deepEqual(named.names, ["B", "A"]);
});

Deno.test("taskflow agree counts and names rows without a partner", async () => {
  const part = write("part.csv", csv(8).split("\n").slice(0, 31).join("\n"));
  const { code, stdout, stderr } = await taskflow(["agree", a, part]);
  equal(code, 0);
  match(
    stderr,
    /50 of 80 rows of "a" are not in every file, e\.g\. session "s-7" message 2;/,
  );
  match(stdout, /2 label sets of 80 messages, 30 of them in every file/);
  match(stdout, /7 sessions of at least 3 messages .*\(13 more are not\)/);
});

Deno.test("taskflow agree says what to revise before a target may be fixed, and --require answers no", async () => {
  const { stdout } = await taskflow(["agree", a, b, "--least", "0.95"]);
  match(stdout, /before a target is fixed \(Appendix C, step 3\)/);
  match(stdout, /revise and re-run: the definitions of .*bug-fix/);
  match(stdout, /20 sessions: the check asks for at least 100/);
  match(stdout, /the paper's three models, mean +76\.1%/);
  const no = await taskflow(["agree", a, b, "--require", "0.99"]);
  equal(no.code, 1);
  match(no.stderr, /alpha is 0\.8\d\d, below the 0\.99 required/);
  equal((await taskflow(["agree", a, b, "--require", "0.5"])).code, 0);
});

Deno.test("taskflow agree -o writes tables, figures and provenance; noise is called a spread", async () => {
  const out = `${folder}/out`;
  const against = "data/targets/production-standin.json";
  const args = [a, b, "--noise", "20", "--against", against, "-o", out];
  const { code, stdout } = await taskflow(["agree", ...args]);
  equal(code, 0);
  match(stdout, /a spread, not a correction/);
  const page = Deno.readTextFileSync(`${out}/index.html`);
  match(page, /This is a spread, not a correction/);
  const first = Deno.readTextFileSync(`${out}/agreement.json`);
  match(
    Deno.readTextFileSync(`${out}/tables/table-1.csv`),
    /paper: Mean pairwise/,
  );
  ok(Deno.statSync(`${out}/figures/confusion.svg`).size > 1000);
  const { inputs, visibility } = JSON.parse(
    Deno.readTextFileSync(`${out}/provenance.json`),
  );
  deepEqual(inputs.map(({ name }: { name: string }) => name), [
    "a.csv",
    "b.csv",
    "production-standin.json",
  ]);
  equal(visibility, "stand-in");
  await taskflow(["agree", ...args]);
  equal(Deno.readTextFileSync(`${out}/agreement.json`), first);
});

Deno.test("taskflow agree exits with 2 and says what to do", async () => {
  const header = write("header.csv", "session,position,intent\n");
  const empty = write("empty.jsonl", "");
  const twice = write("twice.csv", `${csv(8)}s-0,1,tests\n`);
  const unknown = write("unknown.csv", csv(8).replace("explain", "bugfix"));
  const others = write("others.csv", csv(8).replaceAll("s-", "t-"));
  const plain = write("plain.csv", "session,position,label\ns-0,0,nonsense\n");
  const ids = write("ids.csv", "id,intent\nx,tests\n");
  const cases: [string[], RegExp][] = [
    [[a, header], /"[^"]*header.csv": it has no rows/],
    [[a, empty], /"[^"]*empty.jsonl": it has no rows/],
    [
      [a, twice],
      /"twice.csv", line 82: session "s-0" message 1 has a row before, line 3; keep one/,
    ],
    [
      [a, unknown],
      /"unknown.csv", line 4, column "intent": Label "bugfix".*did you mean "bug-fix"/,
    ],
    [
      [a, others],
      /no message is in every file \(joined by session and position\)/,
    ],
    [
      [a, plain],
      /there is no column "intent"; name its label column with --columns/,
    ],
    [
      [a, b, "--columns", "label"],
      /there is no column "label" among "session", "position", "intent"/,
    ],
    [[a, ids], /no key in common.*"a" has session and position, "ids" has id/],
    [[a], /has 1 column\(s\) of labels only; give two files/],
    [
      [a, write("semi.csv", csv(8).replaceAll(",", ";"))],
      /separated by ";": save the table with commas/,
    ],
    [
      [a, write("negative.csv", csv(8).replace("s-0,1,", "s-0,-1,"))],
      /"negative.csv", line 3: position "-1" is not a whole number/,
    ],
    [[a, "--columns", "intent,intent"], /names "intent" twice/],
    [[a, b, "-o", a], /Cannot write to "[^"]*a.csv": it is a file/],
    [[a, `${folder}/nowhere.csv`], /there is no such file/],
    [[a, folder], /it is a folder/],
    [[a, b, "--names", "x,x"], /give each a name of its own/],
    [
      [a, b, "--cluster", "team"],
      /no file has such a column.*use --cluster session/,
    ],
    [[a, b, "--cluster", "repository"], /no file has a column "repository"/],
    [[a, b, "--require", "2"], /Give a number from 0 to 1/],
    [[], /missing required argument 'labels'/],
  ];
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await taskflow(["agree", ...args]);
    equal(code, 2, args.join(" "));
    equal(stdout, "");
    match(stderr, message);
  }
});

for (const { name, columns, pairs, alpha, fleiss } of golden.shared) {
  sharedTest(
    `taskflow agree on ${name} agrees with independent implementations`,
    async () => {
      const found = await json(
        sharedPath(`labels/${name}`),
        "--columns",
        columns.join(","),
        "--bootstrap",
        "0",
      );
      const [pair] = pairs;
      ok(Math.abs(found.pairs[0].exact.estimate - pair!.exact) < 1e-12);
      ok(Math.abs(found.pairs[0].kappa.estimate - pair!.kappa!) < 1e-12);
      ok(Math.abs(found.alpha.estimate - alpha) < 1e-12);
      ok(Math.abs(found.fleiss.estimate - fleiss!) < 1e-12);
    },
  );
}

sharedTest(
  "taskflow agree takes sessions from whichever file knows them, joined by id",
  async () => {
    const found = await json(
      sharedPath("labels/messages.csv"),
      sharedPath("labels/reference_predictions.csv"),
      ...["--columns", "intent,reference", "--cluster", "repository"],
      ...["--bootstrap", "20"],
    );
    equal(found.joined_by, "id");
    deepEqual([found.messages, found.sessions, found.cluster.clusters], [
      3162,
      598,
      59,
    ]);
    equal(found.flows.sessions, 254);
  },
);
