/**
 * What `taskflow compare -o` writes.
 *
 * @module
 */

import { type FlowCounts, INTERVAL_COVERAGE, taskFlow } from "@taskflow/flow";
import {
  type Figure,
  formatInterval,
  formatScore,
  nearestTable,
  pairTable,
  sankey,
  sankeyDifference,
  type Table,
  type TfasCell,
  tfasMatrix,
  transitionLift,
  verdictOf,
  weightedTable,
} from "@taskflow/plot";
import { provenance } from "@taskflow/table";
import { VERSION } from "../cli/version.ts";
import type { CorpusComparison } from "../verbs/compare_corpora.ts";
import { compareJson, notes } from "./describe_compare.ts";
import { toJson, writeOutput } from "./write_output.ts";

/** Corpora with a Sankey of their own; the others are in the table. */
const MOST_PICTURES = 8;

/**
 * Write a comparison to a folder.
 *
 * @param folder Where.
 * @param comparison The comparison.
 * @param visibility What the sessions are.
 */
export async function writeComparison(
  folder: string,
  comparison: CorpusComparison,
  visibility: "private" | "public" | "stand-in",
): Promise<void> {
  const { corpora, inputs, options, nearest, weighted } = comparison;
  const made = corpora.some(({ standIn }) => standIn);
  const standIn = made || visibility === "stand-in";
  const names = corpora.map(({ name }) => name);
  const sampled = corpora.some(({ sample }) => sample !== null) &&
    options.replicates > 0;
  await writeOutput(folder, {
    title: `${corpora.length} corpora compared`,
    intro: standIn
      ? "Stand-in data: at least one side was made up, not measured."
      : "How much alike the task flows are, and which of them can be told apart.",
    parts: [
      {
        heading: "TFAS of every pair",
        standIn,
        text: notes(comparison),
        figures: [matrix(comparison, standIn)],
        tables: [
          {
            name: "pairs",
            caption: "Every pair: scores, intervals, test",
            table: pairs(comparison),
          },
          ...(nearest.length === 0 ? [] : [{
            name: "nearest",
            caption:
              "Which corpus is nearest, and how much farther the others are (corrected, paired on the same replicates)",
            table: nearestTable(nearest, names),
          }]),
          ...(sampled
            ? [{
              name: "coverage",
              caption: "What the intervals are worth: measured coverage",
              table: coverageTable(),
            }]
            : []),
        ],
      },
      ...(weighted === null ? [] : [{
        heading: "Plain and weighted",
        standIn,
        text: [
          `Every ${options.weight} counts ${
            options.cap === undefined
              ? "the same"
              : `as at most ${options.cap} sessions`
          }, however many sessions it has.`,
        ],
        figures: [],
        tables: [
          {
            name: "weighted",
            caption: "Each corpus as it is against itself weighted",
            table: weightTable(comparison),
          },
          {
            name: "weighted-intents",
            caption: "Intents, plain and weighted",
            table: weightedTable(
              corpora.flatMap(({ name, flow }, at) => {
                const one = weighted[at];
                return one === undefined ? [] : [{
                  name,
                  plain: flow(options.reading),
                  weighted: one.flow,
                }];
              }),
            ),
          },
        ],
      }]),
      ...corpusParts(comparison, standIn),
      ...differenceParts(comparison, standIn),
    ],
    files: { "compare.json": toJson(compareJson(comparison)) },
    provenance: provenance({
      inputs: [...inputs],
      parameters: {
        where: options.where,
        by: options.by ?? null,
        cluster: options.cluster ?? null,
        weight: options.weight ?? null,
        cap: options.cap ?? null,
        ...options.reading,
        replicates: sampled ? options.replicates : 0,
      },
      seed: sampled ? options.seed : null,
      versions: { taskflow: VERSION, deno: Deno.version.deno },
      visibility: standIn ? "stand-in" : visibility,
    }),
    run: { written: new Date().toISOString() },
  });
}

function pairs({ corpora, pairs }: CorpusComparison): Table {
  return pairTable(pairs.map(({ pair: [a, b], ...rest }) => ({
    a: corpora[a]?.name ?? "",
    b: corpora[b]?.name ?? "",
    ...rest,
  })));
}

