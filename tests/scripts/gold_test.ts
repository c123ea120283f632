import { deepEqual, equal, match, ok } from "node:assert/strict";
import { parse } from "@taskflow/table";
import { taskflow } from "./taskflow.ts";

const folder = Deno.makeTempDirSync();
globalThis.addEventListener(
  "unload",
  () => Deno.removeSync(folder, { recursive: true }),
);

const INTENTS = ["bug-fix", "new-feature", "explain", "other"];
const TEXTS = Array.from(
  { length: 60 },
  (_, i) =>
    i % 20 === 0 ? "=SUM(A1:A9)" : `Message number ${i}; it is "made up"`,
);
const corpus = `${folder}/corpus.jsonl`;
Deno.writeTextFileSync(
  corpus,
  TEXTS.map((text, i) =>
    `${
      JSON.stringify({
        session: `s-${Math.floor(i / 4)}`,
        position: i % 4,
        intent: INTENTS[i % 4],
        text,
      })
    }\n`
  ).join(""),
);
const sheet = `${folder}/sheet.csv`;
const key = `${folder}/sheet.key.json`;
const cells = (path: string) =>
  parse(Deno.readTextFileSync(path), { skipFirstRow: true });
const mode = (path: string) => (Deno.statSync(path).mode ?? 0) & 0o777;

/** Fill in the column intent, by what the key says was predicted. */
function fill(
  name: string,
  say: (predicted: string, at: number) => string,
  change = (text: string) => text,
): string {
  const predicted = new Map(
    JSON.parse(Deno.readTextFileSync(key)).items.map(
      (item: { id: string; messages: { predicted: string }[] }) => [
        item.id,
        item.messages[0]?.predicted,
      ],
    ),
  );
  const rows = cells(sheet).map(({ id = "", text = "" }, at) =>
    [
      id,
      `"${text.replaceAll('"', '""')}"`,
      say(String(predicted.get(id)), at),
      "",
    ].join(",")
  );
  const path = `${folder}/${name}`;
  Deno.writeTextFileSync(
    path,
    change(["id,text,intent,remark", ...rows, ""].join("\r\n")),
  );
  return path;
}

