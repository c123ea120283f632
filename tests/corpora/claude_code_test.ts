import { deepEqual, equal, match, ok } from "node:assert/strict";
import { claudeCode, readCorpus, shortHash } from "@taskflow/corpora";
import { sharedTest } from "../shared.ts";
import {
  assistant,
  NOISE,
  queued,
  toolResult,
  user,
} from "./claude_code_lines.ts";
import { compareWithLabels } from "./compare_with_labels.ts";
import { folder } from "./fixtures.ts";
import { readsMutations } from "./mutations.ts";
import { headOf, linesOf, readWith } from "./read_with.ts";

/** An id as real ones are. */
const ID = "0e9cbd8a-1f0a-4c3e-9d2b-6a5f4e3d2c1b";

const SESSION = linesOf(
  ...NOISE,
  user(ID, "The cart forgets its items. Find out why."),
  assistant("a-1", 2),
  toolResult("r-1"),
  queued("q-1", "look at the cookies too"),
  assistant("a-2", 1),
  user("u-2", [{ type: "text", text: "Fix it" }, {
    type: "text",
    text: "and test it",
  }], {
    timestamp: "2026-03-04T10:05:00.000Z",
    parentUuid: "a-2",
  }),
);

Deno.test("claudeCode reads what a person typed, prompts typed while the agent works included", async () => {
  const { sessions, texts, leftOut, warnings } = await readWith(
    claudeCode,
    SESSION,
  );
  deepEqual(texts, [[
    "The cart forgets its items. Find out why.",
    "look at the cookies too",
    "Fix it\nand test it",
  ]]);
  deepEqual(leftOut, ["tool-result@7"]);
  deepEqual(warnings, []);
  const [session] = sessions;
  equal(session?.id, "11111111-aaaa-4bbb-8ccc-000000000001");
  deepEqual(session?.attributes, {
    agent: "claude-code",
    model: "claude-opus-4-6",
    surface: null,
    month: "2026-03",
    user: shortHash("kim"),
    repository: shortHash("/home/kim/shop"),
    tool_calls: 3,
    plan_first: false,
  });
  deepEqual(session?.origins, {
    records: [ID, "q-1", "u-2"],
    lines: [5, 8, 10],
  });
  equal(session?.messages[2]?.timestamp, "2026-03-04T10:05:00.000Z");
});

Deno.test("claudeCode leaves queued prompts out where the rules say so", async () => {
  const { texts, leftOut } = await readWith(claudeCode, SESSION, {
    queuedPrompts: "drop",
  });
  equal(texts[0]?.length, 2);
  deepEqual(leftOut, ["tool-result@7", "injected-context@8"]);
});

Deno.test("claudeCode leaves user records out that nobody typed, each with its reason", async () => {
  const records: [Record<string, unknown>, string | null][] = [
    [user("1", "Why?"), null],
    [toolResult("2"), "tool-result"],
    [user("3", "Caveat", { isMeta: true }), "injected-context"],
    [user("4", "look for tests", { isSidechain: true }), "sidechain"],
    [toolResult("5", { isSidechain: true }), "sidechain"],
    [user("6", "look for tests", { agentId: "ab12" }), "subagent"],
    [
      user("7", "So far: ...", { isCompactSummary: true }),
      "compaction-summary",
    ],
    [user("8", "x", { isVisibleInTranscriptOnly: true }), "injected-context"],
    [
      user("9", "<local-command-stdout>ok</local-command-stdout>"),
      "command-output",
    ],
    [user("10", "<bash-stdout>ok</bash-stdout>"), "command-output"],
    [
      user("11", "[Request interrupted by user for tool use]"),
      "interruption-marker",
    ],
    [
      user("12", "<task-notification>done</task-notification>"),
      "injected-context",
    ],
    [
      user("13", '<teammate-message teammate_id="lead">go</teammate-message>'),
      "subagent",
    ],
    [user("14", "Stop hook feedback: tests fail"), "injected-context"],
    [
      user(
        "15",
        "This session is being continued from a previous conversation that ran out.",
      ),
      "compaction-summary",
    ],
    [user("16", [{ type: "image", source: {} }]), "empty"],
    [user("17", "  \n"), "empty"],
    [user("18", 42), "unreadable"],
    [{ ...user("19", "x"), message: "error" }, "unreadable"],
    [user("20", "plain", { toolUseResult: "plain" }), "tool-result"],
    [
      queued(
        "21",
        "<task-notification>x</task-notification>",
        "task-notification",
      ),
      "injected-context",
    ],
    [queued("22", "other", "task-notification"), "injected-context"],
    [{ ...queued("23", "x"), isSidechain: true }, "sidechain"],
  ];
  const { texts, leftOut } = await readWith(
    claudeCode,
    linesOf(...records.map(([record]) => record)),
  );
  deepEqual(texts, [["Why?"]]);
  deepEqual(
    leftOut,
    records.flatMap(([, reason], at) =>
      reason === null ? [] : [`${reason}@${at + 1}`]
    ),
  );
});

