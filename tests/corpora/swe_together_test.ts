import { deepEqual, equal, ok } from "node:assert/strict";
import { pathId, shortHash, sweTogether } from "@taskflow/corpora";
import { sharedTest } from "../shared.ts";
import { compareWithLabels } from "./compare_with_labels.ts";
import { readsMutations } from "./mutations.ts";
import { headOf, linesOf, readWith } from "./read_with.ts";

const HEADER = {
  _is_header: true,
  schema: "agent_session/2.0",
  _task_name: "cart-rounding",
  _session_id: "0a1b2c3d-0000-4000-8000-00000000000a",
  repo_id: "kim/shop",
};
const turn = (user_message: unknown, calls = 0, agent_text = "") => ({
  turn: 0,
  user_message,
  agent_text: calls > 0 ? "Looking." : agent_text,
  n_tool_calls: calls,
});

const SESSION = linesOf(
  HEADER,
  turn("Round the totals", 3),
  turn('<tool_result id="call_1">\n12\n</tool_result>', 1),
  turn("[Request interrupted by user]"),
  turn("No: round first", 2),
);

Deno.test("sweTogether reads user turns, and leaves out what the log of the agent adds", async () => {
  ok(sweTogether.detect(headOf(SESSION)));
  const { sessions, texts, leftOut } = await readWith(sweTogether, SESSION);
  deepEqual(texts, [["Round the totals", "No: round first"]]);
  deepEqual(leftOut, ["tool-result@3", "interruption-marker@4"]);
  const [session] = sessions;
  equal(session?.id, HEADER._session_id);
  deepEqual(session?.attributes, {
    repository: shortHash("kim/shop"),
    tool_calls: 6,
  });
});

Deno.test("sweTogether leaves out the prompt that a command expands to, not what follows a built-in one", async () => {
  const prompt =
    "<command-message>review</command-message>\n<command-name>/review</command-name>";
  const chat = linesOf(
    HEADER,
    turn(`${prompt}\n<command-args>cart.ts</command-args>`),
    turn("# Review\n\nLook at every line of it.", 4),
    turn(
      "<command-name>/clear</command-name>\n<command-message>clear</command-message>",
    ),
    turn("now the tests", 1),
    turn(prompt, 2),
    turn("thanks"),
  );
  const { texts, leftOut } = await readWith(sweTogether, chat);
  deepEqual(texts, [["/review cart.ts", "now the tests", "thanks"]]);
  deepEqual(leftOut, [
    "injected-context@3",
    "slash-command@4",
    "slash-command@6",
  ]);
});

Deno.test("sweTogether starts a session at each header, and needs no id", async () => {
  const { sessions } = await readWith(
    sweTogether,
    SESSION + linesOf({ ...HEADER, _session_id: null }, turn("next")),
    {},
    "a.jsonl",
  );
  deepEqual(sessions.map(({ id, ordinal }) => [id, ordinal]), [
    [HEADER._session_id, 0],
    [pathId("a.jsonl", "1"), 1],
  ]);
});

Deno.test("sweTogether counts rows that it cannot read", async () => {
  const { texts, leftOut } = await readWith(
    sweTogether,
    `${SESSION}{"turn":\n[1]\n${linesOf(turn(17))}`,
  );
  equal(texts[0]?.length, 2);
  deepEqual(
    leftOut.filter((entry) => entry.startsWith("unreadable")).sort(),
    ["unreadable@6", "unreadable@7", "unreadable@8"],
  );
});

Deno.test("sweTogether takes no file that only looks alike", () => {
  for (
    const other of [
      linesOf({ schema: "agent_session/2.0" }),
      linesOf({ _is_header: true, schema: "other/1.0" }),
      linesOf(turn("hi")),
      JSON.stringify([HEADER]),
    ]
  ) equal(sweTogether.detect(headOf(other)), false, other);
});

Deno.test("readCorpus() reads damaged SWE-Together sessions", async () => {
  await readsMutations([SESSION], SESSION, "oracle_session.jsonl");
});

sharedTest(
  "sweTogether reads the shared sessions as labelled, but for what no person typed",
  async () => {
    const { sessions, differences, report } = await compareWithLabels(
      "swe-together",
      [sweTogether],
    );
    equal(sessions.length, 72);
    equal(report.records, 1188);
    equal(report.kept, 678);
    // Labelled, but no messages (looked at in the files): texts of skills ("Base directory for this
    // skill") and prompts that commands expand to, and places of pasted images.
    deepEqual(
      differences.map((
        { file, missing, extra },
      ) => [file.split("/").at(-2), missing, extra]).sort(),
      [
        ["agent-swarm-task-4a881b", 2, 0],
        ["amytis-task-e3714e", 4, 0],
        ["cli-task-2c3e30", 1, 0],
        ["gemini-voyager-task-aa88f5", 2, 0],
        ["unsloth-idefics3-finetune", 2, 0],
      ],
    );
  },
);
