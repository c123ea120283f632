/** A server that plays every fault: each ends in a label, a counted failure or a clear stop. */

import { intentPrompt, llmClassify, llmEstimate } from "@taskflow/classify";
import { type LlmOptions, openLlm } from "@taskflow/llm";
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import {
  answer,
  type Call,
  cutBody,
  halfBody,
  never,
  refuse,
  scriptedServer,
} from "../llm/scripted_server.ts";
import { QUICK } from "../llm/setup.ts";

const prompt = intentPrompt();
const OPTIONS = { prompt, model: "m", parameters: { temperature: 0 } };

/** The message that a request is about. */
function messageOf({ text }: Call): string {
  return /<message>\n(.*)\n<\/message>/s.exec(text)?.[1] ?? "";
}

const good = () => answer({ task_type: "tests" });

/** What the server does, by the message; the second value is what must come of it. */
const PLAYS: readonly [
  string,
  (call: Call) => Response | Promise<Response>,
  string | null,
  string | null,
][] = [
  ["good", good, "tests", null],
  [
    "busy",
    ({ seen }) =>
      seen === 0 ? refuse(429, "busy", { "retry-after": "0.05" }) : good(),
    "tests",
    null,
  ],
  [
    "crash",
    ({ seen }) => seen < 2 ? refuse(500, "oops") : good(),
    "tests",
    null,
  ],
  ["always crashes", () => refuse(500, "oops"), null, "unreachable"],
  [
    "hangs once",
    (call) => call.seen === 0 ? never(call) : good(),
    "tests",
    null,
  ],
  ["hangs", never, null, "unreachable"],
  ["slow body", halfBody, null, "unreachable"],
  [
    "cut body once",
    ({ seen }) => seen === 0 ? cutBody() : good(),
    "tests",
    null,
  ],
  ["no JSON", () => answer("I think it is about tests."), null, "invalid-json"],
  [
    "fence",
    () => answer('```json\n{"task_type": "debug"}\n```'),
    "debug",
    null,
  ],
  ["outside", () => answer({ task_type: "chat" }), null, "outside-schema"],
  ["other case", () => answer({ task_type: "Tests" }), null, "outside-schema"],
  [
    "two labels",
    () => answer({ task_type: ["tests", "debug"] }),
    null,
    "outside-schema",
  ],
  [
    "refusal",
    () => answer(null, { refusal: "I cannot help" }),
    null,
    "refusal",
  ],
  ["filter", () => answer("", { finish: "content_filter" }), null, "filtered"],
  [
    "truncated",
    () => answer('{"task_type": "tes', { finish: "length" }),
    null,
    "truncated",
  ],
  ["empty", () => answer(""), null, "empty"],
  ["too long", () => refuse(400, "maximum context length"), null, "rejected"],
];

const play = (call: Call) => {
  const [, act] = PLAYS.find(([name]) => name === messageOf(call)) ?? [];
  return act?.(call) ?? refuse(404, `no such message: ${messageOf(call)}`);
};

const open = (
  env: { OPENAI_BASE_URL: string },
  options: Partial<LlmOptions> = {},
) => openLlm({ store: ":memory:", env, concurrency: 8, ...QUICK, ...options });

Deno.test("llmClassify() ends every fault in a label or a counted failure, in order", async () => {
  await using server = scriptedServer(play);
  await using llm = open(server.env);
  const texts = PLAYS.map(([name]) => name);
  const { labels, failures, examples } = await llmClassify(
    [...texts, null, ...texts.toReversed()],
    { ...OPTIONS, llm },
  );
  const expected = PLAYS.map(([, , intent, failure]) => ({ intent, failure }));
  deepEqual(labels, [
    ...expected,
    { intent: null, failure: "no-text" },
    ...expected.toReversed(),
  ]);
  const total = Object.values(failures).reduce((sum, n) => sum + n);
  equal(total, labels.filter(({ intent }) => intent === null).length);
  equal(failures.unreachable, 6);
  match(examples.rejected ?? "", /maximum context length/);
  for (
    const [name] of PLAYS.filter(([, , , failure]) => failure === "rejected")
  ) {
    equal(server.calls.filter((call) => messageOf(call) === name).length, 1);
  }
});

Deno.test("llmClassify() asks again only where no response is stored", async () => {
  await using server = scriptedServer(play);
  const store = await Deno.makeTempFile({ suffix: ".sqlite" });
  const texts = ["good", "outside", "refusal", "truncated", "too long"];
  const run = async () => {
    await using llm = open(server.env, { store });
    const { calls } = llmEstimate(texts, { ...OPTIONS, llm });
    return { calls, ...await llmClassify(texts, { ...OPTIONS, llm }) };
  };
  const first = await run();
  equal(first.calls, 5);
  equal(server.calls.length, 5);
  const second = await run();
  deepEqual(second.labels, first.labels);
  equal(second.calls, 1, "only what was rejected has no response");
  deepEqual(server.calls.slice(5).map(messageOf), ["too long"]);
  await Deno.remove(store);
});

Deno.test("llmClassify() asks again after an unusable answer, as often as it is told", async () => {
  await using server = scriptedServer(({ seen }) =>
    seen < 2 ? answer({ task_type: "chat" }) : good()
  );
  await using llm = open(server.env);
  const { labels } = await llmClassify(["a"], { ...OPTIONS, llm, reasks: 1 });
  deepEqual(labels, [{ intent: null, failure: "outside-schema" }]);
  const again = await llmClassify(["a"], { ...OPTIONS, llm, reasks: 2 });
  deepEqual(again.labels, [{ intent: "tests", failure: null }]);
  equal(server.calls.length, 3);
});

Deno.test("llmClassify() stops at a rejected key, and keeps what was stored", async () => {
  await using server = scriptedServer((call) =>
    messageOf(call) === "text 10" ? refuse(401, "Incorrect API key") : good()
  );
  await using llm = open(server.env, { concurrency: 1 });
  const texts = Array.from({ length: 20 }, (_, i) => `text ${i}`);
  await rejects(llmClassify(texts, { ...OPTIONS, llm }), {
    name: "StopError",
    code: "key",
  });
  equal(llm.store.count(), 10);
  equal(server.calls.length, 11);
});

Deno.test("llmClassify() sends nothing in replay: what is missing says so", async () => {
  await using server = scriptedServer(play);
  const store = await Deno.makeTempFile({ suffix: ".sqlite" });
  {
    await using llm = open(server.env, { store });
    await llmClassify(["good", "fence"], { ...OPTIONS, llm });
  }
  await using llm = openLlm({ store, replay: true });
  const { labels, failures } = await llmClassify(["fence", "new", "good"], {
    ...OPTIONS,
    llm,
  });
  deepEqual(labels.map(({ intent }) => intent), ["debug", null, "tests"]);
  deepEqual(failures, { missing: 1 });
  equal(server.calls.length, 2);
  await Deno.remove(store);
});

Deno.test("llmClassify() sends the whole prompt in one message, with the labels as an enum", async () => {
  await using server = scriptedServer(play);
  await using llm = open(server.env);
  await llmClassify(["good"], { ...OPTIONS, llm });
  const [call] = server.calls;
  equal(call?.body.messages.length, 1);
  ok(call?.body.messages[0]?.content.startsWith("A developer wrote"));
  const format = JSON.stringify(call?.body.response_format);
  match(format, /"strict":true/);
  match(format, /"task_type":\{"type":"string","enum":\["tests","bug-fix",/);
  equal(call?.body["temperature"], 0);
});
