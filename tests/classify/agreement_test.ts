import { deepEqual, equal, ok, throws } from "node:assert/strict";
import * as fc from "fast-check";
import {
  addConfusions,
  agreement,
  cohenKappa,
  completeSessions,
  confusedPairs,
  confusionOf,
  exactAgreement,
  intentAgreement,
  labelledFlows,
  type Ratings,
  ratingsOf,
  sumTally,
  tallyAgreement,
  toRevise,
} from "@taskflow/classify";
import { align, countFlow, taskFlow } from "@taskflow/flow";
import { TAXONOMY } from "@taskflow/taxonomy";
import golden from "../oracle/agreement.json" with { type: "json" };

const { labels } = TAXONOMY;
const near = (a: number | null, b: number | null) =>
  a === null || b === null ? a === b : Math.abs(a - b) < 1e-12;

/** Ratings from lists of codes, one list a set. */
function rated(codes: readonly (readonly number[])[], perSession = 5): Ratings {
  return ratingsOf(
    codes.map((_, set) => `set ${set}`),
    (codes[0] ?? []).map((_, message) => ({
      session: `s-${Math.floor(message / perSession)}`,
      labels: codes.map((set) => labels[set[message] ?? -1] ?? null),
    })),
  );
}

for (const { name, codes, pairs, fleiss, alpha } of golden.cases) {
  Deno.test(`agreement() agrees with scikit-learn, statsmodels and krippendorff: ${name}`, () => {
    const measured = agreement(rated(codes), { replicates: 0 });
    equal(measured.pairs.length, pairs.length);
    measured.pairs.forEach(({ exact, kappa, intents }, at) => {
      const expected = pairs[at];
      ok(near(exact.estimate, expected?.exact ?? null));
      ok(near(kappa.estimate, expected?.kappa ?? null), `kappa of pair ${at}`);
      intents.forEach(({ f1 }, code) =>
        ok(near(f1, expected?.f1[code] ?? null), `F1 of ${labels[code]}`)
      );
    });
    ok(near(measured.fleiss.estimate, fleiss), "Fleiss");
    ok(near(measured.alpha.estimate, alpha), "alpha");
  });
}

const code = fc.integer({ min: -1, max: 15 });
const sets = fc.integer({ min: 2, max: 4 }).chain((n) =>
  fc.array(fc.array(code, { minLength: n, maxLength: n }), {
    minLength: 1,
    maxLength: 40,
  }).map((messages) =>
    Array.from({ length: n }, (_, set) => messages.map((row) => row[set] ?? -1))
  )
);

Deno.test("agreement() does not depend on the order of messages, nor alpha and Fleiss on that of sets", () => {
  fc.assert(fc.property(sets, fc.nat(), (codes, turn) => {
    const measured = agreement(rated(codes), { replicates: 0 });
    const by = turn % (codes[0]?.length ?? 1);
    const turned = codes.map((set) => [...set.slice(by), ...set.slice(0, by)])
      .reverse();
    const again = agreement(rated(turned), { replicates: 0 });
    ok(near(measured.alpha.estimate, again.alpha.estimate));
    ok(near(measured.fleiss.estimate, again.fleiss.estimate));
    ok(near(measured.mean.estimate, again.mean.estimate));
    const f1 = ({ intents }: typeof measured) => intents.map(({ f1 }) => f1);
    ok(f1(measured).every((value, at) => near(value, f1(again)[at] ?? null)));
  }));
});

Deno.test("agreement() of two sets without gaps: Fleiss' kappa is Scott's pi, alpha corrects it for n", () => {
  const full = fc.array(fc.tuple(fc.nat(15), fc.nat(15)), { minLength: 2 });
  fc.assert(fc.property(full, (messages) => {
    const codes = [0, 1].map((set) => messages.map((pair) => pair[set] ?? 0));
    const { alpha, fleiss } = agreement(rated(codes), { replicates: 0 });
    if (fleiss.estimate === null) return equal(alpha.estimate, null);
    const n = 2 * messages.length;
    // Krippendorff: alpha = 1 - (1 - 1/n) (1 - pi).
    ok(near(alpha.estimate, 1 - (1 - 1 / n) * (1 - fleiss.estimate)));
  }));
});

Deno.test("sumTally() of ones and of a split into clusters is the confusion of all messages", () => {
  fc.assert(fc.property(sets, fc.integer({ min: 1, max: 7 }), (codes, per) => {
    const ratings = rated(codes, per);
    const [first] = sumTally(tallyAgreement(ratings)).confusions;
    deepEqual(
      first?.counts,
      confusionOf(codes[0] ?? [], codes[1] ?? []).counts,
    );
  }));
});

Deno.test("confusedPairs() covers every disagreement once; shares add up to 1", () => {
  fc.assert(fc.property(sets, (codes) => {
    const confusion = confusionOf(codes[0] ?? [], codes[1] ?? []);
    const pairs = confusedPairs(confusion);
    const rows = intentAgreement(confusion);
    const all = rows.reduce((sum, { first }) => sum + first, 0);
    const same = rows.reduce((sum, { both }) => sum + both, 0);
    equal(pairs.reduce((sum, { messages }) => sum + messages, 0), all - same);
    if (pairs.length > 0) {
      ok(Math.abs(pairs.reduce((sum, { share }) => sum + share, 0) - 1) < 1e-9);
    }
    const both = addConfusions([confusion], true);
    ok(near(exactAgreement(both), exactAgreement(confusion)));
  }));
});

