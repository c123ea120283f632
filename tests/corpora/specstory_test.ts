import { deepEqual, equal, match, throws } from "node:assert/strict";
import {
  GENERATION_A,
  GENERATION_B,
  GENERATION_B_WITH_ID,
  GENERATION_C,
  GENERATION_D,
  generationD,
  read,
} from "./fixtures.ts";

Deno.test("readSpecstory() reads generation A", () => {
  const { session, texts, leftOut } = read(GENERATION_A, "default", "login.md");
  deepEqual(texts, [
    "The login form accepts an empty password. Please fix it.",
    "@form.ts (10-20) Add a test for it",
  ]);
  deepEqual(leftOut, []);
  match(session.id, /^path-[0-9a-f]{16}$/);
  deepEqual(session.attributes, {
    agent: null,
    model: null,
    month: "2025-02",
  });
  deepEqual(session.messages.map(({ timestamp }) => timestamp), [null, null]);
});

Deno.test("readSpecstory() gives a file without id the same id again, another path another", () => {
  const id = (file: string) => read(GENERATION_A, "default", file).session.id;
  equal(id("a/login.md"), id("a/login.md"));
  equal(id("a/login.md") === id("b/login.md"), false);
});

Deno.test("readSpecstory() reads generation B", () => {
  const { session, texts } = read(GENERATION_B);
  deepEqual(texts, [
    "Rename parse2 to parseLine.",
    "why was it called parse2?",
  ]);
  equal(session.attributes.month, "2025-04");
});

Deno.test("readSpecstory() reads generation B with a session comment", () => {
  const { session, texts } = read(GENERATION_B_WITH_ID);
  equal(session.id, "6f0b2f7e-1111-4222-8333-944455556666");
  deepEqual(texts, ["Rename parse2 to parseLine.", "Run the tests"]);
  deepEqual(session.attributes, {
    agent: "cursor",
    model: "gpt-5",
    month: "2025-10",
  });
  equal(session.messages[1]?.timestamp, "2025-10-02T11:09Z");
});

Deno.test("readSpecstory() reads generation C, where breaks are missing", () => {
  const { session, texts, leftOut } = read(GENERATION_C);
  deepEqual(texts, ["write a plan for the export", "keep it to one file"]);
  deepEqual(leftOut, ["sidechain@19", "interruption-marker@37"]);
  deepEqual(session.attributes, {
    agent: "claude-code",
    model: "claude-opus-4-20250514",
    month: "2025-07",
  });
});

Deno.test("readSpecstory() reads generation D", () => {
  const { session, texts, leftOut, warnings } = read(GENERATION_D);
  deepEqual(texts, ["Why does the build fail?", "then add it", "and push"]);
  deepEqual(leftOut, []);
  deepEqual(warnings, []);
  deepEqual(session.messages.map(({ timestamp }) => timestamp), [
    "2026-01-20T15:22:37Z",
    "2026-01-20T15:25:00.250Z",
    "2026-01-20T15:25:09-07:00",
  ]);
  equal(session.attributes.model, "gpt-5-codex");
});

Deno.test("readSpecstory() joins user turns without a break under the rules of the labels", () => {
  const { texts } = read(GENERATION_D, "labels");
  deepEqual(texts, [
    "Why does the build fail?",
    "then add it\n\n_**User (2026-01-20 15:25:09-0700)**_\n\nand push",
  ]);
});

Deno.test("readSpecstory() takes CRLF and a byte-order mark as if they were not there", () => {
  for (const text of [GENERATION_A, GENERATION_C, GENERATION_D]) {
    const plain = read(text);
    const other = read(`\uFEFF${text.replaceAll("\n", "\r\n")}`);
    deepEqual(other, plain);
  }
  const lines = `${GENERATION_B}\n\n---\n\n_**User**_\n\none\ntwo\n`;
  equal(read(lines.replaceAll("\n", "\r\n")).texts.at(-1), "one\ntwo");
});

Deno.test("readSpecstory() keeps a break inside a message", () => {
  const pasted = "Use this text:\n\n---\n\ntitle: x\n\n---\n\nand publish it";
  const { texts } = read(generationD([
    ["User (2026-02-01 10:00:00Z)", pasted],
    ["Agent (m 2026-02-01 10:00:09Z)", "Published."],
  ]));
  deepEqual(texts, [pasted]);
});

