/** Properties on made-up instances: small ones against all selections, odd shapes. */

import { deepEqual, equal, match, ok, throws } from "node:assert/strict";
import {
  buildProblem,
  checkSelection,
  type Constraints,
  type Instance,
  LimitsError,
  parseInstance,
  prefer,
  scoreUnits,
  selectCandidates,
  selectionFile,
  unitsOf,
} from "@taskflow/select";
import { makeSelection } from "../../scripts/bench/make_selection.ts";
import { bestOfAll } from "./exhaustive.ts";

/** Selections that exhaustive search may have to count. */
const MOST = 20_000;

function sizeOf({ size, start }: ReturnType<typeof buildProblem>): number {
  let all = 1;
  size.forEach((n, g) => {
    const k = (start[g + 1] ?? 0) - (start[g] ?? 0);
    for (let i = 0; i < n; i++) all *= (k + i) / (i + 1);
  });
  return all;
}

function* small(
  seeds: number,
  limits: (tasks: number, seed: number) => Constraints | undefined,
): Generator<Instance> {
  for (let seed = 1; seed <= seeds; seed++) {
    const tasks = 2 + seed % 7;
    const constraints = limits(tasks, seed);
    const instance = makeSelection({
      tasks,
      seed,
      merges: seed % 3 === 0 && tasks < 5,
      questions: tasks > 5 ? 1 : 2,
      questioned: 0.5,
      ...(constraints === undefined ? {} : { constraints }),
    });
    if (sizeOf(buildProblem(instance)) <= MOST) yield instance;
  }
}

const KINDS: Record<
  string,
  (tasks: number, seed: number) => Constraints | undefined
> = {
  "without limits": () => undefined,
  "with placement limits": (_, seed) => ({
    placement: { before: [0, 1 + seed % 2], interleaved: [seed % 2, 2] },
  }),
  "with tasks left out": (tasks) => {
    const half = Math.ceil(tasks / 2);
    return { tasks: [half, half] };
  },
  "with turn counts": (tasks) => ({ turns: { "3": [1, tasks - 1] } }),
};

for (const [name, limits] of Object.entries(KINDS)) {
  Deno.test(`selectCandidates() finds the optimum of small instances ${name}, never above the bound`, () => {
    let [found, all] = [0, 0];
    for (const instance of small(70, limits)) {
      const best = bestOfAll(buildProblem(instance));
      all++;
      try {
        const selected = selectCandidates(instance);
        ok(best !== null, "limits that cannot be met were met");
        ok(selected.bound >= best, `bound ${selected.bound} below ${best}`);
        ok(selected.tfas <= best + 1e-9);
        if (selected.tfas >= best - 1e-9) found++;
        const file = JSON.parse(
          JSON.stringify(selectionFile(instance, selected)),
        );
        const { checks } = checkSelection(file, name);
        deepEqual(checks.filter((check) => !check.ok), []);
      } catch (error) {
        if (!(error instanceof LimitsError)) throw error;
        equal(best, null, error.message);
        found++;
      }
    }
    ok(all >= 40, `${all} instances`);
    ok(found >= 0.95 * all, `${found} of ${all}`);
  });
}

const CONVENTIONS = { lengthOf: "all", emptySession: "edge" } as const;

function instanceOf(parts: Partial<Instance>): Instance {
  return parseInstance({
    format: "tfas-selection/v1",
    labels: ["bug-fix", "explain", "greeting", "other"],
    conventions: CONVENTIONS,
    tasks: 2,
    target: {
      P_L: [0, 0, 0.5, 0.5, 0, 0, 0],
      P_T: [0.7, 0.3],
      P_R: { "START>bug-fix": 0.4, "bug-fix>bug-fix": 0.4, "explain>END": 0.2 },
    },
    sequences: [
      { t: [0, 0, 0], p: "none", q: 0 },
      { t: [0, 0, 0, 1], p: "after", q: 1 },
    ],
    groups: [{ n: 2, c: [0, 1] }],
    ...parts,
  }, "odd");
}

function certified(instance: Instance): ReturnType<typeof selectCandidates> {
  const selected = selectCandidates(instance);
  const file = JSON.parse(JSON.stringify(selectionFile(instance, selected)));
  const { checks } = checkSelection(file, "odd");
  deepEqual(checks.filter((check) => !check.ok), []);
  ok(selected.bound >= selected.tfas);
  return selected;
}

Deno.test("selectCandidates() solves odd shapes", () => {
  // One group.
  ok(certified(instanceOf({})).tfas > 0);
  // No choice: score and bound are one.
  const none = certified(instanceOf({ groups: [{ n: 2, c: [1] }] }));
  ok(none.bound - none.tfas < 1e-6);
  // Candidates that count alike, groups that have the same candidates.
  const twice = certified(instanceOf({
    tasks: 4,
    groups: [{ n: 2, c: [0, 1, 0, 1] }, { n: 2, c: [1, 0] }],
  }));
  equal(twice.problem.size.length, 1);
  // Excluded labels inside, and alone: START>END.
  certified(instanceOf({
    sequences: [
      { t: [2, 0, 3], p: "none", q: 0 },
      { t: [2, 3, 2], p: "none", q: 0 },
    ],
  }));
  // A target without mass in cells that candidates count.
  const zero = certified(instanceOf({
    target: {
      P_L: [0, 0, 1, 0, 0, 0, 0],
      P_T: [1, 0],
      P_R: { "bug-fix>END": 1 },
    },
  }));
  ok(zero.score.S_L !== null && zero.score.S_L > 0);
  // A thousand tasks in one group.
  const many = certified(
    instanceOf({ tasks: 1000, groups: [{ n: 1000, c: [0, 1] }] }),
  );
  ok(many.bound - many.tfas < 1e-4);
});

