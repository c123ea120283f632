import { deepEqual, equal, ok } from "node:assert/strict";
import {
  ADAPTERS,
  chatArray,
  pathId,
  readCorpus,
  shortHash,
} from "@taskflow/corpora";
import { fromRows, writeTable } from "@taskflow/table";
import { folder } from "./fixtures.ts";
import { readsMutations } from "./mutations.ts";
import { headOf, linesOf, readWith } from "./read_with.ts";

// Synthetic: no data set of chats is among the shared files.
const SHAREGPT = [
  {
    id: "q_0",
    conversations: [
      { from: "human", value: "How do I round?" },
      { from: "gpt", value: "Use Math.round." },
      { from: "human", value: "and up?" },
    ],
  },
  {
    id: "q_1",
    conversations: [{ from: "system", value: "Be brief." }, {
      from: "Human",
      value: "Hi",
    }],
  },
];
const OPENAI = {
  messages: [
    { role: "developer", content: "Be brief." },
    {
      role: "user",
      content: [{ type: "text", text: "What is this?" }, {
        type: "image_url",
        image_url: {},
      }],
    },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c-1" }, { id: "c-2" }],
    },
    { role: "tool", tool_call_id: "c-1", content: "a cart" },
    { role: "user", content: "Total it" },
  ],
};
const WILDCHAT = {
  conversation_hash: "4f1a",
  model: "gpt-4-0314",
  timestamp: "2023-04-09 00:05:00",
  language: "English",
  toxic: false,
  conversation: [
    {
      role: "user",
      content: "Write a loop",
      hashed_ip: "ab12",
      timestamp: "2023-04-09 00:02:53+00:00",
    },
    { role: "assistant", content: "for", timestamp: null },
  ],
};
const LMSYS = {
  conversation_id: "c0ffee",
  model: "vicuna-13b",
  turn: 1,
  language: "German",
  conversation: [{ role: "user", content: "Wie runde ich?" }, {
    role: "assistant",
    content: "So.",
  }],
};
const ANTHROPIC = [
  { role: "user", content: "Look around" },
  { role: "assistant", content: [{ type: "tool_use", id: "t-1" }] },
  {
    role: "user",
    content: [{ type: "tool_result", tool_use_id: "t-1", content: "a" }],
  },
  { role: "user", content: [{ type: "text", text: "go on" }] },
];

Deno.test("chatArray reads every form of a list of chats alike", async () => {
  const expected = [["How do I round?", "and up?"], ["Hi"]];
  for (
    const text of [
      JSON.stringify(SHAREGPT),
      JSON.stringify(SHAREGPT, null, 2),
      linesOf(...SHAREGPT),
      `[\n${SHAREGPT.map((chat) => JSON.stringify(chat)).join(",\n")}\n]`,
      // Longer than the head, on one line.
      `[${JSON.stringify(SHAREGPT[0])},${JSON.stringify(SHAREGPT[1])}${
        " ".repeat(70_000)
      }]`,
    ]
  ) {
    ok(chatArray.detect(headOf(text)));
    const { sessions, texts, leftOut } = await readWith(chatArray, text);
    deepEqual(texts, expected);
    deepEqual(leftOut, []);
    deepEqual(sessions.map(({ id, ordinal }) => [id, ordinal]), [["q_0", 0], [
      "q_1",
      1,
    ]]);
  }
});

Deno.test("chatArray reads messages in the forms of OpenAI and Anthropic", async () => {
  const openai = await readWith(
    chatArray,
    JSON.stringify(OPENAI, null, 2),
    {},
    "a.json",
  );
  deepEqual(openai.texts, [["What is this?", "Total it"]]);
  equal(openai.sessions[0]?.id, pathId("a.json"));
  equal(openai.sessions[0]?.attributes.tool_calls, 2);
  for (const indent of [0, 2]) {
    const bare = await readWith(
      chatArray,
      JSON.stringify(ANTHROPIC, null, indent),
    );
    deepEqual(bare.texts, [["Look around", "go on"]]);
    deepEqual(bare.leftOut.map((entry) => entry.split("@")[0]), [
      "tool-result",
    ]);
    equal(bare.sessions[0]?.attributes.tool_calls, 1);
  }
});

