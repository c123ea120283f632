/** What holds for every format, on made-up files. */

import { deepEqual, equal } from "node:assert/strict";
import { ADAPTERS, readCorpus, readLabelled } from "@taskflow/corpora";
import type { Session } from "@taskflow/session";
import fc from "fast-check";
import { synthetic } from "../../scripts/fuzz/synthetic.ts";
import { folder } from "./fixtures.ts";

const decoder = new TextDecoder();

async function sessionsOf(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<Session[]> {
  await using made = await folder(files);
  return await Array.fromAsync(readCorpus(made.path).sessions);
}

function textsOf(sessions: readonly Session[]): (string | null)[][] {
  return sessions.map(({ messages }) => messages.map(({ text }) => text));
}

for (const { source, title } of ADAPTERS) {
  Deno.test(`readCorpus() keeps the order of messages: ${title}`, async () => {
    const prompts = Array.from(
      { length: 40 },
      (_, at) => `Step ${at * 7 % 40}`,
    );
    for (const file of await synthetic(source, prompts)) {
      const found = textsOf(await sessionsOf({ "a": file }));
      equal(found.length > 0, true);
      for (const texts of found) {
        deepEqual(
          texts.filter((text) => text?.startsWith("Step")),
          prompts,
        );
      }
    }
  });
}

Deno.test("readCorpus() gains exactly the sessions of a file that is added", async () => {
  const files: [string, Uint8Array][] = [];
  for (const { source } of ADAPTERS) {
    // Of the kinds of one format only the first: they are of one session.
    const [file] = await synthetic(source);
    if (file !== undefined) files.push([`${source}/a`, file]);
  }
  const alone = new Map<string, Session[]>();
  for (const [name, file] of files) {
    alone.set(name, await sessionsOf({ [name]: file }));
  }
  const some = fc.subarray(files, { minLength: 1 });
  const property = fc.asyncProperty(some, async (chosen) => {
    const found = await sessionsOf(Object.fromEntries(chosen));
    const expected = chosen.map(([name]) => name).sort()
      .flatMap((name) => alone.get(name) ?? []);
    deepEqual(found, expected);
  });
  await fc.assert(property, { numRuns: 60, seed: 3 });
});

/** The same sessions, but for where they stand in the file. */
function anywhere(sessions: readonly Session[]): Omit<Session, "ordinal">[] {
  return sessions.map(({ ordinal: _, ...session }) => session);
}

const words = fc.array(
  fc.stringMatching(/^[a-z][a-z ?.\n]{0,30}[a-z]$/),
  { minLength: 1, maxLength: 5 },
);

Deno.test("readCorpus() reads joined DataClaw files as the files one after another", async () => {
  const lines = async (id: string, prompts: readonly string[]) => {
    const [file] = await synthetic("dataclaw", prompts);
    return decoder.decode(file).replaceAll('"session_id":"d-', `$&${id}-`);
  };
  const property = fc.asyncProperty(words, words, async (one, two) => {
    const [a, b] = [await lines("a", one), await lines("b", two)];
    const parts = await Promise.all([
      sessionsOf({ "x.jsonl": a }),
      sessionsOf({ "x.jsonl": b }),
    ]);
    const joined = await sessionsOf({ "x.jsonl": a + b });
    deepEqual(anywhere(joined), anywhere(parts.flat()));
    deepEqual(joined.map(({ ordinal }) => ordinal), [...joined.keys()]);
  });
  await fc.assert(property, { numRuns: 40, seed: 5 });
});

Deno.test("readCorpus() reads joined Aider histories as the histories one after another", async () => {
  const history = async (year: number, prompts: readonly string[]) => {
    const [file] = await synthetic("aider", prompts);
    return decoder.decode(file).replaceAll("at 2026-", `at ${year}-`);
  };
  const property = fc.asyncProperty(words, words, async (one, two) => {
    const [a, b] = [await history(2025, one), await history(2026, two)];
    const parts = await Promise.all([
      sessionsOf({ "x.md": a }),
      sessionsOf({ "x.md": b }),
    ]);
    const joined = await sessionsOf({ "x.md": a + b });
    deepEqual(anywhere(joined), anywhere(parts.flat()));
    deepEqual(joined.map(({ ordinal }) => ordinal), [...joined.keys()]);
  });
  await fc.assert(property, { numRuns: 40, seed: 6 });
});

Deno.test("readLabelled() reads joined files of labelled sessions as the files one after another", async () => {
  const intents = fc.array(fc.constantFrom("tests", "debug", "bug-fix"));
  const corpus = fc.array(intents, { minLength: 1, maxLength: 6 });
  const lines = (name: string, sessions: readonly string[][]) =>
    sessions.map((intents, at) =>
      `${JSON.stringify({ session: `${name}${at}`, intents })}\n`
    ).join("");
  const read = async (text: string) => {
    await using made = await folder({ "x.jsonl": text });
    const { sessions } = await readLabelled(`${made.path}/x.jsonl`);
    return await Array.fromAsync(sessions);
  };
  const property = fc.asyncProperty(corpus, corpus, async (one, two) => {
    const [a, b] = [lines("a", one), lines("b", two)];
    const parts = [...await read(a), ...await read(b)];
    deepEqual(anywhere(await read(a + b)), anywhere(parts));
  });
  await fc.assert(property, { numRuns: 40, seed: 7 });
});
