import { countFlow, emptyCounts, gapTable, taskFlow } from "@taskflow/flow";
import {
  type Figure,
  gapFigure,
  intentBars,
  renderSvg,
  sankey,
  sessionLength,
  transitionHeatmap,
} from "@taskflow/plot";
import { golden } from "./golden.ts";
import { lengthsOf, madeSessions } from "./sessions.ts";

const sessions = madeSessions(60, 11);
const counts = countFlow(sessions);
const trajectories = countFlow(
  madeSessions(40, 5, 1).map((labels) => labels.slice(0, 6)),
);
const corpora = [
  { name: "Made sessions", counts },
  { name: "Trajectories", counts: trajectories },
  { name: "会话 <i>&", counts: countFlow(madeSessions(9, 3)) },
];

const gapRows = gapTable(
  { flow: taskFlow(counts) },
  { flow: taskFlow(trajectories), counts: trajectories },
  {
    coverage: {
      name: "made",
      augmentations: [{
        name: "questions",
        intents: ["explain", "bug-fix"],
        lengths: ["3"],
        strength: "judged",
        verifier: "proof",
      }],
      uncovered: ["planning"],
    },
    fixes: (_, name) => name !== "tests",
  },
).filter(({ part }) => part === "P_T");

const figures: readonly Figure[] = [
  sankey(counts, { name: "sankey", title: "Made sessions", population: 150 }),
  sankey(counts, {
    name: "sankey-folded",
    title: "Made sessions, rare bands folded",
    minShare: 0.05,
    standIn: true,
  }),
  sankey(trajectories, {
    name: "sankey-trajectories",
    title: "Trajectories",
    positions: 6,
    step: "turn",
  }),
  sankey(emptyCounts(), { name: "sankey-empty", title: "No sessions" }),
  sessionLength(lengthsOf(madeSessions(200, 2, 1)), {
    name: "session-length",
    title: "Made sessions by length",
  }),
  intentBars(corpora.slice(0, 1), { name: "intents", title: "Intents" }),
  intentBars(corpora, {
    name: "intents-compared",
    title: "Intents of three corpora",
    over: "retained",
  }),
  gapFigure(gapRows, {
    name: "gap",
    title: "Trajectories against made sessions",
    standIn: true,
  }),
  transitionHeatmap(counts, { name: "transitions", title: "Transitions" }),
];

for (const figure of figures) {
  Deno.test(`renderSvg() draws ${figure.name} as in tests/golden`, async () => {
    await golden(`${figure.name}.svg`, await renderSvg(figure));
  });
}
