import { openStore, requestKey, type StoredResponse } from "@taskflow/llm";
import { equal, notEqual, throws } from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { messages, temporary } from "./setup.ts";

const RESPONSE: StoredResponse = {
  key: "k",
  model: "m",
  sample: 0,
  format: "schema",
  source: "endpoint",
  endpoint: "http://127.0.0.1:1/v1",
  receivedAt: "2026-01-01T00:00:00.000Z",
  usage: { input: 1, cached: null, output: 2, charged: 0.25 },
  raw: '{"choices":[]}',
};

const REQUEST = {
  model: "m",
  messages: messages("a"),
  schema: { type: "object" },
  parameters: { temperature: 0 },
  sample: 0,
};

Deno.test("requestKey() changes with every field, and with nothing else", () => {
  const key = requestKey(REQUEST);
  equal(key.length, 64);
  const others = [
    { ...REQUEST, model: "n" },
    { ...REQUEST, messages: messages("b") },
    { ...REQUEST, messages: messages("a").toReversed() },
    { ...REQUEST, schema: { type: "array" } },
    { ...REQUEST, parameters: { temperature: 1 } },
    { ...REQUEST, parameters: {} },
    { ...REQUEST, sample: 1 },
  ].map(requestKey);
  equal(new Set([key, ...others]).size, others.length + 1);
  const { model, sample, ...rest } = REQUEST;
  equal(requestKey({ sample, ...rest, model }), key);
  throws(
    () => requestKey({ ...REQUEST, parameters: { temperature: NaN } }),
    /Cannot make the key of a request to model "m"/,
  );
});

Deno.test("requestKey() stays as it is: stored responses must be found again", () => {
  equal(
    requestKey(REQUEST),
    "2dbad02c16d2fc77031c7e1f477c1d68cf3fe9ed273633ee19806057eb572dee",
  );
});

Deno.test("requestKey() tells any two texts apart", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      const [x, y] = [a, b].map((content) =>
        requestKey({ ...REQUEST, messages: [{ role: "user", content }] })
      );
      if (a === b) equal(x, y);
      else notEqual(x, y);
    }),
    { seed: 1, numRuns: 200 },
  );
});

Deno.test("openStore() gives back what was put, the first for each key", async () => {
  await using folder = await temporary();
  const path = `${folder.path}/new/store.sqlite`;
  {
    using store = openStore(path);
    store.put(RESPONSE);
    equal(store.put({ ...RESPONSE, raw: "other" }).raw, RESPONSE.raw);
  }
  using store = openStore(path);
  equal(JSON.stringify(store.get("k")), JSON.stringify(RESPONSE));
  equal(store.get("l"), null);
  equal(store.has("k"), true);
  equal(store.count(), 1);
  equal(store.meanOutput("m"), 2);
  equal(store.meanOutput("n"), null);
});

Deno.test({
  name: "openStore() lets nobody else read the file",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using folder = await temporary();
    const path = `${folder.path}/store.sqlite`;
    using store = openStore(path);
    store.put(RESPONSE);
    for (const file of [path, `${path}-wal`]) {
      equal(((await Deno.stat(file)).mode ?? 0o777) & 0o077, 0, file);
    }
  },
});

Deno.test("openStore() shows what put() returned to every other process at once", async () => {
  await using folder = await temporary();
  using store = openStore(`${folder.path}/store.sqlite`);
  using other = new DatabaseSync(`${folder.path}/store.sqlite`);
  equal(other.prepare("PRAGMA journal_mode").get()?.journal_mode, "wal");
  store.put(RESPONSE);
  equal(other.prepare("SELECT raw FROM responses").get()?.raw, RESPONSE.raw);
});

Deno.test("openStore() refuses what it cannot use", async () => {
  await using folder = await temporary();
  const text = `${folder.path}/notes.txt`;
  await Deno.writeTextFile(text, "These are notes, not a database. ".repeat(9));
  throws(() => openStore(text), {
    name: "SyntaxError",
    message: /Cannot open response store ".*notes.txt": it is no SQLite/,
  });
  const later = `${folder.path}/later.sqlite`;
  {
    using database = new DatabaseSync(later);
    database.exec("PRAGMA user_version = 2");
  }
  throws(() => openStore(later), { name: "RangeError", message: /version 2/ });
});

Deno.test("openStore() survives processes that write at once", async () => {
  await using folder = await temporary();
  const path = `${folder.path}/store.sqlite`;
  const script = `${folder.path}/write.ts`;
  const store = new URL("../../lib/llm/store.ts", import.meta.url);
  await Deno.writeTextFile(
    script,
    `import { openStore } from ${JSON.stringify(store.href)};
     using store = openStore(Deno.args[0]);
     for (let i = 0; i < 100; i++) {
       const raw = Deno.args[1] + " " + i;
       const kept = store.put({ ...${
      JSON.stringify(RESPONSE)
    }, key: "k" + i, raw });
       if (store.get("k" + i).raw !== kept.raw) throw new Error("changed");
     }`,
  );
  const config = new URL("../../deno.json", import.meta.url).pathname;
  const children = Array.from(
    { length: 4 },
    (_, i) =>
      new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "--no-check",
          `--config=${config}`,
          `--allow-read=${folder.path}`,
          `--allow-write=${folder.path}`,
          script,
          path,
          String(i),
        ],
        stderr: "inherit",
      }).output(),
  );
  for (const { success } of await Promise.all(children)) equal(success, true);
  using written = openStore(path);
  equal(written.count(), 100);
});
