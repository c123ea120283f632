import { deepEqual, equal, match, ok, throws } from "node:assert/strict";
import {
  addCodes,
  collectVectors,
  countFlow,
  emptyCounts,
  randomBelow,
  taskFlow,
} from "@taskflow/flow";
import {
  assign,
  atMost,
  checkSelection,
  type FamilyInstance,
  familyInstance,
  type FamilyOptions,
  flowOf,
  freedomsUsed,
  heldOut,
  optimism,
  poolInstance,
  robustness,
  selectCandidates,
  selectionFile,
  selectionReport,
  shadowPrices,
  variantTable,
} from "@taskflow/select";
import { labelCode, TAXONOMY } from "@taskflow/taxonomy";
import {
  candidateName,
  type Family,
  familySchema,
  mergeVariants,
} from "@taskflow/transform";

const TURNS = ["new-feature", "bug-fix", "bug-fix", "refactor", "tests"];
const SESSIONS = [
  ["bug-fix", "explain", "tests"],
  ["explain", "new-feature", "bug-fix", "question"],
  ["new-feature", "new-feature", "debug"],
  ["question", "explain", "bug-fix", "bug-fix", "tests"],
];
const TARGET = taskFlow(countFlow(SESSIONS));

function families(count: number, seed = 1): Family[] {
  const random = randomBelow(seed);
  const label = () => TURNS[random(TURNS.length)] ?? "bug-fix";
  return Array.from({ length: count }, (_, at) =>
    familySchema.parse({
      schema_version: "family/v1",
      instance_id: `task-${at}`,
      repo: `repo/${at % 4}`,
      repo_language: at % 2 === 0 ? "go" : null,
      original: label(),
      parts: 3,
      issue: Object.fromEntries(
        mergeVariants(3).map((name) => [name, label()]),
      ),
      questions: Array.from({ length: random(4) }, (_, q) => ({
        question_id: `q-${q + 1}`,
        intent: random(10) < 8 ? "explain" : "question",
      })),
    }));
}

function solve(built: FamilyInstance, options: FamilyOptions) {
  const selected = selectCandidates(built.instance);
  const assignments = assign(built, selected.selection, options);
  const file = JSON.parse(JSON.stringify({
    ...selectionFile(built.instance, selected),
    assignments,
  }));
  const { checks } = checkSelection(file, "families");
  deepEqual(checks.filter((check) => !check.ok), []);
  return { selected, assignments, file };
}

Deno.test("familyInstance() and assign() give each task one of its candidates, certified", () => {
  const all = families(80);
  const built = familyInstance(all, TARGET);
  const { assignments, file, selected } = solve(built, {});
  equal(assignments.length, 80);
  deepEqual(
    assignments.map(({ instance_id }) => instance_id),
    all.map(({ instance_id }) => instance_id).sort(),
  );
  const counts = flowOf(assignments.map(({ turns }) => turns), TAXONOMY);
  deepEqual(
    [...counts.transitions],
    [...selected.score.counts.subarray(7 + 13)],
  );
  ok(assignments.every(({ turns }) => turns.length >= 3));
  // A task with the turns of another is noticed.
  file.assignments[0].turns.reverse();
  file.assignments[1].turns[0].intent = "planning";
  const failed = checkSelection(file, "families").checks.find(({ name }) =>
    name === "assignments"
  );
  equal(failed?.ok, false);
  match(failed?.detail ?? "", /has other turns than its candidate/);
});

Deno.test("familyInstance() takes stress slices out and leaves short tasks out", () => {
  const [a, b, c] = families(3);
  ok(a && b && c);
  const built = familyInstance([
    { ...a, stress: "destructive" },
    { ...b, parts: 0, issue: null, questions: [] },
    c,
  ], TARGET);
  deepEqual(
    [built.stressed.length, built.without.length, built.instance.tasks],
    [1, 1, 1],
  );
  equal(selectionReport(built, []).tasks.stressed, 1);
});

