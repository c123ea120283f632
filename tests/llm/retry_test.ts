/** Waiting as servers ask, backing off, and keeping to the limit of requests at once. */

import { complete, completeAll, openLlm } from "@taskflow/llm";
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { retryAfter } from "../../lib/llm/reply.ts";
import { answer, refuse, scriptedServer } from "./scripted_server.ts";
import { LABEL, messages, QUICK } from "./setup.ts";

const TEXTS = Array.from({ length: 60 }, (_, i) => `text ${i}`);

Deno.test("retryAfter() reads seconds, milliseconds and dates", () => {
  const at = Date.parse("2026-01-01T00:00:00Z");
  const cases: [Record<string, string>, number | null][] = [
    [{ "retry-after": "2" }, 2000],
    [{ "retry-after": "0.5" }, 500],
    [{ "retry-after-ms": "20", "retry-after": "2" }, 20],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, 30_000],
    [{ "retry-after": "Thu, 01 Jan 2015 00:00:30 GMT" }, 0],
    [{ "retry-after": "soon" }, null],
    [{}, null],
  ];
  for (const [headers, wait] of cases) {
    equal(retryAfter(new Headers(headers), at), wait, JSON.stringify(headers));
  }
});

Deno.test("completeAll() holds every request back while a server asks to wait", async () => {
  let refused = 0;
  await using server = scriptedServer(({ text, seen, at }) => {
    if (text !== "text 10" || seen > 0) return answer({ label: "tests" });
    refused = at;
    return refuse(429, "slow down", { "retry-after": "1" });
  });
  await using llm = openLlm({
    store: ":memory:",
    env: server.env,
    ...QUICK,
    concurrency: 4,
  });
  const options = { llm, model: "m", messages };
  const outcomes = await Array.fromAsync(completeAll(LABEL, TEXTS, options));
  ok(outcomes.every(({ outcome }) => outcome.ok));
  // What was under way when the server said it still arrives; nothing is sent after.
  const between = server.calls.filter(({ at }) =>
    at > refused && at < refused + 990
  );
  ok(between.length <= 8, `${between.length} requests in the wait`);
  equal(server.calls.length, TEXTS.length + 1);
  match(llm.notes.join(), /asks to slow down \(429\)/);
});

Deno.test("complete() waits as asked without using up its retries, up to its patience", async () => {
  await using server = scriptedServer(({ seen }) =>
    seen < 8
      ? refuse(429, "slow down", { "retry-after-ms": "10" })
      : answer({ label: "tests" })
  );
  const open = (patience: number) =>
    openLlm({
      store: ":memory:",
      env: server.env,
      ...QUICK,
      retry: { ...QUICK.retry, patience },
    });
  await using patient = open(1000);
  ok((await complete(LABEL, messages("a"), { llm: patient, model: "m" })).ok);
  await using hasty = open(35);
  const outcome = await complete(LABEL, messages("b"), {
    llm: hasty,
    model: "m",
  });
  ok(!outcome.ok);
  equal(outcome.reason, "unreachable");
  match(outcome.detail, /429 slow down/);
  equal(server.calls.filter(({ text }) => text === "b").length, 4);
});

Deno.test("complete() backs off further each time", async () => {
  await using server = scriptedServer(() => refuse(500, "oops"));
  await using llm = openLlm({
    store: ":memory:",
    env: server.env,
    ...QUICK,
    retry: { retries: 3, firstWait: 40, longestWait: 10_000 },
  });
  await complete(LABEL, messages("a"), { llm, model: "m" });
  const times = server.calls.map(({ at }) => at);
  const waits = times.slice(1).map((at, i) => at - (times[i] ?? 0));
  equal(waits.length, 3);
  for (const [i, wait] of waits.entries()) {
    ok(wait >= 39 * 2 ** i, `wait ${i}: ${wait} ms`);
  }
});

Deno.test("completeAll() keeps to the limit, and yields in the order of the items", async () => {
  await using server = scriptedServer(async () => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
    return answer({ label: "tests" });
  });
  await using llm = openLlm({
    store: ":memory:",
    env: server.env,
    ...QUICK,
    timeout: 10,
    concurrency: 5,
  });
  const dones: number[] = [];
  const options = {
    llm,
    model: "m",
    messages,
    onProgress: ({ done }: { done: number }) => dones.push(done),
  };
  const outcomes = await Array.fromAsync(completeAll(LABEL, TEXTS, options));
  deepEqual(outcomes.map(({ index }) => index), [...TEXTS.keys()]);
  deepEqual(dones, [...TEXTS.keys()].map((i) => i + 1));
  equal(server.most(), 5);
});

Deno.test("completeAll() asks equal conversations once", async () => {
  await using server = scriptedServer(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return answer({ label: "tests" });
  });
  await using llm = openLlm({ store: ":memory:", env: server.env, ...QUICK });
  const texts = Array.from({ length: 100 }, (_, i) => `text ${i % 7}`);
  const options = { llm, model: "m", messages };
  const outcomes = await Array.fromAsync(completeAll(LABEL, texts, options));
  equal(outcomes.length, 100);
  equal(server.calls.length, 7);
});
