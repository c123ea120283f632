/** The sample corpus: made anew byte for byte, shaped as its README says, readable as exports. */

import { deepEqual, equal, ok, throws } from "node:assert/strict";
import { createHash } from "node:crypto";
import { parse } from "csv-parse/sync";
import { joinLabels, readCorpus, readLabels } from "@taskflow/corpora";
import { paperNumber } from "@taskflow/paper";
import {
  countSession,
  countWords,
  emptyCorpusCounts,
  type Session,
  sessionSchema,
  summarise,
} from "@taskflow/session";
import { TAXONOMY } from "@taskflow/taxonomy";
import { sampleFiles, TEXTS } from "../../scripts/data/make_sample.ts";
import { sampleSessions } from "../../scripts/data/sample_sessions.ts";
import { parseTextSessions } from "../../scripts/data/sample_texts.ts";
import { specstoryMarkdown } from "../../scripts/data/specstory_markdown.ts";
import { sharedPath, sharedTest } from "../shared.ts";

const FOLDER = "data/sample/";
const source = Deno.readTextFileSync(TEXTS);
const sessions = Deno.readTextFileSync(`${FOLDER}sessions.jsonl`).trim()
  .split("\n").map((line) => sessionSchema.parse(JSON.parse(line)));
const texts = sessions.filter(({ messages }) => messages[0]?.text !== null);
const long = sessions.filter(({ messages }) => messages.length >= 3);

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean words per position, for positions that at least ten messages have. */
function wordsByPosition(of: readonly Session[]): number[] {
  const words: number[][] = [];
  for (const { messages } of of) {
    messages.forEach(({ text }, i) =>
      (words[i] ??= []).push(countWords(text ?? ""))
    );
  }
  return words.filter((list) => list.length >= 10).map(mean);
}

Deno.test("sampleFiles() gives the committed files byte for byte, and no others are there", () => {
  const made = sampleFiles(source);
  for (const [name, contents] of made) {
    equal(Deno.readTextFileSync(FOLDER + name), contents, name);
  }
  const there = [...Deno.readDirSync(`${FOLDER}specstory`)].map(({ name }) =>
    `specstory/${name}`
  );
  deepEqual(
    there.sort(),
    [...made.keys()].filter((name) => name.startsWith("specstory/")).sort(),
  );
});

Deno.test("sessions.jsonl has 300 sessions with the lengths of Section 2", () => {
  equal(sessions.length, 300);
  equal(new Set(sessions.map(({ id }) => id)).size, 300);
  const counts = emptyCorpusCounts(TAXONOMY);
  for (const session of sessions) countSession(counts, session);
  const value = (name: string) =>
    summarise(counts).find((row) => row.name === name)?.value ?? NaN;
  ok(
    Math.abs(
      100 * value("sessions with 1 message") -
        paperNumber("production.single_share").value,
    ) < 0.2,
  );
  equal(
    100 * value("sessions with >= 3 messages"),
    paperNumber("production.long_share").value,
  );
  equal(
    value("messages per session, p75"),
    paperNumber("production.length_p75").value,
  );
  equal(
    value("messages per session, p90"),
    paperNumber("production.length_p90").value,
  );
  const perSession = paperNumber("production.messages").value /
    paperNumber("production.sessions").value;
  ok(Math.abs(value("messages per session, mean") - perSession) < 0.05);
  ok(value("sessions with >= 2 intents") > 0.4);
  const repeats = value("self-transitions among neighbouring messages");
  ok(repeats > 0.12 && repeats < 0.25, `self-transitions ${repeats}`);
});

Deno.test("sessions.jsonl shows every intent in a long session, the leading ones near the paper's shares", () => {
  const counts = new Map<string, number>();
  for (const { messages } of long) {
    for (const { intent } of messages) {
      counts.set(intent ?? "", (counts.get(intent ?? "") ?? 0) + 1);
    }
  }
  deepEqual([...counts.keys()].sort(), [...TAXONOMY.labels].sort());
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
  for (const intent of ["bug-fix", "new-feature", "question", "explain"]) {
    const printed =
      paperNumber(`production.${intent.replace("-", "_")}_share`).value;
    const got = 100 * (counts.get(intent) ?? 0) / total;
    ok(Math.abs(got - printed) < 3, `${intent}: ${got} for ${printed}`);
  }
});

