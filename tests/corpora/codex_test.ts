import { deepEqual, equal, ok } from "node:assert/strict";
import { codex, readCorpus, shortHash } from "@taskflow/corpora";
import { sharedTest } from "../shared.ts";
import { compareWithLabels } from "./compare_with_labels.ts";
import { folder } from "./fixtures.ts";
import { readsMutations } from "./mutations.ts";
import { headOf, linesOf, readWith } from "./read_with.ts";

const TIME = "2026-05-06T10:00:00.000Z";

function line(
  type: string,
  payload: Record<string, unknown>,
  timestamp = TIME,
) {
  return { timestamp, type, payload };
}

function meta(id = "c-1", more: Record<string, unknown> = {}) {
  return line("session_meta", {
    id,
    timestamp: TIME,
    cwd: "/home/kim/shop",
    originator: "codex_cli_rs",
    cli_version: "0.140.0",
    source: "cli",
    git: { repository_url: "https://example.org/kim/shop.git" },
    ...more,
  });
}

/** A text the model is sent as the user's. */
function item(text: string, role = "user") {
  const content = [{ type: "input_text", text }];
  return line("response_item", { type: "message", role, content });
}

function event(message: unknown) {
  return line("event_msg", { type: "user_message", message, images: [] });
}

const turn = line("turn_context", { model: "gpt-5.5", cwd: "/home/kim/shop" });
const call = line("response_item", {
  type: "function_call",
  name: "shell",
  arguments: "{}",
});
const output = line("response_item", {
  type: "function_call_output",
  output: '"user" said so',
});

/** A prompt as rollouts have it: twice. */
const both = (text: string) => [item(text), event(text)];

const ROLLOUT = linesOf(
  meta(),
  item("You are careful.", "developer"),
  item(
    "<environment_context>\n  <cwd>/home/kim/shop</cwd>\n</environment_context>",
  ),
  turn,
  ...both("Why is the cart empty?"),
  call,
  output,
  meta(),
  turn,
  ...both("Fix it\n"),
  item("<turn_aborted>\nThe user stopped it.\n</turn_aborted>"),
  line("event_msg", { type: "turn_aborted", reason: "interrupted" }),
);

Deno.test("codex takes the prompts from the events, once, whatever the items repeat or add", async () => {
  const { sessions, texts, leftOut, warnings } = await readWith(codex, ROLLOUT);
  deepEqual(texts, [["Why is the cart empty?", "Fix it"]]);
  deepEqual(leftOut, ["injected-context@3", "interruption-marker@13"]);
  deepEqual(warnings, []);
  const [session] = sessions;
  equal(session?.id, "c-1");
  deepEqual(session?.attributes, {
    agent: "codex-cli",
    model: "gpt-5.5",
    surface: "codex_cli_rs",
    month: "2026-05",
    user: shortHash("kim"),
    repository: shortHash("https://example.org/kim/shop.git"),
    tool_calls: 1,
  });
  deepEqual(session?.origins?.lines, [6, 12]);
});

Deno.test("codex takes the items where a rollout has no events", async () => {
  const { texts, leftOut } = await readWith(
    codex,
    linesOf(
      meta(),
      item("# AGENTS.md instructions for /home/kim/shop\n\nBe brief."),
      item("<user_instructions>\nBe brief.\n</user_instructions>"),
      item("Why is the cart empty?"),
      item("I will look.", "assistant"),
      item("<user_shell_command>\nls\n</user_shell_command>"),
      item("Fix it"),
    ),
  );
  deepEqual(texts, [["Why is the cart empty?", "Fix it"]]);
  deepEqual(leftOut, [
    "injected-context@2",
    "injected-context@3",
    "command-output@6",
  ]);
});

Deno.test("codex leaves out items that no event repeats, and events without text", async () => {
  const image = line("response_item", {
    type: "message",
    role: "user",
    content: [
      { type: "input_text", text: "<image name=[Image #1]>" },
      { type: "input_image", image_url: "data:" },
      { type: "input_text", text: "</image>" },
      { type: "input_text", text: "what is this?" },
    ],
  });
  const { texts, leftOut } = await readWith(
    codex,
    linesOf(
      meta(),
      item("The reviewer says: rename it"),
      image,
      event("what is this?"),
      item(""),
      event(""),
      event(7),
    ),
  );
  deepEqual(texts, [["what is this?"]]);
  deepEqual(leftOut, ["empty@6", "unreadable@7", "injected-context@2"]);
});

Deno.test("codex takes off what editors write around a prompt", async () => {
  const framed = [
    "# Context from my IDE setup:\n\n## Active file: a.ts\n\n## My request for Codex:\nRename it\n",
    "\n# Files mentioned by the user:\n\n## shot.png: /tmp/shot.png\n\n## My request for Codex:\nWhat is this?",
    "# In app browser:\n- It is open.\n\n## My request for Codex: go on",
    "# Plan\n\n1. Tests",
    "Put it under ## My request for Codex:\nplease",
  ];
  const content = linesOf(meta(), ...framed.map(event));
  const { texts } = await readWith(codex, content);
  deepEqual(texts, [[
    "Rename it",
    "What is this?",
    "go on",
    "# Plan\n\n1. Tests",
    "Put it under ## My request for Codex:\nplease",
  ]]);
  const ide = await readWith(codex, content, { promptFrames: "ide" });
  equal(ide.texts[0]?.[0], "Rename it");
  ok(ide.texts[0]?.[1]?.startsWith("# Files mentioned"));
});

