import { deepEqual, equal, match, ok } from "node:assert/strict";
import { sharedPath, sharedTest } from "../shared.ts";
import { script, taskflow } from "./taskflow.ts";

const folder = Deno.makeTempDirSync();
globalThis.addEventListener(
  "unload",
  () => Deno.removeSync(folder, { recursive: true }),
);

const sample = ["data/sample/specstory", "--labels", "data/sample/labels.csv"];

async function files(path: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { name, isDirectory } of Deno.readDir(path)) {
    const at = `${path}/${name}`;
    if (isDirectory) {
      for (const [key, text] of await files(at)) {
        found.set(`${name}/${key}`, text);
      }
    } else found.set(name, (await Deno.readFile(at)).join(","));
  }
  return found;
}

Deno.test("taskflow measure writes a flow that align reads, byte for byte the same twice", async () => {
  const [a, b] = [`${folder}/a`, `${folder}/b`];
  for (const out of [a, b]) {
    const { code, stderr } = await taskflow(["measure", ...sample, "-o", out]);
    equal(code, 0, stderr);
    match(stderr, /12 files, 66 messages in .* MB\/s, \d+ messages\/s/);
  }
  const [one, two] = [await files(a), await files(b)];
  const differ = [...one.keys()].filter((name) =>
    one.get(name) !== two.get(name)
  );
  deepEqual([...one.keys()].sort(), [...two.keys()].sort());
  deepEqual(differ.filter((name) => name !== "run.json"), []);
  for (
    const name of ["index.html", "flow.json", "provenance.json", "ingest.json"]
      .concat(
        ["sankey", "session-length"].flatMap((figure) =>
          ["svg", "png", "vl.json", "csv"].map((kind) =>
            `figures/${figure}.${kind}`
          )
        ),
        ["statistics", "lengths", "intents", "transitions"].flatMap((table) =>
          ["csv", "md"].map((kind) => `tables/${table}.${kind}`)
        ),
      )
  ) ok(one.has(name), name);
  const aligned = await taskflow([
    ...["align", "--target", "data/targets/production-standin.json"],
    ...["--benchmark", `${a}/flow.json`, "--json"],
  ]);
  equal(aligned.code, 0);
  ok(JSON.parse(aligned.stdout).TFAS > 50);
});