Deno.test("readSpecstory() does not take markers in tool output for turns", () => {
  const transcript =
    "---\n\n_**User (2026-02-01 10:00:05Z)**_\n\nan older question\n\n---\n";
  const tool = (content: string) =>
    `<tool-use data-tool-type="read" data-tool-name="Read"><details>\n` +
    `<summary>x</summary>\n\n\`\`\`\n${content}\n\`\`\`\n</details></tool-use>`;
  const nested = tool(transcript);
  const cut = nested.slice(0, nested.indexOf("an older"));
  for (const content of [transcript, `${nested}\n${transcript}`, cut]) {
    const { texts, leftOut, warnings } = read(generationD([
      ["User (2026-02-01 10:00:00Z)", "read the log"],
      ["Agent (m 2026-02-01 10:00:09Z)", tool(content)],
      ["User (2026-02-01 10:01:00Z)", "thanks"],
      ["Agent (m 2026-02-01 10:01:09Z)", tool("ok")],
    ]));
    deepEqual(texts, ["read the log", "thanks"]);
    deepEqual([...new Set(leftOut.map((x) => x.split("@")[0]))], [
      "tool-result",
    ]);
    deepEqual(warnings, []);
  }
});

Deno.test("readSpecstory() keeps the turns after a quoted line that would open a tool block", () => {
  const sample =
    'The block starts like this:\n```\n<tool-use data-tool-type="read" data-tool-name="x">\n```';
  const { texts } = read(generationD([
    ["User (2026-02-01 10:00:00Z)", sample],
    ["Agent (m 2026-02-01 10:00:09Z)", sample],
    ["User (2026-02-01 10:01:00Z)", "and then?"],
    [
      "Agent (m 2026-02-01 10:01:09Z)",
      `<tool-use data-tool-type="read" data-tool-name="Read">\nx\n</tool-use>`,
    ],
  ]));
  deepEqual(texts, [sample, "and then?"]);
});

Deno.test("readSpecstory() reads Markdown v2.0, with output below the tool block", () => {
  const text = GENERATION_D.replace("v2.1.0", "v2.0.0").replace(
    "</details></tool-use>\n",
    "</details></tool-use>\n```\ndone\n```\n",
  );
  const { texts, warnings } = read(text);
  deepEqual([texts.length, warnings], [3, []]);
});

Deno.test("readSpecstory() keeps the turns after an unbalanced code fence", () => {
  const { texts } = read(generationD([
    ["User (2026-02-01 10:00:00Z)", "what is this?\n\n```\nnever closed"],
    ["Agent (m 2026-02-01 10:00:09Z)", "```ts\nneither is this"],
    ["User (2026-02-01 10:01:00Z)", "go on"],
  ]));
  deepEqual(texts, ["what is this?\n\n```\nnever closed", "go on"]);
});

Deno.test("readSpecstory() leaves a pasted transcript in the message that quotes it", () => {
  const older =
    "We talked about this:\n\n---\n\n_**User (2025-12-01 09:00Z)**_\n\nold" +
    "\n\n_**Agent (model x, mode Agent)**_\n\nold reply";
  const earlier =
    "And this:\n\n---\n\n_**User (2026-01-31 09:00:00Z)**_\n\nolder";
  const { texts, leftOut } = read(generationD([
    ["User (2026-02-01 10:00:00Z)", older],
    ["Agent (m 2026-02-01 10:00:09Z)", "I see."],
    ["User (2026-02-01 10:01:00Z)", earlier],
  ]));
  deepEqual(texts, [older, earlier]);
  deepEqual(leftOut.map((x) => x.split("@")[0]), [
    "replayed-history",
    "replayed-history",
  ]);
});

Deno.test("readSpecstory() takes a marker without a break for a turn only where its writer leaves breaks out", () => {
  const quoted = "A line like\n\n_**User**_\n\nopens a turn.";
  const extension = GENERATION_B.replace("Renamed.", quoted);
  deepEqual(read(extension), {
    ...read(GENERATION_B),
    leftOut: ["replayed-history@15"],
  });
  const commandLine = generationD([
    ["User (2026-02-01 10:00:00Z)", "explain the format"],
    ["Agent (m 2026-02-01 10:00:09Z)", quoted],
  ]);
  deepEqual(read(commandLine).texts, ["explain the format"]);
  const inMessage = "Explain this line:\n_**User**_\nIt opens a turn.";
  const typed = generationD([["User (2026-02-01 10:00:00Z)", inMessage]]);
  deepEqual(read(typed).texts, [inMessage]);
});

Deno.test("readSpecstory() finds a break that a formatter drew into a list", () => {
  const text = GENERATION_A.replace(
    "Please fix it.\n\n---",
    "Please fix it.\n- ***",
  );
  deepEqual(read(text).texts.length, 2);
});

