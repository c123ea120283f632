import { deepEqual, equal, match, ok, throws } from "node:assert/strict";
import fc from "fast-check";
import { addLength, countFlow, END } from "@taskflow/flow";
import {
  checkName,
  GOES_ON,
  renderSvg,
  sankey,
  sankeyFlow,
  sankeyLayout,
  textWidth,
} from "@taskflow/plot";
import { parseTaxonomy, TAXONOMY } from "@taskflow/taxonomy";
import { madeSessions, shuffled } from "./sessions.ts";

const options = { name: "sankey", title: "A corpus" };
const frame = {
  x: [0, 900],
  y: [0, 400],
  columns: 5,
  node: 12,
  gap: 13,
} as const;

const anySessions = fc.array(
  fc.array(fc.constantFrom(...TAXONOMY.labels), { minLength: 1, maxLength: 9 }),
  { minLength: 1, maxLength: 40 },
);

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

const near = (a: number, b: number) => Math.abs(a - b) < 1e-6 * Math.max(1, b);

Deno.test("sankeyFlow() accounts for every session at every position", () => {
  fc.assert(fc.property(anySessions, fc.integer({ min: 1, max: 6 }), (s, n) => {
    const flow = sankeyFlow(countFlow(s), n);
    for (let position = 0; position < n; position++) {
      const reaching = s.filter((labels) => labels.length > position).length;
      equal(flow.reaching[position], reaching);
      const steps = flow.steps.filter((step) => step.position === position);
      equal(sum(steps.map(({ sessions }) => sessions)), reaching);
      const ending = s.filter((labels) => labels.length === position + 1);
      equal(flow.ending[position], ending.length);
    }
  }));
});

Deno.test("sankeyLayout() gives widths in proportion to sessions", () => {
  fc.assert(fc.property(anySessions, (s) => {
    const flow = sankeyFlow(countFlow(s), 5);
    const { nodes, bands, scale } = sankeyLayout(flow, frame);
    for (const node of nodes) {
      ok(near(node.y1 - node.y0, node.sessions * scale));
    }
    for (const { step, width } of bands) {
      ok(near(width, step.sessions * scale));
    }
    // Bands into a position are all sessions that reach it.
    for (let position = 1; position < 5; position++) {
      const into = bands.filter(({ step }) => step.position === position - 1);
      ok(
        near(
          sum(into.map(({ width }) => width)),
          (flow.reaching[position] ?? 0) * scale,
        ),
      );
    }
  }));
});

Deno.test("sankeyLayout() keeps nodes apart, in the frame and in taxonomy order", () => {
  fc.assert(fc.property(anySessions, (s) => {
    const { nodes } = sankeyLayout(sankeyFlow(countFlow(s), 5), frame);
    nodes.forEach((node, i) => {
      ok(node.y0 >= -1e-6 && node.y1 <= 400 + 1e-6);
      const next = nodes[i + 1];
      if (next === undefined || next.position !== node.position) return;
      ok(next.intent > node.intent);
      ok(next.y0 - node.y1 >= frame.gap - 1e-6);
    });
  }));
});

Deno.test("sankey() is the same picture for shuffled sessions", async () => {
  const sessions = madeSessions(120, 4);
  const [a, b] = [sessions, shuffled(sessions)].map((s) =>
    sankey(countFlow(s), options)
  );
  if (a === undefined || b === undefined) throw new Error("no figures");
  deepEqual(a, b);
  equal(await renderSvg(a), await renderSvg(b));
});

Deno.test("sankey() draws an ending right after its position", () => {
  const { table } = sankey(
    countFlow([["bug-fix"], ["bug-fix", "tests", "tests"]]),
    { ...options, positions: 2 },
  );
  deepEqual(
    table.rows.map(({ position, from, to, sessions, share }) => [
      position,
      from,
      to,
      sessions,
      share,
    ]),
    [
      [1, "bug-fix", "tests", 1, 0.5],
      [1, "bug-fix", END, 1, 0.5],
      [2, "tests", GOES_ON, 1, 0.5],
    ],
  );
});

Deno.test("sankey() says how many sessions of how many", () => {
  const counts = countFlow([["tests", "tests", "tests"]]);
  const caption = (more: object) =>
    sankey(counts, { ...options, ...more }).caption;
  match(caption({}), /^1 session, first five messages\./);
  match(
    caption({ population: 1000 }),
    /^1 of 1,000 sessions, first five messages\./,
  );
  match(caption({ positions: 6, step: "turn" }), /^1 session, first six turns/);
  match(
    caption({ population: 2, unit: ["trajectory", "trajectories"] }),
    /^1 of 2 trajectories, .* widths are trajectories;/,
  );
  match(caption({ positions: 1 }), /^1 session, first message\./);
  match(caption({ standIn: true }), /^Stand-in data/);
});

