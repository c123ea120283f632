/**
 * Relabelling speed: alias tables on intent codes against labels drawn one by one from their row of the
 * confusion (the size of the paper's sample: 14,000 messages).
 */

import { addCodes, countFlow, emptyCounts } from "@taskflow/flow";
import { type Confusion, labelNoise } from "@taskflow/classify";
import { TAXONOMY } from "@taskflow/taxonomy";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

const SESSIONS = 4782;
const SIZE = TAXONOMY.labels.length;
const random = xoroshiro128plus(7);
const chance = () => (random.next() >>> 0) / 2 ** 32;
const sessions = Array.from(
  { length: SESSIONS },
  () =>
    Array.from(
      { length: 1 + Math.floor(chance() * 5) },
      () => Math.floor(chance() * SIZE),
    ),
);
const confusion: Confusion = {
  taxonomy: TAXONOMY,
  counts: Float64Array.from(
    { length: SIZE * SIZE },
    (_, cell) => cell % (SIZE + 1) === 0 ? 90 : Math.floor(chance() * 3),
  ),
};

Deno.bench({
  name: "alias tables on codes, 10 relabelled corpora",
  group: "label noise",
  baseline: true,
  fn: () => {
    labelNoise(sessions, [confusion], { replicates: 10 });
  },
});

Deno.bench({
  name: "labels one by one from their row, counted only, 10 corpora",
  group: "label noise",
  fn: () => {
    for (let replicate = 0; replicate < 10; replicate++) {
      const drawn = sessions.map((codes) =>
        codes.map((code) => {
          const row = confusion.counts.subarray(code * SIZE, (code + 1) * SIZE);
          let left = chance() * row.reduce((sum, n) => sum + n, 0);
          const found = row.findIndex((n) => (left -= n) < 0);
          return TAXONOMY.labels[found] ?? "other";
        })
      );
      countFlow(drawn);
    }
  },
});

Deno.bench({
  name: "counting alone, 10 corpora",
  group: "label noise",
  fn: () => {
    for (let replicate = 0; replicate < 10; replicate++) {
      const counts = emptyCounts();
      for (const codes of sessions) addCodes(counts, codes);
    }
  },
});