Deno.test("familyInstance() fixes and forbids candidates by name", () => {
  const all = families(20);
  const asked = all.find(({ questions }) => questions.length > 0);
  ok(asked);
  const name = "q-1,1,2,3";
  const fixed = { fixed: new Map([[asked.instance_id, name]]) };
  const { assignments } = solve(familyInstance(all, TARGET, fixed), fixed);
  const of = (list: typeof assignments) =>
    candidateName(
      list.find(({ instance_id }) => instance_id === asked.instance_id)
        ?.turns ?? [],
    );
  equal(of(assignments), name);
  const free = solve(familyInstance(all, TARGET), {});
  const forbidden = {
    forbidden: new Map([[asked.instance_id, new Set([of(free.assignments)])]]),
  };
  const other = solve(familyInstance(all, TARGET, forbidden), forbidden);
  ok(of(other.assignments) !== of(free.assignments));
  const options = (task: string, name: string): FamilyOptions => ({
    fixed: new Map([[task, name]]),
  });
  throws(
    () => familyInstance(all, TARGET, options(asked.instance_id, "3,2,1")),
    /Cannot fix candidate "3,2,1"/,
  );
  throws(
    () => familyInstance(all, TARGET, options("nobody", "1,2,3")),
    /there is no such task/,
  );
});

Deno.test("atMost() limits repositories and selects as many tasks as that leaves", () => {
  const all = families(40);
  const constraints = atMost(all, [{ kind: "repository", most: 6 }], null);
  deepEqual(constraints.tasks, [24, 24]);
  const options = { constraints };
  const { assignments } = solve(familyInstance(all, TARGET, options), options);
  const counts = new Map<string, number>();
  for (const { repo } of assignments) {
    counts.set(repo, (counts.get(repo) ?? 0) + 1);
  }
  deepEqual([...counts.values()], [6, 6, 6, 6]);
  const some = atMost(all, [{ kind: "language", most: 3 }], null);
  deepEqual(some.tasks, [23, 23]);
});

Deno.test("familyInstance() keeps turn counts, budgets and the most turns", () => {
  const all = families(40);
  const turnCost = { issue: 1, question: 0.5 };
  const options: FamilyOptions = {
    maxTurns: 5,
    turnCost,
    constraints: { turns: { "3": [20, 25] }, cost: [0, 130] },
  };
  const { assignments } = solve(familyInstance(all, TARGET, options), options);
  const three = assignments.filter(({ turns }) => turns.length === 3).length;
  ok(three >= 20 && three <= 25);
  ok(assignments.every(({ turns }) => turns.length <= 5));
  const cost = assignments.flatMap(({ turns }) => turns).reduce(
    (sum, { kind }) => sum + (kind === "qa" ? 0.5 : 1),
    0,
  );
  ok(cost <= 130);
});

Deno.test("selectionReport() and freedomsUsed() say what was varied and with what licence", () => {
  const built = familyInstance(families(60), TARGET);
  const { assignments } = solve(built, {});
  const report = selectionReport(built, assignments);
  const sum = (counts: Record<string, number>) =>
    Object.values(counts).reduce((total, n) => total + n, 0);
  equal(report.byQuestions.reduce((total, n) => total + n, 0), 60);
  equal(sum(report.byPattern), 60);
  equal(sum(report.byTurns), 60);
  const { before, between, after } = report.bySlot;
  equal(before + between + after, report.questions.kept);
  equal(
    report.questions.kept + report.questions.dropped,
    report.questions.pool,
  );
  const [placement] = freedomsUsed(report, [{
    freedom: "placement",
    evidence: "no difference in resolve rate on 64 tasks",
    source: "pilot.json",
  }]);
  ok(placement?.licence !== "unlicensed");
  const unlicensed = freedomsUsed(report, []);
  ok(unlicensed.every(({ licence }) => licence === "unlicensed"));
});