Deno.test("sankey() folds rare bands only with the remainder stated", () => {
  const common = Array.from({ length: 98 }, () => ["bug-fix", "tests"]);
  const rare = [["explain", "debug"], ["explain", "other"]];
  const counts = countFlow([...common, ...rare]);
  const figure = sankey(counts, { ...options, positions: 2, minShare: 0.02 });
  const stated =
    "2 rare bands (each under 2.0% of the sessions) not drawn: 2 of 100 steps from one message to the next (2.0%)";
  ok(figure.caption.includes(stated), figure.caption);
  ok(JSON.stringify(figure.spec.title).includes("2 rare bands"));
  equal(figure.table.rows.filter(({ from }) => from === "explain").length, 2);
  const whole = sankey(counts, { ...options, positions: 2 });
  ok(!whole.caption.includes("not drawn"));
});

Deno.test("sankey() counts sessions without labels in the caption", () => {
  const counts = countFlow([["tests"]]);
  addLength(counts, 4);
  match(
    sankey(counts, options).caption,
    /1 sessions? without labels left out\./,
  );
});

Deno.test("sankey() refuses what it cannot draw", () => {
  const counts = countFlow([["tests"], ["tests"]]);
  const refuse = (more: object, message: RegExp) =>
    throws(() => sankey(counts, { ...options, ...more }), {
      name: "RangeError",
      message,
    });
  refuse({ positions: 7 }, /Cannot draw 7 positions/);
  refuse({ positions: 0 }, /Cannot draw 0 positions/);
  refuse({ minShare: 1.5 }, /share of 1\.5/);
  refuse({ minShare: NaN }, /share of NaN/);
  refuse({ population: 1 }, /Cannot draw 2 of 1 sessions/);
  refuse({ name: "../up" }, /Cannot name a figure "\.\.\/up"/);
});

Deno.test("checkName() takes ids only", () => {
  for (const name of ["a", "sankey-2", "a_b", "0".repeat(80)]) {
    equal(checkName(name), name);
  }
  for (
    const name of ["", "A", "a/b", "a.b", "-a", "a-", "a b", "a\n", "é", "/a"]
      .concat("0".repeat(81))
  ) {
    throws(() => checkName(name), RangeError);
  }
});

/** Labels of a picture: where they stand, how wide they are. */
async function texts(svg: Promise<string>) {
  const found = (await svg).matchAll(
    /<text text-anchor="end" transform="translate\(([\d.]+),([\d.]+)\)" font-size="(\d+)px" fill="#1d2126">([^<]*)</g,
  );
  return [...found].map(([, x, y, size, text = ""]) => {
    const [right, base, height] = [Number(x), Number(y), Number(size)];
    return { left: right - textWidth(text, height), right, base, height };
  });
}

Deno.test("sankey() keeps labels apart and inside, 16 labels or 30", async () => {
  const extended = parseTaxonomy({
    schema_version: 1,
    name: "thirty",
    intents: [
      ...TAXONOMY.intents,
      ...Array.from({ length: 14 }, (_, i) => ({
        label: `a-rather-long-label-of-an-intent-${i}`,
        definition: "Made for a test.",
        instantiable: true,
        parent: "execute",
      })),
    ],
  });
  const every = extended.labels.map((label) => [label, label, label]);
  const counts = [
    countFlow(madeSessions(400, 8)),
    countFlow([...every, ...madeSessions(200, 9)], extended),
  ];
  for (const each of counts) {
    const labels = await texts(renderSvg(sankey(each, options)));
    ok(labels.length >= 3 * each.taxonomy.labels.length - 10);
    const columns = [...new Set(labels.map(({ right }) => right))];
    labels.forEach((label, i) => {
      // A label ends 5 pixels before its node, and a node is 12 wide.
      const before = columns[columns.indexOf(label.right) - 1];
      ok(
        label.left >= (before === undefined ? 0 : before + 17),
        "a label starts too far left",
      );
      ok(label.height >= 11, "a label is too small");
      const next = labels[i + 1];
      if (next !== undefined && next.right === label.right) {
        ok(next.base - label.base >= label.height, "labels overlap");
      }
    });
  }
});
