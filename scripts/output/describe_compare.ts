/**
 * A comparison of corpora for the terminal, and as JSON.
 *
 * @module
 */

import {
  coverageAt,
  INTERVAL_COVERAGE,
  LEAST_COVERAGE,
  TOO_FEW,
  tooNarrowBelow,
} from "@taskflow/flow";
import {
  formatComponent,
  formatCount,
  formatDifference,
  formatInterval,
  formatP,
  formatScore,
  formatShare,
  verdictOf,
} from "@taskflow/plot";
import type {
  ComparedPair,
  CorpusComparison,
} from "../verbs/compare_corpora.ts";
import { textTable } from "./text_table.ts";

/**
 * Describe a comparison.
 *
 * @param comparison The comparison.
 * @returns Lines for the terminal.
 */
export function describeComparison(comparison: CorpusComparison): string {
  const { corpora, pairs } = comparison;
  const name = (at: number) => corpora[at]?.name ?? "";
  const tested = pairs.some(({ intervals }) => intervals !== null);
  const rows = pairs.map((one) => {
    const { pair: [a, b], scores, intervals, test, holm } = one;
    const corrected = intervals?.TFAS.corrected;
    return [
      `${name(a)} / ${name(b)}`,
      formatComponent(scores.S_L),
      formatComponent(scores.S_T),
      formatComponent(scores.S_R),
      formatScore(scores.TFAS),
      ...(tested
        ? [
          corrected ? formatScore(corrected.estimate) : "–",
          formatInterval(corrected) || "–",
          formatScore(test?.null5 ?? null).replace("undefined", "–"),
          formatP(holm) ?? "–",
          verdictOf(one),
        ]
        : []),
    ];
  });
  return [
    ...corpusLines(comparison),
    "",
    ...(pairs.length === 0 ? weightLines(comparison) : textTable([
      "pair",
      "S_L",
      "S_T",
      "S_R",
      "TFAS",
      ...(tested
        ? ["corrected", "95 % interval", "null 5 %", "p (Holm)", "verdict"]
        : []),
    ], rows)),
    "",
    ...notes(comparison),
  ].join("\n");
}

function corpusLines({ corpora, halves, weighted }: CorpusComparison) {
  return textTable(
    [
      "corpus",
      "sessions",
      "resampled",
      "two halves",
      ...(weighted === null ? [] : ["plain / weighted"]),
    ],
    corpora.map(({ name, counts, sample, standIn }, at) => [
      `${name}${standIn ? " (stand-in)" : ""}`,
      formatCount(counts?.sessions.all ?? null),
      sample === null ? "–" : formatCount(sample.units),
      halves[at] ? formatScore(halves[at]?.scores.TFAS ?? null) : "–",
      ...(weighted === null
        ? []
        : [formatScore(weighted[at]?.scores.TFAS ?? null)]),
    ]),
  );
}

/** Intents of a single weighted corpus, plain and weighted. */
function weightLines({ corpora, weighted, options }: CorpusComparison) {
  const [corpus] = corpora;
  const [one] = weighted ?? [];
  if (corpus === undefined || one === undefined) return [];
  const plain = corpus.flow(options.reading).P_T;
  return textTable(
    ["intent", "plain", "weighted", "difference"],
    one.flow.taxonomy.retained.map((label, code) => {
      const [a, b] = [plain?.[code] ?? null, one.flow.P_T?.[code] ?? null];
      return [
        label,
        formatShare(a),
        formatShare(b),
        formatDifference(a === null || b === null ? null : b - a),
      ];
    }),
  );
}

/**
 * What has to be known to read the table.
 *
 * @param comparison The comparison.
 * @returns Sentences.
 */
export function notes(comparison: CorpusComparison): string[] {
  const { corpora, pairs, options } = comparison;
  const { cluster, replicates } = options;
  const tests = pairs.filter(({ test }) => (test?.p ?? null) !== null);
  const fewest = Math.min(
    ...corpora.flatMap(({ sample }) => sample === null ? [] : [sample.units]),
  );
  const unit = cluster ?? "session";
  const alone = replicates === 0
    ? []
    : corpora.filter(({ sample }) => sample !== null && sample.units < 2);
  const counted = corpora.filter(({ sample }) => sample === null);
  const unknown = corpora.flatMap(({ name, sample }) =>
    sample !== null && sample.unknown > 0
      ? [
        `${name}: ${sample.unknown} of ${sample.counts.sessions.all}`,
      ]
      : []
  );
  return [
    ...(counted.length === 0 ? [] : [
      `No interval and no test for ${
        counted.map(({ name }) => name).join(", ")
      }: a flow file holds counts, not sessions to resample; give the labelled sessions.`,
    ]),
    ...(alone.length === 0 ? [] : [
      `No interval and no test for ${
        alone.map(({ name, sample }) =>
          `${name} (${sample?.units ?? 0} ${unit})`
        ).join(", ")
      }: there is nothing to resample.`,
    ]),
    ...(options.weight === undefined ? [] : [
      `Flows are weighted: every ${options.weight} counts ${
        options.cap === undefined
          ? "the same"
          : `as at most ${options.cap} sessions`
      }. "plain / weighted": TFAS of a corpus as it is with itself weighted.`,
    ]),
    ...(tests.length === 0 ? [] : [
      `TFAS is that of the samples, which finite samples lower; "corrected" takes that bias off (read ` +
      `off random halves), with its 95 % interval, both sides resampled by ${unit}.`,
      `"null 5 %": two samples of these sizes from the pooled ${unit}s score more in 95 % of ${
        formatCount(replicates)
      } permutations; p is corrected (Holm) over ${tests.length} pair${
        tests.length === 1 ? "" : "s"
      }.`,
      ...alikeLines(comparison, tests),
      ...narrowLines(fewest, unit),
      ...(tests.length / (replicates + 1) <= 0.05 ? [] : [
        `With ${replicates} permutations and ${tests.length} pair${
          tests.length === 1 ? "" : "s"
        } no corrected p can fall below ${
          (tests.length / (replicates + 1)).toFixed(3)
        }: ask for --bootstrap ${20 * tests.length} or more.`,
      ]),
    ]),
    ...(unknown.length === 0 ? [] : [
      `Sessions that do not say their ${unit} count as one of their own: ${
        unknown.join("; ")
      }.`,
    ]),
  ];
}

