import { deepEqual, equal, ok, rejects, throws } from "node:assert/strict";
import * as fc from "fast-check";
import {
  adjudicateGold,
  correctIntents,
  type GoldDesign,
  goldDesign,
  goldJoint,
  type GoldMessage,
  goldReplicates,
  goldReport,
  parseGoldKey,
  sampleGold,
  wilson,
} from "@taskflow/classify";
import { randomBelow } from "@taskflow/flow";
import { TAXONOMY } from "@taskflow/taxonomy";

const { labels, retained } = TAXONOMY;
const SIZE = labels.length;

/** A corpus of made-up messages: 3 of 4 predictions of bug-fix are right, the others are debug. */
function corpus(n: number): GoldMessage[] {
  return Array.from({ length: n }, (_, i) => ({
    session: `s-${Math.floor(i / 5)}`,
    position: i % 5,
    file: null,
    ordinal: 0,
    intent: ["bug-fix", "bug-fix", "explain", "debug"][i % 4] ?? null,
    text: `Message ${i % 40 === 0 ? "again" : i}`,
  }));
}

Deno.test("sampleGold() draws the same number of each predicted intent, without a trace of it in the rows", async () => {
  const { rows, key } = await sampleGold(corpus(400), {
    perIntent: 12,
    seed: 4,
  });
  deepEqual(key.strata, {
    "bug-fix": { messages: 200, sampled: 12 },
    "debug": { messages: 100, sampled: 12 },
    "explain": { messages: 100, sampled: 12 },
  });
  deepEqual(Object.keys(rows[0] ?? {}), ["id", "text"]);
  deepEqual(rows.map(({ id }) => id), key.items.map(({ id }) => id));
  ok(!JSON.stringify(key).includes("Message"), "the key holds no text");
  const order = key.items.map(({ messages }) => messages[0]?.predicted);
  ok(order.join() !== [...order].sort().join(), "not in order of strata");
  deepEqual(parseGoldKey(JSON.parse(JSON.stringify(key)), "key.json"), key);
  deepEqual(
    await sampleGold(corpus(400), { perIntent: 12, seed: 4 }),
    { rows, key },
  );
  const other = await sampleGold(corpus(400), { perIntent: 12, seed: 5 });
  ok(JSON.stringify(other.key.items) !== JSON.stringify(key.items));
});

Deno.test("sampleGold() makes messages with one text one row, and takes all of a rare intent", async () => {
  const { rows, key } = await sampleGold(corpus(400), { perIntent: 1000 });
  equal(key.items.flatMap(({ messages }) => messages).length, 400);
  equal(rows.length, 391);
  equal(new Set(rows.map(({ text }) => text)).size, 391);
});

Deno.test("sampleGold() gives every message of a stratum the same chance", async () => {
  const messages = corpus(40).map((message) => ({
    ...message,
    intent: "tests",
    text: `${message.session} ${message.position}`,
  }));
  const seen = new Map<string, number>();
  const draws = 2000;
  for (let seed = 0; seed < draws; seed++) {
    const { rows } = await sampleGold(messages, { perIntent: 10, seed });
    for (const { text } of rows) seen.set(text, (seen.get(text) ?? 0) + 1);
  }
  equal(seen.size, 40);
  // Each count is binomial(2000, 1/4): mean 500, standard deviation 19; five of them.
  ok([...seen.values()].every((n) => Math.abs(n - 500) < 97));
});

Deno.test("sampleGold() counts what it cannot draw, and refuses to draw from nothing", async () => {
  const blank = corpus(4).map((message, i) => ({
    ...message,
    ...(i < 2 ? { intent: null } : i === 2 ? { text: " " } : {}),
  }));
  const { key } = await sampleGold(blank);
  deepEqual(key.left_out, { without_label: 2, without_text: 1 });
  await rejects(
    sampleGold(blank.slice(0, 3)),
    /no message has a text and an intent \(2 without an intent, 1 without a text\)/,
  );
  const wrong = [{ ...corpus(1)[0]!, intent: "bugfix" }];
  await rejects(sampleGold(wrong), /did you mean "bug-fix"/);
});

