import { deepEqual, equal, ok } from "node:assert/strict";
import {
  aider,
  aiderInputs,
  aiderSessions,
  pathId,
  readCorpus,
} from "@taskflow/corpora";
import { sharedTest } from "../shared.ts";
import { compareWithLabels } from "./compare_with_labels.ts";
import { folder } from "./fixtures.ts";
import { readsMutations } from "./mutations.ts";
import { headOf, readWith } from "./read_with.ts";

const start = (time: string) => `\n# aider chat started at ${time}\n\n`;
const said = (...lines: string[]) =>
  lines.map((line) => `> ${line}  \n`).join("");
/** An input as Aider writes it: every line with two spaces after it. */
const typed = (text: string) =>
  `\n${text.split("\n").map((line) => `#### ${line}  \n`).join("")}`;
const replied = (text: string) => `\n${text}\n\n`;

const HISTORY = start("2026-04-01 09:00:00") +
  said("Aider v0.86.2", "Model: gpt-5 with diff edit format", "Repo-map: off") +
  typed("The parser drops the last line.\n\nWhy?") +
  replied("The loop ends early.\n\n#### Cause\n\nA `<` for a `<=`.") +
  said("Tokens: 2k sent, 100 received.") +
  typed("fix it") + replied("Done.") +
  start("2026-04-01 09:30:00") + said("Aider v0.86.2") +
  start("2026-04-02 10:00:00") +
  said("Main model: o4 with architect edit format") +
  typed("/add src/parser.ts") + said("Added src/parser.ts to the chat") +
  typed("/ask what does it return?") + replied("A list.");

Deno.test("aider reads one session a start, each input once, with its lines", async () => {
  const { sessions, texts, leftOut } = await readWith(
    aider,
    HISTORY,
    {},
    "a/.aider.chat.history.md",
  );
  deepEqual(texts, [
    ["The parser drops the last line.\n\nWhy?", "fix it"],
    [],
    ["/ask what does it return?"],
  ]);
  const line = HISTORY.split("\n").indexOf("#### /add src/parser.ts  ") + 1;
  deepEqual(leftOut, [`slash-command@${line}`]);
  deepEqual(sessions.map(({ ordinal }) => ordinal), [0, 1, 2]);
  const [first, , third] = sessions;
  equal(first?.id, pathId("a/.aider.chat.history.md", "2026-04-01 09:00:00"));
  deepEqual(first?.attributes, {
    agent: "aider",
    model: "gpt-5",
    surface: "cli",
    month: "2026-04",
  });
  equal(third?.attributes.model, "o4");
});

Deno.test("aider knows its files by the header, and no others", () => {
  ok(aider.detect(headOf(HISTORY)));
  ok(aider.detect(headOf(HISTORY.replaceAll("\n", "\r\n"))));
  ok(aider.detect(headOf(`\uFEFF${HISTORY}`.slice(1))));
  // The beginning was cut off.
  ok(aider.detect(headOf(HISTORY.slice(HISTORY.indexOf("> Model")))));
  for (
    const other of [
      "",
      "# Notes\n\nRun aider; it writes `# aider chat started at ...`.\n",
      "# How I work\n\n# aider chat started at 2026-04-01 09:00:00\n",
      "#### Title  \n\nText\n",
      "# aider chat started at noon\n",
    ]
  ) equal(aider.detect(headOf(other)), false, other);
});

Deno.test("aiderInputs() takes headings of replies for what they are", () => {
  const headings = said("Model: m") + typed("draw it") +
    replied(
      "#### Step 1\n\n```js\n#### not a heading\n```\n\n#### Step 2\n\nEnd",
    ) +
    typed("#### is a heading, too");
  deepEqual(
    aiderInputs(headings).map(({ text }) => text),
    ["draw it", "#### is a heading, too"],
  );
});

Deno.test("aiderInputs() tells inputs by what stands above where an editor took the spaces", () => {
  const bare = (start("2026-04-01 09:00:00") + said("Model: m") +
    typed("draw it\n\nplease") + replied("First:\n\n#### Step 1\n\nText") +
    said("Tokens: 1k") + typed("again") + typed("and again"))
    .replaceAll(/ +$/gm, "");
  deepEqual(
    aiderInputs(bare).map(({ text }) => text),
    ["draw it\n\nplease", "again", "and again"],
  );
});

Deno.test("aider leaves out commands, answers to its questions, and empty inputs", async () => {
  const { texts, leftOut } = await readWith(
    aider,
    start("2026-04-01 09:00:00") + said("Model: m") +
      typed("/model gpt-5") + typed("/clear") + typed("!ls -l") +
      typed("/run npm test") + typed("<blank>") +
      typed("Add file to the chat? (Y)es/(N)o/(A)ll/(S)kip all [Yes]: all") +
      said("Add b.ts to the chat? (Y)es/(N)o [Yes]: y") +
      typed("/code rename it") + typed("/usr/bin is full? (Y)es/(N)o"),
  );
  deepEqual(texts, [["/code rename it"]]);
  deepEqual(leftOut.map((entry) => entry.split("@")[0]), [
    "slash-command",
    "slash-command",
    "slash-command",
    "slash-command",
    "empty",
    "confirmation",
    "slash-command",
  ]);
});

