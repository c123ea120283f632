/** Labelled corpora as tables and back. */

import { deepEqual, equal, rejects, throws } from "node:assert/strict";
import fc from "fast-check";
import type { Session } from "@taskflow/session";
import { TAXONOMY } from "@taskflow/taxonomy";
import {
  collectLabelledTable,
  fromRows,
  labelledTable,
  sessionsOfTable,
  toRows,
} from "@taskflow/table";
import { sameTable, texts } from "./tables.ts";

function session(
  id: string,
  intents: readonly (string | null)[],
  more: Partial<Session> = {},
): Session {
  return {
    schema_version: 1,
    id,
    source: "specstory",
    file: null,
    ordinal: 0,
    attributes: {},
    messages: intents.map((intent) => ({
      text: null,
      timestamp: null,
      intent,
    })),
    ...more,
  };
}

const messages = fc.array(
  fc.record({
    text: fc.option(texts),
    timestamp: fc.option(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    ),
    intent: fc.option(fc.constantFrom(...TAXONOMY.labels)),
  }),
  { minLength: 1, maxLength: 5 },
);

const corpora: fc.Arbitrary<Session[]> = fc
  .uniqueArray(fc.string({ minLength: 1, unit: "grapheme" }), { maxLength: 6 })
  .chain((ids) =>
    fc.tuple(...ids.map((id, ordinal) =>
      fc.record({
        schema_version: fc.constant(1 as const),
        id: fc.constant(id),
        source: fc.constantFrom("specstory", "codex"),
        file: fc.constant(null),
        ordinal: fc.constant(ordinal),
        attributes: fc.record({
          agent: fc.option(fc.constantFrom("cursor", "codex")),
          edits: fc.option(fc.integer()),
          share: fc.option(fc.double({ noNaN: true })),
          done: fc.option(fc.boolean()),
        }),
        messages,
      })
    ))
  );

Deno.test("sessionsOfTable() undoes labelledTable()", () => {
  fc.assert(
    fc.property(corpora, (sessions) => {
      const table = labelledTable(sessions, {
        withText: true,
        attributes: true,
      });
      deepEqual([...sessionsOfTable(table)], sessions);
    }),
    { seed: 10, numRuns: 200 },
  );
});

Deno.test("labelledTable() keeps texts and attributes out unless they are asked for", () => {
  const secret = session("s", [], {
    attributes: { agent: "cursor", user: "u1" },
    messages: [{ text: "private words", timestamp: null, intent: "debug" }],
  });
  deepEqual(toRows(labelledTable([secret])), [{
    session: "s",
    position: 0,
    intent: "debug",
    timestamp: null,
    source: "specstory",
  }]);
  const named = labelledTable([secret], { attributes: ["agent", "none"] });
  deepEqual(named.schema.fields.slice(5).map(String), [
    "agent: Dictionary<Int32, Utf8>",
    "none: Dictionary<Int32, Utf8>",
  ]);
});

Deno.test("labelledTable() gives intents the codes of the taxonomy", () => {
  const table = labelledTable([session("s", ["other", null, "tests"])], {
    taxonomy: TAXONOMY,
  });
  const [data] = table.getChild("intent")?.data ?? [];
  deepEqual([...data?.values ?? []], [15, 0, 0]);
  deepEqual([0, 1, 2].map((i) => data?.getValid(i)), [true, false, true]);
  deepEqual(data?.dictionary?.toArray(), [...TAXONOMY.labels]);
});

Deno.test("labelledTable() has no row for a session without messages, but counts it", () => {
  const table = labelledTable([session("a", []), session("b", ["tests"])]);
  equal(table.numRows, 1);
  equal(table.schema.metadata.get("schema_version"), "1");
  equal(table.schema.metadata.get("sessions_without_messages"), "1");
});

Deno.test("labelledTable() refuses what would not come back", () => {
  const build = (sessions: Session[], options = {}) => () =>
    labelledTable(sessions, options);
  throws(
    build([session("a", []), session("a", ["tests"], { source: "codex" })]),
    /RangeError: .*session "a" occurs twice: put the source/,
  );
  throws(
    build([session("a", ["deploy"])], { taxonomy: TAXONOMY }),
    /RangeError: .*label "deploy" is not in taxonomy/,
  );
  throws(
    build([session("a", [], {
      messages: [{ text: null, timestamp: "noon", intent: null }],
    })]),
    /RangeError: .*time "noon" of session "a", message 0, is not ISO 8601: correct/,
  );
  throws(
    build([session("a", ["tests"], { attributes: { text: "x" } })], {
      attributes: true,
    }),
    /RangeError: .*attribute "text" is named like a column/,
  );
  throws(
    build([
      session("a", ["tests"], { attributes: { n: 1 } }),
      session("b", ["tests"], { attributes: { n: "x" } }),
    ], { attributes: true }),
    /TypeError: .*attribute "n": 1 and "x" are of different types/,
  );
});

Deno.test("collectLabelledTable() is labelledTable() of sessions as they arrive", async () => {
  const sessions = [session("a", ["tests"]), session("b", ["debug", "tests"])];
  async function* arriving() {
    for (const one of sessions) yield await Promise.resolve(one);
  }
  sameTable(await collectLabelledTable(arriving()), labelledTable(sessions));
  async function* failing() {
    yield await Promise.resolve(sessions[0]!);
    throw new SyntaxError("no more");
  }
  await rejects(collectLabelledTable(failing()), /no more/);
});

Deno.test("sessionsOfTable() takes rows in any order, gaps in positions, ids that are numbers", () => {
  const table = fromRows([
    { session: 2, position: 10, intent: "tests" },
    { session: 1, position: 0, intent: "debug" },
    { session: 2, position: 3, intent: null },
  ]);
  const found = [...sessionsOfTable(table)];
  deepEqual(
    found.map(({ id, messages }) => [id, messages.map(({ intent }) => intent)]),
    [
      ["2", [null, "tests"]],
      ["1", ["debug"]],
    ],
  );
});

Deno.test("sessionsOfTable() tells columns that are no attributes", () => {
  const table = fromRows([
    {
      session: "a",
      position: 0,
      same: 1,
      other: 1,
      list: [1],
      at: new Date(0),
    },
    { session: "a", position: 1, same: null, other: 2, list: [1], at: null },
  ]);
  const told: [string, number][] = [];
  const [found] = sessionsOfTable(table, {
    onOther: (column, row) => told.push([column, row]),
  });
  deepEqual(told, [["other", 1], ["list", 0]]);
  deepEqual(found?.attributes, { same: 1, at: "1970-01-01T00:00:00.000Z" });
});

Deno.test("sessionsOfTable() names the row of what it cannot read", () => {
  const refused = (rows: Record<string, unknown>[], error: RegExp) =>
    throws(() => [...sessionsOfTable(fromRows(rows))], error);
  refused(
    [{ session: "a" }],
    /TypeError: .*no column "position", there are "session"/,
  );
  refused(
    [{ session: null, position: 0 }],
    /in row 0: the session id is empty/,
  );
  refused(
    [{ session: "a", position: 0.5 }],
    /in row 0: position "0\.5" is not a whole/,
  );
  refused(
    [{ session: "a", position: 1 }, { session: "a", position: 1 }],
    /RangeError: .*in row 1: session "a" has position 1 twice/,
  );
});