Deno.test("parseGoldKey() refuses a key that contradicts itself", async () => {
  const { key } = await sampleGold(corpus(40), { perIntent: 3 });
  const changed = structuredClone(key);
  changed.strata["debug"]!.sampled = 2;
  throws(
    () => parseGoldKey(changed, "k"),
    /intent "debug" has 3 rows, but says 2/,
  );
  const twice = structuredClone(key);
  twice.items[1]!.id = twice.items[0]!.id;
  throws(() => parseGoldKey(twice, "k"), /an id occurs twice/);
});

const answer = (id: string, intent: string | null) => ({
  ...{ id, intent, text: null },
  place: `"x.csv", line ${id}`,
});

Deno.test("adjudicateGold() keeps what both say and leaves the rest open", () => {
  const { rows, agreed, disagreed, unlabelled, ratings } = adjudicateGold(
    [
      answer("1", "tests"),
      answer("2", "debug"),
      answer("3", null),
      answer("4", null),
    ],
    [
      answer("4", null),
      answer("3", "tests"),
      answer("2", "bug-fix"),
      answer("1", "tests"),
    ],
  );
  deepEqual(rows.map(({ gold }) => gold), ["tests", null, null, null]);
  deepEqual([agreed, disagreed, unlabelled], [1, 1, 2]);
  equal(ratings.sessions, 4);
});

Deno.test("adjudicateGold() refuses unknown labels, missing and repeated rows, with their line", () => {
  const good = [answer("1", "tests")];
  throws(
    () => adjudicateGold([answer("1", "fix")], good),
    /"x\.csv", line 1: row "1": Label "fix"/,
  );
  throws(
    () => adjudicateGold(good, [answer("2", "tests")]),
    /row "1" is not in the other sheet/,
  );
  throws(
    () => adjudicateGold(good, [...good, ...good]),
    /row "1" is there twice/,
  );
});

/** A design with every message drawn, from counts of gold (rows) by predicted (columns). */
function census(counts: ArrayLike<number>): GoldDesign {
  return {
    taxonomy: TAXONOMY,
    strata: [...labels.keys()].flatMap((predicted) => {
      const units = [...labels.keys()].flatMap((gold) =>
        Array.from({ length: counts[gold * SIZE + predicted] ?? 0 }, () => ({
          gold,
          messages: 1,
        }))
      );
      const n = units.length;
      return n === 0 ? [] : [{ predicted, messages: n, sampled: n, units }];
    }),
  };
}

const confusions = fc.array(
  fc.tuple(fc.nat(SIZE - 1), fc.nat(SIZE - 1)),
  { minLength: 1, maxLength: 80 },
).map((pairs) => {
  const counts = new Float64Array(SIZE * SIZE);
  for (const [gold, predicted] of pairs) counts[gold * SIZE + predicted]!++;
  return counts;
});

Deno.test("goldReport() of a corpus drawn whole is exact and without width", () => {
  fc.assert(
    fc.property(confusions, (counts) => {
      const design = census(counts);
      deepEqual(goldJoint(design).counts, counts);
      const report = goldReport(design, { replicates: 5 });
      const all = counts.reduce((sum, n) => sum + n, 0);
      equal(report.messages, all);
      report.intents.forEach(({ precision, recall, share }, code) => {
        let [said, meant] = [0, 0];
        for (let other = 0; other < SIZE; other++) {
          said += counts[other * SIZE + code]!;
          meant += counts[code * SIZE + other]!;
        }
        const right = counts[code * SIZE + code]!;
        equal(precision.estimate, said === 0 ? null : right / said);
        equal(recall.estimate, meant === 0 ? null : right / meant);
        equal(share.estimate, meant / all);
        for (const one of [precision, recall, share]) {
          if (one.estimate === null) continue;
          ok(Math.abs(one.low! - one.estimate) < 1e-12);
          ok(Math.abs(one.high! - one.estimate) < 1e-12);
        }
      });
    }),
    { numRuns: 50 },
  );
});

