import { equal, match, throws } from "node:assert/strict";
import {
  collectVectors,
  countFlow,
  emptyCounts,
  stability,
} from "@taskflow/flow";
import {
  type Figure,
  renderSvg,
  sankeyDifference,
  stabilityCurve,
  tfasMatrix,
  transitionLift,
} from "@taskflow/plot";
import { TAXONOMY } from "@taskflow/taxonomy";
import { golden } from "./golden.ts";
import { madeSessions } from "./sessions.ts";

const sessions = madeSessions(60, 11);
const counts = countFlow(sessions);
const others = countFlow(madeSessions(40, 5, 1));

const collector = collectVectors();
for (const labels of sessions) {
  collector.add(labels.map((label) => TAXONOMY.codeOf.get(label) ?? 0));
}

const names = ["specs <a>", "编码会话 & more", "c"];
const cell = (row: number, column: number, tfas: number | null) => ({
  row: names[row] ?? "",
  column: names[column] ?? "",
  tfas,
});
const matrix = tfasMatrix([
  {
    ...cell(0, 0, 95.94),
    below: "2 × 79",
    note: "its two halves",
    yardstick: true,
  },
  { ...cell(1, 0, 84.2), below: "81.0 to 86.2", note: "differ" },
  {
    ...cell(2, 0, 61.4),
    below: "50.2 to 77.7",
    note: "too few: not told apart",
    framed: true,
  },
  { ...cell(2, 1, null), below: "", note: "" },
], {
  name: "tfas-matrix",
  title: "Made corpora",
  rows: names,
  columns: names,
  subtitle: "Bold: TFAS",
  caption: ["Three corpora."],
  standIn: true,
});

const figures: readonly Figure[] = [
  matrix,
  stabilityCurve(stability(collector.finish(), { replicates: 40, seed: 1 }), {
    name: "stability",
    title: "Made sessions",
  }),
  transitionLift(counts, { name: "lift", title: "Made sessions" }),
  sankeyDifference(
    { name: "Made sessions", counts },
    { name: "会话 <i>&", counts: others },
    { name: "sankey-difference", title: "Two made corpora" },
  ),
];

for (const figure of figures) {
  Deno.test(`renderSvg() draws ${figure.name} as in tests/golden`, async () => {
    await golden(`${figure.name}.svg`, await renderSvg(figure));
  });
}

Deno.test("tfasMatrix() writes undefined cells and escapes names", async () => {
  const svg = await renderSvg(matrix);
  match(svg, />undefined</);
  match(svg, /specs &lt;a/);
  equal(matrix.table.rows.length, 4);
});

Deno.test("sankeyDifference() of a flow with itself has nothing coloured", () => {
  const same = { name: "A", counts };
  const { table } = sankeyDifference(same, same, {
    name: "same",
    title: "Same",
  });
  for (const { difference } of table.rows) equal(difference, 0);
});

Deno.test("sankeyDifference() turned round has the same rows with the other sign", () => {
  const [a, b] = [{ name: "A", counts }, { name: "B", counts: others }];
  const options = { name: "turned", title: "Turned" };
  const sum = (figure: Figure) =>
    figure.table.rows.reduce(
      (total, { difference }) => total + Math.abs(Number(difference)),
      0,
    );
  const [there, back] = [
    sankeyDifference(a, b, options),
    sankeyDifference(b, a, options),
  ];
  equal(there.table.rows.length, back.table.rows.length);
  equal(sum(there).toFixed(10), sum(back).toFixed(10));
});

Deno.test("sankeyDifference() refuses flows without labelled sessions", () => {
  throws(
    () =>
      sankeyDifference(
        { name: "A", counts },
        { name: "none", counts: emptyCounts() },
        { name: "x", title: "x" },
      ),
    /"none" differs: it has no labelled sessions/,
  );
});

Deno.test("transitionLift() is 1 where order does not matter", () => {
  const free = emptyCounts();
  free.transitions.fill(2);
  const { table } = transitionLift(free, { name: "free", title: "Free" });
  for (const { lift } of table.rows) equal(lift, 1);
});
