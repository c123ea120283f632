import { deepEqual, equal, throws } from "node:assert/strict";
import fc from "fast-check";
import {
  byPosition,
  countSegments,
  countSession,
  countWords,
  emptyCorpusCounts,
  mergeCorpusCounts,
  POSITIONS,
  quantile,
  summarise,
} from "@taskflow/session";
import { parseTaxonomy, TAXONOMY } from "@taskflow/taxonomy";

const message = (intent: string | null, text: string | null = null) => ({
  text,
  timestamp: null,
  intent,
});
const session = (...intents: (string | null)[]) => ({
  messages: intents.map((intent, at) =>
    message(intent, "word ".repeat(at + 1))
  ),
});

function counted(...sessions: { messages: ReturnType<typeof message>[] }[]) {
  const counts = emptyCorpusCounts(TAXONOMY);
  for (const one of sessions) countSession(counts, one);
  return counts;
}

const value = (counts: ReturnType<typeof counted>, name: string) =>
  summarise(counts).find((statistic) => statistic.name === name)?.value;

Deno.test("summarise() gives Section 2's numbers of a corpus counted by hand", () => {
  const counts = counted(
    session("bug-fix"),
    session("bug-fix", "bug-fix", "explain"),
    session("question", "question"),
    session(),
  );
  equal(value(counts, "sessions"), 3);
  equal(value(counts, "sessions without a user message"), 1);
  equal(value(counts, "user messages"), 6);
  equal(value(counts, "sessions with 1 message"), 1 / 3);
  equal(value(counts, "sessions with >= 3 messages"), 1 / 3);
  equal(value(counts, "messages per session, median"), 2);
  equal(value(counts, "messages per session, p75"), 2.5);
  equal(value(counts, "words of the first message, mean"), 1);
  equal(value(counts, "words of later messages, mean"), (2 + 3 + 2) / 3);
  equal(value(counts, "sessions with >= 2 intents"), 1 / 3);
  equal(value(counts, "distinct intents per session, mean"), 4 / 3);
  equal(value(counts, "self-transitions among neighbouring messages"), 2 / 3);
});

Deno.test("summarise() says undefined, not 0, where there are no data", () => {
  const counts = counted();
  equal(value(counts, "sessions with 1 message"), null);
  equal(value(counts, "words of the first message, mean"), null);
  equal(value(counts, "sessions"), 0);
});

Deno.test("countSession() leaves a session with an unlabelled message out of switching", () => {
  const counts = counted(session("bug-fix", null, "tests"), session("tests"));
  equal(counts.unlabelled.sessions, 1);
  equal(value(counts, "labelled sessions"), 1);
  equal(value(counts, "user messages"), 4);
  throws(() => countSession(counts, session("nonsense")), /not in taxonomy/);
});

Deno.test("byPosition() folds late positions and shares add up to 1", () => {
  const rows = byPosition(
    counted(session(...new Array(POSITIONS + 5).fill("execute"))),
  );
  equal(rows.length, POSITIONS);
  equal(rows.at(-1)?.position, "10+");
  equal(rows.at(-1)?.labelled, 6);
  equal(rows[0]?.shares["execute"], 1);
});

Deno.test("mergeCorpusCounts() of parts equals counts of the whole", () => {
  const [a, b] = [session("bug-fix", "tests"), session("explain")];
  const merged = counted(a);
  mergeCorpusCounts(merged, counted(b));
  deepEqual(merged, counted(a, b));
  const other = parseTaxonomy({
    schema_version: 1,
    name: "other",
    intents: TAXONOMY.intents.slice(0, 3),
  });
  throws(
    () => mergeCorpusCounts(merged, emptyCorpusCounts(other)),
    /Cannot merge counts/,
  );
});

Deno.test("quantile() interpolates as R's type 7 does", () => {
  const histogram = new Map([[10, 1], [20, 1], [40, 1], [80, 1]]);
  equal(quantile(histogram, 0), 10);
  equal(quantile(histogram, 0.5), 30);
  equal(quantile(histogram, 0.9), 68);
  equal(quantile(histogram, 1), 80);
});

Deno.test("countWords() counts words in scripts with and without spaces", () => {
  equal(countWords(""), 0);
  equal(countWords("... !!"), 0);
  equal(countWords("don't split snake_case or 3.14"), 5);
  equal(countWords("テストを実行してください"), 7);
  equal(countWords("Überprüfe bitte die Größe"), 4);
});

Deno.test("countWords() counts ASCII text as the segmenter does", () => {
  const text = fc.string({
    unit: fc.constantFrom(..."ab1_.',;: -\n\t()/#@!A9Z\r\0~"),
    maxLength: 14,
  });
  fc.assert(
    fc.property(text, (some) => equal(countWords(some), countSegments(some))),
    { seed: 5, numRuns: 20_000 },
  );
});
