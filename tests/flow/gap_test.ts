import { deepEqual, equal, ok } from "node:assert/strict";
import {
  align,
  collectVectors,
  countFlow,
  foldedTaskFlow,
  foldSmallCells,
  type GapRow,
  gapTable,
  parseCoverage,
  parseFlowFile,
  summariseGap,
  taskFlow,
} from "@taskflow/flow";
import { TAXONOMY } from "@taskflow/taxonomy";

async function json(path: string): Promise<unknown> {
  return JSON.parse(
    await Deno.readTextFile(new URL(`../../${path}`, import.meta.url)),
  );
}

const coverage = parseCoverage(
  await json("data/coverage/paper.json"),
  "paper.json",
  TAXONOMY,
);
const standIn = parseFlowFile(
  await json("data/targets/production-standin.json"),
  "standin",
);
const sessions = [
  ...Array.from({ length: 30 }, () => ["bug-fix"]),
  ...Array.from({ length: 20 }, () => ["new-feature"]),
];
const counts = countFlow(sessions);
const source = taskFlow(counts);

function named(rows: readonly GapRow[], status: string): string[] {
  return rows.filter((row) => row.part === "P_T" && row.status === status)
    .map(({ name }) => name).sort();
}

Deno.test("gapTable() reproduces Appendix C, step 5", () => {
  const rows = gapTable({ flow: standIn.flow() }, { flow: source, counts }, {
    coverage,
    fixes: standIn.fixes,
  });
  deepEqual(
    named(rows, "uncovered"),
    ["question", "planning", "code-review", "refactor", "execute", "debug"]
      .sort(),
  );
  deepEqual(named(rows, "covered"), ["bug-fix", "explain", "new-feature"]);
  deepEqual(
    named(rows, "unlisted"),
    ["tests", "generate-docs", "transformation", "data-analysis"].sort(),
  );
  const lengths = rows.filter(({ part }) => part === "P_L");
  deepEqual(
    lengths.filter(({ status }) => status === "unreachable").map((
      { name },
    ) => name),
    ["11+"],
  );
  deepEqual(lengths[2]?.coveredBy, ["prompt splitting"]);
});

Deno.test("gapTable() puts cells that the publication does not fix last", () => {
  const rows = gapTable({ flow: standIn.flow() }, { flow: source, counts }, {
    coverage,
    fixes: standIn.fixes,
  }).filter(({ part }) => part === "P_T");
  deepEqual(rows.map(({ published }) => published), [
    ...Array(4).fill(true),
    ...Array(9).fill(false),
  ]);
  deepEqual(rows.slice(0, 4).map(({ name }) => name), [
    "bug-fix",
    "new-feature",
    "question",
    "explain",
  ]);
});

Deno.test("gapTable() calls intents that only splitting brought emergent", () => {
  const split = countFlow(sessions.map(([intent = ""]) => [
    "planning",
    intent,
    "tests",
  ]));
  const rows = gapTable(
    { flow: standIn.flow() },
    { flow: taskFlow(split), counts: split },
    { coverage, fixes: standIn.fixes, source },
  );
  deepEqual(named(rows, "emergent"), ["planning", "tests"]);
  ok(summariseGap(rows).intents.emergent > 0);
});

Deno.test("gapTable() gives gains that recounting confirms", () => {
  const target = taskFlow(countFlow([
    ["bug-fix", "explain", "tests"],
    ["new-feature"],
    ["explain", "explain"],
  ]));
  const rows = gapTable({ flow: target }, { flow: source, counts }, {
    coverage,
  });
  const before = align(target, source);
  const more = countFlow([...sessions, ["explain"]]);
  // One turn more of explain, and nothing else: its intent alone.
  const turn = {
    ...counts,
    intents: more.intents,
  };
  const after = align(target, taskFlow(turn));
  const row = rows.find(({ name }) => name === "explain");
  equal(row?.gainComponent, after.S_T! - before.S_T!);
  equal(row?.gain, after.TFAS! - before.TFAS!);
  ok(row.gain! > 0);
});

Deno.test("gapTable() brackets differences where sessions are known", () => {
  const collector = collectVectors();
  for (let i = 0; i < 60; i++) collector.add(i % 3 === 0 ? [8, 1] : [1, 1, 2]);
  const vectors = collector.finish();
  const target = taskFlow(countFlow(Array.from(
    { length: 60 },
    (_, i) =>
      i % 3 === 0
        ? ["explain", "bug-fix"]
        : ["bug-fix", "bug-fix", "new-feature"],
  )));
  const rows = gapTable({ flow: target, vectors }, { flow: source, counts }, {
    coverage,
    replicates: 200,
  });
  const row = rows.find(({ name }) => name === "explain");
  ok(row?.low !== null && row?.high !== null);
  ok(row!.low! < row!.difference! && row!.difference! < row!.high!);
  const without = gapTable({ flow: target }, { flow: source }, { coverage });
  ok(without.every(({ low, gain }) => low === null && gain === null));
});

Deno.test("gapTable() has one row for the folded cells of a target", () => {
  const collector = collectVectors();
  for (let i = 0; i < 9; i++) collector.add([1, 0, 8]);
  for (let i = 0; i < 6; i++) collector.add([2]);
  collector.add([7, 7]);
  const target = foldedTaskFlow(
    foldSmallCells(collector.finish(), 5),
    TAXONOMY,
  );
  const rows = gapTable({ flow: target }, { flow: source, counts }, {
    coverage,
  });
  const intents = rows.filter(({ part }) => part === "P_T");
  const other = intents.filter(({ name }) => name.startsWith("other ("));
  equal(other.length, 1);
  equal(other[0]?.published, false);
  const sum = intents.reduce((total, row) => total + (row.target ?? 0), 0);
  ok(Math.abs(sum - 1) < 1e-12);
});
