/** Batch files out and in: the same outcomes as online, and a report on what did not fit. */

import {
  completeAll,
  type Json,
  type Llm,
  openLlm,
  type Outcome,
  readBatch,
  StopError,
  writeBatch,
} from "@taskflow/llm";
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { answer, scriptedServer } from "./scripted_server.ts";
import { LABEL, messages, QUICK, temporary } from "./setup.ts";

const TEXTS = Array.from({ length: 200 }, (_, i) => `text ${i % 180}`);
const ASK = { model: "m", messages, parameters: { temperature: 0 } };

/** What the model says to a text: mostly a label, sometimes nonsense. */
function reply(text: string): Response {
  const n = Number(text.slice(5));
  if (n % 17 === 0) return answer("no idea");
  if (n % 19 === 0) return answer({ label: "chat" });
  if (n % 23 === 0) return answer('{"label": "te', { finish: "length" });
  return answer({ label: ["tests", "debug", "other"][n % 3] ?? "" });
}

async function outcomes(llm: Llm): Promise<Outcome<{ label: string }>[]> {
  const all = await Array.fromAsync(completeAll(LABEL, TEXTS, { llm, ...ASK }));
  return all.map(({ outcome }) => outcome);
}

/** What matters of an outcome: where it came from and how it was spaced does not. */
function gist(outcome: Outcome<{ label: string }>) {
  const { fromStore: _, raw, ...rest } = outcome;
  return { ...rest, raw: JSON.parse(raw ?? "null") };
}

interface Line {
  custom_id: string;
  method: string;
  url: string;
  body: { messages: { content: string }[]; [key: string]: Json | undefined };
}

async function readJsonl(path: string): Promise<Line[]> {
  const text = await Deno.readTextFile(path);
  return text.trimEnd().split("\n").map((line) => JSON.parse(line) as Line);
}

/** A stranger's batch service: any order, duplicates, errors, a blank line, a broken one. */
async function serve(lines: Line[]): Promise<string[]> {
  const out: string[] = [];
  for (const [i, line] of lines.toReversed().entries()) {
    const { custom_id } = line;
    const text = line.body.messages.at(-1)?.content ?? "";
    const body: unknown = await reply(text).json();
    const failed = JSON.stringify({
      custom_id,
      response: null,
      error: { code: "batch_expired", message: "too late" },
    });
    const response = { status_code: 200, request_id: `r${i}`, body };
    const good = JSON.stringify({
      id: `b${i}`,
      custom_id,
      response,
      error: null,
    });
    if (i % 10 === 0) out.push(failed);
    out.push(good);
    if (i % 7 === 0) out.push(good);
  }
  out.splice(5, 0, "", "{broken", JSON.stringify({ custom_id: "stranger" }));
  return out;
}

Deno.test("writeBatch() and readBatch() give the outcomes of the endpoint", async () => {
  await using folder = await temporary();
  await using server = scriptedServer(({ text }) => reply(text));
  await using online = openLlm({
    store: ":memory:",
    env: server.env,
    ...QUICK,
  });
  const expected = (await outcomes(online)).map(gist);

  await using llm = openLlm({ store: ":memory:", replay: true });
  const options = { llm, ...ASK };
  const files = await writeBatch(
    LABEL,
    TEXTS,
    `${folder.path}/requests.jsonl`,
    { ...options, maxRequests: 100 },
  );
  deepEqual(files.map(({ path, requests }) => [path, requests]), [
    [`${folder.path}/requests-1.jsonl`, 100],
    [`${folder.path}/requests-2.jsonl`, 80],
  ]);
  const lines = (await Promise.all(files.map(({ path }) => readJsonl(path))))
    .flat();
  // The very bodies that the endpoint saw.
  const seen = new Map(server.calls.map(({ text, body }) => [text, body]));
  for (const { body } of lines) {
    deepEqual(body, seen.get(body.messages.at(-1)?.content ?? ""));
  }
  const path = `${folder.path}/responses.jsonl`;
  await Deno.writeTextFile(path, (await serve(lines)).join("\n"));
  const report = await readBatch(LABEL, TEXTS, [path], options);
  const { problems, ...numbers } = report;
  deepEqual(numbers, {
    lines: 226,
    stored: 180,
    known: 0,
    duplicates: 26,
    unknown: 1,
    errors: 18,
    unreadable: 1,
    missing: 0,
  });
  match(problems[0]?.message ?? "", /batch_expired/);
  deepEqual((await outcomes(llm)).map(gist), expected);
  equal(llm.ledger().models[0]?.responses, 180);

  const again = await readBatch(LABEL, TEXTS, [path], options);
  deepEqual([again.stored, again.known], [0, 180]);
  deepEqual(await writeBatch(LABEL, TEXTS, path, options), []);
});

