import { deepEqual, equal, throws } from "node:assert/strict";
import { countFlow, parseFlowFile, taskFlow, toFlowFile } from "@taskflow/flow";
import { parseTaxonomy, TAXONOMY } from "@taskflow/taxonomy";

const extended = parseTaxonomy({
  schema_version: 1,
  name: "extended",
  intents: [
    ...TAXONOMY.intents,
    {
      label: "deploy",
      definition: "Put it into service.",
      instantiable: true,
      parent: "execute",
    },
  ],
});
const sessions = [["bug-fix", "greeting", "tests"], ["other"], [
  "explain",
  "explain",
  "explain",
]];

/** A stored file with some fields replaced. */
function file(change: Record<string, unknown> = {}): unknown {
  const stored = toFlowFile(countFlow(sessions), {
    name: "three",
    filter: "messages>=1",
  });
  return { ...JSON.parse(JSON.stringify(stored)), ...change };
}

Deno.test("parseFlowFile() gives back the counts of toFlowFile()", () => {
  const read = parseFlowFile(file(), "x.json");
  deepEqual(read.counts, countFlow(sessions));
  deepEqual(read.flow(), taskFlow(countFlow(sessions)));
  equal(read.filter, "messages>=1");
  equal(read.standIn, false);
});

Deno.test("parseFlowFile() brings an extended taxonomy along", () => {
  const counts = countFlow([["deploy", "execute"]], extended);
  const stored = JSON.stringify(
    toFlowFile(counts, { name: "x", filter: "none" }),
  );
  const read = parseFlowFile(JSON.parse(stored), "x.json");
  equal(read.taxonomy.hash, extended.hash);
  deepEqual(read.counts?.intents, counts.intents);
});

Deno.test("parseFlowFile() serves every reading of counts, and one of probabilities", () => {
  const skip = { lengthOf: "retained", emptySession: "skip" } as const;
  deepEqual(
    parseFlowFile(file(), "x.json").flow(skip),
    taskFlow(countFlow(sessions), skip),
  );
  const { P_L, P_T, P_R } = {
    P_L: { "3": 1 },
    P_T: { tests: 1 },
    P_R: { "START>tests": 1 },
  };
  const fixed = parseFlowFile(
    file({ counts: undefined, distributions: { P_L, P_T, P_R } }),
    "x.json",
  );
  equal(fixed.counts, null);
  equal(fixed.flow().P_L?.[2], 1);
  throws(() => fixed.flow(skip), /holds probabilities for all\/edge only/);
});

Deno.test("parseFlowFile() names the file and what is wrong", () => {
  const distributions = { P_L: { "3": 1 }, P_T: { tests: 0.4 }, P_R: {} };
  const cases: [unknown, RegExp][] = [
    [[], /Cannot read flow file "x.json"/],
    [file({ kind: "recipe" }), /kind/],
    [
      file({ counts: undefined }),
      /one of "counts", "distributions" and "folded"/,
    ],
    [
      file({ taxonomy: { name: "mine", hash: "00", labels: [] } }),
      /does not list its intents/,
    ],
    [
      file({ counts: undefined, distributions }),
      /P_T: entries add up to 0.4, not 1/,
    ],
  ];
  for (const [value, message] of cases) {
    throws(() => parseFlowFile(value, "x.json"), message);
  }
});

Deno.test("parseFlowFile() refuses counts that do not fit", () => {
  const { counts } = file() as { counts: Record<string, unknown> };
  const bad = (change: Record<string, unknown>) =>
    file({ counts: { ...counts, ...change } });
  throws(
    () => parseFlowFile(bad({ T: { bugfix: 1 } }), "x.json"),
    /"bugfix" is not one of its/,
  );
  throws(
    () => parseFlowFile(bad({ R: { "END>tests": 1 } }), "x.json"),
    /"END>tests"/,
  );
  throws(
    () => parseFlowFile(bad({ sessions: { all: 7, empty: 0 } }), "x.json"),
    /sessions add up to 3, not 7/,
  );
  throws(
    () => parseFlowFile(bad({ T: { tests: 1.5 } }), "x.json"),
    /Cannot read flow file/,
  );
});

Deno.test("parseFlowFile() refuses counts that contradict each other", () => {
  const { counts } = file() as {
    counts: Record<string, Record<string, number>>;
  };
  const bad = (part: string, change: Record<string, number>) =>
    file({ counts: { ...counts, [part]: { ...counts[part], ...change } } });
  const cases: [unknown, RegExp][] = [
    [bad("T", { "bug-fix": 9 }), /counts.R: steps .* add up to/],
    [
      bad("R", { "START>bug-fix": 1000000 }),
      /counts.R: steps from START add up to/,
    ],
    [
      bad("sessions", { empty: 2 }),
      /counts.L.retained: sessions add up to 2, not 1/,
    ],
    [
      file({ taxonomy: { name: "x", hash: TAXONOMY.hash, labels: ["a"] } }),
      /hash does not fit its labels/,
    ],
  ];
  for (const [value, message] of cases) {
    throws(() => parseFlowFile(value, "x.json"), message);
  }
});