Deno.test("selectCandidates() bounds by 0 where a component has nothing in common with the target", () => {
  const selected = certified(instanceOf({
    target: {
      P_L: [1, 0, 0, 0, 0, 0, 0],
      P_T: [0.7, 0.3],
      P_R: { "bug-fix>END": 1 },
    },
  }));
  deepEqual([selected.tfas, selected.bound], [0, 0]);
});

Deno.test("selectCandidates() refuses what has no TFAS", () => {
  throws(
    () =>
      selectCandidates(instanceOf({
        target: {
          P_L: [0, 0, 0, 0, 0, 0, 0],
          P_T: [1, 0],
          P_R: { "bug-fix>END": 1 },
        },
      })),
    /no mass in its lengths/,
  );
  throws(
    () =>
      selectCandidates(instanceOf({
        sequences: [{ t: [2, 3], p: "none", q: 0 }],
        groups: [{ n: 2, c: [0] }],
      })),
    /no candidate has a retained message/,
  );
});

Deno.test("selectCandidates() explains limits that cannot be met: which, and by how much", () => {
  const cases: [Constraints, RegExp][] = [
    [
      { placement: { before: [3, 9] } },
      /placement before: at least 3 asked, at most 0 possible \(3 short\)/,
    ],
    [
      { placement: { none: [2, 2], after: [1, 2] } },
      /placement none, placement after: 3 tasks asked together, at most 2 possible \(1 short\)/,
    ],
    [
      { placement: { none: [0, 0], after: [0, 1] } },
      /placement none, placement after: at most 1 tasks allowed together, 2 needed \(1 over\)/,
    ],
    [
      { placement: { after: [2, 2] }, turns: { "3": [1, 2] } },
      /1\.\.2|turns 3/,
    ],
    [{ tasks: [5, 5] }, /tasks: 5 asked, there are 2 \(3 short\)/],
    [{ cost: [0, 1] }, /cost: at most 1 asked, at least 6 needed \(5 over\)/],
  ];
  for (const [constraints, why] of cases) {
    const instance = instanceOf({
      constraints,
      sequences: [
        { t: [0, 0, 0], p: "none", q: 0, cost: 3 },
        { t: [0, 0, 0, 1], p: "after", q: 1, cost: 4 },
      ],
    });
    throws(() => selectCandidates(instance), (error: Error) => {
      ok(error instanceof LimitsError);
      match(error.message, why);
      return true;
    });
  }
});

Deno.test("selectCandidates() keeps a budget", () => {
  const base = makeSelection({ tasks: 60, seed: 5 });
  const sequences = base.sequences.map((s) => ({ ...s, cost: s.t.length }));
  const free = certified({ ...base, sequences });
  const spent = (units: readonly (readonly [number, number])[][]) =>
    units.flatMap((entries, g) =>
      entries.map(([at, n]) =>
        n * (sequences[base.groups[g]?.c[at] ?? 0]?.cost ?? 0)
      )
    ).reduce((sum, cost) => sum + cost, 0);
  const budget = spent(free.selection) - 8;
  const kept = certified({
    ...base,
    sequences,
    constraints: { cost: [0, budget] },
  });
  ok(spent(kept.selection) <= budget);
  ok(kept.tfas < free.tfas);
});

Deno.test("prefer() stays within its slack and improves its criterion", () => {
  const instance = makeSelection({ tasks: 200, seed: 3 });
  const best = selectCandidates(instance);
  const questions = (units: typeof best.selection) =>
    units.flatMap((entries, g) =>
      entries.map(([at, n]) =>
        n * (instance.sequences[instance.groups[g]?.c[at] ?? 0]?.q ?? 0)
      )
    ).reduce((sum, q) => sum + q, 0);
  const most = prefer(instance, best, "most-questions", 0.05);
  ok(most.tfas >= best.tfas - 0.05 - 1e-9);
  ok(questions(most.selection) >= questions(best.selection));
  const spread = (units: typeof best.selection) => {
    const counts = new Map<string, number>();
    units.forEach((entries, g) =>
      entries.forEach(([at, n]) => {
        const p = instance.sequences[instance.groups[g]?.c[at] ?? 0]?.p ?? "";
        if (p !== "none") counts.set(p, (counts.get(p) ?? 0) + n);
      })
    );
    return Math.max(...counts.values()) - Math.min(...counts.values());
  };
  const even = prefer(instance, best, "evenest-placements", 0.05);
  ok(even.tfas >= best.tfas - 0.05 - 1e-9);
  ok(spread(even.selection) < spread(best.selection));
});

Deno.test("unitsOf() and the recount of a selection agree with its score", () => {
  const instance = makeSelection({ tasks: 50, seed: 9, merges: true });
  const { problem, selection, tfas } = selectCandidates(instance);
  equal(scoreUnits(problem, unitsOf(problem, selection)).tfas, tfas);
});