Deno.test("codex gives no session for sub-agents", async () => {
  for (
    const source of [
      { source: { subagent: "review" } },
      { source: { subagent: { thread_spawn: { depth: 1 } } } },
      { source: "cli", thread_source: "memory_consolidation" },
    ]
  ) {
    const { sessions, leftOut } = await readWith(
      codex,
      linesOf(
        meta("c-2", source),
        ...both("Look for tests"),
        item("<skill>x</skill>"),
      ),
    );
    deepEqual(sessions, []);
    deepEqual(leftOut, ["subagent@3", "subagent@4"]);
  }
  const custom = await readWith(
    codex,
    linesOf(
      meta("c-2", { source: { custom: "shop" }, thread_source: "user" }),
      event("Hi"),
    ),
  );
  deepEqual(custom.texts, [["Hi"]]);
});

Deno.test("codex keeps turns that were rolled back, and drops them on request", async () => {
  const content = linesOf(
    meta(),
    ...both("Add a cart"),
    ...both("in Redis"),
    ...both("with a timeout"),
    line("event_msg", { type: "thread_rolled_back", num_turns: 2 }),
    ...both("in Postgres"),
    line("event_msg", { type: "thread_rolled_back", num_turns: "x" }),
  );
  equal((await readWith(codex, content)).texts[0]?.length, 4);
  const last = await readWith(codex, content, { branches: "last" });
  deepEqual(last.texts, [["Add a cart", "in Postgres"]]);
  deepEqual(last.leftOut, ["abandoned-branch@5", "abandoned-branch@7"]);
});

Deno.test("codex reads the bare lines of the middle of 2025", async () => {
  const bare = (text: string, role = "user") => ({
    type: "message",
    role,
    content: [{ type: "input_text", text }],
  });
  const content = linesOf(
    {
      id: "old-1",
      timestamp: "2025-06-07T10:00:00Z",
      instructions: null,
      git: { branch: "main" },
    },
    { record_type: "state" },
    bare("<user_instructions>\nBe brief.\n</user_instructions>"),
    bare("Why?"),
    bare("Because.", "assistant"),
    { type: "function_call", name: "shell" },
  );
  equal(codex.detect(headOf(content)), true);
  const { sessions, texts, leftOut } = await readWith(codex, content);
  deepEqual(texts, [["Why?"]]);
  deepEqual(leftOut, ["injected-context@3"]);
  equal(sessions[0]?.id, "old-1");
  equal(sessions[0]?.attributes.month, "2025-06");
  equal(sessions[0]?.attributes.tool_calls, 1);
});

Deno.test("codex reads the single object of the first versions", async () => {
  const session = {
    id: "old-0",
    timestamp: "2025-04-20T10:00:00Z",
    instructions: "",
  };
  const items = [
    {
      type: "message",
      role: "user",
      content: [{ type: "input_text", text: "Why?" }],
    },
    {
      type: "message",
      role: "assistant",
      content: [{ type: "output_text", text: "So." }],
    },
    "broken",
  ];
  for (const space of [0, 2]) {
    const content = JSON.stringify({ session, items }, null, space);
    equal(codex.detect(headOf(content)), true);
    const { sessions, texts, leftOut } = await readWith(codex, content);
    deepEqual(texts, [["Why?"]]);
    deepEqual(leftOut, ["unreadable@null"]);
    equal(sessions[0]?.id, "old-0");
  }
});

Deno.test("codex knows its files by their lines, and leaves look-alikes alone", () => {
  equal(codex.detect(headOf(ROLLOUT)), true);
  equal(codex.detect(headOf(linesOf(item("Why?")))), true);
  const long = meta("c-1", { base_instructions: "x".repeat(100_000) });
  equal(codex.detect(headOf(linesOf(long, event("Why?")))), true);
  const others: unknown[] = [
    { session_id: "c-1", ts: 1, text: "Why?" },
    { type: "user", payload: { type: "user_message" } },
    { type: "event_msg", payload: "user_message" },
    { id: "1", timestamp: TIME, type: "user", content: "Why?" },
    { session: { id: "1" }, items: [] },
  ];
  for (const record of others) {
    equal(codex.detect(headOf(linesOf(record))), false);
  }
});

Deno.test("codex reads forks as one session, each prompt once", async () => {
  const fork = (id: string, from: string, ...asked: string[]) =>
    linesOf(meta(id, { forked_from_id: from }), ...asked.flatMap(both));
  await using made = await folder({
    "2026/a.jsonl": linesOf(meta("c-1"), ...["one", "two"].flatMap(both)),
    "2026/b.jsonl": fork("c-2", "c-1", "one", "two", "three"),
    "2026/c.jsonl": fork("c-3", "c-2", "one", "two", "three", "four"),
    "2026/d.jsonl": linesOf(meta("c-4"), ...both("one")),
  });
  const { sessions, report } = readCorpus(made.path);
  const found = await Array.fromAsync(sessions);
  deepEqual(found.map(({ messages }) => messages.map(({ text }) => text)), [
    ["one", "two", "three", "four"],
    ["one"],
  ]);
  equal(report.leftOut.get("replayed-history")?.count, 5);
});

Deno.test("codex survives fifty damaged files", async () => {
  await readsMutations([ROLLOUT], linesOf(meta("good"), event("Good")));
});

sharedTest("codex gives the messages of the shared labels", async () => {
  const { sessions, report, differences, labelled } = await compareWithLabels(
    "codex",
    [codex],
  );
  deepEqual(differences, []);
  equal(labelled, 57);
  equal(sessions.length, 20);
  equal(report.files.read, 20);
});