Deno.test("sessions.jsonl has people, projects, agents and months to group by", () => {
  const groups = (name: string) => {
    const sizes = new Map<unknown, number>();
    for (const { attributes } of sessions) {
      ok(name in attributes);
      sizes.set(attributes[name], (sizes.get(attributes[name]) ?? 0) + 1);
    }
    return sizes;
  };
  equal(groups("agent").size, 4);
  equal(groups("month").size, 6);
  equal(groups("user").size, 17);
  equal(groups("repository").size, 11);
  deepEqual([...groups("stand_in").keys()], [true]);
  equal(groups("has_text").get(true), texts.length);
  for (const { attributes } of sessions) {
    ok(/^u-[0-9a-f]{8}$/.test(String(attributes.user)));
    ok(
      attributes.repository === null ||
        /^r-[0-9a-f]{8}$/.test(String(attributes.repository)),
    );
  }
  const people = [...groups("user").values()].sort((a, b) => b - a);
  ok(
    (people[0] ?? 0) > 5 * (people.at(-1) ?? 0),
    "some people are far busier than others",
  );
});

Deno.test("sessions.jsonl: times go up within a session and fit its month; early cursor has none", () => {
  for (const { messages, attributes } of sessions) {
    const times = messages.map(({ timestamp }) => timestamp);
    const none = attributes.agent === "cursor" &&
      String(attributes.month) < "2026-05";
    equal(times.every((time) => time === null), none);
    if (none) continue;
    equal(times[0]?.slice(0, 7), attributes.month);
    deepEqual(times, [...times].sort());
    equal(new Set(times).size, times.length);
  }
});

Deno.test("texts.jsonl: sixty sessions, five languages, words as in Section 2", () => {
  equal(texts.length, 60);
  deepEqual(
    [...new Set(texts.map(({ attributes }) => attributes.language))].sort(),
    ["de", "en", "es", "ja", "zh"],
  );
  ok(texts.filter(({ messages }) => messages.length >= 3).length >= 30);
  const [first = NaN, ...later] = wordsByPosition(texts);
  ok(
    Math.abs(first - paperNumber("production.first_words").value) < 1,
    `first ${first}`,
  );
  ok(later.length >= 5);
  later.forEach((words, i) =>
    ok(words > 15 && words <= 19, `position ${i + 2}: ${words}`)
  );
  const all = texts.flatMap(({ messages }) =>
    messages.slice(1).map(({ text }) => countWords(text ?? ""))
  );
  ok(mean(all) >= 16 && mean(all) <= 19, `later ${mean(all)}`);
  ok(all.includes(1), "one-word replies");
  deepEqual(
    [
      ...new Set(
        texts.flatMap(({ messages }) => messages.map(({ intent }) => intent)),
      ),
    ].sort(),
    [...TAXONOMY.labels].sort(),
  );
});

Deno.test("texts.jsonl names no address, key or host but example.*", () => {
  const typed = texts.flatMap(({ messages }) =>
    messages.map(({ text }) => text)
  ).join("\n");
  for (
    const [host] of typed.matchAll(
      /[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|io|dev)(?![.\w])/g,
    )
  ) {
    ok(/(^|\.)example\.(com|org|net)$/.test(host), host);
  }
  for (
    const pattern of [
      /\w@\w+\.\w/,
      /https?:/,
      /\/(home|Users)\//,
      /\b(sk|ghp|AKIA)[-_A-Za-z0-9]{8,}/,
      /[0-9a-f]{32}/,
    ]
  ) equal(pattern.exec(typed), null, `${pattern}`);
});

Deno.test("readCorpus() reads the Markdown exports back: every message, hash and label", async () => {
  const rows = parse(Deno.readTextFileSync(`${FOLDER}labels.csv`), {
    columns: true,
  }) as Record<
    "file" | "session" | "sha256" | "position" | "intent",
    string
  >[];
  const corpus = readCorpus(`${FOLDER}specstory`);
  const read: string[] = [];
  const lengths: number[] = [];
  for await (const session of corpus.sessions) {
    lengths.push(session.messages.length);
    session.messages.forEach(({ text }, position) => {
      const hash = createHash("sha256").update(text ?? "").digest("hex");
      read.push(
        `specstory/${session.file} ${session.ordinal} ${hash} ${position}`,
      );
    });
  }
  deepEqual(
    read,
    rows.map(({ file, session, sha256, position }) =>
      `${file} ${session} ${sha256} ${position}`
    ),
  );
  for (const { intent } of rows) ok(TAXONOMY.codeOf.has(intent), intent);
  equal(lengths.length, 12);
  ok(Math.max(...lengths) === 14 && Math.min(...lengths) === 1);
  const leftOut = [...corpus.report.leftOut].map((
    [reason, { count }],
  ) => [reason, count]);
  deepEqual(leftOut.sort(), [["interruption-marker", 1], ["sidechain", 1], [
    "tool-result",
    1,
  ]]);
});