Deno.test("goldReplicates() adds up to the corpus, never negative", () => {
  fc.assert(
    fc.property(confusions, fc.integer({ min: 1, max: 9 }), (counts, times) => {
      const { strata } = census(counts);
      const design = {
        taxonomy: TAXONOMY,
        strata: strata.map((one) => ({
          ...one,
          messages: one.messages * times,
        })),
      };
      const all = times * counts.reduce((sum, n) => sum + n, 0);
      for (const replicate of goldReplicates(design, { replicates: 3 })) {
        const sum = replicate.counts.reduce((sum, n) => sum + n, 0);
        ok(Math.abs(sum - all) < 1e-6 * all);
        ok(replicate.counts.every((n) => n >= 0));
      }
    }),
    { numRuns: 50 },
  );
});

Deno.test("goldReport() weights strata: a rare intent drawn as often does not count as often", () => {
  const units = (right: number, gold: number, other: number) =>
    Array.from({ length: 30 }, (_, i) => ({
      gold: i < right ? gold : other,
      messages: 1,
    }));
  const { accuracy, intents, P_T } = goldReport({
    taxonomy: TAXONOMY,
    strata: [
      { predicted: 1, messages: 9000, sampled: 30, units: units(27, 1, 8) },
      { predicted: 8, messages: 1000, sampled: 30, units: units(15, 8, 1) },
    ],
  });
  ok(Math.abs(accuracy.estimate! - 0.86) < 1e-12);
  // 500 of 500 + 900 explain messages are found.
  ok(Math.abs(intents[8]!.recall.estimate! - 500 / 1400) < 1e-12);
  ok(
    intents[8]!.recall.low! < 500 / 1400 &&
      intents[8]!.recall.high! > 500 / 1400,
  );
  ok(Math.abs(P_T![retained.indexOf("explain")]!.estimate! - 0.14) < 1e-12);
});

Deno.test("goldReport(): 95 % intervals hold the truth in about 95 % of samples", () => {
  // A corpus whose labels are all known: 3,000 messages, five intents, one never predicted.
  const joint: readonly (readonly [number, number, number])[] = [
    [1, 1, 900],
    [1, 2, 120],
    [2, 2, 1000],
    [2, 1, 250],
    [8, 8, 300],
    [8, 1, 60],
    [6, 6, 150],
    [6, 1, 180],
    [0, 2, 40],
  ];
  const all = 3000;
  const truth = new Float64Array(SIZE);
  for (const [gold, , n] of joint) truth[gold]! += n / all;
  const below = randomBelow(11);
  let [held, asked] = [0, 0];
  for (let sample = 0; sample < 120; sample++) {
    const strata = [1, 2, 6, 8].map((predicted) => {
      const cells = joint.filter(([, said]) => said === predicted);
      const messages = cells.reduce((sum, [, , n]) => sum + n, 0);
      const drawn = new Set<number>();
      while (drawn.size < 30) drawn.add(below(messages));
      const units = [...drawn].map((at) => {
        let left = at;
        const cell = cells.find(([, , n]) => (left -= n) < 0);
        return { gold: cell?.[0] ?? 15, messages: 1 };
      });
      return { predicted, messages, sampled: 30, units };
    });
    const { intents } = goldReport({ taxonomy: TAXONOMY, strata }, {
      replicates: 200,
      seed: sample,
    });
    for (const gold of [0, 1, 2, 6, 8]) {
      const { low, high } = intents[gold]!.share;
      asked++;
      if (low! <= truth[gold]! && truth[gold]! <= high!) held++;
    }
  }
  ok(held / asked > 0.91 && held / asked < 0.995, `${held} of ${asked}`);
});

Deno.test("wilson() agrees with published values and honours repeated texts", () => {
  const stratum = (sampled: number, each = 1) => ({
    predicted: 1,
    messages: 1e12,
    sampled,
    units: Array.from({ length: sampled / each }, () => ({
      gold: 1,
      messages: each,
    })),
  });
  // Newcombe (1998), Table I: 81 of 263 and 0 of 20, score interval without correction.
  const [a, b] = [wilson(81, stratum(263)), wilson(0, stratum(20))];
  deepEqual([a.low, a.high].map((x) => x?.toFixed(4)), ["0.2553", "0.3662"]);
  deepEqual([b.low, b.high].map((x) => x?.toFixed(4)), ["0.0000", "0.1611"]);
  const repeated = wilson(15, stratum(30, 3));
  const ten = wilson(5, stratum(10));
  ok(Math.abs(repeated.low! - ten.low!) < 1e-9);
});