Deno.test("claudeCode keeps text beside a tool result, and takes injected blocks out of a text", async () => {
  const { texts, leftOut } = await readWith(
    claudeCode,
    linesOf(
      user("1", [
        {
          type: "tool_result",
          tool_use_id: "t",
          content: [{ type: "text", text: "no" }],
        },
        { type: "text", text: "use pnpm instead" },
      ]),
      user("2", [
        {
          type: "text",
          text: "<system-reminder>\nTodo list is empty.\n</system-reminder>",
        },
        { type: "text", text: "Go on" },
      ]),
      user("3", "Why does it print <system-reminder> there?"),
    ),
  );
  deepEqual(texts, [[
    "use pnpm instead",
    "Go on",
    "Why does it print <system-reminder> there?",
  ]]);
  deepEqual(leftOut, []);
});

Deno.test("claudeCode counts slash commands with arguments, whatever the order of their tags", async () => {
  const content = linesOf(
    user(
      "1",
      "<command-name>/review</command-name>\n<command-args>the last commit</command-args>",
    ),
    user(
      "2",
      "<command-message>plan is running</command-message>\n" +
        "<command-args>a cache</command-args>\n<command-name>/plan</command-name>",
    ),
    user(
      "3",
      "<command-name>/clear</command-name>\n<command-args></command-args>",
    ),
    user("4", "The whole prompt of the command", { isMeta: true }),
  );
  const { texts, leftOut } = await readWith(claudeCode, content);
  deepEqual(texts, [["/review the last commit", "/plan a cache"]]);
  deepEqual(leftOut, ["slash-command@3", "injected-context@4"]);
  const without = await readWith(claudeCode, content, {
    slashCommands: "none",
  });
  deepEqual(without.texts, [[]]);
  equal(without.leftOut.length, 4);
});

Deno.test("claudeCode keeps commands typed after ! only where the rules say so", async () => {
  const content = linesOf(
    user("1", "<bash-input>npm test</bash-input>"),
    user("2", "<bash-stdout>3 passed</bash-stdout><bash-stderr></bash-stderr>"),
  );
  deepEqual((await readWith(claudeCode, content)).leftOut, [
    "slash-command@1",
    "command-output@2",
  ]);
  const kept = await readWith(claudeCode, content, { bashInput: "execute" });
  deepEqual(kept.texts, [["!npm test"]]);
  deepEqual(kept.leftOut, ["command-output@2"]);
});

Deno.test("claudeCode keeps rewound turns, and drops them with all that followed on request", async () => {
  const content = linesOf(
    user("u-1", "Add a cart"),
    assistant("a-1"),
    user("u-2", "in Redis", { parentUuid: "a-1" }),
    assistant("a-2"),
    user("u-3", "with a timeout", { parentUuid: "a-2" }),
    user("u-4", "in Postgres", { parentUuid: "a-1" }),
    user("u-5", "with a timeout", { parentUuid: "a-4" }),
  );
  const all = await readWith(claudeCode, content);
  equal(all.texts[0]?.length, 5);
  const last = await readWith(claudeCode, content, { branches: "last" });
  deepEqual(last.texts, [["Add a cart", "in Postgres", "with a timeout"]]);
  deepEqual(last.leftOut, ["abandoned-branch@3", "abandoned-branch@5"]);
  deepEqual(last.sessions[0]?.origins?.lines, [1, 6, 7]);
});

