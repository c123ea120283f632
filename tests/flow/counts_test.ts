import { deepEqual, equal, throws } from "node:assert/strict";
import fc from "fast-check";
import {
  align,
  countFlow,
  emptyCounts,
  mapCounts,
  mergeCounts,
  SANKEY_POSITIONS,
  taskFlow,
  transitionMap,
} from "@taskflow/flow";
import { parseTaxonomy, TAXONOMY } from "@taskflow/taxonomy";

const extended = parseTaxonomy({
  schema_version: 1,
  name: "extended",
  intents: [
    ...TAXONOMY.intents.slice(0, 4),
    {
      label: "deploy",
      definition: "Put it into service.",
      instantiable: true,
      parent: "execute",
    },
    {
      label: "rollback",
      definition: "Take it back.",
      instantiable: true,
      parent: "deploy",
    },
    ...TAXONOMY.intents.slice(4),
    {
      label: "thanks",
      definition: "Say thanks.",
      instantiable: false,
      parent: "other",
    },
  ],
});

const sessions = (labels: readonly string[]) =>
  fc.array(
    fc.array(fc.constantFrom(...labels), { minLength: 1, maxLength: 14 }),
    {
      minLength: 1,
      maxLength: 12,
    },
  );

Deno.test("countFlow() counts a session by hand", () => {
  const counts = countFlow([[
    "greeting",
    "bug-fix",
    "other",
    "bug-fix",
    "tests",
  ]]);
  deepEqual(transitionMap(counts), {
    "START>bug-fix": 1,
    "tests>END": 1,
    "bug-fix>tests": 1,
    "bug-fix>bug-fix": 1,
  });
  deepEqual([...counts.lengthAll], [0, 0, 0, 0, 1, 0, 0]);
  deepEqual([...counts.lengthRetained], [0, 0, 1, 0, 0, 0, 0]);
});

Deno.test("countFlow() does not depend on the order of sessions", () => {
  fc.assert(
    fc.property(sessions(TAXONOMY.labels), (some) => {
      deepEqual(countFlow(some), countFlow([...some].reverse()));
    }),
    { seed: 1 },
  );
});

Deno.test("countFlow() keeps the unfiltered positions that the Sankey draws", () => {
  const counts = countFlow([["greeting", "bug-fix"]]);
  const [k, greeting, bugFix] = [16, 14, 1];
  equal(counts.positions[greeting * (k + 1) + bugFix], 1);
  equal(counts.positions[(k + bugFix) * (k + 1) + k], 1);
  equal(counts.positions.length, SANKEY_POSITIONS * k * (k + 1));
});

Deno.test("mergeCounts() of parts equals counts of the whole", () => {
  fc.assert(
    fc.property(sessions(TAXONOMY.labels), fc.nat(12), (some, cut) => {
      const parts = [some.slice(0, cut), some.slice(cut)].map((part) =>
        countFlow(part)
      );
      deepEqual(mergeCounts(parts), countFlow(some));
    }),
    { seed: 2 },
  );
});

Deno.test("mergeCounts() refuses different taxonomies and no parts", () => {
  throws(() => mergeCounts([]), /there are none/);
  throws(
    () => mergeCounts([emptyCounts(), emptyCounts(extended)]),
    /map both onto one/,
  );
});

Deno.test("mapCounts() equals counting the sessions relabelled by parent", () => {
  const parent: Record<string, string> = {
    deploy: "execute",
    rollback: "execute",
    thanks: "other",
  };
  fc.assert(
    fc.property(sessions(extended.labels), (some) => {
      const relabelled = some.map((labels) =>
        labels.map((label) => parent[label] ?? label)
      );
      deepEqual(mapCounts(countFlow(some, extended)), countFlow(relabelled));
    }),
    { seed: 3 },
  );
});

Deno.test("align() is symmetric, and 100 for equal flows", () => {
  fc.assert(
    fc.property(
      sessions(TAXONOMY.retained),
      sessions(TAXONOMY.retained),
      (a, b) => {
        const [P, Q] = [taskFlow(countFlow(a)), taskFlow(countFlow(b))];
        deepEqual(align(P, Q), align(Q, P));
        equal(align(P, P).TFAS, 100);
      },
    ),
    { seed: 4 },
  );
});

Deno.test("align() gives null, not 0 or NaN, where a side has no mass", () => {
  const [some, none] = [
    taskFlow(countFlow([["tests"]])),
    taskFlow(countFlow([["other"]])),
  ];
  const { S_L, S_T, S_R, TFAS } = align(some, none);
  deepEqual([S_L, S_T, S_R, TFAS], [1, null, 0, null]);
  deepEqual(align(some, taskFlow(emptyCounts())), {
    S_L: null,
    S_T: null,
    S_R: null,
    TFAS: null,
  });
});

Deno.test("align() refuses flows of different readings or taxonomies", () => {
  const counts = countFlow([["tests"]]);
  const skip = taskFlow(counts, { lengthOf: "all", emptySession: "skip" });
  throws(
    () => align(taskFlow(counts), skip),
    /emptySession is "edge" and "skip"/,
  );
  throws(
    () => align(taskFlow(counts), taskFlow(emptyCounts(extended))),
    /Cannot align taxonomy/,
  );
});
