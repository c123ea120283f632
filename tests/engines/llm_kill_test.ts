/** A run that is killed a hundred times pays for nothing twice but what was under way. */

import { chatRequest, openStore, requestKey } from "@taskflow/llm";
import { deepEqual, equal, ok } from "node:assert/strict";
import * as z from "zod";
import { answer, scriptedServer } from "../llm/scripted_server.ts";
import { LABEL, messages, temporary } from "../llm/setup.ts";
import { spawnRun } from "../llm/spawn_run.ts";
import { testNeeding } from "../shared.ts";

const ITEMS = 2000;
const KILLS = 100;
const CONCURRENCY = 8;
/**
 * Most new requests that the server sees before a kill, give or take a few; on average half of it. All
 * kills together must leave some of the items over.
 */
const MOST_SEEN = 14;

const completedSchema = z.object({
  index: z.number(),
  outcome: z.object({ ok: z.literal(true), value: LABEL }),
});

function labelOf(text: string): "tests" | "debug" | "other" {
  return (["tests", "debug", "other"] as const)[Number(text.slice(5)) % 3] ??
    "other";
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    await Deno.copyFile(from, to);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

testNeeding(
  "kill",
  Deno.build.os !== "windows",
  `completeAll() killed ${KILLS} times asks again only for what was under way`,
  async () => {
    await using folder = await temporary();
    await using server = scriptedServer(async ({ text }) => {
      await wait(5 + Math.random() * 25);
      return answer({ label: labelOf(text) });
    });
    const keys = new Map<string, string>();
    for (let i = 0; i < ITEMS; i++) {
      const text = `text ${i}`;
      const request = chatRequest(LABEL, messages(text), { model: "m" });
      keys.set(text, requestKey(request));
    }
    /** How often each text may be seen: once, and once more per kill it was under way at. */
    const allowed = new Map([...keys.keys()].map((text) => [text, 1]));
    let atWork = 0;
    let again = 0;
    let known = new Set<string>();

    for (let kill = 0; kill < KILLS; kill++) {
      const before = server.calls.length;
      const child = spawnRun(folder.path, server.env, ITEMS, CONCURRENCY);
      const drained = Promise.all([
        child.stdout.cancel(),
        child.stderr.cancel(),
      ]);
      const most = before + Math.floor(Math.random() * MOST_SEEN);
      let ended = false;
      const status = child.status.finally(() => ended = true);
      // One kill in four falls where nothing may have been sent yet: store and client opening.
      const until = kill % 4 === 0
        ? performance.now() + Math.random() * 600
        : Infinity;
      while (
        server.calls.length <= most && performance.now() < until && !ended
      ) await wait(1);
      await wait(Math.random() * 10);
      if (!ended) child.kill("SIGKILL");
      const { signal } = await status;
      equal(signal, "SIGKILL", `kill ${kill}: the run had ended before`);
      await drained;
      await wait(40);
      const after = await stored();
      ok(after.size >= known.size);
      const seen = server.calls.slice(before).map(({ text }) => text);
      equal(new Set(seen).size, seen.length, `kill ${kill}: asked twice`);
      for (const text of seen) {
        ok(!known.has(text), `kill ${kill}: "${text}" was stored, and asked`);
      }
      const lost = seen.filter((text) => !after.has(text));
      ok(lost.length <= CONCURRENCY, `kill ${kill}: lost ${lost.length}`);
      for (const text of lost) allowed.set(text, (allowed.get(text) ?? 0) + 1);
      if (seen.length > 0) atWork++;
      again += lost.length;
      known = after;
    }
    ok(atWork >= KILLS / 2, `only ${atWork} kills fell on a run at work`);
    ok(again > 0);

    const child = spawnRun(folder.path, server.env, ITEMS, CONCURRENCY);
    const { code, stderr } = await child.output();
    equal(code, 0, new TextDecoder().decode(stderr));

    const times = new Map<string, number>();
    for (const { text } of server.calls) {
      times.set(text, (times.get(text) ?? 0) + 1);
    }
    deepEqual(times, allowed);
    equal(server.calls.length, ITEMS + again);
    const lines = (await Deno.readTextFile(`${folder.path}/outcomes.jsonl`))
      .split("\n").map((line) => completedSchema.parse(JSON.parse(line)));
    deepEqual(
      lines.map(({ index }) => index),
      [...keys.keys()].keys().toArray(),
    );
    for (const { index, outcome } of lines) {
      equal(outcome.value.label, labelOf(`text ${index}`));
    }
    equal((await stored()).size, ITEMS);

    /** Texts with a response; looks at a copy, so that the next run itself mends what was torn. */
    async function stored(): Promise<Set<string>> {
      await using copy = await temporary();
      for (const name of ["store.sqlite", "store.sqlite-wal"]) {
        await copyIfThere(`${folder.path}/${name}`, `${copy.path}/${name}`);
      }
      using store = openStore(`${copy.path}/store.sqlite`);
      return new Set(
        [...keys].filter(([, key]) => store.has(key)).map(([text]) => text),
      );
    }
  },
);