Deno.test("correctIntents() undoes a known channel, whatever the shares", () => {
  const weights = fc.array(fc.integer({ min: 1, max: 100 }), {
    minLength: 3,
    maxLength: 3,
  });
  // P(predicted | gold) of bug-fix, new-feature, explain.
  const channel = [[8, 1, 1], [2, 7, 1], [0, 2, 8]];
  const codes = [1, 2, 8];
  const counts = new Float64Array(SIZE * SIZE);
  codes.forEach((gold, i) =>
    codes.forEach((said, j) => counts[gold * SIZE + said] = channel[i]![j]!)
  );
  fc.assert(fc.property(weights, (truth) => {
    const observed = new Float64Array(SIZE);
    codes.forEach((said, j) =>
      observed[said] = truth.reduce(
        (sum, n, i) => sum + n * channel[i]![j]! / 10,
        0,
      )
    );
    const { P_T, negative, illConditioned, untold } = correctIntents(
      observed,
      census(counts),
      { replicates: 2 },
    );
    const all = truth.reduce((sum, n) => sum + n, 0);
    codes.forEach((code, i) => {
      const share = P_T![retained.indexOf(labels[code]!)]!;
      ok(Math.abs(share.estimate! - truth[i]! / all) < 1e-9);
    });
    deepEqual([negative, illConditioned, untold], [[], false, []]);
  }));
});

Deno.test("correctIntents() on the sampled corpus itself is its weighted P_T, by both ways", () => {
  const counts = new Float64Array(SIZE * SIZE);
  for (
    const [gold, said, n] of [[1, 1, 20], [1, 6, 4], [6, 6, 9], [6, 1, 3], [
      14,
      14,
      5,
    ], [14, 1, 1]] as const
  ) {
    counts[gold * SIZE + said] = n;
  }
  const design = census(counts);
  const observed = new Float64Array(SIZE);
  for (const { predicted, messages } of design.strata) {
    observed[predicted] = messages;
  }
  const { P_T, byPrediction } = correctIntents(observed, design, {
    replicates: 0,
  });
  const direct = goldReport(design, { replicates: 0 }).P_T;
  direct?.forEach((share, at) => {
    ok(Math.abs(share.estimate! - P_T![at]!.estimate!) < 1e-9);
    ok(Math.abs(share.estimate! - byPrediction![at]!.estimate!) < 1e-9);
  });
});

Deno.test("correctIntents() says when it is ill-conditioned, negative, untold or unsampled", () => {
  const counts = new Float64Array(SIZE * SIZE);
  const set = (gold: number, said: number, n: number) =>
    counts[gold * SIZE + said] = n;
  // Bug-fix and debug are predicted almost alike; planning is never predicted right.
  for (
    const row of [[1, 1, 51], [1, 6, 49], [6, 1, 49], [6, 6, 51], [
      7,
      1,
      5,
    ]] as const
  ) set(row[0], row[1], row[2]);
  const observed = new Float64Array(SIZE);
  observed[1] = 90;
  observed[6] = 10;
  observed[3] = 7;
  const found = correctIntents(observed, census(counts), { replicates: 0 });
  equal(found.illConditioned, true);
  deepEqual(found.negative, ["debug"]);
  deepEqual(found.untold, ["planning"]);
  deepEqual(found.unsampled, ["generate-docs"]);
  ok(
    Math.abs(found.P_T!.reduce((sum, { estimate }) => sum + estimate!, 0) - 1) <
      1e-12,
  );
  throws(
    () => correctIntents([1, 2], census(counts)),
    /2 intents by a sample of 16/,
  );
  const wrong = new Float64Array(SIZE * SIZE);
  wrong[6 * SIZE + 1] = 1;
  throws(() => correctIntents(observed, census(wrong)), /nothing to invert/);
});

Deno.test("goldDesign() wants a label for every row, and the key's taxonomy", async () => {
  const { rows, key } = await sampleGold(corpus(40), { perIntent: 2 });
  const some = new Map(rows.slice(1).map(({ id }) => [id, "debug"]));
  throws(() => goldDesign(key, some), /1 row has no gold label: g-1/);
  const other = { ...key, taxonomy: { name: "other", hash: "x" } };
  throws(() => goldDesign(other, some), /the key belongs to taxonomy "other"/);
});
