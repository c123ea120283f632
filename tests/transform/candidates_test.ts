import { deepEqual, equal, ok, throws } from "node:assert/strict";
import * as fc from "fast-check";
import { align, countFlow, taskFlow } from "@taskflow/flow";
import { labelCode, TAXONOMY } from "@taskflow/taxonomy";
import {
  candidateName,
  candidatesOf,
  countCandidates,
  countFamilies,
  countKey,
  type Family,
  familySchema,
  interleavings,
  mergeVariants,
  placementPattern,
  placeQuestions,
  questionSlots,
  variantOf,
} from "@taskflow/transform";

const intents = TAXONOMY.labels;

/** A family with three parts and some questions, labels as drawn. */
function familyOf(
  labels: readonly string[],
  questions: readonly string[],
  parts = 3,
): Family {
  const names = parts === 0 ? [] : mergeVariants(parts);
  return familySchema.parse({
    schema_version: "family/v1",
    instance_id: "a-1",
    repo: "a/a",
    original: labels[0],
    parts,
    issue: parts === 0 ? null : Object.fromEntries(
      names.map((name, at) => [name, labels[(at + 1) % labels.length]]),
    ),
    questions: questions.map((intent, at) => ({
      question_id: `q-${at + 1}`,
      intent,
    })),
  });
}

const anyLabels = fc.array(fc.constantFrom(...intents), {
  minLength: 7,
  maxLength: 7,
});
const anyQuestions = fc.array(fc.constantFrom(...intents), { maxLength: 3 });

Deno.test("candidatesOf() gives 179 candidates for three parts and questions, 163 with three turns", () => {
  const family = familyOf(["bug-fix"], ["explain", "explain", "explain"]);
  const all = [...candidatesOf(family)];
  equal(all.length, 179);
  equal([...candidatesOf(family, { minTurns: 3 })].length, 163);
  equal(new Set(all.map(({ turns }) => candidateName(turns))).size, 179);
  ok(all.every(({ turns }) => turns.length >= 1 && turns.length <= 6));
});

Deno.test("countCandidates() is what candidatesOf() gives, for every number of parts and questions", () => {
  for (const parts of [0, 1, 2, 3, 4]) {
    for (const questions of [0, 1, 2, 3]) {
      for (const freeOrder of [false, true]) {
        for (const minTurns of [1, 3, 5]) {
          const family = familyOf(
            ["bug-fix"],
            Array.from({ length: questions }, () => "explain"),
            parts,
          );
          const options = { freeOrder, minTurns };
          equal(
            [...candidatesOf(family, options)].length,
            countCandidates({ ...family, questions }, options),
            JSON.stringify({ parts, questions, ...options }),
          );
        }
      }
    }
  }
});

Deno.test("candidatesOf() keeps issue turns and, unless free, questions in order", () => {
  const family = familyOf(["bug-fix"], ["explain", "question", "explain"]);
  for (const { turns, pattern, questions } of candidatesOf(family)) {
    const parts = turns.flatMap((turn) =>
      turn.kind === "issue" ? [turn.part] : []
    );
    ok(parts.join("") === "123" || parts.join("") === "original");
    const asked = turns.flatMap((turn) =>
      turn.kind === "qa" ? [turn.question_id] : []
    );
    deepEqual(asked, [...asked].sort());
    equal(asked.length, questions);
    equal(pattern, placementPattern(turns.map(({ kind }) => kind === "qa")));
  }
});

Deno.test("Moving questions changes only S_R", () => {
  const target = taskFlow(countFlow([
    ["bug-fix", "explain", "tests"],
    ["new-feature", "new-feature", "question", "debug"],
  ]));
  fc.assert(
    fc.property(anyLabels, anyQuestions, (labels, questions) => {
      const family = familyOf(labels, questions);
      const seen = new Map<string, { S_L: unknown; S_T: unknown }>();
      for (const { turns } of candidatesOf(family)) {
        const parts = turns.flatMap((turn) =>
          turn.kind === "issue" ? [turn.part] : []
        );
        const asked = turns.flatMap((turn) =>
          turn.kind === "qa" ? [turn.question_id] : []
        );
        const { S_L, S_T } = align(
          target,
          taskFlow(countFlow([turns.map(({ intent }) => intent)])),
        );
        const key = `${parts}|${asked}`;
        const known = seen.get(key);
        if (known === undefined) seen.set(key, { S_L, S_T });
        else deepEqual({ S_L, S_T }, known);
      }
    }),
    { numRuns: 25 },
  );
});

