/**
 * Bootstrap speed: sparse typed arrays against relabel-and-recount (notes: 10,000 replicates of
 * 1,578 long sessions in at most 2 s).
 */

import {
  align,
  bootstrapAlignment,
  collectVectors,
  countFlow,
  type SessionVectors,
  taskFlow,
} from "@taskflow/flow";
import { TAXONOMY } from "@taskflow/taxonomy";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

const SESSIONS = 1578;
const REPLICATES = 1000;

function simulate(): string[][] {
  const random = xoroshiro128plus(7);
  const below = (n: number) => (random.next() >>> 0) % n;
  return Array.from(
    { length: SESSIONS },
    () =>
      Array.from(
        { length: 3 + below(3) + (below(4) === 0 ? below(20) : 0) },
        () =>
          TAXONOMY.labels[below(4) === 0 ? below(16) : 1 + below(2)] ?? "other",
      ),
  );
}

const sessions = simulate();
const benchmark = taskFlow(countFlow([["bug-fix", "new-feature", "tests"]]));
const vectors: SessionVectors = (() => {
  const collector = collectVectors();
  for (const labels of sessions) {
    collector.add(labels.map((label) => TAXONOMY.codeOf.get(label) ?? 0));
  }
  return collector.finish();
})();

Deno.bench({
  name: `sparse vectors, ${REPLICATES} replicates`,
  group: "bootstrap",
  baseline: true,
  n: 5,
  fn: () => {
    bootstrapAlignment(vectors, [benchmark], { replicates: REPLICATES });
  },
});

Deno.bench({
  name: `relabel and recount, ${REPLICATES} replicates`,
  group: "bootstrap",
  n: 2,
  warmup: 1,
  fn: () => {
    const random = xoroshiro128plus(1);
    for (let replicate = 0; replicate < REPLICATES; replicate++) {
      const drawn = sessions.map(() =>
        sessions[(random.next() >>> 0) % SESSIONS] ?? []
      );
      align(taskFlow(countFlow(drawn)), benchmark);
    }
  },
});