Deno.test("joinLabels() gives every message of the exports its label", async () => {
  const folder = `${FOLDER}specstory`;
  const labels = await readLabels(`${FOLDER}labels.csv`);
  const byFirst = new Map(
    texts.map((session) => [session.messages[0]?.text, session]),
  );
  for await (const session of readCorpus(folder).sessions) {
    const joined = joinLabels(session, labels, folder);
    const made = byFirst.get(session.messages[0]?.text ?? null);
    deepEqual(
      joined.messages.map(({ intent }) => intent),
      made?.messages.map(({ intent }) => intent),
    );
  }
  const { matched, unlabelled, unused } = labels.report();
  deepEqual([matched, unlabelled, unused], [labels.count, 0, 0]);
});

Deno.test("readCorpus() finds the times of exports that have them", async () => {
  const byFirst = new Map(
    texts.map((session) => [session.messages[0]?.text, session]),
  );
  let timed = 0;
  for await (
    const { messages, attributes } of readCorpus(`${FOLDER}specstory`).sessions
  ) {
    const made = byFirst.get(messages[0]?.text ?? null);
    ok(made !== undefined);
    equal(attributes.month, made.attributes.month);
    messages.forEach(({ timestamp }, i) => {
      if (timestamp === null) return;
      timed++;
      const want = made.messages[i]?.timestamp ?? "";
      ok(want.startsWith(timestamp.slice(0, 16)), `${timestamp} for ${want}`);
    });
  }
  ok(timed > 30, `${timed} messages with a time`);
});

Deno.test("parseTextSessions() names the line of a fault", () => {
  const line = (change: object) =>
    JSON.stringify({
      id: "t-01",
      language: "en",
      agent: "cursor",
      repository: null,
      user: "u1",
      messages: [{ intent: "greeting", text: "hello" }],
      ...change,
    });
  const good = line({});
  throws(() => parseTextSessions(`${good}\n{`), {
    name: "SyntaxError",
    message: /line 2: not JSON/,
  });
  throws(() => parseTextSessions(`${good}\n${good}`), {
    name: "RangeError",
    message: /line 2: id "t-01" occurs twice/,
  });
  throws(() => parseTextSessions(line({ user: "me" })), {
    name: "TypeError",
    message: /line 1: [^]*user/,
  });
  const message = (intent: string, text: string) =>
    line({ messages: [{ intent, text }] });
  throws(
    () => parseTextSessions(message("bugfix", "x")),
    /did you mean "bug-fix"/,
  );
  throws(() => parseTextSessions(message("other", "ok ")), /white space/);
});

Deno.test("sampleSessions() says which text has no place, and which corpus is empty", () => {
  const [one] = parseTextSessions(source);
  ok(one !== undefined);
  const messages = Array.from(
    { length: 28 },
    () => ({ intent: "other", text: "yes" }),
  );
  throws(
    () => sampleSessions([{ ...one, messages }]),
    /Cannot place "t-01"[^]*28 messages/,
  );
  throws(() => sampleSessions([]), /texts\.jsonl is empty/);
});

Deno.test("specstoryMarkdown() refuses a session without texts", () => {
  const session = sessions.find(({ attributes }) =>
    attributes.has_text === false
  );
  ok(session !== undefined);
  throws(
    () => specstoryMarkdown(session, { generation: "B", title: "x", start: 0 }),
    { name: "RangeError", message: /message 0 has no text/ },
  );
});

sharedTest(
  "texts.jsonl shares no message of six words or more with other people's sessions",
  () => {
    const theirs = new Set(
      Deno.readTextFileSync(sharedPath("labels/messages.jsonl")).trim().split(
        "\n",
      )
        .map((line) =>
          (JSON.parse(line) as { text: string }).text.toLowerCase()
        ),
    );
    ok(theirs.size > 1000);
    for (const { messages } of texts) {
      for (const { text } of messages) {
        if (countWords(text ?? "") >= 6) {
          equal(theirs.has((text ?? "").toLowerCase()), false);
        }
      }
    }
  },
);