Deno.test("countKey() is equal exactly where flow counts are", () => {
  const codes = (labels: readonly string[]) =>
    labels.map((label) => labelCode(TAXONOMY, label));
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("bug-fix", "explain", "other"), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.array(fc.constantFrom("bug-fix", "explain", "other"), {
        minLength: 1,
        maxLength: 6,
      }),
      (a, b) => {
        const [p, q] = [countFlow([a]), countFlow([b])];
        const same = p.lengthAll.join() === q.lengthAll.join() &&
          p.transitions.join() === q.transitions.join();
        equal(countKey(a, TAXONOMY) === countKey(b, TAXONOMY), same);
        ok(codes(a).length === a.length);
      },
    ),
    { numRuns: 300 },
  );
  throws(() => countKey(["fixing"], TAXONOMY), /"fixing" is not in taxonomy/);
});

Deno.test("placementPattern() calls everything that is neither only before nor only after interleaved", () => {
  const patterns = [...interleavings(2, 2)].map((turns) => [
    turns.map((question) => (question ? "q" : "i")).join(""),
    placementPattern(turns),
  ]);
  deepEqual(Object.fromEntries(patterns), {
    qqii: "before",
    qiqi: "interleaved",
    qiiq: "interleaved",
    iqqi: "interleaved",
    iqiq: "interleaved",
    iiqq: "after",
  });
  deepEqual(questionSlots([true, false, true, false, true]), {
    before: 1,
    between: 1,
    after: 1,
  });
});

Deno.test("placeQuestions() is random by seed and task, every interleaving about as often", () => {
  const place = (task: string, seed: number) =>
    placeQuestions("random", 3, 2, { seed, task }).map((question) =>
      question ? "q" : "i"
    ).join("");
  equal(place("a-1", 1), place("a-1", 1));
  const counts = new Map<string, number>();
  for (let at = 0; at < 4000; at++) {
    const key = place(`task-${at}`, 3);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  equal(counts.size, 10);
  for (const count of counts.values()) ok(count > 300 && count < 500);
  ok([..."abcdefgh"].some((task) => place(task, 1) !== place(task, 2)));
});

Deno.test("variantOf() gives the conditions of the paper", () => {
  const family = familyOf(["bug-fix", "tests", "debug"], ["explain"]);
  const names = (variant: Parameters<typeof variantOf>[1]) =>
    candidateName(variantOf(family, variant) ?? []);
  equal(names("single"), "original");
  equal(names("concat"), "123");
  equal(names("split"), "1,2,3");
  equal(names("qa-first"), "q-1,1,2,3");
  equal(names("qa-last"), "1,2,3,q-1");
  equal(names("qa-only"), "q-1");
  equal(variantOf({ ...family, questions: [] }, "qa-last")?.length, 3);
  equal(variantOf(familyOf(["bug-fix"], [], 0), "split"), null);
});

Deno.test("countFamilies() counts raw, filtered and different candidates", () => {
  const counter = countFamilies(TAXONOMY);
  counter.add(familyOf(["bug-fix"], ["explain", "explain", "explain"]));
  counter.add(familyOf(["bug-fix"], [], 0));
  const { raw, filtered, deduplicated, without, single } = counter.numbers;
  equal(raw, 180);
  equal(filtered, 163);
  ok(deduplicated < filtered && deduplicated > 20);
  deepEqual([without, single], [1, 1]);
});

Deno.test("familySchema refuses what has no candidate", () => {
  const row = { schema_version: "family/v1", instance_id: "a-1", repo: "a/a" };
  throws(() => familySchema.parse(row), /no candidate/);
  const question = { question_id: "q-1", intent: "explain" };
  throws(
    () =>
      familySchema.parse({
        ...row,
        original: "bug-fix",
        questions: [question, question],
      }),
    /a question twice/,
  );
});
