import { deepEqual, equal, ok } from "node:assert/strict";
import { type Head, readCorpus, shortHash, sweChat } from "@taskflow/corpora";
import { parquetWriteBuffer } from "hyparquet-writer";
import { folder } from "./fixtures.ts";
import { numbers } from "./mutations.ts";

// Synthetic, after the published schema of the release, which is gated.

type Turn = readonly [
  session: string,
  turn: number,
  role: string,
  type: string,
  content: string,
  more?: { repo?: string; summary?: boolean; model?: string },
];

const user = (
  session: string,
  turn: number,
  content: string,
  more = {},
): Turn => [
  session,
  turn,
  "user",
  "user_prompt",
  content,
  more,
];
const reply = (session: string, turn: number): Turn => [
  session,
  turn,
  "assistant",
  "assistant_response",
  "Done.",
  { model: "claude-opus-4" },
];
const call = (session: string, turn: number): Turn => [
  session,
  turn,
  "tool_use",
  "tool_use",
  '{"command":"ls"}',
];

/** The table `conversations` with the columns that matter and some that do not. */
function conversations(
  turns: readonly Turn[],
  rowGroupSize = 1000,
): Uint8Array {
  const text = (name: string, of: (turn: Turn) => string | null) => ({
    name,
    data: turns.map(of),
    type: "STRING" as const,
  });
  return new Uint8Array(parquetWriteBuffer({
    rowGroupSize,
    columnData: [
      text("turn_id", ([session, turn]) => `${session}#${turn}`),
      text("session_id", ([session]) => session),
      text("checkpoint_pk", () => "c-1"),
      text("repo_id", (turn) => turn[5]?.repo ?? "kim/shop"),
      text("user_id", ([session]) => session === "s-2" ? null : "kim"),
      {
        name: "turn_number",
        data: turns.map(([, turn]) => BigInt(turn)),
        type: "INT64",
      },
      {
        name: "conversation_turn_number",
        data: turns.map(() => NaN),
        type: "DOUBLE",
      },
      text("role", ([, , role]) => role),
      text("turn_type", ([, , , type]) => type),
      text("content", ([, , , , content]) => content),
      text("model", (turn) => turn[5]?.model ?? null),
      {
        name: "timestamp",
        data: turns.map(([, turn]) => new Date(Date.UTC(2026, 1, 3, 10, turn))),
        type: "TIMESTAMP",
      },
      {
        name: "is_continuation",
        data: turns.map((turn) => turn[5]?.summary ?? false),
        type: "BOOLEAN",
      },
      text("agent", () => "Claude Code"),
      text("language", () => "en"),
    ],
  }));
}

const TURNS: readonly Turn[] = [
  user(
    "s-1",
    0,
    "<system_instruction>\nYou work in a copy.\n</system_instruction>\n\nRound the totals",
  ),
  call("s-1", 1),
  ["s-1", 2, "tool_result", "tool_result", "x".repeat(5000)],
  reply("s-1", 3),
  user("s-2", 0, "Hi"),
  user("s-1", 4, "and test it"),
  [
    "s-2",
    1,
    "user",
    "system_injected",
    "<task-notification>done</task-notification>",
  ],
  ["s-1", 5, "metadata", "progress", "{}"],
  reply("s-2", 2),
  user("s-1", 6, "[Request interrupted by user]"),
];

async function read(
  tables: Readonly<Record<string, Uint8Array>>,
  rules: "default" | "labels" = "default",
) {
  await using made = await folder(tables);
  const { sessions, report } = readCorpus(made.path, { rules });
  const found = await Array.fromAsync(sessions);
  const leftOut = Object.fromEntries(
    [...report.leftOut].map(([reason, { count }]) => [reason, count]),
  );
  const texts = Object.fromEntries(
    found.map(({ id, messages }) => [id, messages.map(({ text }) => text)]),
  );
  return { found, report, leftOut, texts };
}

Deno.test("sweChat reads what people typed, whatever row groups their sessions are spread over", async () => {
  for (const size of [1000, 3, 1]) {
    const { found, texts, leftOut, report } = await read({
      "conversations.parquet": conversations(TURNS, size),
    });
    deepEqual(texts, {
      "s-1": ["Round the totals", "and test it"],
      "s-2": ["Hi"],
    });
    deepEqual(leftOut, { "injected-context": 1, "interruption-marker": 1 });
    equal(report.records, 5);
    const session = found.find(({ id }) => id === "s-1");
    equal(session?.source, "swe-chat");
    equal(session?.messages[1]?.timestamp, "2026-02-03T10:04:00.000Z");
    deepEqual(session?.attributes, {
      agent: "claude-code",
      model: "claude-opus-4",
      language: "en",
      month: "2026-02",
      repository: shortHash("kim/shop"),
      user: shortHash("kim"),
      tool_calls: 1,
    });
    equal(found.find(({ id }) => id === "s-2")?.attributes.user, null);
  }
});

