import { readTable, toRows } from "@taskflow/table";
import { deepEqual, equal, match, ok } from "node:assert/strict";
import {
  answer,
  type Call,
  KEY,
  never,
  refuse,
  scriptedServer,
} from "../llm/scripted_server.ts";
import { temporary } from "../llm/setup.ts";
import {
  classifyRun,
  labeller,
  labelOf,
  messageOf,
  spawnClassify,
  writeMessages,
} from "./classify_run.ts";
import { taskflow } from "./taskflow.ts";

const SAMPLE = "data/sample/specstory";
const LLM = ["--classifier", "llm", "--model", "m"];

const rowsOf = async (path: string) => toRows(await readTable(path));
const texts = (n: number) => Array.from({ length: n }, (_, i) => `text ${i}`);

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

Deno.test("taskflow classify keeps to --max-cost, before and while it asks", async () => {
  await using folder = await temporary();
  await using server = scriptedServer(labeller);
  const [path, prices] = [
    `${folder.path}/m.jsonl`,
    `${folder.path}/prices.json`,
  ];
  await writeMessages(path, texts(50));
  // A cent for a token in, as the server counts them (100 a call); the estimate counts some 900.
  const models = { m: { input: 10_000, output: 0 } };
  await Deno.writeTextFile(
    prices,
    JSON.stringify({ schema_version: 1, models }),
  );
  const run = (...more: string[]) =>
    classifyRun(
      [path, ...LLM, "-o", `${folder.path}/l.csv`, ...more],
      server.env,
    );
  const unknown = await run("--max-cost", "1");
  equal(unknown.code, 2);
  match(unknown.stderr, /price of "m" is unknown; give it with --prices/);
  const before = await run("--max-cost", "10", "--prices", prices);
  equal(before.code, 1);
  match(
    before.stderr,
    /Nothing was asked: the estimate of \$\d{3}\.\d+ is above --max-cost 10/,
  );
  const dry = await run("--dry-run", "--prices", prices);
  equal(dry.code, 0);
  match(dry.stderr, /50 calls .*; \$\d{3}\./);
  equal(server.calls.length, 0);
});

Deno.test("taskflow classify stops when --max-cost is spent, and goes on from there", async () => {
  await using folder = await temporary();
  // Charges more than anybody could foresee.
  await using server = scriptedServer((call) =>
    answer({ task_type: labelOf(messageOf(call)) }, {
      usage: { prompt_tokens: 1_000_000, completion_tokens: 5 },
    })
  );
  const [path, prices] = [
    `${folder.path}/m.jsonl`,
    `${folder.path}/prices.json`,
  ];
  await writeMessages(path, texts(50));
  await Deno.writeTextFile(
    prices,
    JSON.stringify({
      schema_version: 1,
      models: { m: { input: 1, output: 1 } },
    }),
  );
  const out = `${folder.path}/l.csv`;
  const ask = [
    path,
    ...LLM,
    "-o",
    out,
    "--prices",
    prices,
    "--concurrency",
    "2",
  ];
  const { code, stderr } = await classifyRun(
    [...ask, "--max-cost", "10"],
    server.env,
  );
  equal(code, 1, stderr);
  match(
    stderr,
    /\$1\d\.\d+ are spent, --max-cost is 10\. Stopped: \d+ responses are in/,
  );
  ok(
    server.calls.length >= 10 && server.calls.length <= 13,
    `${server.calls.length}`,
  );
  ok(!await exists(out));
  equal((await classifyRun(ask, server.env)).code, 0);
  equal(server.calls.length, 50);
});

Deno.test("taskflow classify keeps what is done at Ctrl-C, and goes on from there", async () => {
  await using folder = await temporary();
  await using server = scriptedServer(async (call) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return labeller(call);
  });
  const [path, out] = [`${folder.path}/m.jsonl`, `${folder.path}/l.csv`];
  await writeMessages(path, texts(200));
  const ask = [path, ...LLM, "--concurrency", "4", "-o", out];
  const child = spawnClassify(ask, server.env);
  while (server.calls.length < 30) await new Promise((r) => setTimeout(r, 5));
  child.kill("SIGINT");
  const { code, stderr } = await child.output();
  const said = new TextDecoder().decode(stderr);
  equal(code, 130, said);
  match(
    said,
    /Stopped: \d+ responses are in ".*l\.llm\.sqlite", the same run goes on/,
  );
  const before = server.calls.length;
  ok(before < 60, `${before}`);
  equal((await classifyRun(ask, server.env)).code, 0);
  equal(server.calls.length, 200, "nothing is asked twice");
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

Deno.test("taskflow classify leaves no trace of the key, whatever the server does with it", async () => {
  await using folder = await temporary();
  const ENDS: [string, (call: Call) => Response | Promise<Response>][] = [
    ["ends", labeller],
    [
      "is rejected",
      (call) =>
        refuse(401, `Incorrect API key: ${call.headers.get("authorization")}`),
    ],
    ["is killed", never],
  ];
  for (const [name, last] of ENDS) {
    await using server = scriptedServer((call) => {
      const said = call.headers.get("authorization") ?? "";
      equal(said, `Bearer ${KEY}`);
      const n = Number(messageOf(call).slice(5));
      if (n === 20) return last(call);
      if (n % 5 === 1) return answer(`Your key is ${KEY}, ${btoa(KEY)}`);
      if (n % 5 === 2) return refuse(400, `bad request from ${said}`);
      if (n === 3 && call.seen === 0) {
        return refuse(500, `${said} is unlucky`);
      }
      return answer({ task_type: "tests" }, { usage: { note: KEY } });
    });
    const at = `${folder.path}/${name}`;
    await Deno.mkdir(at);
    await writeMessages(`${at}/m.jsonl`, texts(25));
    const child = spawnClassify(
      [`${at}/m.jsonl`, ...LLM, "--concurrency", "1", "-o", `${at}/l.csv`],
      { ...server.env, TASKFLOW_DEBUG: "1" },
    );
    if (name === "is killed") {
      while (server.calls.every((call) => messageOf(call) !== "text 20")) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      child.kill("SIGKILL");
    }
    const { stdout, stderr, code } = await child.output();
    const printed = new TextDecoder().decode(stdout) +
      new TextDecoder().decode(stderr);
    equal(code === 0, name === "ends", printed);
    let left = "";
    for await (const file of Deno.readDir(at)) {
      left += new TextDecoder("latin1").decode(
        await Deno.readFile(`${at}/${file.name}`),
      );
    }
    match(left, /Your key is \[key\]/, "the store was searched");
    if (name !== "is killed") match(printed, /bad request|rejects the key/);
    for (
      const form of [
        KEY,
        KEY.slice(3),
        encodeURIComponent(KEY),
        btoa(KEY).replaceAll("=", ""),
      ]
    ) {
      ok(!left.includes(form), `${name}: ${form} in a file`);
      ok(!printed.includes(form), `${name}: ${form} in the output`);
    }
  }
});

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