Deno.test("readSpecstory() leaves out what nobody typed", () => {
  const command = (name: string, args: string) =>
    `<command-name>/${name}</command-name>\n            <command-message>${name}</command-message>\n` +
    `            <command-args>${args}</command-args>`;
  const { texts, leftOut } = read(generationD([
    ["User (2026-02-01 10:00:00Z)", command("model", "")],
    [
      "User (2026-02-01 10:00:00Z)",
      "<local-command-stdout>Set</local-command-stdout>",
    ],
    [
      "User (2026-02-01 10:00:00Z)",
      "<local-command-caveat>Caveat: x</local-command-caveat>",
    ],
    ["User (2026-02-01 10:00:20Z)", "start with the tests"],
    ["Agent (m 2026-02-01 10:00:29Z)", "Started."],
    ["User (2026-02-01 10:01:00Z)", command("review", "12")],
    [
      "User (2026-02-01 10:01:00Z)",
      "## Context\n\nReview request 12 line by line.",
    ],
    ["Agent (m 2026-02-01 10:01:09Z)", "Reviewed."],
    [
      "User (2026-02-01 10:02:00Z)",
      "This session is being continued from a previous conversation.",
    ],
    [
      "User (2026-02-01 10:02:30Z)",
      "<system-reminder>\nBe brief.\n</system-reminder>\n\nnow fix them",
    ],
    ["Agent (m 2026-02-01 10:02:39Z)", "Fixed."],
    [
      "User (2026-02-01 10:03:00Z)",
      "<task-notification>\n<task-id>1</task-id>\n</task-notification>",
    ],
  ]));
  deepEqual(texts, ["start with the tests", "/review 12", "now fix them"]);
  deepEqual(leftOut.map((x) => x.split("@")[0]), [
    "slash-command",
    "command-output",
    "injected-context",
    "injected-context",
    "compaction-summary",
    "injected-context",
  ]);
});

Deno.test("readSpecstory() counts a prompt typed some seconds after a command", () => {
  const { texts } = read(generationD([
    ["User (2026-02-01 10:00:00Z)", "<command-name>/clear</command-name>"],
    ["User (2026-02-01 10:00:12Z)", "begin again"],
  ]));
  deepEqual(texts, ["begin again"]);
});

Deno.test("readSpecstory() drops the identifier below a marker", () => {
  const text = GENERATION_D.replace(
    "15:22:37Z)**_\n",
    "15:22:37Z)**_\n<!-- message-id: 42-a -->\n",
  );
  equal(read(text).texts[0], "Why does the build fail?");
});

Deno.test("readSpecstory() reads other scripts and emoji", () => {
  const message = "登录表单接受空密码 🙈\n修复它";
  const { texts } = read(generationD([
    ["User (2026-02-01 10:00:00Z)", message],
    ["Agent (m 2026-02-01 10:00:09Z)", "好的。"],
    ["User (2026-02-01 10:01:00Z)", "ありがとう"],
  ]));
  deepEqual(texts, [message, "ありがとう"]);
});

Deno.test("readSpecstory() gives a session without turns no messages", () => {
  const { session, leftOut } = read(
    "<!-- Generated by SpecStory -->\n\n# Nothing (2025-04-26 16:30:55)\n",
  );
  deepEqual(session.messages, []);
  deepEqual(leftOut, []);
});

Deno.test("readSpecstory() leaves an empty turn out", () => {
  const { texts, leftOut } = read(generationD([
    ["User (2026-02-01 10:00:00Z)", " \t"],
    ["Agent (m 2026-02-01 10:00:09Z)", "?"],
  ]));
  deepEqual([texts, leftOut], [[], ["empty@7"]]);
});

Deno.test("readSpecstory() names the place of a tool block that never ends", () => {
  const cut = GENERATION_D.slice(0, GENERATION_D.indexOf("make:"));
  const { texts, warnings } = read(cut);
  deepEqual(texts, ["Why does the build fail?"]);
  match(warnings[0] ?? "", /^21: a tool block is never closed.*export/);
});

Deno.test("readSpecstory() refuses a text that is no SpecStory file", () => {
  throws(() => read("# Notes\n\nSome text.\n"), {
    name: "SyntaxError",
    message: /Cannot read "2026-01-20_15-22-37Z-a\.md".*export/,
  });
});

Deno.test("readSpecstory() survives truncation at any byte, and never gives more messages", () => {
  for (const text of [GENERATION_A, GENERATION_C, GENERATION_D]) {
    const bytes = new TextEncoder().encode(text);
    const whole = read(bytes).texts.length;
    const first = text.indexOf("_**User");
    for (let length = first; length <= bytes.length; length++) {
      equal(read(bytes.subarray(0, length)).texts.length <= whole, true);
    }
  }
});