Deno.test("agreement() is the same for the same seed; its intervals hold the estimate and shrink with more sessions", () => {
  const codes = golden.cases[1]?.codes ?? [];
  const one = agreement(rated(codes), { replicates: 200, seed: 3 });
  deepEqual(one, agreement(rated(codes), { replicates: 200, seed: 3 }));
  const four = codes.map((set) => [...set, ...set, ...set, ...set]);
  const many = agreement(rated(four), { replicates: 200, seed: 3 });
  const width = ({ alpha }: typeof one) => alpha.high! - alpha.low!;
  ok(
    one.alpha.low! < one.alpha.estimate! &&
      one.alpha.estimate! < one.alpha.high!,
  );
  ok(width(many) < width(one) * 0.75);
});

Deno.test("agreement() resamples clusters: one cluster repeated has no width, and fewer clusters widen", () => {
  const messages = Array.from({ length: 120 }, (_, i) => ({
    session: `s-${i}`,
    // Whole clusters agree or disagree.
    cluster: `r-${i % 6}`,
    labels: ["bug-fix", i % 6 < 2 ? "debug" : "bug-fix"],
  }));
  const clustered = agreement(ratingsOf(["a", "b"], messages));
  const apart = agreement(ratingsOf(
    ["a", "b"],
    messages.map(({ session, labels }) => ({ session, labels })),
  ));
  const width = ({ pairs: [pair] }: typeof apart) =>
    pair!.exact.high! - pair!.exact.low!;
  equal(clustered.clusters, 6);
  ok(width(clustered) > 2 * width(apart));
});

Deno.test("agreement() without any message that two sets label is undefined, not 0", () => {
  const { alpha, fleiss, mean, pairs } = agreement(
    ratingsOf(["a", "b"], [
      { session: "s", labels: ["tests", null] },
      { session: "t", labels: [null, "tests"] },
    ]),
    { replicates: 10 },
  );
  deepEqual(
    [alpha, fleiss, mean, pairs[0]?.kappa].map((one) => [
      one?.estimate,
      one?.low,
      one?.undefinedReplicates,
    ]),
    Array.from({ length: 4 }, () => [null, null, 10]),
  );
});

Deno.test("cohenKappa() is undefined where both sets use one label", () => {
  equal(cohenKappa(confusionOf([3, 3, 3], [3, 3, 3])), null);
  equal(cohenKappa(confusionOf([3, 3, 3], [4, 4, 4])), 0);
});

Deno.test("ratingsOf() refuses a single set and a label outside the taxonomy", () => {
  throws(() => ratingsOf(["a"], []), /there is one set, "a"/);
  throws(
    () => ratingsOf(["a", "b"], [{ session: "s", labels: ["bugfix", null] }]),
    /did you mean "bug-fix"/,
  );
});

Deno.test("labelledFlows() counts only sessions that both sets label throughout, and long enough", () => {
  const session = (name: string, rows: (string | null)[][]) =>
    rows.map((labels) => ({ session: name, labels }));
  const three = [["bug-fix", "bug-fix"], ["tests", "tests"], [
    "explain",
    "question",
  ]];
  const ratings = ratingsOf(["a", "b"], [
    ...session("whole", three),
    ...session("short", three.slice(1)),
    ...session("gap", [...three, ["tests", null]]),
  ]);
  equal(completeSessions(ratings).sessions.length, 2);
  const { sessions, incomplete, flows, pairs } = labelledFlows(ratings, {
    replicates: 20,
  });
  deepEqual([sessions, incomplete], [1, 1]);
  const [a, b] = [["bug-fix", "tests", "explain"], [
    "bug-fix",
    "tests",
    "question",
  ]]
    .map((intents) => taskFlow(countFlow([intents])));
  deepEqual(flows[0]?.flow.P_R, a?.P_R);
  equal(pairs[0]?.alignment.TFAS.estimate, align(a!, b!).TFAS);
  equal(pairs[0]?.P_T_distance.estimate, 1 / 3);
  // One session alone: every replicate is the sample.
  equal(pairs[0]?.alignment.TFAS.low, pairs[0]?.alignment.TFAS.high);
});

Deno.test("labelledFlows() without a complete session is undefined", () => {
  const { sessions, pairs, flows } = labelledFlows(
    ratingsOf(["a", "b"], [
      { session: "s", labels: ["tests", null] },
    ]),
    { minMessages: 1, against: taskFlow(countFlow([["tests"]])) },
  );
  equal(sessions, 0);
  equal(pairs[0]?.alignment.TFAS.estimate, null);
  equal(flows[0]?.against?.TFAS.estimate, null);
});

Deno.test("toRevise() names intents below the limit, rare ones apart, and half of the disagreements", () => {
  const row = (one: string, other: string, n: number) =>
    Array.from({ length: n }, () => [one, other]);
  const messages = [
    ...row("bug-fix", "bug-fix", 100),
    ...row("question", "explain", 20),
    ...row("question", "question", 10),
    ...row("explain", "explain", 10),
    ...row("planning", "new-feature", 3),
    ...row("new-feature", "new-feature", 60),
  ].map((labels, i) => ({ session: `s-${i % 90}`, labels }));
  const { level, intents, rare, confusions, fewSessions } = toRevise(
    agreement(ratingsOf(["a", "b"], messages)),
  );
  deepEqual(intents.map(({ intent }) => intent), ["explain", "question"]);
  deepEqual(rare.map(({ intent }) => intent), ["planning"]);
  deepEqual(confusions.map(({ intents }) => intents.join("/")), [
    "explain/question",
  ]);
  equal(fewSessions, true);
  equal(level, "reliable");
});
