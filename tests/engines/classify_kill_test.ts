/**
 * `taskflow classify` killed a hundred times: the server sees nothing twice but what was under way, and
 * every message has exactly one label in the end.
 */

import { openStore } from "@taskflow/llm";
import { readTable, toRows } from "@taskflow/table";
import { deepEqual, equal, ok } from "node:assert/strict";
import { scriptedServer } from "../llm/scripted_server.ts";
import { temporary } from "../llm/setup.ts";
import {
  classifyRun,
  labeller,
  labelOf,
  messageOf,
  spawnClassify,
  writeMessages,
} from "../scripts/classify_run.ts";
import { testNeeding } from "../shared.ts";

const MESSAGES = 2000;
const KILLS = 100;
const CONCURRENCY = 8;
/** Most new requests that the server sees before a kill; all kills together must leave some messages over. */
const MOST_SEEN = 16;

const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

testNeeding(
  "kill",
  Deno.build.os !== "windows",
  `taskflow classify killed ${KILLS} times asks again only for what was under way`,
  async () => {
    await using folder = await temporary();
    await using server = scriptedServer(async (call) => {
      await wait(5 + Math.random() * 25);
      return labeller(call);
    });
    const [path, out] = [
      `${folder.path}/messages.jsonl`,
      `${folder.path}/labels.parquet`,
    ];
    const texts = Array.from({ length: MESSAGES }, (_, i) => `message ${i}`);
    await writeMessages(path, texts);
    const args = [path, "--classifier", "llm", "--model", "m"];
    args.push("--concurrency", String(CONCURRENCY), "-o", out);
    let [atWork, again, stored] = [0, 0, 0];

    for (let kill = 0; kill < KILLS; kill++) {
      const before = server.calls.length;
      const child = spawnClassify(args, server.env);
      const said = Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ]);
      let ended = false;
      const status = child.status.finally(() => ended = true);
      const most = before + Math.floor(Math.random() * MOST_SEEN);
      // One kill in four falls where nothing may have been sent yet: reading, store and client opening.
      const until = kill % 4 === 0
        ? performance.now() + Math.random() * 800
        : Infinity;
      while (
        server.calls.length <= most && performance.now() < until && !ended
      ) await wait(1);
      await wait(Math.random() * 10);
      if (!ended) child.kill("SIGKILL");
      const { signal } = await status;
      equal(signal, "SIGKILL", `kill ${kill}: the run ended: ${await said}`);
      // Requests that were on their way to the server arrive.
      await wait(40);
      const seen = server.calls.slice(before).map(messageOf);
      equal(new Set(seen).size, seen.length, `kill ${kill}: asked twice`);
      const now = await countStored(`${folder.path}/labels.llm.sqlite`);
      const lost = seen.length - (now - stored);
      ok(lost >= 0 && lost <= CONCURRENCY, `kill ${kill}: lost ${lost}`);
      stored = now;
      again += lost;
      if (seen.length > 0) atWork++;
    }
    ok(atWork >= KILLS / 2, `only ${atWork} kills fell on a run at work`);
    ok(again > 0 && stored < MESSAGES, `${again} lost, ${stored} stored`);

    const { code, stderr } = await classifyRun(args, server.env);
    equal(code, 0, stderr);
    equal(server.calls.length, MESSAGES + again);
    deepEqual(new Set(server.calls.map(messageOf)), new Set(texts));
    const rows = toRows(await readTable(out));
    deepEqual(
      rows.map(({ session, position, intent }) => [session, position, intent]),
      texts.map((text, i) => [`s-${Math.floor(i / 5)}`, i % 5, labelOf(text)]),
    );
    equal(await countStored(`${folder.path}/labels.llm.sqlite`), MESSAGES);
    const leftovers = [...Deno.readDirSync(folder.path)].map(({ name }) => name)
      .filter((name) => !/^(messages|labels)\./.test(name));
    deepEqual(leftovers, []);
  },
);

/** Responses in a store; looks at a copy, so that the next run itself mends what was torn. */
async function countStored(path: string): Promise<number> {
  await using copy = await temporary();
  for (const end of ["", "-wal"]) {
    try {
      await Deno.copyFile(`${path}${end}`, `${copy.path}/store.sqlite${end}`);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  using store = openStore(`${copy.path}/store.sqlite`);
  return store.count();
}
