/** Ending a run early: what was sent is stored, nothing more is sent. */

import { completeAll, openLlm, openStore, StopError } from "@taskflow/llm";
import { equal, match, ok, rejects } from "node:assert/strict";
import { answer, never, scriptedServer } from "./scripted_server.ts";
import { LABEL, messages, QUICK, temporary } from "./setup.ts";
import { spawnRun } from "./spawn_run.ts";

const TEXTS = Array.from({ length: 500 }, (_, i) => `text ${i}`);

async function slowly(): Promise<Response> {
  await new Promise((resolve) => setTimeout(resolve, 30));
  return answer({ label: "tests" });
}

function aborted(error: unknown): true {
  ok(error instanceof StopError);
  equal(error.code, "aborted");
  match(
    error.message,
    /^Stopped: \d+ responses are in ".*", the same run goes on/,
  );
  return true;
}

Deno.test("completeAll() lets what is under way finish after the signal", async () => {
  await using server = scriptedServer(slowly);
  const control = new AbortController();
  await using llm = openLlm({
    store: ":memory:",
    env: server.env,
    ...QUICK,
    signal: control.signal,
    concurrency: 6,
  });
  const options = { llm, model: "m", messages };
  let yielded = 0;
  await rejects(async () => {
    for await (const { index } of completeAll(LABEL, TEXTS, options)) {
      equal(index, yielded++);
      if (index === 20) setTimeout(() => control.abort(), 10);
    }
  }, aborted);
  ok(server.calls.length > 20 && server.calls.length < 60);
  equal(llm.store.count(), server.calls.length);
  equal(yielded, server.calls.length);
});

Deno.test("completeAll() waits no longer than its grace", async () => {
  await using server = scriptedServer(never);
  const control = new AbortController();
  await using llm = openLlm({
    store: ":memory:",
    env: server.env,
    ...QUICK,
    timeout: 60,
    grace: 0.1,
    signal: control.signal,
  });
  const started = performance.now();
  setTimeout(() => control.abort(), 50);
  const options = { llm, model: "m", messages };
  await rejects(Array.fromAsync(completeAll(LABEL, TEXTS, options)), aborted);
  ok(performance.now() - started < 5000);
});

Deno.test("completeAll() sends nothing more when its reader leaves", async () => {
  await using server = scriptedServer(slowly);
  await using llm = openLlm({ store: ":memory:", env: server.env, ...QUICK });
  for await (
    const { index } of completeAll(LABEL, TEXTS, { llm, model: "m", messages })
  ) if (index === 10) break;
  ok(server.calls.length < 40);
  equal(llm.store.count(), server.calls.length);
  // The connection goes on to work.
  const rest = TEXTS.slice(0, 50);
  const options = { llm, model: "m", messages };
  equal((await Array.fromAsync(completeAll(LABEL, rest, options))).length, 50);
  equal(server.calls.length, 50);
});

Deno.test("completeAll() throws what its callbacks throw", async () => {
  await using server = scriptedServer(slowly);
  await using llm = openLlm({ store: ":memory:", env: server.env, ...QUICK });
  const options = {
    llm,
    model: "m",
    messages,
    onProgress: () => {
      throw new RangeError("no room");
    },
  };
  await rejects(
    Array.fromAsync(completeAll(LABEL, TEXTS, options)),
    /no room/,
  );
  equal(llm.store.count(), server.calls.length);
});

Deno.test({
  name: "interrupt() ends a run on Ctrl-C with everything stored",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using folder = await temporary();
    await using server = scriptedServer(slowly);
    const child = spawnRun(folder.path, server.env, 500, 4);
    while (server.calls.length < 30) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    child.kill("SIGINT");
    const { code, stderr } = await child.output();
    match(new TextDecoder().decode(stderr), /Stopped: \d+ responses are in/);
    equal(code, 0);
    ok(server.calls.length < 200);
    using store = openStore(`${folder.path}/store.sqlite`);
    equal(store.count(), server.calls.length);
  },
});
