import { deepEqual, equal, ok } from "node:assert/strict";
import {
  miniSweAgent,
  miniSweAgentTask,
  pathId,
  readCorpus,
} from "@taskflow/corpora";
import { sharedPath, sharedTest } from "../shared.ts";
import { folder } from "./fixtures.ts";
import { readsMutations } from "./mutations.ts";
import { headOf, readWith } from "./read_with.ts";

const TEMPLATE =
  "Please solve this issue: {{task}}\n\nYou work on {{system}}.\n" +
  "{% if hints %}Hints{% endif %}";
const PROMPT =
  "Please solve this issue: The total is off by a cent.\n\nYou work on Linux.\n";
const TASK = "The total is off by a cent.";

const system = { role: "system", content: "You are an agent." };
const user = (content: unknown, extra?: object) => ({
  role: "user",
  content,
  ...(extra === undefined ? {} : { extra }),
});
const reply = {
  role: "assistant",
  content: "THOUGHT: look\n\n```bash\nls\n```",
};
const output = (text = "a") =>
  `<returncode>0</returncode>\n<output>\n${text}\n</output>`;

const info = (agent = {}) => ({
  exit_status: "Submitted",
  submission: "",
  model_stats: { instance_cost: 0.1, api_calls: 4 },
  mini_version: "1.15.0",
  config: {
    agent: { instance_template: TEMPLATE, ...agent },
    model: { model_name: "anthropic/claude" },
  },
});

const BARE = [system, user(PROMPT), reply, user(output()), reply, user("")];
const V1 = {
  info: info(),
  messages: [
    system,
    user([{ type: "text", text: PROMPT }]),
    reply,
    user(output()),
    reply,
    user("The last command <command>sleep</command> timed out"),
    reply,
    user(
      "Please always provide EXACTLY ONE action in triple backticks, found 2.",
    ),
    reply,
    user("The user added a new task: Add a test."),
    reply,
    user(
      "Command not executed. The user rejected your command with the following message: not that file",
    ),
    reply,
    user("Interrupted by user: Temporary interruption caught."),
    reply,
    user("diff --git a/cart.ts b/cart.ts"),
  ],
  trajectory_format: "mini-swe-agent-1",
  instance_id: "shop__cart-17",
};
const seconds = 1_780_000_000;
const V2_CHAT = {
  info: { ...info(), mini_version: "2.4.6" },
  messages: [
    system,
    user(PROMPT, { timestamp: seconds }),
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c-1" }],
      extra: { actions: [{ command: "ls" }, { command: "cat a" }] },
    },
    {
      role: "tool",
      tool_call_id: "c-1",
      content: output(),
      extra: { returncode: 0 },
    },
    user("Tool call error: x", { interrupt_type: "FormatError" }),
    user("Interrupted by user: look at tax.ts", {
      interrupt_type: "UserInterruption",
    }),
    user("User command: \n```bash\nnpm test\n```", {
      actions: [{ command: "npm test" }],
    }),
    user("Now round the tax as well."),
    {
      role: "exit",
      content: "Submitted",
      extra: { exit_status: "Submitted", submission: "" },
    },
  ],
  trajectory_format: "mini-swe-agent-1.1",
};
/** The Responses API: items without a role. */
const V2_RESPONSES = {
  info: { ...info(), mini_version: "2.4.6" },
  messages: [
    system,
    user([{ type: "input_text", text: PROMPT }]),
    {
      object: "response",
      output: [{ type: "function_call" }],
      usage: {},
      extra: { actions: [{ command: "ls" }] },
    },
    {
      type: "function_call_output",
      call_id: "c-1",
      output: output(),
      extra: { returncode: 0 },
    },
    user("The user added a new task: Add a test.", {
      interrupt_type: "UserNewTask",
    }),
    { role: "exit", content: "", extra: {} },
  ],
  trajectory_format: "mini-swe-agent-1.1",
};

Deno.test("miniSweAgent reads the bare list: the task is all that was written", async () => {
  const text = JSON.stringify(BARE, null, 2);
  ok(miniSweAgent.detect(headOf(text)));
  const { texts, leftOut, sessions } = await readWith(
    miniSweAgent,
    text,
    {},
    "a.traj.json",
  );
  deepEqual(texts, [[PROMPT.trim()]]);
  deepEqual(leftOut, ["tool-result@null", "empty@null"]);
  equal(sessions[0]?.id, pathId("a.traj.json"));
});

Deno.test("miniSweAgent reads version 1: task and remarks, no outputs, complaints or submission", async () => {
  const text = JSON.stringify(V1, null, 2);
  ok(miniSweAgent.detect(headOf(text)));
  const { texts, leftOut, sessions } = await readWith(miniSweAgent, text);
  deepEqual(texts, [[TASK, "Add a test.", "not that file"]]);
  deepEqual(leftOut.map((entry) => entry.split("@")[0]), [
    "tool-result",
    "tool-result",
    "tool-result",
    "interruption-marker",
    "tool-result",
  ]);
  deepEqual(sessions[0]?.attributes, {
    agent: "mini-swe-agent",
    model: "anthropic/claude",
    task: "shop__cart-17",
    month: null,
    tool_calls: 4,
  });
});