function matrix(comparison: CorpusComparison, standIn: boolean): Figure {
  const { corpora, halves } = comparison;
  const names = corpora.map(({ name }) => name);
  const cells: TfasCell[] = comparison.pairs.map((one) => {
    const { pair: [a, b], scores, intervals, differ } = one;
    const corrected = intervals?.TFAS.corrected;
    return {
      row: names[b] ?? "",
      column: names[a] ?? "",
      tfas: scores.TFAS,
      below: corrected ? formatInterval(corrected) : "",
      note: differ === null ? "" : verdictOf(one),
      framed: differ === false,
    };
  });
  const own: TfasCell[] = halves.flatMap((half, at) =>
    half === null ? [] : [{
      row: names[at] ?? "",
      column: names[at] ?? "",
      tfas: half.scores.TFAS,
      below: `2 × ${half.units}`,
      note: "its two halves",
      yardstick: true,
    }]
  );
  const tested = cells.some(({ below }) => below !== "");
  return tfasMatrix([...own, ...cells], {
    name: "tfas-matrix",
    title: "TFAS of every pair",
    standIn,
    rows: names,
    columns: names,
    subtitle: tested
      ? "Bold: TFAS of the samples. Below: 95 % interval, corrected for sample size. Framed: not told apart."
      : "TFAS of the samples",
    caption: [
      "TFAS from 0 (nothing in common) to 100 (the same flow). Diagonal: two random halves of the corpus against each other.",
      ...(tested
        ? [
          "The interval is that of the flows behind the samples: a small sample scores lower than its flow, so the bold number may lie below it. A framed pair cannot be told apart at 5 %, all pairs together.",
        ]
        : []),
    ],
    table: pairs(comparison),
  });
}

function coverageTable(): Table {
  return {
    columns: [
      { key: "sessions", header: "sessions", format: "count" },
      { key: "TFAS", header: "TFAS, corrected", format: "share" },
      { key: "S_L", header: "S_L, corrected", format: "share" },
      { key: "S_T", header: "S_T, corrected", format: "share" },
      { key: "S_R", header: "S_R, corrected", format: "share" },
      { key: "far", header: "TFAS, percentile, flows at 68", format: "share" },
      {
        key: "close",
        header: "TFAS, percentile, flows at 98",
        format: "share",
      },
    ],
    rows: INTERVAL_COVERAGE.map(({ sessions, corrected, percentile }) => ({
      sessions,
      ...corrected,
      ...percentile,
    })),
  };
}

function weightTable(
  { corpora, weighted }: CorpusComparison,
): Table {
  return {
    columns: [
      { key: "corpus", header: "corpus", format: "text" },
      { key: "sessions", header: "sessions", format: "count" },
      { key: "units", header: "units", format: "count" },
      { key: "S_L", header: "S_L", format: "component" },
      { key: "S_T", header: "S_T", format: "component" },
      { key: "S_R", header: "S_R", format: "component" },
      { key: "TFAS", header: "TFAS", format: "score" },
    ],
    rows: corpora.map(({ name, counts, sample }, at) => ({
      corpus: name,
      sessions: counts?.sessions.all ?? null,
      units: sample?.units ?? null,
      ...weighted?.[at]?.scores,
    })),
  };
}

/** Corpora with something to draw: labelled messages by position. */
function drawable({ corpora }: CorpusComparison) {
  return corpora.flatMap(({ name, counts }, at) =>
    counts !== null && counts.positions.some((n) => n > 0)
      ? [{ name, counts, at }]
      : []
  ).slice(0, MOST_PICTURES);
}

function corpusParts(comparison: CorpusComparison, standIn: boolean) {
  return drawable(comparison).map(({ name, counts, at }) => ({
    heading: name,
    standIn,
    text: [whatItIs(counts)],
    figures: [
      sankey(counts, {
        name: `sankey-${at + 1}`,
        title: `${name}: task flow`,
        standIn,
      }),
      transitionLift(counts, {
        name: `lift-${at + 1}`,
        title: `${name}: transitions against chance`,
        standIn,
      }),
    ],
    tables: [],
  }));
}

function whatItIs(counts: FlowCounts): string {
  const { P_T, taxonomy } = taskFlow(counts);
  const top = [...(P_T ?? [])].map((share, code) => ({
    share,
    label: taxonomy.retained[code] ?? "",
  })).sort((a, b) => b.share - a.share).slice(0, 3);
  return `${counts.sessions.all} sessions; most frequent: ${
    top.map(({ label, share }) => `${label} ${formatScore(100 * share)} %`)
      .join(", ")
  }.`;
}

/** The first corpus against each other one, or each month against the next. */
function differenceParts(comparison: CorpusComparison, standIn: boolean) {
  const flows = drawable(comparison);
  const shown = comparison.options.by === "month"
    ? comparison.pairs.map(({ pair }) => pair)
    : flows.slice(1).map(({ at }) => [flows[0]?.at ?? 0, at] as const);
  const of = (at: number) => flows.find((flow) => flow.at === at);
  const figures = shown.flatMap(([a, b]) => {
    const [first, second] = [of(a), of(b)];
    return first === undefined || second === undefined ? [] : [
      sankeyDifference(first, second, {
        name: `difference-${a + 1}-${b + 1}`,
        title: `${first.name} and ${second.name}: what one has more of`,
        standIn,
      }),
    ];
  });
  return figures.length === 0 ? [] : [{
    heading: comparison.options.by === "month"
      ? "From month to month"
      : `Over- and under-represented against ${flows[0]?.name}`,
    standIn,
    text: [],
    figures,
    tables: [],
  }];
}
