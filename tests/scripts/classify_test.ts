import { readTable, toRows } from "@taskflow/table";
import { deepEqual, equal, match, ok } from "node:assert/strict";
import {
  answer,
  type Call,
  refuse,
  scriptedServer,
} from "../llm/scripted_server.ts";
import { temporary } from "../llm/setup.ts";
import {
  classifyRun,
  exists,
  labeller,
  labelOf,
  LLM,
  messageOf,
  texts,
  writeMessages,
} from "./classify_run.ts";
import { taskflow } from "./taskflow.ts";

const SAMPLE = "data/sample/specstory";
const rowsOf = async (path: string) => toRows(await readTable(path));

Deno.test("taskflow classify labels exports offline; what it writes is measured, joined, compared", async () => {
  await using folder = await temporary();
  const outs = ["parquet", "jsonl", "csv"].map((x) => `${folder.path}/l.${x}`);
  const measured: string[] = [];
  for (const out of outs) {
    const { code, stdout, stderr } = await classifyRun([SAMPLE, "-o", out]);
    equal(code, 0, stderr);
    match(stdout, /66 of 66 messages of 12 sessions labelled by baseline/);
    const own = await taskflow([
      "measure",
      out,
      "--json",
      "--where",
      'agent == "cursor"',
    ]);
    equal(own.code, 0, own.stderr);
    ok(!/is no attribute/.test(own.stderr), own.stderr);
    const joined = await taskflow(["measure", SAMPLE, "--labels", out]);
    match(joined.stdout, /66 messages labelled by sha256/, joined.stderr);
    measured.push(own.stdout.replaceAll(/l\.(parquet|jsonl|csv)/g, "l"));
  }
  const flows = measured.map((text) => JSON.parse(text).flow);
  deepEqual(flows[1], flows[0]);
  deepEqual(flows[2], flows[0]);
  const [first] = await rowsOf(outs[0] ?? "");
  ok(first !== undefined && !("text" in first));
  equal(first["classifier"], "baseline");
  ok(Number(first["probability"]) > 0 && Number(first["probability"]) <= 1);
  const { stdout, code } = await taskflow(["agree", ...outs.slice(0, 2)]);
  equal(code, 0);
  match(stdout, /100/);
  const aligned = await taskflow([
    "align",
    "--benchmark",
    outs[0] ?? "",
    "--target",
    outs[2] ?? "",
  ]);
  equal(aligned.code, 0, aligned.stderr);
});