Deno.test("aider keeps commands of the shell on request", async () => {
  const { texts } = await readWith(
    aider,
    start("2026-04-01 09:00:00") + typed("!ls -l") + typed("/run npm test"),
    { bashInput: "execute" },
  );
  deepEqual(texts, [["!ls -l", "!npm test"]]);
});

Deno.test("aider does not take the architect's plan for a prompt", async () => {
  const plan =
    "Rename the class.\n\n> keep the tests\n\n#### Then\n\nRun them.";
  const asked = (reply: string) =>
    start("2026-04-01 09:00:00") +
    said("Model: m with architect edit format") +
    typed("plan it") + replied(reply) + said("Tokens: 1k") + typed(plan) +
    replied("Edited.");
  for (
    const thought of [
      "",
      "<thinking-content-7b>\n\nhm\n\n</thinking-content-7b>\n\n",
    ]
  ) {
    const { texts, leftOut } = await readWith(aider, asked(thought + plan));
    deepEqual(texts, [["plan it"]]);
    deepEqual(leftOut.map((entry) => entry.split("@")[0]), ["subagent"]);
  }
  // A part of a reply that a person repeats is theirs.
  const quoted = await readWith(aider, asked(`First ask.\n\n${plan}`));
  equal(quoted.texts[0]?.length, 2);
  // So is a prompt like the command line that started the session.
  const first = await readWith(
    aider,
    start("2026-04-01 09:00:00") + said("aider --architect --message 1. Plan") +
      "2. Do\n" + said("Model: m with architect edit format") + typed("2. Do"),
  );
  deepEqual(first.texts, [["2. Do"]]);
});

Deno.test("aider counts two sessions of one second, and text before the first header", async () => {
  const twice = HISTORY + HISTORY;
  const { sessions } = await readWith(aider, twice);
  equal(sessions.length, 6);
  equal(new Set(sessions.map(({ id }) => id)).size, 6);
  const cut = await readWith(
    aider,
    HISTORY.slice(HISTORY.indexOf("\n#### The")),
  );
  deepEqual(cut.texts[0], [
    "The parser drops the last line.\n\nWhy?",
    "fix it",
  ]);
  equal(cut.sessions[0]?.attributes.month, null);
});

Deno.test("aider: the parse of a concatenation is the concatenation of the parses", async () => {
  const other = start("2026-05-01 08:00:00") + typed("one") + replied("ok") +
    typed("two");
  const [a, b, both] = await Promise.all(
    [HISTORY, other, HISTORY + other].map((text) => readWith(aider, text)),
  );
  deepEqual(both?.texts, [...a?.texts ?? [], ...b?.texts ?? []]);
});

Deno.test("aiderSessions() finds headers wherever the file is cut into parts", async () => {
  const bytes = new TextEncoder().encode(
    HISTORY.replace("Why?", "Warum? 为什么"),
  );
  const whole = await split(bytes, bytes.length);
  equal(whole.length, 3);
  for (const size of [1, 2, 7, 24, 25, 100]) {
    deepEqual(await split(bytes, size), whole);
  }
});

async function split(bytes: Uint8Array, size: number) {
  const chunks = async function* () {
    for (let at = 0; at < bytes.length; at += size) {
      yield await Promise.resolve(bytes.subarray(at, at + size));
    }
  };
  return await Array.fromAsync(aiderSessions(chunks(), "history.md"));
}

Deno.test("aider gives the same messages with CRLF and a byte-order mark", async () => {
  const { texts } = await readWith(aider, HISTORY);
  for (const other of [HISTORY.replaceAll("\n", "\r\n"), `\uFEFF${HISTORY}`]) {
    deepEqual((await readWith(aider, other)).texts, texts);
  }
});

Deno.test("readCorpus() reads damaged Aider histories", async () => {
  await readsMutations([HISTORY], HISTORY, ".aider.chat.history.md");
});

Deno.test("readCorpus() finds a history by its content", async () => {
  await using made = await folder({ "notes.txt": HISTORY });
  const { sessions } = readCorpus(made.path);
  const sources = await Array.fromAsync(sessions, ({ source }) => source);
  deepEqual(sources, ["aider", "aider", "aider"]);
});

sharedTest(
  "aider reads the shared histories as labelled, but for what no person typed",
  async () => {
    const { sessions, report, differences } = await compareWithLabels("aider", [
      aider,
    ]);
    equal(sessions.length, 201);
    equal(report.kept, 269);
    const missing = new Map<string, number>();
    for (const { file, missing: count, extra } of differences) {
      equal(extra, 0);
      const owner = file.split("/")[1] ?? "";
      missing.set(owner, (missing.get(owner) ?? 0) + count);
    }
    // Labelled, but no messages (looked at in the files): plans that the architect model wrote and
    // Aider passed to the editor model, and headings inside replies, which have no spaces after them.
    deepEqual(Object.fromEntries(missing), {
      "0202alcc+luvatrix": 2,
      "Ahmad-A0+Inversity-SnapSwap": 59,
      "BartoshMaxim+TradePirates": 67,
    });
    equal(report.leftOut.get("subagent")?.count, 2 + 67);
  },
);