Deno.test("claudeCode takes no parents that are missing for a branch", async () => {
  const { texts } = await readWith(
    claudeCode,
    linesOf(
      user("u-1", "a"),
      user("u-2", "b"),
      user("u-3", "c", { parentUuid: "REDACTED" }),
      user("u-4", "d", { parentUuid: "REDACTED" }),
    ),
    { branches: "last" },
  );
  deepEqual(texts, [["a", "b", "c", "d"]]);
});

Deno.test("claudeCode takes a record once that a file has twice, but not two whose ids were redacted", async () => {
  const { texts, leftOut } = await readWith(
    claudeCode,
    linesOf(
      user("u-1", "Why?"),
      user("u-1", "Why?"),
      user("REDACTED", "then fix it"),
      user("REDACTED", "then test it"),
    ),
  );
  deepEqual(texts, [["Why?", "then fix it", "then test it"]]);
  deepEqual(leftOut, ["replayed-history@2"]);
});

Deno.test("claudeCode reads a file that goes on under another session id as one session", async () => {
  const { sessions, texts } = await readWith(
    claudeCode,
    linesOf(
      user("u-1", "Why?", { sessionId: "s-1" }),
      user("u-2", "then fix it", { sessionId: "s-2" }),
    ),
  );
  deepEqual(texts, [["Why?", "then fix it"]]);
  deepEqual(sessions.map(({ id }) => id), ["s-1"]);
});

Deno.test("claudeCode gives no session for what agents say to each other", async () => {
  const sidechain = linesOf(
    user("1", "Find the tests", { isSidechain: true, agentId: "ab12" }),
    assistant("2", 1, { isSidechain: true, agentId: "ab12" }),
  );
  const agent = await readWith(claudeCode, sidechain);
  deepEqual(agent.sessions, []);
  deepEqual(agent.leftOut, ["subagent@1"]);
  const team = { teamName: "shop", agentName: "tester" };
  const mate = await readWith(
    claudeCode,
    linesOf(
      user(
        "1",
        '<teammate-message teammate_id="lead">go</teammate-message>',
        team,
      ),
      assistant("2", 1, team),
    ),
  );
  deepEqual(mate.sessions, []);
  deepEqual(mate.leftOut, ["subagent@1"]);
  const addressed = await readWith(
    claudeCode,
    linesOf(user("1", "stop, that file is mine", team)),
  );
  deepEqual(addressed.texts, [["stop, that file is mine"]]);
});

Deno.test("claudeCode tells a plan that was accepted in a fresh session, which nobody typed word by word", async () => {
  const { sessions } = await readWith(
    claudeCode,
    linesOf(
      user("1", "Implement the following plan:\n\n# Cart", {
        planContent: "# Cart",
      }),
      user("2", "and test it"),
    ),
  );
  equal(sessions[0]?.messages.length, 2);
  equal(sessions[0]?.attributes.plan_first, true);
});

Deno.test("claudeCode counts lines that are no JSON object, and reads on", async () => {
  const content = "\uFEFF" + linesOf(user("1", "Why?")) +
    'not json\n"text"\n42\n[1]\n\n{"type":"user","message":{"content":"cut he';
  const { texts, leftOut } = await readWith(
    claudeCode,
    content.replaceAll("\n", "\r\n"),
  );
  deepEqual(texts, [["Why?"]]);
  deepEqual(leftOut, [2, 3, 4, 5, 7].map((line) => `unreadable@${line}`));
});

