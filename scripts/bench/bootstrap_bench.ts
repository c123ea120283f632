/**
 * Bootstrap speed against relabel-and-recount in the same run. Bars: 10,000 replicates of 1,500 long
 * sessions in at most 2 s, 1,000 of 100,000 sessions in at most 10 s.
 */

import {
  align,
  bootstrapAlignment,
  collectVectors,
  compareSamples,
  countFlow,
  taskFlow,
} from "@taskflow/flow";
import { TAXONOMY } from "@taskflow/taxonomy";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { simulator } from "./simulate_corpus.ts";

const benchmark = taskFlow(countFlow([["bug-fix", "new-feature", "tests"]]));

function corpus(sessions: number, seed: number) {
  const next = simulator(seed, { mix: 0, short: 0 });
  const codes = Array.from({ length: sessions }, next);
  const collector = collectVectors();
  for (const session of codes) collector.add(session);
  const labels = codes.map((session) =>
    session.map((code) => TAXONOMY.labels[code] ?? "other")
  );
  return { vectors: collector.finish(), labels };
}

function plain(labels: readonly string[][], replicates: number): void {
  const random = xoroshiro128plus(1);
  for (let replicate = 0; replicate < replicates; replicate++) {
    const drawn = labels.map(() =>
      labels[(random.next() >>> 0) % labels.length] ?? []
    );
    align(taskFlow(countFlow(drawn)), benchmark);
  }
}

for (
  const [sessions, replicates] of [[1500, 10_000], [100_000, 1000]] as const
) {
  const { vectors, labels } = corpus(sessions, 7);
  const group = `${replicates} replicates of ${sessions} sessions`;
  Deno.bench({
    name: `sparse vectors, ${group}`,
    group,
    baseline: true,
    n: 2,
    warmup: 1,
    fn: () => {
      bootstrapAlignment(vectors, [benchmark], { replicates });
    },
  });
  Deno.bench({
    name: `relabel and recount, ${group}`,
    group,
    n: 1,
    warmup: 0,
    fn: () => plain(labels, replicates),
  });
}

const six = [0, 1, 2, 3, 4, 5].map((seed) => corpus(1500, seed).vectors);
Deno.bench({
  name:
    "compare six corpora of 1,500 sessions: 15 pairs, 1,000 replicates and permutations",
  n: 1,
  warmup: 0,
  fn: () => {
    compareSamples(six, { replicates: 1000, seed: 1 });
  },
});