/** Pairs that cannot be told apart, and those of them that are too small to try. */
function alikeLines(
  { corpora }: CorpusComparison,
  tests: readonly ComparedPair[],
): string[] {
  const names = (pairs: readonly ComparedPair[]) =>
    pairs.map(({ pair: [a, b] }) =>
      `${corpora[a]?.name} and ${corpora[b]?.name}`
    ).join("; ");
  const alike = tests.filter(({ differ }) => differ === false);
  if (alike.length === 0) {
    return [
      tests.length === 1
        ? "The two differ at 5 %."
        : "Every pair differs at 5 %, all pairs together.",
    ];
  }
  const enough = alike.filter(({ tooFew }) => !tooFew);
  const few = alike.filter(({ tooFew }) => tooFew);
  return [
    ...(enough.length === 0
      ? []
      : [`Cannot be told apart at 5 %: ${names(enough)}.`]),
    ...(few.length === 0 ? [] : [
      `Cannot be told apart at 5 %, with under ${TOO_FEW} units on a side (which would hide most differences): ${
        names(few)
      }.`,
    ]),
  ];
}

/** What the measured coverage says about intervals of so few units. */
function narrowLines(fewest: number, unit: string): string[] {
  const [tfas, transitions] = [tooNarrowBelow("TFAS"), tooNarrowBelow("S_R")];
  const largest = INTERVAL_COVERAGE.at(-1)?.sessions ?? 0;
  if (fewest >= Math.max(tfas, transitions)) return [];
  const row = coverageAt(fewest);
  const smallest = INTERVAL_COVERAGE[0]?.sessions ?? 0;
  const measured = row === null
    ? `not measured under ${smallest}`
    : `measured coverage at ${row.sessions}: TFAS ${
      row.corrected.TFAS.toFixed(2)
    }, S_R ${row.corrected.S_R.toFixed(2)}`;
  return [
    `Interval too narrow below N = ${tfas} ${unit}s for TFAS and ${transitions} for S_R (coverage under ` +
    `${LEAST_COVERAGE}, measured on simulated corpora up to ${
      formatCount(largest)
    }); the smallest corpus here has ${fewest} (${measured}).`,
  ];
}

/**
 * A comparison as JSON.
 *
 * @param comparison The comparison.
 * @returns One object.
 */
export function compareJson(
  comparison: CorpusComparison,
): Record<string, unknown> {
  const { corpora, pairs, nearest, halves, weighted, options } = comparison;
  const name = (at: number) => corpora[at]?.name ?? "";
  return {
    corpora: corpora.map(({ name, filter, standIn, counts, sample }, at) => ({
      name,
      filter,
      stand_in: standIn,
      sessions: counts?.sessions.all ?? null,
      units: sample?.units ?? null,
      split_half: halves[at] ?? null,
      ...(weighted === null
        ? {}
        : { plain_against_weighted: weighted[at]?.scores ?? null }),
    })),
    pairs: pairs.map((
      { pair: [a, b], scores, intervals, test, holm, differ, tooFew },
    ) => ({
      a: name(a),
      b: name(b),
      ...scores,
      intervals,
      test,
      holm,
      differ,
      too_few: tooFew,
    })),
    nearest: nearest.map(({ from, nearest, other, difference }) => ({
      from: name(from),
      nearest: name(nearest),
      other: name(other),
      difference,
    })),
    coverage: INTERVAL_COVERAGE,
    notes: notes(comparison),
    ...options.reading,
    where: options.where,
    by: options.by ?? null,
    cluster: options.cluster ?? null,
    weight: options.weight ?? null,
    cap: options.cap ?? null,
    replicates: options.replicates,
    seed: options.seed,
  };
}
