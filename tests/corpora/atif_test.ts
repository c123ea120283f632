import { deepEqual, equal, ok } from "node:assert/strict";
import { atif, pathId, readCorpus } from "@taskflow/corpora";
import { sharedPath, sharedTest } from "../shared.ts";
import { folder } from "./fixtures.ts";
import { readsMutations } from "./mutations.ts";
import { headOf, linesOf, readWith } from "./read_with.ts";

const AGENT = {
  name: "Claude Code",
  version: "2.1.0",
  model_name: "claude-opus-5",
};
const user = (message: unknown, more = {}) => ({
  source: "user",
  message,
  ...more,
});
const agent = (calls = 0, more = {}) => ({
  source: "agent",
  message: "Done.",
  ...(calls > 0
    ? {
      tool_calls: Array.from(
        { length: calls },
        (_, i) => ({ tool_call_id: `c-${i}` }),
      ),
    }
    : {}),
  ...more,
});
const trajectory = (steps: readonly object[], more = {}) => ({
  schema_version: "ATIF-v1.7",
  session_id: "run-0001",
  agent: AGENT,
  steps: steps.map((step, i) => ({
    step_id: i + 1,
    timestamp: `2026-07-01T10:${String(i).padStart(2, "0")}:00Z`,
    ...step,
  })),
  ...more,
});
const STEPS = [
  { source: "system", message: "You are an agent." },
  user("Round the totals"),
  agent(2),
  user([{ type: "text", text: "and test it" }, {
    type: "image",
    source: { path: "a.png" },
  }]),
  agent(1),
];
const TEXT = JSON.stringify(trajectory(STEPS), null, 2);

Deno.test("atif reads user steps of every version", async () => {
  for (const version of [0, 1, 2, 3, 4, 5, 6, 7]) {
    const text = JSON.stringify(
      trajectory(STEPS, { schema_version: `ATIF-v1.${version}` }),
      null,
      2,
    );
    ok(atif.detect(headOf(text)));
    const { sessions, texts, leftOut } = await readWith(atif, text);
    deepEqual(texts, [["Round the totals", "and test it"]]);
    deepEqual(leftOut, []);
    equal(sessions[0]?.id, "run-0001");
    equal(sessions[0]?.messages[0]?.timestamp, "2026-07-01T10:01:00Z");
    deepEqual(sessions[0]?.attributes, {
      agent: "claude-code",
      model: "claude-opus-5",
      month: "2026-07",
      tool_calls: 3,
    });
  }
});

Deno.test("atif leaves out copied steps, side chains, handoffs and sub-agents", async () => {
  const embedded = { trajectory_id: "t-1", steps: [user("search"), agent()] };
  const { texts, leftOut } = await readWith(
    atif,
    JSON.stringify(trajectory([
      user("Round the totals", { is_copied_context: true }),
      agent(5, { is_copied_context: true }),
      user("look here", { extra: { is_sidechain: true } }),
      user("Here are the answers the other agent provided.\n\n1. Yes."),
      user("go on"),
      user("   "),
    ], {
      subagent_trajectories: [{
        ...embedded,
        subagent_trajectories: [embedded],
      }],
    })),
  );
  deepEqual(texts, [["go on"]]);
  deepEqual(leftOut, [
    "replayed-history@1",
    "sidechain@1",
    "compaction-summary@1",
    "empty@1",
    "subagent@1",
    "subagent@1",
  ]);
});

Deno.test("atif counts no file of a sub-agent", async () => {
  const { sessions, leftOut } = await readWith(
    atif,
    JSON.stringify(trajectory([user("summarise"), agent()], {
      agent: { ...AGENT, extra: { parent_session_id: "run-0001" } },
    })),
  );
  deepEqual(sessions, []);
  deepEqual(leftOut, ["subagent@1"]);
});

Deno.test("atif takes no constant for the id of a run", async () => {
  for (
    const id of [
      "unknown",
      "copilot-cli",
      "acp-7-unknown-session",
      "REDACTED",
      undefined,
    ]
  ) {
    const text = JSON.stringify(trajectory(STEPS, { session_id: id }));
    const { sessions } = await readWith(atif, text, {}, "a/trajectory.json");
    equal(sessions[0]?.id, pathId("a/trajectory.json"));
    deepEqual(atif.links?.(headOf(text)), []);
  }
  const named = JSON.stringify(
    trajectory(STEPS, { session_id: null, trajectory_id: "t-9" }),
  );
  equal((await readWith(atif, named)).sessions[0]?.id, "t-9");
});

