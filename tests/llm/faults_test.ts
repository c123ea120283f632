/** Every fault of a server ends in a value, a counted failure or a clear stop. */

import {
  complete,
  completeAll,
  openLlm,
  type Outcome,
  StopError,
} from "@taskflow/llm";
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import {
  answer,
  type Call,
  cutBody,
  halfBody,
  hangingUp,
  never,
  refuse,
  scriptedServer,
} from "./scripted_server.ts";
import { LABEL, messages, QUICK } from "./setup.ts";

/** Text to what the server says to it; those of `once` get well on the second try. */
const SCRIPT: Record<string, (call: Call) => Response | Promise<Response>> = {
  "fine": () => answer({ label: "tests" }),
  "fenced": () => answer('Of course:\n```json\n{"label": "debug"}\n```'),
  "parts": () => answer({ label: "other" }, { usage: null }),
  "no JSON": () => answer("I think it is about tests."),
  "unknown label": () => answer({ label: "chat" }),
  "refusal": () => answer(null, { refusal: "I cannot help with that." }),
  "truncated": () => answer('{"label": "te', { finish: "length" }),
  "truncated but whole": () => answer({ label: "tests" }, { finish: "length" }),
  "filtered": () => answer("", { finish: "content_filter" }),
  "empty": () => answer(null),
  "too long": () => refuse(400, "maximum context length exceeded"),
  "moderated": () => refuse(403, "flagged", {}, { metadata: { reasons: [] } }),
  "always 500": () => refuse(500, "oops"),
  "always 503": () => new Response("<html>busy</html>", { status: 503 }),
  "always slow": never,
  "half a body": halfBody,
  "cut body": cutBody,
  "not JSON": () => new Response("<html>hello</html>"),
  "no completion": () => Response.json({ hello: "world" }),
  "error inside 200": () => refuse(200, "provider down", {}, { code: 502 }),
  "once 429": ({ seen }) =>
    seen === 0
      ? refuse(429, "slow down", { "retry-after-ms": "20" })
      : answer({ label: "tests" }),
  "once 500": ({ seen }) =>
    seen === 0 ? refuse(500, "oops") : answer({ label: "tests" }),
  "once slow": (call) =>
    call.seen === 0 ? never(call) : answer({ label: "tests" }),
  "once cut": ({ seen }) => seen === 0 ? cutBody() : answer({ label: "tests" }),
};

const EXPECTED: Record<string, string> = {
  "fine": "tests",
  "fenced": "debug",
  "parts": "other",
  "no JSON": "invalid-json",
  "unknown label": "outside-schema",
  "refusal": "refusal",
  "truncated": "truncated",
  "truncated but whole": "truncated",
  "filtered": "filtered",
  "empty": "empty",
  "too long": "rejected",
  "moderated": "filtered",
  "always 500": "unreachable",
  "always 503": "unreachable",
  "always slow": "unreachable",
  "half a body": "unreachable",
  "cut body": "unreachable",
  "not JSON": "unreachable",
  "no completion": "unreachable",
  "error inside 200": "unreachable",
  "once 429": "tests",
  "once 500": "tests",
  "once slow": "tests",
  "once cut": "tests",
};

function play(call: Call): Response | Promise<Response> {
  return SCRIPT[call.text]?.(call) ?? answer({ label: "other" });
}

function said(outcome: Outcome<{ label: string }>): string {
  return outcome.ok ? outcome.value.label : outcome.reason;
}

Deno.test("completeAll() turns every fault into a value or a counted failure", async () => {
  await using server = scriptedServer(play);
  await using llm = openLlm({ store: ":memory:", env: server.env, ...QUICK });
  const texts = Object.keys(SCRIPT);
  const found: Record<string, string> = {};
  let failed: Record<string, number> = {};
  for await (
    const { index, outcome } of completeAll(LABEL, texts, {
      llm,
      model: "m",
      messages,
      onProgress: (progress) => failed = { ...progress.failed },
    })
  ) found[texts[index] ?? ""] = said(outcome);
  deepEqual(found, EXPECTED);
  deepEqual(failed, {
    "invalid-json": 1,
    "outside-schema": 1,
    "refusal": 1,
    "truncated": 2,
    "filtered": 2,
    "empty": 1,
    "rejected": 1,
    "unreachable": 8,
  });
  // Every response is stored, whatever it says; what brought none is not.
  equal(llm.store.count(), 14);
  const { unanswered, models, sent } = llm.ledger();
  deepEqual(unanswered, { rejected: 1, filtered: 1, unreachable: 8 });
  equal(models[0]?.responses, 14);
  deepEqual(models[0]?.input, { known: 1300, unknown: 1, total: null });
  equal(sent, server.calls.length);
});