Deno.test("chatArray reads what WildChat and LMSYS tell of a conversation", async () => {
  const { sessions, texts } = await readWith(
    chatArray,
    linesOf(WILDCHAT, LMSYS),
  );
  deepEqual(texts, [["Write a loop"], ["Wie runde ich?"]]);
  deepEqual(sessions.map(({ id }) => id), ["4f1a", "c0ffee"]);
  equal(sessions[0]?.messages[0]?.timestamp, "2023-04-09T00:02:53+00:00");
  deepEqual(sessions[0]?.attributes, {
    agent: null,
    model: "gpt-4-0314",
    language: "English",
    month: "2023-04",
    user: shortHash("ab12"),
    tool_calls: 0,
  });
  equal(sessions[1]?.attributes.month, null);
});

Deno.test("chatArray reads chats in Parquet tables, over row groups", async () => {
  const rows = [WILDCHAT, { ...WILDCHAT, conversation_hash: "4f1b" }].map(
    ({ timestamp: _, conversation, ...row }) => ({
      ...row,
      conversation: conversation.map(({ role, content }) => ({
        role,
        content,
      })),
    }),
  );
  await using made = await folder({});
  await writeTable(`${made.path}/train.parquet`, fromRows(rows));
  const { sessions, report } = readCorpus(made.path);
  const found = await Array.fromAsync(sessions);
  deepEqual(found.map(({ id, messages }) => [id, messages.length]), [[
    "4f1a",
    1,
  ], ["4f1b", 1]]);
  equal(found[0]?.attributes.model, "gpt-4-0314");
  equal(report.files.read, 1);
});

Deno.test("chatArray counts elements that are no chat", async () => {
  const { texts, leftOut } = await readWith(
    chatArray,
    `[\n${
      JSON.stringify(SHAREGPT[1])
    },\n17,\n{"id":"x"},\n{"id": nope},\n{"id":"cut","conversations":[{"from":"human"`,
  );
  deepEqual(texts, [["Hi"]]);
  deepEqual(leftOut, [
    "unreadable@3",
    "unreadable@4",
    "unreadable@5",
    "unreadable@6",
  ]);
  const lines = await readWith(chatArray, linesOf(OPENAI, { id: 1 }, []));
  deepEqual(lines.leftOut, ["unreadable@2", "unreadable@3"]);
});

Deno.test("chatArray takes no file that only looks alike", () => {
  for (
    const other of [
      JSON.stringify({ messages: [{ role: "user", text: "hi" }] }),
      JSON.stringify({
        messages: [{ author: { role: "user" }, content: "hi" }],
      }),
      JSON.stringify({ messages: ["hi"] }),
      JSON.stringify([{ role: "captain", content: "hi" }]),
      JSON.stringify([{
        type: "user",
        message: { role: "user", content: "hi" },
      }]),
      linesOf({ type: "message", message: { role: "user", content: "hi" } }),
      "[]",
      "{}",
      "[[]]",
    ]
  ) equal(chatArray.detect(headOf(other)), false, other);
});

Deno.test("chatArray comes after the formats whose records look alike", () => {
  equal(ADAPTERS.at(-1), chatArray);
});

Deno.test("readCorpus() reads damaged lists of chats", async () => {
  const sources = [
    JSON.stringify(SHAREGPT, null, 2),
    linesOf(OPENAI, WILDCHAT, LMSYS),
    JSON.stringify(ANTHROPIC, null, 2),
  ];
  await readsMutations(
    sources,
    linesOf({ ...LMSYS, conversation_id: "good" }),
    "chats.json",
  );
});