Deno.test("sweChat orders prompts by the number of their turn", async () => {
  const turns = [user("s-1", 9, "c"), user("s-1", 2, "b"), user("s-1", 1, "a")];
  const { texts } = await read({ "c.parquet": conversations(turns) });
  deepEqual(texts, { "s-1": ["a", "b", "c"] });
});

Deno.test("sweChat judges prompts as every other format: commands, summaries, instructions", async () => {
  const command =
    "<command-message>review</command-message>\n<command-name>/review</command-name>";
  const turns = [
    user("s-1", 0, "This session is being continued", { summary: true }),
    user("s-1", 1, "Summary of what was before", { summary: true }),
    user("s-1", 2, `${command}\n<command-args>cart.ts</command-args>`),
    user("s-1", 3, "# Review\n\nLook at every line."),
    reply("s-1", 4),
    user("s-1", 5, command),
    call("s-1", 6),
    user("s-1", 7, "typed after the agent acted"),
    user("s-1", 8, "<system_instruction>only</system_instruction>"),
    user("s-1", 9, "Tool loaded."),
    user("s-1", 10, ""),
  ];
  const { texts, leftOut } = await read({ "c.parquet": conversations(turns) });
  deepEqual(texts, {
    "s-1": ["/review cart.ts", "typed after the agent acted"],
  });
  deepEqual(leftOut, {
    "compaction-summary": 2,
    "injected-context": 3,
    "slash-command": 1,
    "empty": 1,
  });
});

Deno.test("sweChat leaves out prompts that a program wrote", async () => {
  const turns = [
    user("s-3", 0, "Review this", { repo: "dayhaysoos/nimbus" }),
    ...TURNS,
  ];
  const { found, leftOut } = await read({ "c.parquet": conversations(turns) });
  equal(found.length, 2);
  equal(leftOut["scripted-prompt"], 1);
});

Deno.test("sweChat reads the table of sessions as one without messages", async () => {
  const sessions = new Uint8Array(parquetWriteBuffer({
    columnData: [
      { name: "session_id", data: ["s-1", "s-2"], type: "STRING" },
      { name: "agent_percentage", data: [98.5, 0], type: "DOUBLE" },
    ],
  }));
  const { found, report } = await read({
    "conversations.parquet": conversations(TURNS),
    "sessions.parquet": sessions,
  });
  equal(found.length, 2);
  equal(report.files.read, 2);
});

Deno.test("sweChat takes no other table, and no file without its end", async () => {
  const other = new Uint8Array(parquetWriteBuffer({
    columnData: [{ name: "session_id", data: ["s-1"], type: "STRING" }],
  }));
  const { report } = await read({
    "a.parquet": other,
    "b.parquet": conversations(TURNS).slice(0, -4),
    "conversations.parquet": conversations(TURNS),
  });
  deepEqual(report.unreadFiles.get("binary")?.files.map(({ file }) => file), [
    "a.parquet",
    "b.parquet",
  ]);
  const head: Head = { bytes: conversations(TURNS), text: "", complete: true };
  equal(sweChat.detect(head), false);
});

Deno.test("sweChat reads a session of twenty thousand turns in pages", async () => {
  const turns = Array.from(
    { length: 20_000 },
    (_, i) =>
      i % 100 === 0
        ? user("s-1", i, `message ${i} ${"y".repeat(50)}`)
        : call("s-1", i),
  );
  const { found } = await read({ "c.parquet": conversations(turns, 7000) });
  equal(found[0]?.messages.length, 200);
  equal(found[0]?.messages[199]?.text?.startsWith("message 19900 "), true);
});

Deno.test("readCorpus() reads damaged tables of SWE-chat, or names them", async () => {
  const table = conversations(TURNS, 3);
  const below = numbers(5);
  for (let n = 0; n < 50; n++) {
    const damaged = table.slice(
      0,
      n % 3 === 0 ? below(table.length) : table.length,
    );
    for (let times = 1 + below(6); times > 0 && damaged.length > 0; times--) {
      damaged[below(damaged.length)] = below(256);
    }
    const { report, found } = await read({
      "bad/conversations.parquet": damaged,
      "good/conversations.parquet": conversations([user("s-9", 0, "hello")]),
    });
    const left = [...report.leftOut.values()].reduce(
      (sum, { count }) => sum + count,
      0,
    );
    equal(report.records, report.kept + left);
    equal(report.files.read + report.files.unread, 2);
    ok(found.some(({ id }) => id === "s-9"));
  }
});
