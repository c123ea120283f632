import { deepEqual, equal, ok, throws } from "node:assert/strict";
import {
  align,
  bootstrapAlignment,
  cellScorer,
  cellsToCounts,
  collectVectors,
  compareSamples,
  holm,
  mergeIntents,
  permutationTest,
  samplingUnits,
  scoresToAlignment,
  type SessionVectors,
  splitHalf,
  stability,
  sumOf,
  taskFlow,
  yardsticks,
} from "@taskflow/flow";
import { TAXONOMY } from "@taskflow/taxonomy";
import * as fc from "fast-check";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { simulateCorpus } from "../../scripts/bench/simulate_corpus.ts";

const code = fc.nat(TAXONOMY.labels.length - 1);
const sessionsOf = fc.array(fc.array(code, { minLength: 1, maxLength: 14 }), {
  minLength: 1,
  maxLength: 12,
});

function vectorsOf(sessions: readonly number[][]): SessionVectors {
  const collector = collectVectors();
  for (const codes of sessions) collector.add(codes);
  return collector.finish();
}

const flowOf = (vectors: SessionVectors, reading = READINGS[0]) =>
  taskFlow(cellsToCounts(sumOf(vectors), TAXONOMY), reading);

const READINGS = (["all", "retained"] as const).flatMap((lengthOf) =>
  (["edge", "skip"] as const).map((emptySession) => ({
    lengthOf,
    emptySession,
  }))
);

Deno.test("cellScorer() agrees with align() under every reading, and is symmetric", () => {
  fc.assert(fc.property(sessionsOf, sessionsOf, (one, two) => {
    const [a, b] = [vectorsOf(one), vectorsOf(two)];
    for (const reading of READINGS) {
      const score = cellScorer(TAXONOMY, reading);
      const [there, back] = [new Float64Array(4), new Float64Array(4)];
      score(sumOf(a), sumOf(b), there);
      score(sumOf(b), sumOf(a), back);
      const fast = scoresToAlignment(there);
      const turned = scoresToAlignment(back);
      const slow = align(flowOf(a, reading), flowOf(b, reading));
      for (const key of ["S_L", "S_T", "S_R", "TFAS"] as const) {
        const [x, y, z] = [fast[key], slow[key], turned[key]];
        equal(x === null, y === null);
        ok(Math.abs((x ?? 0) - (y ?? 0)) < 1e-10, `${key}: ${x} and ${y}`);
        ok(Math.abs((x ?? 0) - (z ?? 0)) < 1e-12, `${key}: ${x} and ${z}`);
      }
    }
  }));
});

Deno.test("samplingUnits() keeps the sum, whatever the units; equal weights change no flow", () => {
  fc.assert(fc.property(
    sessionsOf,
    fc.infiniteStream(fc.nat(3)),
    fc.double({ min: 0.01, max: 50, noNaN: true }),
    (sessions, stream, by) => {
      const vectors = vectorsOf(sessions);
      const seen = new Map<number, number>();
      const unit = Uint32Array.from(sessions, () => {
        const key = stream.next().value ?? 0;
        const at = seen.get(key) ?? seen.size;
        seen.set(key, at);
        return at;
      });
      const units = samplingUnits(vectors, { unit });
      equal(units.start.length - 1, seen.size);
      deepEqual(sumOf(units), sumOf(vectors));
      const weight = new Float64Array(sessions.length).fill(by);
      const cells = sumOf(samplingUnits(vectors, { unit, weight }));
      const scores = new Float64Array(4);
      cellScorer(TAXONOMY)(cells, sumOf(vectors), scores);
      const { S_L, S_T, S_R } = scoresToAlignment(scores);
      equal(S_L, 1);
      equal(S_R, 1);
      ok(S_T === 1 || S_T === null);
    },
  ));
});

Deno.test("samplingUnits() with weights 1/n lets every user count the same", () => {
  const [tests, explain] = [0, 8];
  const vectors = vectorsOf([[tests], [tests], [tests], [explain]]);
  const cells = sumOf(samplingUnits(vectors, {
    unit: Uint32Array.of(0, 0, 0, 1),
    weight: Float64Array.of(1 / 3, 1 / 3, 1 / 3, 1),
  }));
  const { P_T } = taskFlow(cellsToCounts(cells, TAXONOMY));
  equal(P_T?.[0]?.toFixed(12), "0.500000000000");
  throws(
    () => samplingUnits(vectors, { unit: Uint32Array.of(0) }),
    /4 sessions: there are 1 entries of "unit"/,
  );
});