Deno.test("miniSweAgent reads version 2 with tool calls: later prompts are messages", async () => {
  const text = JSON.stringify(V2_CHAT);
  ok(miniSweAgent.detect(headOf(text)));
  const { texts, leftOut, sessions } = await readWith(miniSweAgent, text);
  deepEqual(texts, [[TASK, "look at tax.ts", "Now round the tax as well."]]);
  deepEqual(leftOut, ["injected-context@1", "slash-command@1"]);
  equal(sessions[0]?.attributes.tool_calls, 2);
  equal(sessions[0]?.attributes.month, "2026-05");
  const kept = await readWith(miniSweAgent, text, { bashInput: "execute" });
  equal(kept.texts[0]?.[2], "!npm test");
});

Deno.test("miniSweAgent reads items of the Responses API, which have no role", async () => {
  const text = JSON.stringify(V2_RESPONSES, null, 1);
  ok(miniSweAgent.detect(headOf(text)));
  const { texts, leftOut, sessions } = await readWith(miniSweAgent, text);
  deepEqual(texts, [[TASK, "Add a test."]]);
  deepEqual(leftOut, []);
  equal(sessions[0]?.attributes.tool_calls, 1);
});

Deno.test("miniSweAgent reads version 2 without tool calls: marks tell outputs from prompts", async () => {
  const chat = {
    ...V2_CHAT,
    messages: [
      system,
      user(PROMPT),
      reply,
      user("ran: a", { returncode: 0, raw_output: "a" }),
      user("and test it"),
    ],
  };
  const { texts, leftOut } = await readWith(miniSweAgent, JSON.stringify(chat));
  deepEqual(texts, [[TASK, "and test it"]]);
  deepEqual(leftOut, ["tool-result@1"]);
});

Deno.test("miniSweAgent knows outputs by the templates of the run", async () => {
  const chat = {
    ...V2_CHAT,
    info: {
      ...info(),
      config: {
        agent: {},
        model: { observation_template: "RESULT:\n{{output}}" },
      },
    },
    messages: [
      system,
      user("do it"),
      { role: "tool", content: "x" },
      user("RESULT:\nx"),
    ],
  };
  const { texts, leftOut } = await readWith(miniSweAgent, JSON.stringify(chat));
  deepEqual(texts, [["do it"]]);
  deepEqual(leftOut, ["tool-result@1"]);
});

Deno.test("miniSweAgentTask() takes the task out of its template, or leaves the prompt alone", () => {
  equal(miniSweAgentTask(PROMPT, TEMPLATE), TASK);
  equal(miniSweAgentTask("Other words.", TEMPLATE), "Other words.");
  equal(miniSweAgentTask(PROMPT, null), PROMPT);
  equal(miniSweAgentTask(PROMPT, "no task"), PROMPT);
  equal(miniSweAgentTask("on Linux: sum", "on {{system}}: {{ task }}"), "sum");
  equal(
    miniSweAgentTask("<pr>\nsum\n</pr>\nGo.", "<pr>\n{{- task -}}\n</pr>\nGo."),
    "sum",
  );
  // What stands between two tags cannot be told from them.
  equal(miniSweAgentTask("sum Linux", "{{task}} {{system}}"), "sum Linux");
});

Deno.test("miniSweAgent knows a trajectory whose messages lie behind the head", () => {
  const long = { ...V1, info: { ...info(), submission: "+\n".repeat(50_000) } };
  ok(miniSweAgent.detect(headOf(JSON.stringify(long, null, 2))));
});

Deno.test("miniSweAgent takes no file that only looks alike", () => {
  for (
    const other of [
      JSON.stringify([{ role: "user", content: "hi" }, {
        role: "assistant",
        content: "hello",
      }]),
      JSON.stringify([system, user("hi"), {
        role: "assistant",
        content: "```bash\nls\n```",
      }, user("thanks")]),
      // SWE-agent, OpenHands, predictions.
      JSON.stringify({
        trajectory: [],
        history: [],
        info: { model_stats: { instance_cost: 1, api_calls: 2 } },
      }),
      JSON.stringify([{
        id: 0,
        source: "user",
        action: "message",
        message: "hi",
      }]),
      JSON.stringify({ "a__b-1": { model_patch: "", instance_id: "a__b-1" } }),
    ]
  ) equal(miniSweAgent.detect(headOf(other)), false, other);
});

Deno.test("readCorpus() counts every run of a task, and gives them to no other reader", async () => {
  await using made = await folder({
    "run-1/a.traj.json": JSON.stringify(V1),
    "run-2/a.traj.json": JSON.stringify(V1),
    "run-3/a.traj.json": JSON.stringify(BARE),
  });
  const { sessions } = readCorpus(made.path);
  const sources = await Array.fromAsync(sessions, ({ source }) => source);
  deepEqual(sources, Array(3).fill("mini-swe-agent"));
});

Deno.test("readCorpus() reads damaged trajectories of mini-swe-agent", async () => {
  const sources = [BARE, V1, V2_CHAT, V2_RESPONSES].map((value) =>
    JSON.stringify(value, null, 2)
  );
  await readsMutations(sources, JSON.stringify(V1), "a.traj.json");
});

sharedTest(
  "miniSweAgent reads the shared samples: one message a run",
  async () => {
    const { sessions, report } = readCorpus(
      sharedPath("samples/mini-swe-agent"),
    );
    const found = await Array.fromAsync(sessions);
    equal(found.length, 5);
    ok(
      found.every(({ source, messages }) =>
        source === "mini-swe-agent" && messages.length === 1
      ),
    );
    equal(report.leftOut.get("tool-result")?.count, 43);
    // The template is gone: the task of a benchmark starts with its title.
    const task = found.find(({ attributes }) =>
      attributes.task === "django__django-11163"
    );
    ok(task?.messages[0]?.text?.startsWith("model_to_dict()"));
  },
);