Deno.test("taskflow classify asks a model about each distinct text once, and says before what it takes", async () => {
  await using folder = await temporary();
  await using server = scriptedServer(labeller);
  const [path, out] = [`${folder.path}/m.jsonl`, `${folder.path}/l.parquet`];
  await writeMessages(path, [...texts(30), ...texts(10)]);
  const run = () => classifyRun([path, ...LLM, "-o", out], server.env);
  const { code, stdout, stderr } = await run();
  equal(code, 0, stderr);
  match(
    stderr,
    /estimate: 30 calls for 40 messages \(10 repeat another's text, 0 are answered\)/,
  );
  match(stderr, /cost unknown: no price for "m" \(--prices FILE\)/);
  match(
    stdout,
    /40 of 40 messages of 8 sessions labelled by llm "m", prompt intent\//,
  );
  match(stdout, /30 answers came in, 3,000 tokens in, 150 out, cost unknown/);
  const rows = await rowsOf(out);
  deepEqual(
    rows.map(({ intent }) => intent),
    [...texts(30), ...texts(10)].map(labelOf),
  );
  for (const row of rows) {
    match(String(row["prompt_version"]), /^intent\/[0-9a-f]{12}$/);
    deepEqual([row["classifier"], row["classifier_model"]], ["llm", "m"]);
  }
  equal(server.calls.length, 30);
  // Everything is answered: no endpoint is needed.
  const again = await classifyRun([path, ...LLM, "-o", out]);
  equal(again.code, 0, again.stderr);
  match(again.stdout, /0 answers came in; 30 were in/);
  deepEqual(await rowsOf(out), rows);
});

Deno.test("taskflow classify leaves what has no usable answer without a label, and counts it", async () => {
  await using folder = await temporary();
  await using server = scriptedServer((call) => {
    const n = Number(messageOf(call).slice(5));
    if (n === 3) return answer({ task_type: "chat" });
    if (n === 7) return answer(null, { refusal: "no" });
    if (n === 9 && call.seen === 0) {
      return refuse(429, "busy", { "retry-after": "0" });
    }
    if (n === 11 && call.seen === 0) return refuse(500, "oops");
    return labeller(call);
  });
  const [path, out] = [`${folder.path}/m.jsonl`, `${folder.path}/l.csv`];
  await writeMessages(path, texts(20));
  const { code, stdout, stderr } = await classifyRun(
    [path, ...LLM, "-o", out, "--json"],
    server.env,
  );
  equal(code, 0, stderr);
  match(stderr, /asks to slow down \(429\)/);
  match(
    stderr,
    /does not answer as it should \(.*oops.*\): requests wait and are sent again/,
  );
  const { labelled, failures, complete, sessions } = JSON.parse(stdout);
  deepEqual({ labelled, failures, complete, sessions }, {
    labelled: 18,
    failures: { "outside-schema": 1, refusal: 1 },
    complete: 2,
    sessions: 4,
  });
  const rows = await rowsOf(out);
  deepEqual(
    rows.filter(({ intent }) => intent === null).map(({ failure }) => failure),
    ["outside-schema", "refusal"],
  );
  const measured = await taskflow(["measure", out]);
  match(measured.stdout, /labelled sessions +2/, measured.stderr);
});

Deno.test("taskflow classify writes nothing if no message got a label", async () => {
  await using folder = await temporary();
  await using server = scriptedServer(() => answer({ task_type: "chat" }));
  const [path, out] = [`${folder.path}/m.jsonl`, `${folder.path}/l.csv`];
  await writeMessages(path, texts(3));
  const { code, stderr } = await classifyRun(
    [path, ...LLM, "-o", out],
    server.env,
  );
  equal(code, 1);
  match(stderr, /without a label: 3 outside-schema[^]*Nothing is written/);
  ok(!await exists(out));
});

Deno.test("taskflow classify gives by batch files the labels of the endpoint", async () => {
  await using folder = await temporary();
  const play = (call: Pick<Call, "text">) => {
    const n = Number(messageOf(call).slice(5));
    if (n % 17 === 3) return answer("no idea");
    if (n % 19 === 4) return answer({ task_type: "chat" });
    return answer({ task_type: labelOf(messageOf(call)) });
  };
  await using server = scriptedServer(play);
  const path = `${folder.path}/m.jsonl`;
  await writeMessages(path, [...texts(100), ...texts(20)]);
  const ask = [path, ...LLM, "--reasks", "0"];
  const online = `${folder.path}/online.parquet`;
  equal((await classifyRun([...ask, "-o", online], server.env)).code, 0);

  const batch = `${folder.path}/requests.jsonl`;
  const written = await classifyRun([
    ...ask,
    "--batch",
    batch,
    "--batch-requests",
    "40",
  ]);
  equal(written.code, 0, written.stderr);
  const lines: {
    custom_id: string;
    body: { messages: { content: string }[] };
  }[] = [];
  for (const part of [1, 2, 3]) {
    const file = `${folder.path}/requests-${part}.jsonl`;
    match(
      written.stdout,
      new RegExp(`requests-${part}.jsonl: ${part < 3 ? 40 : 20} requests`),
    );
    for (const line of (await Deno.readTextFile(file)).trim().split("\n")) {
      lines.push(JSON.parse(line));
    }
  }
  equal(server.calls.length, 100);
  const said: string[] = [];
  for (const [i, { custom_id, body }] of lines.toReversed().entries()) {
    const text = body.messages[0]?.content ?? "";
    const response = { status_code: 200, body: await play({ text }).json() };
    const line = JSON.stringify({ custom_id, response, error: null });
    if (i % 9 === 0) {
      said.push(
        JSON.stringify({
          custom_id,
          response: null,
          error: { code: "expired" },
        }),
      );
    }
    if (i % 10 !== 5) said.push(line);
    if (i % 7 === 0) said.push(line);
  }
  const [half, rest] = [`${folder.path}/a.jsonl`, `${folder.path}/b.jsonl`];
  await Deno.writeTextFile(half, [...said, "{broken"].join("\n"));
  const out = `${folder.path}/batch.parquet`;
  const next = `${folder.path}/next.jsonl`;
  const partly = await classifyRun(
    [...ask, "--responses", half, "--batch", next, "-o", out, "--json"],
  );
  equal(partly.code, 0, partly.stderr);
  const missing = lines.length - new Set(
    said.filter((line) => line.includes("status_code")).map((line) =>
      JSON.parse(line).custom_id
    ),
  ).size;
  ok(missing > 3);
  match(partly.stderr, /1 unreadable/);
  ok(JSON.parse(partly.stdout).failures.missing >= missing);
  const open = (await Deno.readTextFile(next)).trim().split("\n").map((line) =>
    JSON.parse(line)
  );
  equal(open.length, missing);
  const more = open.map(async ({ custom_id, body }) =>
    JSON.stringify({
      custom_id,
      response: {
        status_code: 200,
        body: await play({ text: body.messages[0].content }).json(),
      },
    })
  );
  await Deno.writeTextFile(rest, (await Promise.all(more)).join("\n"));
  const full = await classifyRun([...ask, "--responses", rest, "-o", out]);
  equal(full.code, 0, full.stderr);
  deepEqual(await rowsOf(out), await rowsOf(online));
  equal(server.calls.length, 100, "nothing was asked");
  const stranger = await classifyRun([
    path,
    ...LLM,
    "--responses",
    half,
    "-o",
    `${folder.path}/x.csv`,
  ]);
  equal(stranger.code, 0, "the same questions: re-asks alone differ");
  const other = await classifyRun([
    path,
    "--classifier",
    "llm",
    "--model",
    "n",
    "--responses",
    rest,
    "-o",
    `${folder.path}/y.csv`,
  ]);
  equal(other.code, 2);
  match(other.stderr, /none answers a question of these messages/);
});

Deno.test("taskflow classify divides a draw into shards that fit together again", async () => {
  await using folder = await temporary();
  const path = `${folder.path}/m.jsonl`;
  await writeMessages(path, texts(400), 4);
  const run = async (name: string, ...more: string[]) => {
    const out = `${folder.path}/${name}.jsonl`;
    const { code, stderr } = await classifyRun([
      path,
      "--sample",
      "30",
      "--seed",
      "5",
      ...more,
      "-o",
      out,
    ]);
    equal(code, 0, stderr);
    return await Deno.readTextFile(out);
  };
  const whole = await run("whole");
  const shards = [];
  for (const i of [1, 2, 3]) {
    shards.push(await run(`s${i}`, "--shard", `${i}/3`));
  }
  const lines = (text: string) => text.trim().split("\n");
  equal(lines(whole).length, 120);
  deepEqual(shards.flatMap(lines).sort(), lines(whole).sort());
  const sessions = (text: string) =>
    new Set(lines(text).map((line) => JSON.parse(line).session));
  for (const [i, shard] of shards.entries()) {
    ok(sessions(shard).size > 3);
    for (const other of shards.slice(i + 1)) {
      ok(sessions(shard).isDisjointFrom(sessions(other)));
    }
  }
  // Put behind one another, the shards are a table again.
  await Deno.writeTextFile(`${folder.path}/all.jsonl`, shards.join(""));
  const { stdout } = await taskflow(["measure", `${folder.path}/all.jsonl`]);
  match(stdout, /30 sessions with a user message/);
});

Deno.test("taskflow classify reads tables of messages as people have them", async () => {
  await using folder = await temporary();
  const path = `${folder.path}/m.csv`;
  const out = `${folder.path}/l.jsonl`;
  const csv = "conversation,said,file,team\n" +
    "7,commit and push,x/a.md,red\n7,why does it crash?,x/a.md,red\n9,hello,x/b.md,blue\n";
  await Deno.writeTextFile(path, csv);
  const { code, stderr } = await classifyRun([
    path,
    "--columns",
    "session=conversation,text=said",
    "-o",
    out,
  ]);
  equal(code, 0, stderr);
  const rows = await rowsOf(out);
  deepEqual(
    rows.map((
      { session, position, ordinal, team },
    ) => [session, position, ordinal, team]),
    [["x/a.md#7", 0, 7, "red"], ["x/a.md#7", 1, 7, "red"], [
      "x/b.md#9",
      0,
      9,
      "blue",
    ]],
  );
  // A table that taskflow wrote keeps file and ordinal, so that its labels join the exports.
  const [table, labels] = [`${folder.path}/t.csv`, `${folder.path}/t.parquet`];
  await taskflow(["messages", SAMPLE, "--with-text", "-o", table]);
  const again = await classifyRun([table, "-o", labels]);
  equal(again.code, 0, again.stderr);
  const { stdout } = await taskflow(["measure", SAMPLE, "--labels", labels]);
  match(stdout, /66 messages labelled by sha256/);
});

Deno.test("taskflow classify says what it cannot do, before it reads or asks", async () => {
  await using folder = await temporary();
  const labels = `${folder.path}/l.parquet`;
  await classifyRun([SAMPLE, "-o", labels]);
  const out = ["-o", `${folder.path}/x.csv`];
  const CASES: [string[], RegExp][] = [
    [[SAMPLE], /name the table to write with -o/],
    [
      [SAMPLE, "--model", "m", ...out],
      /--model is for --classifier llm, the classifier is by default baseline/,
    ],
    [[SAMPLE, "--classifier", "llm", ...out], /name it with --model/],
    [[SAMPLE, ...LLM, ...out], /OPENAI_API_KEY/],
    [[SAMPLE, "-o", `${folder.path}/x.xlsx`], /table format/],
    [[SAMPLE, "-o", folder.path + "/sub.csv/"], /extension|folder/],
    [[labels, "-o", labels], /it is what is read/],
    [[labels, ...out], /no column "text" .*--with-text/],
    [[SAMPLE, "--shard", "4/3", ...out], /from 1\/n to n\/n/],
    [[SAMPLE, ...LLM, "--parameters", "[1]", ...out], /Write a JSON object/],
    [
      [SAMPLE, "--where", "messages>=300", ...out],
      /none of its 12 sessions passes/,
    ],
    [
      [SAMPLE, "--where", "colour == 1", ...out],
      /no session has an attribute "colour"/,
    ],
    [
      [SAMPLE, ...LLM, "--batch", `${folder.path}/r.jsonl`, ...out],
      /Cannot write labels before there are answers/,
    ],
    [[`${folder.path}/nowhere`, ...out], /nowhere/],
  ];
  await Promise.all(CASES.map(async ([args, message]) => {
    const { code, stderr } = await classifyRun(args);
    equal(code, 2, `${args.join(" ")}: ${stderr}`);
    match(stderr, message, args.join(" "));
  }));
});
