import { deepEqual, equal } from "node:assert/strict";
import { messageRows, readLabelRows } from "@taskflow/corpora";
import type { Session } from "@taskflow/session";

function session(
  id: string,
  source: string,
  texts: readonly string[],
): Session {
  return {
    schema_version: 1,
    id,
    source,
    file: `${source}.x`,
    ordinal: 0,
    attributes: {},
    messages: texts.map((text) => ({ text, timestamp: null, intent: null })),
  };
}

async function* corpus(...sessions: Session[]): AsyncGenerator<Session> {
  yield* sessions;
}

Deno.test("messageRows() gives two sessions of one id two names", async () => {
  const sessions = [
    session("s", "aider", ["a", "b"]),
    session("s", "codex", ["c"]),
    session("codex:s", "x", ["d"]),
    session("s", "codex", ["e"]),
  ];
  const rows = await Array.fromAsync(messageRows(corpus(...sessions)));
  deepEqual(rows.map(({ session }) => session), [
    ...["s", "s", "codex:s", "x:codex:s", "codex:s#2"],
  ]);
});

Deno.test("messageRows() counts characters as code points, and words in any script", async () => {
  const rows = await Array.fromAsync(
    messageRows(corpus(session("s", "x", ["修复登录测试", "🙂 ok"])), true),
  );
  deepEqual(
    rows.map(({ words, characters, text }) => [words, characters, text]),
    [
      [3, 6, "修复登录测试"],
      [1, 4, "🙂 ok"],
    ],
  );
});

Deno.test("readLabelRows() takes the ordinal from its own column where there is one", async () => {
  const path = await Deno.makeTempFile({ suffix: ".jsonl" });
  const row = { file: "a", session: "an-id", ordinal: 3, intent: "tests" };
  await Deno.writeTextFile(path, JSON.stringify({ ...row, position: 0 }));
  const { rows } = await readLabelRows(path);
  equal(rows[0]?.session, 3);
  await Deno.remove(path);
});
