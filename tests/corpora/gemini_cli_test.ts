import { deepEqual, equal, ok } from "node:assert/strict";
import { geminiCli, geminiText, readCorpus, RULES } from "@taskflow/corpora";
import { createHash } from "node:crypto";
import { sharedTest } from "../shared.ts";
import { compareWithLabels } from "./compare_with_labels.ts";
import { folder } from "./fixtures.ts";
import { readsMutations } from "./mutations.ts";
import { headOf, linesOf, readWith } from "./read_with.ts";

const PROJECT = createHash("sha256").update("/home/kim/shop").digest("hex");
const METADATA = {
  sessionId: "0a1b2c3d-0000-4000-8000-000000000001",
  projectHash: PROJECT,
  startTime: "2026-05-01T10:00:00.000Z",
  lastUpdated: "2026-05-01T10:30:00.000Z",
};

let minute = 0;
const at = () =>
  `2026-05-01T10:${String(minute++ % 60).padStart(2, "0")}:00.000Z`;
const user = (id: string, content: unknown, more = {}) => ({
  id,
  timestamp: at(),
  type: "user",
  content,
  ...more,
});
const gemini = (id: string, content = "Done.", calls = 0) => ({
  id,
  timestamp: at(),
  type: "gemini",
  content,
  model: "gemini-3-pro",
  ...(calls > 0
    ? {
      toolCalls: Array.from(
        { length: calls },
        (_, i) => ({ id: `${id}-${i}` }),
      ),
    }
    : {}),
});

const MESSAGES = [
  user("m-1", "Total the cart with tax"),
  gemini("m-2", "", 2),
  { id: "m-3", timestamp: at(), type: "info", content: "Update available" },
  user("m-4", [{ text: "now " }, { text: "round it" }]),
  gemini("m-5"),
];
const VALUE = JSON.stringify({ ...METADATA, messages: MESSAGES }, null, 2);
const LINES = linesOf(METADATA, ...MESSAGES);

Deno.test("geminiCli reads a chat as one value and as lines alike", async () => {
  for (
    const [text, lines] of [[VALUE, [null, null]], [LINES, [2, 5]]] as const
  ) {
    ok(geminiCli.detect(headOf(text)));
    const { sessions, texts, leftOut } = await readWith(geminiCli, text);
    deepEqual(texts, [["Total the cart with tax", "now round it"]]);
    deepEqual(leftOut, []);
    const [session] = sessions;
    equal(session?.id, METADATA.sessionId);
    deepEqual(session?.attributes, {
      agent: "gemini-cli",
      model: "gemini-3-pro",
      surface: "cli",
      month: "2026-05",
      repository: PROJECT.slice(0, 12),
      tool_calls: 2,
    });
    deepEqual(session?.origins?.lines, lines);
    deepEqual(session?.messages[0]?.timestamp, MESSAGES[0]?.timestamp);
  }
});

Deno.test("geminiCli follows updates of messages that are written again", async () => {
  const { sessions, texts, leftOut } = await readWith(
    geminiCli,
    linesOf(
      METADATA,
      user("m-1", "Total the cart"),
      gemini("m-2", "", 1),
      gemini("m-2", "Done.", 3),
      { $set: { lastUpdated: at(), summary: "Cart" } },
      user("m-3", "thanks"),
    ),
  );
  deepEqual(texts, [["Total the cart", "thanks"]]);
  deepEqual(leftOut, []);
  equal(sessions[0]?.attributes.tool_calls, 3);
});

Deno.test("geminiCli counts a conversation that was written anew once, and its summary not at all", async () => {
  const { texts, leftOut } = await readWith(
    geminiCli,
    linesOf(
      METADATA,
      user("m-1", "Total the cart"),
      gemini("m-2"),
      {
        $set: {
          messages: [
            user(
              "s-1",
              "<state_snapshot>The cart is totalled.</state_snapshot>",
            ),
            user("m-1", "Total the cart"),
            user("x-9", "Total the cart"),
            user("r-1", [{ functionResponse: { name: "read_file" } }]),
            gemini("m-2"),
          ],
        },
      },
      user("m-3", "and round it"),
    ),
  );
  deepEqual(texts, [["Total the cart", "and round it"]]);
  deepEqual(leftOut, [
    "compaction-summary@4",
    "replayed-history@4",
    "tool-result@4",
  ]);
});

Deno.test("geminiCli keeps rewound prompts, or leaves them out", async () => {
  const chat = linesOf(
    METADATA,
    user("m-1", "one"),
    gemini("m-2"),
    user("m-3", "two"),
    gemini("m-4"),
    { $rewindTo: "m-3" },
    user("m-5", "three"),
  );
  deepEqual((await readWith(geminiCli, chat)).texts, [["one", "two", "three"]]);
  const last = await readWith(geminiCli, chat, { branches: "last" });
  deepEqual(last.texts, [["one", "three"]]);
  deepEqual(last.leftOut, ["abandoned-branch@4"]);
  const all = linesOf(
    METADATA,
    user("m-1", "one"),
    { $rewindTo: "gone" },
    user("m-2", "two"),
  );
  deepEqual((await readWith(geminiCli, all, { branches: "last" })).texts, [[
    "two",
  ]]);
});

