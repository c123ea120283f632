import { deepEqual, equal, ok, throws } from "node:assert/strict";
import * as fc from "fast-check";
import {
  type Confusion,
  confusionOf,
  labelNoise,
  noiseChannel,
  noiseConfusions,
  noiseSource,
  ratingsOf,
} from "@taskflow/classify";
import { align, countFlow, taskFlow } from "@taskflow/flow";
import { TAXONOMY } from "@taskflow/taxonomy";

const SIZE = 16;
const code = fc.nat(SIZE - 1);
const sessions = fc.array(fc.array(code, { minLength: 1, maxLength: 9 }), {
  minLength: 1,
  maxLength: 20,
});
const identity = confusionOf([...TAXONOMY.labels.keys()], [
  ...TAXONOMY.labels.keys(),
]);

Deno.test("noiseChannel() keeps the chances of each row exactly", () => {
  const row = fc.array(fc.oneof(fc.constant(0), fc.nat(50)), {
    minLength: SIZE,
    maxLength: SIZE,
  });
  fc.assert(fc.property(row, (weights) => {
    const counts = new Float64Array(SIZE * SIZE);
    counts.set(weights, 3 * SIZE);
    const { keep, alias, unseen } = noiseChannel({
      taxonomy: TAXONOMY,
      counts,
    });
    const all = weights.reduce((sum, n) => sum + n, 0);
    const chances = new Float64Array(SIZE);
    for (let column = 0; column < SIZE; column++) {
      const kept = keep[3 * SIZE + column]!;
      chances[column]! += kept / SIZE;
      chances[alias[3 * SIZE + column]!]! += (1 - kept) / SIZE;
    }
    equal(unseen.includes(3), all === 0);
    weights.forEach((weight, column) => {
      const expected = all === 0 ? (column === 3 ? 1 : 0) : weight / all;
      ok(Math.abs(chances[column]! - expected) < 1e-12);
      if (expected === 0) equal(chances[column], 0);
    });
  }));
});

Deno.test("noiseSource() draws a row's shares", () => {
  const channel = noiseChannel(confusionOf([1, 1, 1, 1], [1, 1, 2, 6]));
  const redraw = noiseSource(5);
  const seen = new Map<number, number>();
  for (let i = 0; i < 40_000; i++) {
    const drawn = redraw(channel, 1);
    seen.set(drawn, (seen.get(drawn) ?? 0) + 1);
  }
  deepEqual([...seen.keys()].sort(), [1, 2, 6]);
  // Four standard errors of a share of 1/2 and 1/4.
  ok(Math.abs(seen.get(1)! / 40_000 - 0.5) < 0.01);
  ok(Math.abs(seen.get(6)! / 40_000 - 0.25) < 0.009);
});

Deno.test("labelNoise() of full agreement changes nothing", () => {
  fc.assert(
    fc.property(sessions, (codes) => {
      const noise = labelNoise(codes, [identity], { replicates: 3 });
      const same = ({ given, low, high }: typeof noise.changed) =>
        given === low && given === high;
      ok([noise.changed, noise.P_T_distance, noise.self.TFAS].every(same));
      ok((noise.P_T ?? []).every(same) && (noise.P_R ?? []).every(same));
      deepEqual(noise.unseen, []);
    }),
    { numRuns: 30 },
  );
});

Deno.test("labelNoise() keeps lengths, adds up to 1, and is the same for the same seed", () => {
  const all = fc.array(fc.tuple(code, code), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(sessions, all, fc.nat(), (codes, pairs, seed) => {
      const confusion = confusionOf(
        pairs.map(([a]) => a),
        pairs.map(([, b]) => b),
      );
      const options = { replicates: 5, seed };
      const noise = labelNoise(codes, [confusion], options);
      deepEqual(noise, labelNoise(codes, [confusion], options));
      deepEqual([noise.self.S_L.low, noise.self.S_L.high], [1, 1]);
      const shares = (noise.P_T ?? []).map(({ mean }) => mean);
      if (shares.length > 0 && !shares.includes(null)) {
        ok(Math.abs(shares.reduce<number>((s, x) => s + x!, 0) - 1) < 1e-9);
      }
    }),
    { numRuns: 40 },
  );
});

Deno.test("labelNoise() with every label turned into one gives that flow, whatever the seed", () => {
  const turned: Confusion = confusionOf([1, 8], [2, 2]);
  const against = taskFlow(countFlow([["new-feature", "new-feature"]]));
  const { self, against: other, changed } = labelNoise(
    [[1, 8], [8, 1]],
    [turned],
    { replicates: 4, against },
  );
  equal(changed.low, 1);
  equal(other?.TFAS.low, 100);
  const before = taskFlow(
    countFlow([["bug-fix", "explain"], ["explain", "bug-fix"]]),
  );
  equal(self.TFAS.high, align(before, against).TFAS);
});

Deno.test("labelNoise() says nothing of a corpus without retained messages, and of none at all", () => {
  const empty = labelNoise([[14], [15]], [identity], { replicates: 2 });
  equal(empty.P_T, null);
  deepEqual([empty.self.S_T.given, empty.self.S_T.undefinedReplicates], [
    null,
    2,
  ]);
  const none = labelNoise([], [identity], { replicates: 2 });
  deepEqual([none.sessions, none.changed.given], [0, null]);
  throws(() => labelNoise([[1]], []), /there is no confusion/);
});

Deno.test("noiseConfusions() takes the rows from the set asked for, against all others", () => {
  const ratings = ratingsOf(["a", "b", "c"], [
    { session: "s", labels: ["tests", "debug", "tests"] },
    { session: "t", labels: ["tests", "tests", null] },
  ]);
  const [a] = noiseConfusions(ratings, 0, { replicates: 0 });
  equal(a?.counts[0], 2);
  equal(a?.counts[6], 1);
  const [b] = noiseConfusions(ratings, 1, { replicates: 0 });
  equal(b?.counts[6 * SIZE], 2);
  equal(b?.counts[0], 1);
  throws(() => noiseConfusions(ratings, 3), /label set 3: there are 3/);
});

Deno.test("labelNoise() with resampled confusions spreads wider than with one", () => {
  const messages = Array.from({ length: 60 }, (_, i) => ({
    session: `s-${i % 12}`,
    labels: ["bug-fix", i % 12 < 3 ? "debug" : "bug-fix"],
  }));
  const ratings = ratingsOf(["a", "b"], messages);
  const codes = Array.from({ length: 400 }, () => [1, 1, 1]);
  const width = (replicates: number) => {
    const noise = labelNoise(
      codes,
      noiseConfusions(ratings, 0, { replicates }),
      { replicates: 200 },
    );
    return noise.P_T![1]!.high! - noise.P_T![1]!.low!;
  };
  ok(width(200) > 3 * width(0));
});