Deno.test("complete() keeps the raw response of a failure, and says what is wrong", async () => {
  await using server = scriptedServer(play);
  await using llm = openLlm({ store: ":memory:", env: server.env, ...QUICK });
  const options = { llm, model: "m" };
  const outcome = await complete(LABEL, messages("unknown label"), options);
  ok(!outcome.ok);
  match(outcome.detail, /label.*chat/);
  match(outcome.raw ?? "", /chatcmpl-1/);
  equal(llm.store.get(outcome.key)?.raw, outcome.raw);
  // Read again from the store: the same verdict, no other call.
  const again = await complete(LABEL, messages("unknown label"), options);
  deepEqual(again, { ...outcome, fromStore: true });
  equal(server.calls.length, 1);
});

Deno.test("complete() asks again with a new sample index", async () => {
  await using server = scriptedServer(({ seen, body }) =>
    answer(seen < 2 ? "hm" : { label: body.seed === 2_000_003 ? "tests" : "x" })
  );
  await using llm = openLlm({ store: ":memory:", env: server.env, ...QUICK });
  const options = { llm, model: "m", reasks: 2, parameters: { seed: 3 } };
  const outcome = await complete(LABEL, messages("a"), options);
  deepEqual([said(outcome), outcome.asks, outcome.sample], [
    "tests",
    3,
    2_000_000,
  ]);
  equal(llm.store.count(), 3);
  await complete(LABEL, messages("a"), options);
  equal(server.calls.length, 3);
  const few = await complete(LABEL, messages("a"), { ...options, reasks: 1 });
  deepEqual([said(few), few.asks], ["invalid-json", 2]);
});

const STOPS: [string, Response, RegExp][] = [
  ["key", refuse(401, "Incorrect API key"), /rejects the key.*OPENAI_API_KEY/],
  ["key", refuse(403, "not allowed"), /rejects the key/],
  ["credit", refuse(402, "Insufficient credits"), /no credit left/],
  [
    "credit",
    refuse(429, "quota", {}, { code: "insufficient_quota" }),
    /no credit left/,
  ],
  ["model", refuse(404, "model 'm' not found"), /model "m".*not there/],
];

for (const [code, response, words] of STOPS) {
  Deno.test(`completeAll() stops at once on ${response.status} (${code})`, async () => {
    await using server = scriptedServer(({ text }) =>
      text === "bad" ? response.clone() : answer({ label: "tests" })
    );
    await using llm = openLlm({ store: ":memory:", env: server.env, ...QUICK });
    const texts = ["a", "b", "bad", ...Array.from({ length: 500 }, String)];
    let outcomes = 0;
    await rejects(async () => {
      const options = { llm, model: "m", messages };
      for await (const { outcome } of completeAll(LABEL, texts, options)) {
        ok(outcome.ok);
        outcomes++;
      }
    }, (error) => {
      ok(error instanceof StopError);
      equal(error.code, code);
      match(error.message, words);
      return true;
    });
    equal(outcomes, 2);
    ok(server.calls.length < 40, `${server.calls.length} calls`);
    // What was under way when the run stopped is stored.
    equal(llm.store.count(), server.calls.length - 1);
  });
}

Deno.test("completeAll() stops when nothing answers any more", async () => {
  await using server = scriptedServer(({ text }) =>
    Number(text) < 5 ? answer({ label: "tests" }) : refuse(500, "oops")
  );
  const options = { ...QUICK, stopAfter: 4, concurrency: 2 };
  await using llm = openLlm({ store: ":memory:", env: server.env, ...options });
  const texts = Array.from({ length: 100 }, (_, i) => String(i));
  await rejects(
    Array.fromAsync(completeAll(LABEL, texts, { llm, model: "m", messages })),
    /4 requests in a row .* brought no response, the last one: 500 oops/,
  );
  equal(llm.store.count(), 5);
});

Deno.test("complete() says it when the connection is cut or nobody listens", async () => {
  const begun = "HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{";
  for (const words of ["", begun]) {
    const server = hangingUp(words);
    match(await unreachable(server.env), /./);
    await server[Symbol.asyncDispose]();
    match(await unreachable(server.env), /onnect/);
  }

  async function unreachable(env: { OPENAI_BASE_URL: string }) {
    await using llm = openLlm({ store: ":memory:", env, ...QUICK });
    const options = { llm, model: "m" };
    let stop: unknown = null;
    try {
      await complete(LABEL, messages("a"), options);
    } catch (error) {
      stop = error;
    }
    ok(stop instanceof StopError && stop.code === "failing");
    match(stop.message, /nothing answers at .* OPENAI_BASE_URL/);
    equal(llm.ledger().sent, 3);
    return stop.message;
  }
});