Deno.test("geminiCli counts no chat of a sub-agent", async () => {
  for (
    const chat of [
      linesOf({ ...METADATA, kind: "subagent" }, ...MESSAGES),
      linesOf(METADATA, ...MESSAGES, { $set: { kind: "subagent" } }),
    ]
  ) {
    const { sessions, leftOut } = await readWith(geminiCli, chat);
    deepEqual(sessions, []);
    deepEqual(leftOut, ["subagent@2", "subagent@5"]);
  }
});

Deno.test("geminiText() finds what was typed", () => {
  const read = (content: unknown, rules = RULES.default) => {
    const { text, reason } = geminiText(content, rules);
    return text ?? reason;
  };
  const shell =
    "I ran the following shell command:\n```sh\nls -l\n```\n\nThis produced the following result:\n```\na\n```";
  equal(
    read(
      "explain @a.ts\n--- Content from referenced files ---\n\nContent from @a.ts:\n1",
    ),
    "explain @a.ts",
  );
  equal(
    read([{ text: "explain @a.ts" }, {
      text: "\n--- Content from referenced files ---",
    }, { text: "1" }]),
    "explain @a.ts",
  );
  equal(
    read([{ text: "fix it" }, {
      text: "<hook_context>be brief</hook_context>",
    }]),
    "fix it",
  );
  equal(read({ text: "one part" }), "one part");
  equal(
    read("<session_context>\nToday is\n</session_context>"),
    "injected-context",
  );
  equal(read("<session_context> that I paste"), "injected-context");
  equal(read([{ functionResponse: {} }]), "tool-result");
  equal(read("[Function Response: read_file]"), "tool-result");
  equal(read("Please continue."), "scripted-prompt");
  equal(read("please continue"), "please continue");
  equal(
    read("System: Potential loop detected. Details: x"),
    "injected-context",
  );
  equal(read(shell), "slash-command");
  equal(read(shell, { ...RULES.default, bashInput: "execute" }), "!ls -l");
  equal(read("/chat list"), "/chat list");
  equal(read("/chat list", RULES.labels), "slash-command");
  equal(read("/quit"), "slash-command");
  equal(read("?"), "slash-command");
  equal(read("/home/kim is full"), "/home/kim is full");
  equal(read([{ inlineData: {} }]), "empty");
  equal(read(17), "empty");
  equal(read(null), "empty");
});

Deno.test("geminiCli prefers what was shown to what was sent", async () => {
  const chat = linesOf(
    METADATA,
    user("m-1", "a long prompt of a command", {
      displayContent: "/review a.ts",
    }),
  );
  deepEqual((await readWith(geminiCli, chat)).texts, [["/review a.ts"]]);
});

Deno.test("geminiCli takes no file that only looks alike", () => {
  for (
    const other of [
      // Its own list of all prompts, which repeats those of the chats.
      JSON.stringify([{
        sessionId: "s-1",
        messageId: 0,
        type: "user",
        message: "hi",
        timestamp: at(),
      }]),
      JSON.stringify({ sessionId: "s-1", messages: [] }),
      linesOf({
        sessionId: "s-1",
        type: "user",
        message: { role: "user", content: "hi" },
      }),
      "",
      "[]",
    ]
  ) equal(geminiCli.detect(headOf(other)), false, other);
});

Deno.test("geminiCli reads the part of a chat before a cut, and says so", async () => {
  const { texts, leftOut, warnings } = await readWith(
    geminiCli,
    VALUE.slice(0, VALUE.indexOf('"m-5"')),
  );
  deepEqual(texts, [["Total the cart with tax", "now round it"]]);
  deepEqual(leftOut, ["unreadable@null"]);
  equal(warnings.length, 1);
});

Deno.test("geminiCli does not take redacted ids for one", async () => {
  const { texts } = await readWith(
    geminiCli,
    linesOf(METADATA, user("REDACTED", "one"), user("REDACTED", "two")),
  );
  deepEqual(texts, [["one", "two"]]);
});

Deno.test("readCorpus() counts a chat that went on in the new form once", async () => {
  await using made = await folder({
    "session-a.json": VALUE,
    "session-a.jsonl": linesOf(
      METADATA,
      ...MESSAGES,
      user("m-6", "and print it"),
    ),
  });
  const { sessions, report } = readCorpus(made.path);
  const [session, ...others] = await Array.fromAsync(sessions);
  deepEqual(others, []);
  deepEqual(session?.messages.map(({ text }) => text), [
    "Total the cart with tax",
    "now round it",
    "and print it",
  ]);
  equal(report.records, 5);
});

Deno.test("readCorpus() reads damaged Gemini chats", async () => {
  await readsMutations([VALUE, LINES], LINES, "session-1.json");
});

sharedTest("geminiCli reads the shared chats as labelled", async () => {
  const { sessions, differences, labelled } = await compareWithLabels(
    "gemini",
    [geminiCli],
  );
  equal(sessions.length, 2);
  equal(labelled, 3);
  deepEqual(differences, []);
});
