import { deepEqual, equal, ok } from "node:assert/strict";
import { opencode, readCorpus, shortHash } from "@taskflow/corpora";
import { sharedTest } from "../shared.ts";
import { compareWithLabels } from "./compare_with_labels.ts";
import { folder } from "./fixtures.ts";
import { readsMutations } from "./mutations.ts";
import { headOf, readWith } from "./read_with.ts";

const START = Date.UTC(2026, 2, 1, 9);
const INFO = {
  id: "ses_0001",
  projectID: "p-1",
  directory: "/home/kim/shop",
  title: "Cart",
  version: "1.2.0",
  time: { created: START, updated: START + 1 },
};

let count = 0;
const text = (words: string, more = {}) => ({
  type: "text",
  text: words,
  ...more,
});
const user = (...parts: unknown[]) => ({
  info: {
    id: `msg_${++count}`,
    sessionID: INFO.id,
    role: "user",
    time: { created: START + count * 60_000 },
  },
  parts,
});
const assistant = (...parts: unknown[]) => ({
  info: {
    id: `msg_${++count}`,
    sessionID: INFO.id,
    role: "assistant",
    modelID: "gpt-5.3",
    time: { created: START + count * 60_000 },
  },
  parts,
});
const tool = (command = "ls") => ({
  type: "tool",
  tool: "bash",
  state: { status: "completed", input: { command }, output: "ok" },
});
const session = (messages: unknown[], info: unknown = INFO) =>
  JSON.stringify({ info, messages }, null, 2);

const MESSAGES = [
  user(text("Total the cart"), { type: "file", filename: "cart.ts" }),
  assistant({ type: "step-start" }, tool(), tool(), text("Done.")),
  user(text("see @tax.ts"), text("Called the Read tool", { synthetic: true })),
  assistant(text("Seen.")),
];
const EXPORT = session(MESSAGES);

Deno.test("opencode reads an export: what was typed, in order, with times", async () => {
  for (
    const content of [
      EXPORT,
      JSON.stringify({ info: INFO, messages: MESSAGES }),
    ]
  ) {
    ok(opencode.detect(headOf(content)));
    const { sessions, texts, leftOut } = await readWith(opencode, content);
    deepEqual(texts, [["Total the cart", "see @tax.ts"]]);
    deepEqual(leftOut, []);
    const [read] = sessions;
    equal(read?.id, "ses_0001");
    equal(read?.messages[0]?.timestamp, "2026-03-01T09:01:00.000Z");
    deepEqual(read?.attributes, {
      agent: "opencode",
      surface: "cli",
      month: "2026-03",
      repository: shortHash("/home/kim/shop"),
      user: shortHash("kim"),
      model: "gpt-5.3",
      tool_calls: 2,
    });
  }
});

Deno.test("opencode leaves out what plug-ins and commands add", async () => {
  const { texts, leftOut } = await readWith(
    opencode,
    session([
      user(text("Summarize the task tool output above", { synthetic: true })),
      user(text("hidden", { ignored: true })),
      user({ type: "subtask", prompt: "review it", command: "review" }),
      user({ type: "subtask", prompt: "search it", agent: "general" }),
      user({ type: "compaction", auto: true }),
      user({ type: "file", filename: "a.png" }),
      user(
        text("typed"),
        text("[Request interrupted by user]", { synthetic: true }),
      ),
    ]),
  );
  deepEqual(texts, [["typed"]]);
  deepEqual(leftOut.map((entry) => entry.split("@")[0]), [
    "scripted-prompt",
    "scripted-prompt",
    "slash-command",
    "subagent",
    "compaction-summary",
    "empty",
  ]);
});

Deno.test("opencode leaves out commands of the shell, or keeps them", async () => {
  const chat = session([
    user(
      text("The following tool was executed by the user", { synthetic: true }),
    ),
    assistant(tool("npm test")),
  ]);
  deepEqual((await readWith(opencode, chat)).leftOut, ["slash-command@null"]);
  const kept = await readWith(opencode, chat, { bashInput: "execute" });
  deepEqual(kept.texts, [["!npm test"]]);
});