Deno.test("permutationTest() raises as many false alarms as it says, p uniform under the null", () => {
  const trials = 300;
  const ps: number[] = [];
  for (let seed = 0; seed < trials; seed++) {
    const [a, b] = [
      simulateCorpus(40, 2 * seed + 1),
      simulateCorpus(25, 2 * seed + 2),
    ];
    const { p } = permutationTest(a, b, { replicates: 99, seed });
    ps.push(p ?? NaN);
  }
  // Binomial: five standard deviations at 5 % are 0.063 for 300 trials.
  const share = (limit: number) => ps.filter((p) => p <= limit).length / trials;
  ok(share(0.05) < 0.05 + 0.063, `${share(0.05)}`);
  for (const limit of [0.1, 0.25, 0.5, 0.75, 0.9]) {
    const spread = 5 * Math.sqrt(limit * (1 - limit) / trials);
    ok(Math.abs(share(limit) - limit) < spread, `${limit}: ${share(limit)}`);
  }
});

Deno.test("permutationTest() finds a difference, and with clusters does not mistake people for one", () => {
  // Ten people a side with one habit each; both sides draw people from one population.
  const side = (seed: number) => {
    const random = xoroshiro128plus(seed);
    const below = (n: number) => (random.next() >>> 0) % n;
    const sessions: number[][] = [];
    const unit: number[] = [];
    for (let person = 0; person < 10; person++) {
      const habit = below(13);
      for (let i = 0; i < 8; i++) {
        sessions.push(
          Array.from({ length: 3 }, () => below(5) === 0 ? below(13) : habit),
        );
        unit.push(person);
      }
    }
    return { vectors: vectorsOf(sessions), unit: Uint32Array.from(unit) };
  };
  const trials = 60;
  let [bySession, byPerson] = [0, 0];
  for (let seed = 1; seed <= trials; seed++) {
    const [a, b] = [side(seed), side(seed + 1000)];
    const options = { replicates: 99, seed };
    const p = permutationTest(a.vectors, b.vectors, options).p ?? 1;
    const units = [a, b].map(({ vectors, unit }) =>
      samplingUnits(vectors, { unit })
    );
    const clustered = permutationTest(units[0]!, units[1]!, options).p ?? 1;
    if (p <= 0.05) bySession++;
    if (clustered <= 0.05) byPerson++;
  }
  ok(bySession > 0.8 * trials, `${bySession} of ${trials}`);
  ok(byPerson < 0.2 * trials, `${byPerson} of ${trials}`);
  const far = permutationTest(
    simulateCorpus(60, 1),
    simulateCorpus(60, 2, { mix: 0.9, short: 0 }),
    { replicates: 199, seed: 1 },
  );
  equal(far.p, 1 / 200);
});

Deno.test("permutationTest() is undefined where a side has no retained message", () => {
  const other = TAXONOMY.codeOf.get("other") ?? 0;
  deepEqual(
    permutationTest(vectorsOf([[other]]), vectorsOf([[1]]), {
      replicates: 9,
      seed: 1,
    }),
    { null5: null, p: null, permutations: 0 },
  );
});

Deno.test("holm() never lowers p, keeps the order, and equals p for one test", () => {
  fc.assert(fc.property(
    fc.array(fc.double({ min: 1e-6, max: 1, noNaN: true }), { maxLength: 12 }),
    (ps) => {
      const corrected = holm(ps);
      const pairs = ps.map((p, at) => ({ p, q: corrected[at] ?? NaN }))
        .sort((a, b) => a.p - b.p);
      pairs.forEach(({ p, q }, rank) => {
        ok(q >= p && q <= 1);
        ok(q <= p * ps.length + 1e-12 || rank > 0);
        ok(rank === 0 || q >= (pairs[rank - 1]?.q ?? 0));
      });
    },
  ));
  deepEqual(holm([0.04]), [0.04]);
});

Deno.test("corrected intervals contain the truth where percentile intervals do not", () => {
  const tilt = { mix: 0.25, short: 0.1 };
  const truth = align(
    flowOf(simulateCorpus(40_000, 1)),
    flowOf(simulateCorpus(40_000, 2, tilt)),
  ).TFAS ?? NaN;
  const trials = 60;
  let [corrected, percentile] = [0, 0];
  for (let seed = 1; seed <= trials; seed++) {
    const [pair] = compareSamples(
      [
        simulateCorpus(150, 10 * seed),
        simulateCorpus(150, 10 * seed + 1, tilt),
      ],
      { replicates: 99, seed, pairs: [[0, 1]] },
    ).pairs;
    const one = pair?.intervals?.TFAS;
    if (
      one?.corrected && one.corrected.low <= truth &&
      truth <= one.corrected.high
    ) corrected++;
    if (one && one.low! <= truth && truth <= one.high!) percentile++;
  }
  ok(corrected >= 0.85 * trials, `${corrected} of ${trials}`);
  ok(percentile <= 0.2 * trials, `${percentile} of ${trials}`);
});

