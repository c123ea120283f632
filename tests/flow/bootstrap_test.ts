import { deepEqual, equal, ok, throws } from "node:assert/strict";
import {
  align,
  bootstrapAlignment,
  bootstrapFlow,
  cellsToCounts,
  collectVectors,
  countFlow,
  resample,
  sumOf,
  taskFlow,
  transitionMap,
} from "@taskflow/flow";
import { TAXONOMY } from "@taskflow/taxonomy";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

function simulate(n: number, seed: number): string[][] {
  const random = xoroshiro128plus(seed);
  const below = (limit: number) => (random.next() >>> 0) % limit;
  return Array.from({ length: n }, () => {
    const length = 3 + (below(3) === 0 ? below(10) : 0);
    return Array.from(
      { length },
      () => TAXONOMY.labels[below(2) === 0 ? 1 : below(16)] ?? "",
    );
  });
}

function vectorsOf(sessions: readonly string[][]) {
  const collector = collectVectors();
  for (const labels of sessions) {
    collector.add(labels.map((label) => TAXONOMY.codeOf.get(label) ?? 0));
  }
  return collector.finish();
}

const benchmark = taskFlow(
  countFlow([["bug-fix", "new-feature", "tests"], ["explain"]]),
);
const other = taskFlow(countFlow([["bug-fix", "explain", "tests", "bug-fix"]]));

Deno.test("sumOf() of session vectors equals the counts of the sessions", () => {
  const sessions = [...simulate(60, 1), ["other"], ["greeting", "other"]];
  const [counts, direct] = [
    cellsToCounts(sumOf(vectorsOf(sessions)), TAXONOMY),
    countFlow(sessions),
  ];
  deepEqual(transitionMap(counts), transitionMap(direct));
  deepEqual(counts.sessions, direct.sessions);
  deepEqual([...counts.intents], [...direct.intents]);
  deepEqual([...counts.lengthAll], [...direct.lengthAll]);
});

Deno.test("resample() draws as many sessions as there are, the same ones for the same seed", () => {
  const vectors = vectorsOf(simulate(25, 2));
  const draw = (seed: number) =>
    [...resample(vectors, { replicates: 3, seed })].map(() => 0).length;
  equal(draw(1), 3);
  const copy = (seed: number) => {
    const copies: number[][] = [];
    for (const cells of resample(vectors, { replicates: 3, seed })) {
      copies.push([...cells]);
    }
    return copies;
  };
  deepEqual(copy(5), copy(5));
  ok(JSON.stringify(copy(5)) !== JSON.stringify(copy(6)));
  for (const cells of copy(5)) {
    equal(cells.slice(0, 7).reduce((sum, n) => sum + n), 25);
  }
});

Deno.test("resample() takes every session about equally often", () => {
  const collector = collectVectors();
  for (let length = 1; length <= 5; length++) collector.addLength(length);
  const seen = new Float64Array(5);
  const replicates = 4000;
  for (const cells of resample(collector.finish(), { replicates })) {
    for (let bin = 0; bin < 5; bin++) {
      seen[bin] = (seen[bin] ?? 0) + (cells[bin] ?? 0);
    }
  }
  // Expected 4,000 draws each, standard deviation 57: five of them are allowed.
  for (const draws of seen) {
    ok(Math.abs(draws - replicates) < 5 * 57, `${seen}`);
  }
});

Deno.test("bootstrapAlignment() agrees with relabel-and-recount in distribution", () => {
  const sessions = simulate(150, 3);
  const [fast] =
    bootstrapAlignment(vectorsOf(sessions), [benchmark], { replicates: 2000 })
      .benchmarks;
  const random = xoroshiro128plus(99);
  const slow = Float64Array.from({ length: 2000 }, () => {
    const drawn = sessions.map(() =>
      sessions[(random.next() >>> 0) % sessions.length] ?? []
    );
    return align(taskFlow(countFlow(drawn)), benchmark).TFAS ?? NaN;
  }).sort();
  ok(fast !== undefined);
  equal(
    fast.TFAS.estimate,
    align(taskFlow(countFlow(sessions)), benchmark).TFAS,
  );
  const spread = (slow[1949] ?? NaN) - (slow[50] ?? NaN);
  ok(Math.abs((fast.TFAS.low ?? NaN) - (slow[50] ?? NaN)) < 0.15 * spread);
  ok(Math.abs((fast.TFAS.high ?? NaN) - (slow[1949] ?? NaN)) < 0.15 * spread);
  ok((fast.S_R.bias ?? 0) < 0, "finite samples lower S_R");
});

Deno.test("bootstrapAlignment() pairs benchmarks on the same replicates", () => {
  const { differences, benchmarks } = bootstrapAlignment(
    vectorsOf(simulate(100, 4)),
    [benchmark, other],
    { replicates: 500 },
  );
  deepEqual([differences[0]?.low, differences[0]?.high], [0, 0]);
  const [a, b] = benchmarks;
  const width = (x: { low: number | null; high: number | null } | undefined) =>
    (x?.high ?? NaN) - (x?.low ?? NaN);
  ok(width(differences[1]) < width(a?.TFAS) + width(b?.TFAS));
});

Deno.test("bootstrapAlignment() counts undefined replicates apart", () => {
  const vectors = vectorsOf([["other"], ["bug-fix"], ["other"]]);
  const [scores] =
    bootstrapAlignment(vectors, [benchmark], { replicates: 400 }).benchmarks;
  // All three draws hit a session without retained messages with probability 8/27.
  const share = (scores?.TFAS.undefinedReplicates ?? 0) / 400;
  ok(share > 0.2 && share < 0.4, `${share}`);
  throws(
    () => bootstrapAlignment(vectorsOf([]), [benchmark]),
    /there are none/,
  );
});

Deno.test("bootstrapAlignment() stops when aborted", () => {
  const signal = AbortSignal.abort();
  throws(
    () =>
      bootstrapAlignment(vectorsOf(simulate(9, 5)), [benchmark], { signal }),
    {
      name: "AbortError",
    },
  );
});

Deno.test("bootstrapFlow() intervals hold the true share about as often as they say", () => {
  let [held, trials] = [0, 200];
  for (let seed = 1; seed <= trials; seed++) {
    const intervals = bootstrapFlow(vectorsOf(simulate(200, 1000 + seed)), {
      replicates: 300,
      seed,
    });
    // simulate() gives three messages with probability 2/3 + 1/30.
    const share = intervals.P_L?.[2];
    if (share && share.low! <= 0.7 && share.high! >= 0.7) held++;
  }
  ok(held / trials > 0.9 && held / trials < 0.99, `${held} of ${trials}`);
});
