import { deepEqual, equal, match, ok, throws } from "node:assert/strict";
import { countFlow, emptyCounts } from "@taskflow/flow";
import {
  intentBars,
  renderSvg,
  sessionLength,
  transitionHeatmap,
} from "@taskflow/plot";
import { parseTaxonomy, TAXONOMY } from "@taskflow/taxonomy";
import { madeSessions } from "./sessions.ts";

const options = { name: "chart", title: "A chart" };
const counts = countFlow(madeSessions(50, 6));

function total(values: readonly unknown[]): number {
  return values.reduce<number>((sum, value) => sum + Number(value), 0);
}

Deno.test("sessionLength() puts every session with a message in one bar", () => {
  const lengths = new Map([[0, 4], [1, 10], [2, 5], [3, 3], [10, 1], [11, 2], [
    500,
    1,
  ]]);
  const { table, caption } = sessionLength(lengths, options);
  equal(table.rows.length, 11);
  equal(total(table.rows.map(({ sessions }) => sessions)), 22);
  ok(Math.abs(total(table.rows.map(({ share }) => share)) - 1) < 1e-12);
  equal(table.rows.at(-1)?.sessions, 3);
  equal(
    caption,
    "22 sessions by number of user messages. Marked: the long slice, 3 or more " +
      "messages: 7 sessions (31.8%). 4 sessions without a user message left out.",
  );
});

Deno.test("sessionLength() marks the slice asked for", () => {
  const { table } = sessionLength(new Map([[1, 1]]), { ...options, long: 5 });
  deepEqual(
    table.rows.map(({ slice }) => slice).slice(0, 6),
    ["short", "short", "short", "short", "long", "long"],
  );
  throws(() => sessionLength(new Map(), { ...options, bars: 1 }), RangeError);
  throws(() => sessionLength(new Map(), { ...options, long: 0 }), RangeError);
});

Deno.test("sessionLength() has no share without sessions", async () => {
  const figure = sessionLength(new Map(), options);
  equal(figure.table.rows[0]?.share, null);
  match(await renderSvg(figure), /<svg /);
});

Deno.test("intentBars() shares add up to 1 over the labels shown", () => {
  for (const over of ["all", "retained"] as const) {
    const { table } = intentBars([{ name: "a", counts }], { ...options, over });
    const labels = over === "all" ? TAXONOMY.labels : TAXONOMY.retained;
    deepEqual(table.rows.map(({ intent }) => intent), labels);
    ok(Math.abs(total(table.rows.map(({ share }) => share)) - 1) < 1e-12);
  }
});

Deno.test("intentBars() compares corpora, each with its own total", async () => {
  const corpora = [
    { name: "one", counts },
    { name: "none", counts: emptyCounts() },
  ];
  const figure = intentBars(corpora, options);
  deepEqual(figure.table.columns.map(({ key }) => key), [
    "intent",
    "messages: one",
    "share: one",
    "messages: none",
    "share: none",
  ]);
  equal(figure.table.rows[0]?.["share: none"], null);
  equal(figure.table.rows[0]?.["messages: none"], 0);
  match(await renderSvg(figure), />none</);
});

Deno.test("intentBars() keeps corpora with long names apart", async () => {
  const name = "A corpus whose name goes on for longer than a legend has room";
  const svg = await renderSvg(
    intentBars(
      [{ name: `${name} 1`, counts }, { name: `${name} 2`, counts }],
      options,
    ),
  );
  match(svg, />1 A corpus[^<]*…</);
  match(svg, />2 A corpus[^<]*…</);
});

Deno.test("intentBars() refuses what cannot be compared", () => {
  const other = parseTaxonomy({
    schema_version: 1,
    name: "other",
    intents: TAXONOMY.intents.slice(0, 3),
  });
  const one = { name: "one", counts };
  throws(() => intentBars([], options), /it has 0 corpora/);
  throws(() => intentBars(Array(7).fill(one), options), /it has 7 corpora/);
  throws(() => intentBars([one, one], options), /called "one"/);
  const two = { name: "two", counts: emptyCounts(other) };
  throws(() => intentBars([one, two], options), /map both onto one taxonomy/);
});

Deno.test("transitionHeatmap() has every cell, by all or by row", () => {
  const all = transitionHeatmap(counts, options).table.rows;
  equal(all.length, (TAXONOMY.retained.length + 1) ** 2);
  ok(Math.abs(total(all.map(({ share }) => share)) - 1) < 1e-12);
  const rows = transitionHeatmap(counts, { ...options, of: "row" }).table.rows;
  const start = rows.filter(({ from }) => from === "START");
  ok(Math.abs(total(start.map(({ share }) => share)) - 1) < 1e-12);
});

Deno.test("transitionHeatmap() has no shares without transitions", async () => {
  const figure = transitionHeatmap(emptyCounts(), options);
  equal(figure.table.rows[0]?.share, null);
  match(await renderSvg(figure), /<svg /);
});