Deno.test("atif reads trajectories one a line", async () => {
  const lines = linesOf(
    trajectory(STEPS),
    trajectory(STEPS, { session_id: "run-0002" }),
    { schema_version: "other" },
  );
  const { sessions, leftOut } = await readWith(atif, lines);
  deepEqual(sessions.map(({ id, ordinal }) => [id, ordinal]), [
    ["run-0001", 0],
    ["run-0002", 1],
  ]);
  deepEqual(leftOut, ["unreadable@3"]);
});

Deno.test("atif takes no file that only looks alike", () => {
  const { steps, agent } = trajectory(STEPS);
  for (
    const other of [
      JSON.stringify({ steps, agent }),
      JSON.stringify({ schema_version: 1, steps, agent }),
      JSON.stringify({ schema_version: "ATIF-v2.0", steps, agent }),
      // Of OpenHands and of mini-swe-agent, under the same name.
      JSON.stringify([{
        id: 0,
        source: "user",
        message: "hi",
        action: "message",
        args: {},
      }]),
      JSON.stringify({
        info: {},
        messages: [],
        trajectory_format: "mini-swe-agent-1",
      }),
    ]
  ) equal(atif.detect(headOf(other)), false, other);
});

Deno.test("readCorpus() counts a continued run once, in order of time, and copies of it not at all", async () => {
  const copied = STEPS.map((step) => ({ ...step, is_copied_context: true }));
  const rest = [
    user("and print it", { timestamp: "2026-07-01T11:00:00Z" }),
    agent(4),
  ];
  const parts = {
    "job/trajectory.cont-1.json": trajectory([...copied, ...rest]),
    "job/trajectory.json": trajectory(STEPS, {
      continued_trajectory_ref: "trajectory.cont-1.json",
    }),
    "copy/trajectory.json": trajectory(STEPS, {
      continued_trajectory_ref: "trajectory.cont-1.json",
    }),
  };
  await using made = await folder(
    Object.fromEntries(
      Object.entries(parts).map((
        [file, value],
      ) => [file, JSON.stringify(value)]),
    ),
  );
  const { sessions, report } = readCorpus(made.path);
  const found = await Array.fromAsync(sessions);
  deepEqual(found.map(({ messages }) => messages.map(({ text }) => text)), [
    ["Round the totals", "and test it", "and print it"],
  ]);
  equal(report.records, 2 + 2 + 3);
});

Deno.test("atif makes no session of a continuation that has nothing new and names no run", async () => {
  const copied = STEPS.map((step) => ({ ...step, is_copied_context: true }));
  const { sessions, leftOut } = await readWith(
    atif,
    JSON.stringify(trajectory([...copied, agent(1)], { session_id: null })),
  );
  deepEqual(sessions, []);
  deepEqual(leftOut, ["replayed-history@1", "replayed-history@1"]);
});

Deno.test("atif reads trajectories that are embedded twenty thousand deep", async () => {
  const steps = '"steps":[{"source":"user","message":"x"}]';
  const open =
    `{"schema_version":"ATIF-v1.7",${steps},"subagent_trajectories":[`;
  const text = open.repeat(20_000) + "]}".repeat(20_000);
  const { texts, leftOut } = await readWith(atif, text);
  deepEqual(texts, [["x"]]);
  equal(leftOut.length, 19_999);
});

Deno.test("readCorpus() reads damaged trajectories", async () => {
  await readsMutations(
    [TEXT, linesOf(trajectory(STEPS))],
    TEXT,
    "trajectory.json",
  );
});

sharedTest(
  "readCorpus() reads the shared trajectories, and two others that look alike as what they are",
  async () => {
    const { sessions, report } = readCorpus(sharedPath("corpora/atif"));
    const sources = new Map<string, number>();
    for await (const { source } of sessions) {
      sources.set(source, (sources.get(source) ?? 0) + 1);
    }
    // Of 14 trajectories three are sub-agents', one only repeats another, and two are one run.
    deepEqual(Object.fromEntries(sources), {
      "atif": 9,
      "gemini-cli": 1,
      "mini-swe-agent": 1,
    });
    const unread = [...report.unreadFiles.values()].flatMap(({ files }) =>
      files
    );
    deepEqual(unread.map(({ file }) => file.split("/").at(-1)), [
      "openhands_trajectory.json",
    ]);
    equal(report.leftOut.get("subagent")?.count, 6);
  },
);