Deno.test("compareSamples() gives one pair the same interval with and without others", () => {
  const samples = [1, 2, 3].map((seed) => simulateCorpus(40, seed));
  const options = { replicates: 50, seed: 3 };
  const [alone] = compareSamples(samples.slice(0, 2), options).pairs;
  const [among] = compareSamples(samples, options).pairs;
  deepEqual(alone?.intervals, among?.intervals);
  deepEqual(alone?.test, among?.test);
});

Deno.test("compareSamples() says too few, not told apart, and who is nearest", () => {
  const { pairs, nearest } = compareSamples(
    [
      simulateCorpus(60, 1),
      simulateCorpus(20, 2),
      simulateCorpus(60, 3, { mix: 0.9, short: 0.5 }),
    ],
    { replicates: 199, seed: 1 },
  );
  deepEqual(pairs.map(({ tooFew }) => tooFew), [true, false, true]);
  deepEqual(pairs.map(({ differ }) => differ), [false, true, true]);
  equal(nearest.length, 3);
  const [first] = nearest;
  deepEqual([first?.from, first?.nearest, first?.other], [0, 1, 2]);
  ok((first?.difference.corrected?.low ?? 0) > 0);
});

Deno.test("compareSamples() with an empty sample has no interval and no verdict", () => {
  const { pairs } = compareSamples([simulateCorpus(5, 1), vectorsOf([])], {
    replicates: 9,
    seed: 1,
  });
  const [pair] = pairs;
  deepEqual([pair?.intervals, pair?.differ, pair?.holm], [null, null, null]);
  equal(pair?.scores.TFAS, null);
});

Deno.test("stability() extrapolates to where a larger corpus is stable", () => {
  const options = { replicates: 40, seed: 1 };
  const [small, large] = [
    stability(simulateCorpus(200, 5), options).needed.S_R,
    stability(simulateCorpus(4000, 6), options).needed.S_R,
  ];
  equal(large.extrapolated, false);
  equal(small.extrapolated, true);
  const ratio = (small.units ?? NaN) / (large.units ?? NaN);
  ok(ratio > 0.7 && ratio < 1.4, `${small.units} and ${large.units}`);
  throws(() => stability(simulateCorpus(19, 1), options), /takes 20 or more/);
});

Deno.test("mergeIntents() counts as the relabelled sessions would", () => {
  const merges = [["explain", "question", "tests"], ["bug-fix", "debug"]];
  const into = new Map(
    merges.flatMap(([first, ...rest]) => rest.map((label) => [label, first])),
  );
  fc.assert(fc.property(sessionsOf, (sessions) => {
    const relabelled = sessions.map((codes) =>
      codes.map((code) => {
        const label = TAXONOMY.labels[code] ?? "";
        return TAXONOMY.codeOf.get(into.get(label) ?? label) ?? 0;
      })
    );
    deepEqual(
      sumOf(mergeIntents(vectorsOf(sessions), merges)),
      sumOf(vectorsOf(relabelled)),
    );
  }));
});

Deno.test("yardsticks() leaves lengths and intents alone when it shuffles", () => {
  fc.assert(fc.property(sessionsOf, (sessions) => {
    const vectors = vectorsOf([...sessions, ...sessions]);
    const sticks = yardsticks(vectors, { replicates: 3, seed: 1 });
    equal(sticks?.shuffled.S_L, 1);
    ok(sticks.shuffled.S_T === 1 || sticks.shuffled.S_T === null);
    ok((sticks.shuffled.S_R ?? 1) <= 1);
    equal(sticks.halves.units, sessions.length);
  }));
  equal(splitHalf(vectorsOf([[1]]), { replicates: 3, seed: 1 }), null);
});

Deno.test("bootstrapAlignment() of one session has no corrected interval", () => {
  const [scores] = bootstrapAlignment(
    vectorsOf([[1, 0, 8]]),
    [flowOf(vectorsOf([[1, 2]]))],
    { replicates: 5 },
  ).benchmarks;
  equal(scores?.TFAS.corrected, null);
});