Deno.test("variantTable() has the rows of Table 2, the selection best and bounded", () => {
  const all = families(60);
  const built = familyInstance(all, TARGET);
  const { assignments, selected } = solve(built, {});
  const collector = collectVectors();
  for (const session of SESSIONS) {
    collector.add(session.map((label) => labelCode(TAXONOMY, label)));
  }
  const rows = variantTable(all, TARGET, {
    trajectories: assignments.map(({ turns }) => turns),
    bound: selected.bound,
  }, { sessions: collector.finish(), replicates: 20 });
  deepEqual(rows.map(({ variant }) => variant), [
    "Single",
    "Split",
    "Split+QA-first",
    "Split+QA-last",
    "Split+QA-random",
    "TFAS-optimized",
  ]);
  const last = rows.at(-1);
  ok(last?.TFAS && last.bound && last.TFAS <= last.bound);
  ok(rows.every(({ TFAS }) => (TFAS ?? 0) <= (last.TFAS ?? 0) + 1e-9));
  ok(last.intervals?.TFAS.low !== null);
  equal(rows[1]?.published?.TFAS, 59.6);
  equal(rows[0]?.published, null);
  equal(
    variantTable(all, TARGET, null, { table: 3 })[0]?.published?.TFAS,
    32.4,
  );
});

Deno.test("shadowPrices() find what no candidate has and what almost won", () => {
  const { selected } = solve(familyInstance(families(60), TARGET), {});
  const { cells, runnersUp } = shadowPrices(selected);
  const debug = cells.find(({ cell }) => cell === "intent debug");
  deepEqual([debug?.reachable, debug?.share], [false, 0]);
  ok((debug?.gain ?? 0) > 0);
  ok(runnersUp.length > 0 && runnersUp.every(({ loss }) => loss >= 0));
});

Deno.test("heldOut(), robustness() and optimism() judge a selection outside its own score", () => {
  const all = families(60);
  const built = familyInstance(all, TARGET);
  const { assignments } = solve(built, {});
  const chosen = assignments.map(({ turns }) =>
    turns.map(({ intent }) => intent)
  );
  const held = heldOut(SESSIONS, chosen);
  for (const value of Object.values(held)) {
    ok(value !== null && value > 0 && value <= 1);
  }
  const target = emptyCounts();
  const collector = collectVectors();
  for (let i = 0; i < 40; i++) {
    const codes = (SESSIONS[i % 4] ?? []).map((label) =>
      labelCode(TAXONOMY, label)
    );
    addCodes(target, codes);
    collector.add(codes);
  }
  const rows = variantTable(all, TARGET, {
    trajectories: assignments.map(({ turns }) => turns),
    bound: 100,
  });
  const ranked = robustness(target, rows);
  equal(ranked[0]?.same, true);
  equal(ranked[0]?.tau, 1);
  ok(ranked.every(({ scores }) => scores.length === rows.length));
  const tuned = optimism(
    collector.finish(),
    flowOf(assignments.map(({ turns }) => turns), TAXONOMY),
    (other) => {
      const again = familyInstance(all, other);
      const { selection } = selectCandidates(again.instance, { kicks: 0 });
      return flowOf(
        assign(again, selection, {}).map(({ turns }) => turns),
        TAXONOMY,
      );
    },
    { replicates: 4 },
  );
  equal(tuned.replicates, 4);
  ok(tuned.optimism >= -0.01 && tuned.lost >= -0.01, JSON.stringify(tuned));
});

Deno.test("poolInstance() takes real sessions that match the target", () => {
  const random = randomBelow(4);
  const labels = ["bug-fix", "explain", "tests", "execute", "new-feature"];
  const pool = Array.from({ length: 200 }, (_, at) => ({
    session: `s-${at}`,
    intents: at % 5 === 0
      ? SESSIONS[at % 4] ?? []
      : Array.from({ length: 1 + random(5) }, () => labels[random(5)] ?? ""),
  }));
  const { instance, sessions } = poolInstance(pool, TARGET, 40);
  const selected = selectCandidates(instance);
  const taken = selected.selection.flatMap((entries, g) =>
    (sessions[g] ?? []).slice(0, entries[0]?.[1] ?? 0)
  );
  equal(taken.length, 40);
  ok(selected.tfas > 90 && selected.tfas <= selected.bound);
  const file = JSON.parse(JSON.stringify(selectionFile(instance, selected)));
  equal(checkSelection(file, "pool").ok, true);
  throws(() => poolInstance(pool, TARGET, 201), /the pool has 200/);
});