Deno.test("taskflow gold: sample, adjudicate, report", async (t) => {
  await t.step("sample writes a blind sheet for its owner only", async () => {
    const { code, stdout, stderr } = await taskflow([
      "gold",
      "sample",
      corpus,
      "--per-intent",
      "12",
      "-o",
      sheet,
    ]);
    equal(code, 0, stderr);
    match(stdout, /texts of 48 messages, in random order, without labels/);
    match(stdout, /never predicted: tests, /);
    const text = Deno.readTextFileSync(sheet);
    match(text, /^\uFEFFid,text,intent,remark\r\n/);
    ok(!INTENTS.slice(0, 3).some((intent) => text.includes(intent)));
    match(text, /,'=SUM/);
    ok(!Deno.readTextFileSync(key).includes("made up"));
    match(Deno.readTextFileSync(`${folder}/sheet.guide.md`), /`code-review`: /);
    if (Deno.build.os !== "windows") {
      deepEqual([sheet, key].map(mode), [0o600, 0o600]);
    }
  });
  await t.step("sample never writes over a file", async () => {
    const { code, stderr } = await taskflow([
      "gold",
      "sample",
      corpus,
      "-o",
      sheet,
    ]);
    equal(code, 2);
    match(stderr, /it is there already, and may hold somebody's work/);
  });
  const gold = `${folder}/gold.csv`;
  await t.step(
    "adjudicate keeps agreements and puts open rows on top",
    async () => {
      const a = fill("a.csv", (predicted) => predicted);
      // As a spreadsheet with semicolons saves it.
      const b = fill(
        "b.csv",
        (predicted, at) => at % 9 === 0 ? "debug" : predicted,
        (text) =>
          text.replace(/^(id),(text),(intent),(remark)/, "$1;$2;$3;$4")
            .replace(/^([^,\r\n]+),(".*"),([a-z-]+),$/gm, "$1;$2;$3;"),
      );
      match(Deno.readTextFileSync(b), /^id;text;intent;remark/);
      const { code, stdout, stderr } = await taskflow([
        "gold",
        "adjudicate",
        a,
        b,
        "-o",
        gold,
      ]);
      equal(code, 0, stderr);
      const rows = cells(gold);
      const open = rows.filter(({ gold }) => gold === "");
      match(
        stdout,
        new RegExp(
          `${
            rows.length - open.length
          } agreed upon, ${open.length} not, 0 not labelled`,
        ),
      );
      deepEqual(rows.slice(0, open.length), open);
      ok(rows.some(({ text }) => text === "'=SUM(A1:A9)"), "guarded once");
      if (Deno.build.os !== "windows") equal(mode(gold), 0o600);
      const again = await taskflow(["gold", "adjudicate", a, b, "-o", gold]);
      equal(again.code, 2);
      match(again.stderr, /decisions may stand in it/);
    },
  );
  await t.step("report refuses open rows, then reports", async () => {
    const early = await taskflow(["gold", "report", gold, "--key", key]);
    equal(early.code, 2);
    match(early.stderr, /rows have no gold label: g-\d+, /);
    const done = `${folder}/done.csv`;
    Deno.writeTextFileSync(
      done,
      "id,first,second,gold\n" +
        cells(gold).map(({ id, first, second, gold }) =>
          `${id},${first},${second},${gold || second}\n`
        ).join(""),
    );
    const flow = `${folder}/measured`;
    equal(
      (await taskflow(["measure", corpus, "--bootstrap", "0", "-o", flow]))
        .code,
      0,
    );
    const out = `${folder}/report`;
    const { code, stdout, stderr } = await taskflow([
      ...["gold", "report", done, "--key", key, "--bootstrap", "100"],
      ...["--flow", `${flow}/flow.json`, "-o", out],
    ]);
    equal(code, 0, stderr);
    match(stdout, /accuracy, weighted to the corpus: 8\d\.\d% \[/);
    match(stdout, /bug-fix +15 +12 /);
    match(stdout, /Condition number \d+\.\d\./);
    match(stdout, /Where the two differ, rely on neither/);
    match(stdout, /No drawn message of debug is predicted right/);
    const json = JSON.parse(Deno.readTextFileSync(`${out}/gold.json`));
    ok(json.P_T.corrected.debug.estimate > 0.05);
    ok(
      !Deno.readTextFileSync(`${out}/index.html`).includes("made up"),
      "no text leaves",
    );
    ok(Deno.statSync(`${out}/figures/gold-confusion.svg`).size > 1000);
  });
});

Deno.test("taskflow gold exits with 2 and says what to do", async () => {
  const write = (name: string, text: string) => {
    const path = `${folder}/${name}`;
    Deno.writeTextFileSync(path, text);
    return path;
  };
  const a = write("x.csv", "id,intent\ng-1,tests\ng-2,bug-fix\n");
  const unknown = write("y.csv", "id,intent\ng-1,tests\ng-2,bugfix\n");
  const short = write("z.csv", "id,intent\ng-1,tests\n");
  const twice = write("w.csv", "id,intent\ng-1,tests\ng-1,tests\n");
  const plain = write("v.csv", "id,label\ng-1,tests\n");
  const none = write("u.csv", "id,intent\n");
  const stranger = write("t.csv", "id,gold\ng-999,tests\n");
  const nolabels = write(
    "nolabels.jsonl",
    '{"session":"s","position":0,"intent":null,"text":"Hello there"}\n',
  );
  const out = ["-o", `${folder}/never.csv`];
  const cases: [string[], RegExp][] = [
    [
      ["adjudicate", a, unknown, ...out],
      /"y\.csv", line 3: row "g-2": Label "bugfix".*did you mean "bug-fix"/,
    ],
    [
      ["adjudicate", a, short, ...out],
      /"x\.csv", line 3: row "g-2" is not in the other sheet/,
    ],
    [
      ["adjudicate", a, twice, ...out],
      /"w\.csv", line 3: row "g-1" is there twice/,
    ],
    [
      ["adjudicate", a, plain, ...out],
      /no column "intent" among "id", "label"/,
    ],
    [["adjudicate", a, none, ...out], /"u\.csv": it has no rows/],
    [["adjudicate", a, "nowhere.csv", ...out], /there is no such file/],
    [["adjudicate", a, a], /required option '-o, --out/],
    [["report", stranger, "--key", a], /not JSON/],
    [
      ["sample", nolabels, ...out],
      /no message has a text and an intent \(1 without an intent/,
    ],
    [["sample", corpus, "-o", `${folder}/never.parquet`], /name a \.csv file/],
    [
      ["sample", corpus, "--per-intent", "0", ...out],
      /whole number of at least 1/,
    ],
    [["sample", `${folder}/nowhere`, ...out], /no such file|nothing at/i],
  ];
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await taskflow(["gold", ...args]);
    equal(code, 2, args.join(" "));
    equal(stdout, "", args.join(" "));
    match(stderr, message);
  }
});

Deno.test("taskflow gold sample joins labels of a table by session and position, and checks hashes", async () => {
  const labels = `${folder}/labels.csv`;
  const rows = TEXTS.map((_, i) => `s-${Math.floor(i / 4)},${i % 4},tests\n`);
  Deno.writeTextFileSync(
    labels,
    `session,position,intent\n${rows.slice(2).join("")}`,
  );
  const out = `${folder}/joined.csv`;
  const { code, stdout, stderr } = await taskflow([
    ...[
      "gold",
      "sample",
      corpus,
      "--labels",
      labels,
      "--per-intent",
      "9",
      "-o",
      out,
      "--json",
    ],
  ]);
  equal(code, 0, stderr);
  const { strata, left_out } = JSON.parse(stdout);
  deepEqual(strata, { tests: { messages: 58, sampled: 9 } });
  equal(left_out.without_label, 2);
  match(stderr, /58 messages labelled, 2 without a label/);
});
