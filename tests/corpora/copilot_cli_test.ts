import { deepEqual, equal } from "node:assert/strict";
import { copilotCli, readCorpus, shortHash } from "@taskflow/corpora";
import { sharedTest } from "../shared.ts";
import { compareWithLabels } from "./compare_with_labels.ts";
import { folder } from "./fixtures.ts";
import { readsMutations } from "./mutations.ts";
import { headOf, linesOf, readWith } from "./read_with.ts";

function event(
  type: string,
  id: string,
  data: unknown,
  more: Record<string, unknown> = {},
) {
  return {
    type,
    data,
    id,
    timestamp: "2026-04-17T13:57:00.000Z",
    parentId: null,
    ...more,
  };
}

const START = event("session.start", "e-0", {
  sessionId: "g-1",
  producer: "copilot-agent",
  context: { cwd: "/Users/kim/shop", repository: "kim/shop" },
});

function user(
  id: string,
  content: unknown,
  more: Record<string, unknown> = {},
) {
  const transformedContent =
    `<current_datetime>now</current_datetime>\n\n${content}`;
  return event("user.message", id, {
    content,
    transformedContent,
    attachments: [],
  }, more);
}

const LOG = linesOf(
  START,
  event("session.model_change", "e-1", { newModel: "claude-sonnet-4.6" }),
  event("hook.start", "e-2", {
    hookType: "userPromptSubmitted",
    input: { prompt: "Why is it slow?" },
  }),
  user("e-3", "Why is it slow?"),
  event("assistant.message", "e-4", { content: "I look." }),
  event("tool.execution_start", "e-5", { toolName: "bash" }),
  event("tool.execution_complete", "e-6", {
    result: { content: '"user.message"' },
  }),
  event("session.resume", "e-7", { eventCount: 7 }),
  user("e-8", "<reminder>\nis a tag I need explained"),
  event("assistant.message", "e-9", { content: "Done." }),
);

Deno.test("copilotCli reads what was typed, not what was made of it", async () => {
  const { sessions, texts, leftOut, warnings } = await readWith(
    copilotCli,
    LOG,
  );
  deepEqual(texts, [[
    "Why is it slow?",
    "<reminder>\nis a tag I need explained",
  ]]);
  deepEqual(leftOut, []);
  deepEqual(warnings, []);
  const [session] = sessions;
  equal(session?.id, "g-1");
  deepEqual(session?.attributes, {
    agent: "copilot-cli",
    model: "claude-sonnet-4.6",
    month: "2026-04",
    user: shortHash("kim"),
    repository: shortHash("kim/shop"),
    tool_calls: 1,
  });
  deepEqual(session?.origins?.lines, [4, 9]);
});

Deno.test("copilotCli leaves out what skills, sub-agents and repeats say", async () => {
  const skill = { content: "Read the PDF", source: "skill-pdf" };
  const { texts, leftOut } = await readWith(
    copilotCli,
    linesOf(
      START,
      user("e-1", "Why?"),
      user("e-1", "Why?"),
      event("user.message", "e-2", skill),
      user("e-3", "Find the tests", { agentId: "a-1" }),
      user("e-4", ""),
      user("e-5", null),
      event("user.message", "e-6", null),
      event("tool.execution_start", "e-7", {}, { agentId: "a-1" }),
    ),
  );
  deepEqual(texts, [["Why?"]]);
  deepEqual(leftOut, [
    "replayed-history@3",
    "injected-context@4",
    "subagent@5",
    "empty@6",
    "unreadable@7",
    "unreadable@8",
  ]);
});

Deno.test("copilotCli keeps turns that were rewound, and drops them on request", async () => {
  const content = linesOf(
    START,
    user("e-1", "Add a cart"),
    user("e-2", "in Redis"),
    user("e-3", "with a timeout"),
    event("session.snapshot_rewind", "e-4", {
      upToEventId: "e-2",
      eventsRemoved: 2,
    }),
    user("e-5", "in Postgres"),
  );
  equal((await readWith(copilotCli, content)).texts[0]?.length, 4);
  const last = await readWith(copilotCli, content, { branches: "last" });
  deepEqual(last.texts, [["Add a cart", "in Postgres"]]);
  deepEqual(last.leftOut, ["abandoned-branch@3", "abandoned-branch@4"]);
});

Deno.test("copilotCli knows its files by their events", () => {
  equal(copilotCli.detect(headOf(LOG)), true);
  const others: unknown[] = [
    { session_id: "s", type: "user.message", prompt: "Why?", timestamp: 1 },
    { type: "user", uuid: "1", message: { role: "user", content: "Why?" } },
    {
      type: "thing.happened",
      data: {},
      id: "1",
      timestamp: "2026-01-01T00:00:00Z",
    },
    { type: "event_msg", payload: {} },
  ];
  for (const record of others) {
    equal(copilotCli.detect(headOf(linesOf(record))), false);
  }
});

/** The log with ids as they are in real ones. */
function unique(log: string): string {
  return log.replaceAll(
    /"id":"e-(\d+)"/g,
    (_, n: string) => `"id":"00000000-0000-4000-8000-${n.padStart(12, "0")}"`,
  );
}

Deno.test("copilotCli reads a log that goes on in another file as one session", async () => {
  await using made = await folder({
    "a/events.jsonl": unique(LOG),
    "b/events.jsonl": unique(LOG + linesOf(user("e-10", "and now?"))),
  });
  const { sessions, report } = readCorpus(made.path);
  const found = await Array.fromAsync(sessions);
  equal(found.length, 1);
  equal(found[0]?.messages.length, 3);
  equal(report.leftOut.get("replayed-history")?.count, 2);
});

Deno.test("copilotCli survives fifty damaged files", async () => {
  await readsMutations(
    [LOG],
    linesOf(START, user("g-1", "Good")),
    "events.jsonl",
  );
});

sharedTest("copilotCli gives the messages of the shared labels", async () => {
  const { sessions, differences, labelled } = await compareWithLabels(
    "copilot-cli",
    [copilotCli],
  );
  deepEqual(differences, []);
  equal(labelled, 3);
  equal(sessions.length, 1);
});