Deno.test("taskflow measure keeps texts, ids and file names out of what it publishes", async () => {
  const out = `${folder}/private`;
  equal((await taskflow(["measure", ...sample, "-o", out])).code, 0);
  for (const name of ["flow.json", "index.html", "provenance.json"]) {
    const text = Deno.readTextFileSync(`${out}/${name}`);
    for (const word of [/2026-0\d-\d\d_/, /export-fails/, /\/specstory\//]) {
      equal(word.exec(text), null, `${name}: ${word}`);
    }
  }
});

Deno.test("taskflow measure --json prints one object with counts and ingest report", async () => {
  const { code, stdout } = await taskflow(["measure", ...sample, "--json"]);
  equal(code, 0);
  equal(stdout.trim().split("\n").length, 1);
  const { flow, ingest, labels, sessions } = JSON.parse(stdout);
  equal(flow.kind, "task-flow");
  equal(ingest.kept + 3, ingest.records);
  equal(labels.matched, 66);
  equal(sessions.all, 12);
});

Deno.test("taskflow measure without labels gives lengths, and intents undefined", async () => {
  const { code, stdout } = await taskflow(["measure", "data/sample/specstory"]);
  equal(code, 0);
  match(stdout, /intents and transitions: undefined/);
  match(stdout, /sessions with >= 3 messages/);
});

Deno.test("taskflow measure takes the path from where the user stands", async () => {
  const sampleFolder = new URL("../../data/sample", import.meta.url).pathname;
  const { code, stdout } = await taskflow(
    ["measure", "specstory", "--labels", "labels.csv", "--json"],
    sampleFolder,
  );
  equal(code, 0);
  equal(JSON.parse(stdout).labels.matched, 66);
});

Deno.test("taskflow measure says what is wrong with its input and exits with 2", async () => {
  const write = (name: string, content: string | Uint8Array) => {
    const bytes = typeof content === "string"
      ? new TextEncoder().encode(content)
      : content;
    Deno.mkdirSync(`${folder}/${name.split("/")[0]}`, { recursive: true });
    Deno.writeFileSync(`${folder}/${name}`, bytes);
    return `${folder}/${name}`;
  };
  Deno.mkdirSync(`${folder}/nothing`);
  write("binary/a.md", Uint8Array.from({ length: 600 }, (_, at) => at % 256));
  const bad = write(
    "bad/bad.jsonl",
    `{"session":"a","intents":["bug-fix"]}\n{"session":"b","intents":["bugfix"]}\n`,
  );
  const cut = write(
    "bad/cut.jsonl",
    `{"session":"a","intents":["bug-fix"]}\n{"session":"b","int`,
  );
  const twice = write(
    "bad/twice.csv",
    "session,position,intent\r\na,0,tests\r\na,0,tests\r\n",
  );
  const cases: [string[], RegExp][] = [
    [[`${folder}/missing`], /missing/],
    [[`${folder}/nothing`], /nothing/],
    [[`${folder}/binary`], /a\.md|binary/],
    [[bad], /"bad.jsonl", line 2: Label "bugfix".* did you mean "bug-fix"/],
    [[cut], /"cut.jsonl", line 2: the last line is cut off/],
    [[twice], /"twice.csv", line 3: session "a" has position 0 twice/],
    [[...sample, "--where", "agent = 3"], /Cannot/],
    [["data/sample/specstory", "--labels", "nowhere.csv"], /nowhere.csv/],
    [[...sample, "-o", bad], /Cannot write to .*bad.jsonl": it is a file/],
    [[...sample, "--name", " "], /give --name some text/],
    [
      [...sample, "--where", 'messages > "3"'],
      /compares 1?\d \(a number\) with "3"/,
    ],
  ];
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await taskflow(["measure", ...args]);
    equal(code, 2, `${args.join(" ")}: ${stderr}`);
    equal(stdout, "");
    match(stderr, message);
  }
});

Deno.test("taskflow measure removes what an earlier run wrote and this one did not", async () => {
  const out = `${folder}/again`;
  equal((await taskflow(["measure", ...sample, "-o", out])).code, 0);
  Deno.writeTextFileSync(`${out}/notes.txt`, "mine");
  const second = await taskflow([
    "measure",
    "data/sample/specstory",
    "-o",
    out,
  ]);
  equal(second.code, 0, second.stderr);
  const left = await files(out);
  equal(left.has("figures/sankey.svg"), false);
  ok(left.has("figures/session-length.svg") && left.has("notes.txt"));
});

Deno.test("taskflow measure marks sessions that say they are made up as stand-in", async () => {
  const out = `${folder}/marked`;
  const args = ["measure", "data/sample/sessions.jsonl", "-o", out];
  equal((await taskflow([...args, "--bootstrap", "0"])).code, 0);
  equal(JSON.parse(Deno.readTextFileSync(`${out}/flow.json`)).stand_in, true);
  match(Deno.readTextFileSync(`${out}/index.html`), /Stand-in data/);
});

Deno.test("taskflow measure --columns reads a table with other names", async () => {
  const table = `${folder}/other.csv`;
  Deno.writeTextFileSync(
    table,
    "conversation_id,turn,label\na,0,tests\na,1,explain\n",
  );
  const args = ["measure", table, "--where", "messages>=1", "--json"];
  equal((await taskflow(args)).code, 2);
  const { code, stdout } = await taskflow([
    ...args,
    "--columns",
    "session=conversation_id,position=turn,intent=label",
  ]);
  equal(code, 0);
  equal(JSON.parse(stdout).flow.counts.T.explain, 1);
  equal((await taskflow([...args, "--columns", "role=from"])).code, 2);
});

Deno.test("taskflow measure --classifier baseline labels what has no label", async () => {
  const { code, stdout } = await taskflow([
    ...[
      "measure",
      "data/sample/specstory",
      "--classifier",
      "baseline",
      "--json",
    ],
  ]);
  equal(code, 0);
  const { classifier, flow } = JSON.parse(stdout);
  deepEqual(classifier, { classified: 66, labelled: 0, withoutText: 0 });
  equal(flow.counts.sessions.all, 9);
  const joined = await taskflow([
    "measure",
    ...sample,
    "--classifier",
    "baseline",
    "--json",
  ]);
  deepEqual(JSON.parse(joined.stdout).classifier, {
    classified: 0,
    labelled: 66,
    withoutText: 0,
  });
});

Deno.test("reproduce writes the same bytes twice, but for run.json", async () => {
  const [a, b] = [`${folder}/r1`, `${folder}/r2`];
  for (const out of [a, b]) {
    equal((await script("scripts/reproduce.ts", ["-o", out])).code, 0);
  }
  const [one, two] = [await files(a), await files(b)];
  const differ = [...one.keys()].filter((name) =>
    one.get(name) !== two.get(name)
  );
  deepEqual(differ, ["run.json"]);
  match(Deno.readTextFileSync(`${a}/index.html`), /stand-in/);
});

sharedTest(
  "taskflow measure reads corpora/specstory with the labels beside it",
  async () => {
    const { code, stdout } = await taskflow([
      ...["measure", Deno.realPathSync(sharedPath("corpora/specstory"))],
      ...[
        "--labels",
        Deno.realPathSync(sharedPath("labels/messages.csv")),
        "--json",
      ],
    ]);
    equal(code, 0);
    const { labels, ingest, flow } = JSON.parse(stdout);
    equal(ingest.rules, "labels");
    equal(ingest.files.read, 369);
    ok(labels.matched >= 2150, `${labels.matched} labels matched`);
    ok(labels.unlabelled + labels.unused <= 15);
    ok(flow.counts.sessions.all >= 155);
  },
);
