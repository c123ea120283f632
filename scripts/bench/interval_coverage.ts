/**
 * How often 95 % intervals contain the truth, on corpora simulated from known flows:
 * `deno run -A scripts/bench/interval_coverage.ts [corpora] [sizes] [replicates]`. Prints Markdown;
 * `lib/flow/interval_coverage.ts` and `lib/flow/README.md` hold what it printed.
 */

import {
  align,
  type Alignment,
  type AlignmentIntervals,
  bootstrapAlignment,
  cellsToCounts,
  compareSamples,
  permutationTest,
  type SessionVectors,
  sumOf,
  taskFlow,
} from "@taskflow/flow";
import { TAXONOMY } from "@taskflow/taxonomy";
import { print } from "../cli/run.ts";
import {
  simulateCorpus,
  simulateSplits,
  type Tilt,
} from "./simulate_corpus.ts";

const COMPONENTS = ["S_L", "S_T", "S_R", "TFAS"] as const;
const KINDS = ["percentile", "corrected"] as const;
/** So large that its flow is the truth to 3 digits of what is measured. */
const POPULATION = 300_000;

const corpora = Number(Deno.args[0] ?? 200);
const sizes = (Deno.args[1] ?? "30,50,100,150,300,500,1500").split(",")
  .map(Number).filter((size) => size > 0);
const replicates = Number(Deno.args[2] ?? 500);

const flowOf = (vectors: SessionVectors) =>
  taskFlow(cellsToCounts(sumOf(vectors), TAXONOMY));
const target = flowOf(simulateCorpus(POPULATION, 1));
const tilts: readonly (readonly [string, Tilt])[] = [
  ["far", { mix: 0.6, short: 0.3 }],
  ["near", { mix: 0.25, short: 0.1 }],
  ["nearly the same", { mix: 0.08, short: 0 }],
];

print(
  `${corpora} corpora, ${replicates} replicates; share of corpora whose 95 % interval has the truth\n`,
);
print(
  "| setting | true TFAS | sessions | interval | S_L | S_T | S_R | TFAS | mean width of TFAS |",
);
print("| --- | --: | --: | --- | --: | --: | --: | --: | --: |");

report(
  "splits, fixed",
  flowOf(simulateSplits(700)),
  (sessions, seed, other) =>
    bootstrapAlignment(simulateCorpus(sessions, seed), [other], {
      replicates,
      seed,
    }).benchmarks[0] ?? null,
);
for (const [at, [name, tilt]] of tilts.entries()) {
  const other = flowOf(simulateCorpus(POPULATION, 2 + at, tilt));
  report(
    `${name}, fixed`,
    other,
    (sessions, seed, flow) =>
      bootstrapAlignment(simulateCorpus(sessions, seed), [flow], {
        replicates,
        seed,
      }).benchmarks[0] ?? null,
  );
  report(`${name}, both sampled`, other, (sessions, seed) =>
    compareSamples(
      [
        simulateCorpus(sessions, seed),
        simulateCorpus(sessions, seed + 500_000, tilt),
      ],
      { replicates, seed },
    ).pairs[0]?.intervals ?? null);
}

function report(
  setting: string,
  other: ReturnType<typeof flowOf>,
  intervalsOf: (
    sessions: number,
    seed: number,
    other: ReturnType<typeof flowOf>,
  ) => AlignmentIntervals | null,
): void {
  const truth: Alignment = align(target, other);
  for (const sessions of sizes) {
    const held = KINDS.map(() => COMPONENTS.map(() => 0));
    const widths = KINDS.map(() => 0);
    for (let corpus = 0; corpus < corpora; corpus++) {
      const seed = 10_000 + 13 * sessions * corpora + corpus;
      const intervals = intervalsOf(sessions, seed, other);
      COMPONENTS.forEach((key, k) => {
        const value = truth[key] ?? NaN;
        const { low, high, corrected } = intervals?.[key] ??
          { low: null, high: null, corrected: null };
        [{ low, high }, corrected].forEach((bounds, kind) => {
          const [from, to] = [bounds?.low ?? NaN, bounds?.high ?? NaN];
          if (from <= value && value <= to) held[kind]![k]!++;
          if (key === "TFAS") widths[kind]! += (to - from) / corpora;
        });
      });
    }
    KINDS.forEach((kind, at) =>
      print(
        `| ${setting} | ${truth.TFAS?.toFixed(1)} | ${sessions} | ${kind} | ` +
          held[at]!.map((n) => (n / corpora).toFixed(3)).join(" | ") +
          ` | ${widths[at]!.toFixed(2)} |`,
      )
    );
  }
}

print(`\nFalse alarms of the permutation test at 5 %, 199 permutations\n`);
print("| sessions | pairs | share with p <= 0.05 |");
print("| --- | --: | --: |");
for (const [a, b] of [[40, 25], [150, 150], [1500, 60]] as const) {
  const pairs = 5 * corpora;
  let alarms = 0;
  for (let pair = 0; pair < pairs; pair++) {
    const { p } = permutationTest(
      simulateCorpus(a, 20_000_000 + 2 * pair),
      simulateCorpus(b, 20_000_001 + 2 * pair),
      { replicates: 199, seed: pair },
    );
    if ((p ?? 1) <= 0.05) alarms++;
  }
  print(`| ${a} and ${b} | ${pairs} | ${(alarms / pairs).toFixed(3)} |`);
}
