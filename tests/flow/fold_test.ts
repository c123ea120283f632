import { deepEqual, equal, ok, throws } from "node:assert/strict";
import {
  align,
  collectVectors,
  foldedTaskFlow,
  foldSmallCells,
  LENGTH_BINS,
  parseFlowFile,
  toFoldedFlowFile,
  transitionNames,
} from "@taskflow/flow";
import { TAXONOMY } from "@taskflow/taxonomy";
import fc from "fast-check";

const codes = fc.array(fc.integer({ min: 0, max: 15 }), {
  minLength: 1,
  maxLength: 12,
});
const corpus = fc.array(codes, { minLength: 1, maxLength: 60 });

function vectorsOf(sessions: readonly (readonly number[])[]) {
  const collector = collectVectors();
  for (const session of sessions) collector.add(session);
  return collector.finish();
}

Deno.test("foldSmallCells() publishes no cell of fewer sessions, and loses no mass", () => {
  fc.assert(
    fc.property(corpus, fc.integer({ min: 2, max: 8 }), (sessions, minCell) => {
      const folded = foldSmallCells(vectorsOf(sessions), minCell);
      const names = transitionNames(TAXONOMY);
      const seen = new Map<string, number>();
      let total = 0;
      for (const session of sessions) {
        const kept = session.map((code) => TAXONOMY.labels[code] ?? "")
          .filter((label) => TAXONOMY.retained.includes(label));
        const path = ["START", ...kept, "END"];
        const steps = path.slice(1).map((to, at) => `${path[at]}>${to}`);
        total += steps.length;
        for (const step of new Set(steps)) {
          seen.set(step, (seen.get(step) ?? 0) + 1);
        }
      }
      for (const name of Object.keys(folded.R.cells)) {
        ok((seen.get(name) ?? 0) >= minCell, name);
      }
      const mass = Object.values(folded.R.cells).reduce((a, b) => a + b, 0);
      equal(mass + folded.R.other, total);
      // No folded cell with sessions is alone in its row or column.
      const alone = (end: number) => {
        const lines = new Map<string, string[]>();
        for (const name of names) {
          if (Object.hasOwn(folded.R.cells, name)) continue;
          const line = name.split(">")[end] ?? "";
          lines.set(line, [...lines.get(line) ?? [], name]);
        }
        return [...lines.values()].filter((cells) =>
          cells.length === 1 && (seen.get(cells[0] ?? "") ?? 0) > 0
        );
      };
      deepEqual([...alone(0), ...alone(1)], []);
    }),
  );
});

Deno.test("align() folds the other side: who has the published file gets the same score", () => {
  fc.assert(
    fc.property(corpus, corpus, (target, benchmark) => {
      const folded = foldSmallCells(vectorsOf(target), 5);
      const mine = foldedTaskFlow(folded, TAXONOMY);
      const file = toFoldedFlowFile(folded, TAXONOMY, {
        name: "t",
        filter: "messages>=1",
      });
      const theirs = parseFlowFile(JSON.parse(JSON.stringify(file)), "t.json")
        .flow();
      const Q = foldedTaskFlow(
        foldSmallCells(vectorsOf(benchmark), 3),
        TAXONOMY,
      );
      deepEqual(align(mine, Q), align(theirs, Q));
      const swapped = align(Q, theirs).TFAS;
      const score = align(theirs, Q).TFAS;
      ok(
        score === null
          ? swapped === null
          : Math.abs((swapped ?? NaN) - score) < 1e-9,
      );
      const self = align(theirs, theirs);
      ok(self.S_T === null || Math.abs(self.S_T - 1) < 1e-12);
    }),
  );
});

Deno.test("a published target holds names of cells and nothing of any one session", () => {
  const file = toFoldedFlowFile(
    foldSmallCells(vectorsOf(Array.from({ length: 9 }, () => [1, 0, 8])), 5),
    TAXONOMY,
    { name: "nine", filter: "messages>=3" },
  );
  deepEqual(Object.keys(file.folded?.L.cells ?? {}), ["3"]);
  deepEqual(Object.keys(file.folded?.R.cells ?? {}).sort(), [
    "START>bug-fix",
    "bug-fix>tests",
    "explain>END",
    "tests>explain",
  ]);
  equal(file.counts, undefined);
});

Deno.test("parseFlowFile() refuses folded counts that contradict each other", () => {
  const folded = foldSmallCells(vectorsOf([[0], [1], [1, 2, 3]]), 2);
  const file = toFoldedFlowFile(folded, TAXONOMY, {
    name: "t",
    filter: "none",
  });
  throws(
    () =>
      parseFlowFile({ ...file, folded: { ...file.folded, sessions: 9 } }, "t"),
    /folded.L: sessions add up to 3, not 9/,
  );
  throws(
    () =>
      parseFlowFile({
        ...file,
        folded: { ...file.folded, T: { cells: { nap: 1 }, other: 0 } },
      }, "t"),
    /"nap" is not one of its cells/,
  );
  throws(
    () =>
      parseFlowFile(file, "t").flow({
        lengthOf: "retained",
        emptySession: "edge",
      }),
    /folded counts for all\/edge only/,
  );
});

Deno.test("foldSmallCells() wants at least two and some sessions", () => {
  throws(() => foldSmallCells(vectorsOf([]), 5), /no sessions/);
  throws(() => foldSmallCells(vectorsOf([[0]]), 1), RangeError);
  equal(LENGTH_BINS.length, 7);
});
