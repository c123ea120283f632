/** What ends a run of `taskflow classify` before its end, and what it leaves behind. */

import { equal, match, ok } from "node:assert/strict";
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
  exists,
  labeller,
  labelOf,
  LLM,
  messageOf,
  spawnClassify,
  texts,
  writeMessages,
} from "./classify_run.ts";

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