Deno.test("opencode counts a prompt that is written again after compaction once", async () => {
  const { texts, leftOut } = await readWith(
    opencode,
    session([
      user(text("read everything")),
      user({ type: "compaction", auto: true, overflow: true }),
      assistant(text("Summary.")),
      user(text("read everything")),
      assistant(text("Read.")),
      user(text("read everything")),
    ]),
  );
  deepEqual(texts, [["read everything", "read everything"]]);
  deepEqual(leftOut, ["compaction-summary@null", "replayed-history@null"]);
});

Deno.test("opencode keeps reverted prompts, or leaves them out", async () => {
  const messages = [
    user(text("one")),
    assistant(),
    user(text("two")),
    assistant(),
  ];
  const chat = session(messages, {
    ...INFO,
    revert: { messageID: messages[2]?.info.id },
  });
  deepEqual((await readWith(opencode, chat)).texts, [["one", "two"]]);
  const last = await readWith(opencode, chat, { branches: "last" });
  deepEqual(last.texts, [["one"]]);
  deepEqual(last.leftOut, ["abandoned-branch@null"]);
});

Deno.test("opencode counts no session of a sub-agent", async () => {
  const { sessions, leftOut } = await readWith(
    opencode,
    session(MESSAGES, { ...INFO, parentID: "ses_0000" }),
  );
  deepEqual(sessions, []);
  deepEqual(leftOut, ["subagent@null", "subagent@null"]);
});

Deno.test("opencode knows an export whose first message is longer than the head", () => {
  const long = user(text("x"));
  const first = {
    info: { ...long.info, summary: { diffs: ["y".repeat(90_000)] } },
    parts: long.parts,
  };
  ok(opencode.detect(headOf(session([first]))));
  ok(opencode.detect(headOf(session([]))));
});

Deno.test("opencode takes no file that only looks alike", () => {
  for (
    const other of [
      // Files of its store, each of which has a part of a session.
      JSON.stringify({
        id: "ses_1",
        title: "t",
        directory: "/x",
        time: { created: 1 },
      }),
      JSON.stringify({
        id: "msg_1",
        sessionID: "ses_1",
        role: "user",
        time: { created: 1 },
      }),
      JSON.stringify({
        info: { id: "x" },
        messages: [{ role: "user", content: "hi" }],
      }),
      JSON.stringify({ info: { exit_status: "Submitted" }, messages: [] }),
      "{}",
    ]
  ) equal(opencode.detect(headOf(other)), false, other);
});

Deno.test("readCorpus() counts checkpoints of one session once, redacted ids or not", async () => {
  const redacted = (message: (typeof MESSAGES)[number]) => ({
    ...message,
    info: { ...message.info, id: "REDACTED" },
  });
  await using made = await folder({
    "1/full.jsonl": session(MESSAGES.slice(0, 2).map(redacted)),
    "2/full.jsonl": session([...MESSAGES, user(text("thanks"))].map(redacted)),
  });
  const { sessions } = readCorpus(made.path);
  const found = await Array.fromAsync(
    sessions,
    ({ messages }) => messages.map(({ text }) => text),
  );
  deepEqual(found, [["Total the cart", "see @tax.ts", "thanks"]]);
});

Deno.test("readCorpus() reads damaged OpenCode exports", async () => {
  await readsMutations(
    [EXPORT, JSON.stringify({ info: INFO, messages: MESSAGES })],
    EXPORT,
    "ses.json",
  );
});

sharedTest("opencode reads the shared export as labelled", async () => {
  const { sessions, differences, labelled, report } = await compareWithLabels(
    "opencode",
    [opencode],
  );
  equal(sessions.length, 1);
  equal(labelled, 22);
  deepEqual(differences, []);
  equal(report.records, 28);
});