Deno.test("claudeCode reads records as other programs write them", async () => {
  const spaced = JSON.stringify(user("1", "Why?")).replaceAll(":", ": ");
  const escaped = JSON.stringify(user("2", "And now?"))
    .replace('"type":"user"', '"typ\\u0065":"us\\u0065r"');
  const hidden = JSON.stringify({
    ...(NOISE[3] as Record<string, unknown>),
    data: user("3", "Inside progress"),
  });
  const { texts } = await readWith(
    claudeCode,
    [spaced, escaped, hidden].join("\n"),
  );
  deepEqual(texts, [["Why?", "And now?"]]);
});

Deno.test("claudeCode reads a line of 50 MB", async () => {
  const big = linesOf(
    user("1", "Why?"),
    toolResult("2", { toolUseResult: { stdout: "x".repeat(50_000_000) } }),
    user("3", "And now?"),
  );
  await using made = await folder({ "a.jsonl": big });
  const { sessions, report } = readCorpus(made.path);
  const [session] = await Array.fromAsync(sessions);
  deepEqual(session?.messages.map(({ text }) => text), ["Why?", "And now?"]);
  equal(report.leftOut.get("tool-result")?.count, 1);
});

Deno.test("claudeCode names a session without id after its path", async () => {
  const record = {
    type: "user",
    uuid: "1",
    message: { role: "user", content: "Why?" },
  };
  const { sessions } = await readWith(claudeCode, linesOf(record));
  match(sessions[0]?.id ?? "", /^path-[0-9a-f]{16}$/);
});

Deno.test("claudeCode knows its files by their records, and leaves look-alikes alone", () => {
  const known: unknown[][] = [
    [user("1", "Why?")],
    [NOISE[0]],
    [NOISE[1]],
    [{ noise: true }, user("1", "Why?")],
    [{ type: "user", uuid: "1", message: { role: "user", content: "Why?" } }],
  ];
  for (const records of known) {
    equal(claudeCode.detect(headOf(linesOf(...records))), true);
  }
  equal(
    claudeCode.detect(headOf("broken\n" + linesOf(user("1", "Why?")))),
    false,
  );
  const others: unknown[][] = [
    [{
      type: "user",
      uuid: "1",
      sessionId: "s",
      message: { role: "user", parts: [{ text: "Why?" }] },
    }],
    [{ type: "event_msg", payload: { type: "user_message", message: "Why?" } }],
    [{
      type: "user.message",
      data: { content: "Why?" },
      id: "1",
      timestamp: "2026-01-01T00:00:00Z",
    }],
    [{ type: "session", id: "s", cwd: "/" }, {
      type: "message",
      message: { role: "user" },
    }],
    [{
      session_id: "s",
      model: "m",
      messages: [{ role: "user", content: "Why?" }],
    }],
    [{ role: "user", content: "Why?" }],
    [{ silly: "this" }],
    [7],
  ];
  for (const records of others) {
    equal(claudeCode.detect(headOf(linesOf(...records))), false);
  }
  equal(
    claudeCode.detect(headOf(JSON.stringify(user("1", "Why?"), null, 2))),
    false,
  );
  const long = user("1", "x".repeat(200_000));
  equal(claudeCode.detect(headOf(linesOf(long))), true);
});

Deno.test("claudeCode survives fifty damaged files", async () => {
  await readsMutations(
    [SESSION],
    linesOf(user("g-1", "Good", { sessionId: "good" })),
  );
});

sharedTest("claudeCode gives the messages of the shared labels", async () => {
  const { sessions, report, differences, labelled } = await compareWithLabels(
    "claude-code",
    [claudeCode],
  );
  deepEqual(differences, []);
  equal(labelled, 120);
  equal(report.kept, 120);
  equal(report.files.unread, 0);
  // 53 files: four are of team mates, whose user is another agent, and one has only a summary of
  // another session.
  equal(report.files.read, 53);
  equal(sessions.length, 48);
  ok(sessions.every(({ attributes }) => attributes.agent === "claude-code"));
});