Deno.test("completeAll() in replay says how many responses are missing", async () => {
  await using folder = await temporary();
  await using llm = openLlm({ store: ":memory:", replay: true });
  const options = { llm, ...ASK };
  const path = `${folder.path}/requests.jsonl`;
  const [file] = await writeBatch(LABEL, TEXTS, path, options);
  equal(file?.path, path);
  const lines = await readJsonl(path);
  await Deno.writeTextFile(path, (await serve(lines.slice(0, 30))).join("\n"));
  const report = await readBatch(LABEL, TEXTS, [path], options);
  equal(report.missing, 150);
  await rejects(outcomes(llm), (error) => {
    ok(error instanceof StopError);
    equal(error.code, "missing");
    match(error.message, /150 responses .* first is that of item 30: run it/);
    return true;
  });
  const [rest] = await writeBatch(LABEL, TEXTS, path, options);
  equal(rest?.requests, 150);
});

Deno.test("writeBatch() asks again where a response holds no value", async () => {
  await using folder = await temporary();
  await using llm = openLlm({ store: ":memory:", replay: true });
  const options = { llm, ...ASK, reasks: 1 };
  const path = `${folder.path}/requests.jsonl`;
  await writeBatch(LABEL, TEXTS, path, options);
  await Deno.writeTextFile(
    path,
    (await serve(await readJsonl(path))).join("\n"),
  );
  await readBatch(LABEL, TEXTS, [path], options);
  const failed = new Set(
    (await outcomes(llm)).filter(({ ok }) => !ok).map(({ key }) => key),
  );
  const [second] = await writeBatch(LABEL, TEXTS, path, options);
  equal(second?.requests, failed.size);
  const report = await readBatch(LABEL, TEXTS, [], options);
  equal(report.missing, 0);
});

Deno.test("writeBatch() keeps to the limits in bytes, and leaves nothing behind", async () => {
  await using folder = await temporary();
  await using llm = openLlm({ store: ":memory:", replay: true });
  const options = { llm, ...ASK, maxBytes: 5000 };
  const path = `${folder.path}/requests.jsonl`;
  const files = await writeBatch(LABEL, TEXTS, path, options);
  ok(files.length > 10);
  for (const { path, bytes } of files) {
    equal((await Deno.stat(path)).size, bytes);
    ok(bytes <= 5000);
  }
  const long = [...TEXTS, "x".repeat(5000)];
  await rejects(writeBatch(LABEL, long, path, options), {
    name: "RangeError",
    message: /the request of item 200 has \d+ bytes, a file may have 5000/,
  });
  const names = await Array.fromAsync(Deno.readDir(folder.path));
  equal(names.length, files.length);
});

Deno.test("readBatch() reads what older vLLM writes", async () => {
  await using folder = await temporary();
  await using llm = openLlm({ store: ":memory:", replay: true });
  const options = { llm, ...ASK };
  const path = `${folder.path}/requests.jsonl`;
  await writeBatch(LABEL, ["text 1"], path, options);
  const [line] = await readJsonl(path);
  const response: unknown = await answer({ label: "debug" }).json();
  await Deno.writeTextFile(
    path,
    JSON.stringify({ custom_id: line?.custom_id, response }),
  );
  equal((await readBatch(LABEL, ["text 1"], [path], options)).stored, 1);
});
