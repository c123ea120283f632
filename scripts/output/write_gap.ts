/**
 * What `taskflow gap -o` writes.
 *
 * @module
 */

import {
  align,
  type Coverage,
  type FlowWords,
  type GapRow,
  type GapSummary,
} from "@taskflow/flow";
import {
  alignmentTable,
  gapFigure,
  gapRowsTable,
  type Table,
} from "@taskflow/plot";
import { inputOf, provenance } from "@taskflow/table";
import { VERSION } from "../cli/version.ts";
import type { FlowSide } from "../verbs/flow_side.ts";
import { summaryLines } from "./describe_gap.ts";
import { toJson, writeOutput } from "./write_output.ts";

/** A gap and where it comes from. */
export interface GapResult {
  readonly target: FlowSide;
  readonly benchmark: FlowSide;
  readonly source: FlowSide | null;
  readonly coverage: Coverage & { readonly path: string };
  readonly rows: readonly GapRow[];
  readonly summary: GapSummary;
  readonly replicates: number;
  readonly seed: number;
}

/**
 * Write a gap to a folder.
 *
 * @param folder Where.
 * @param gap The gap.
 */
export async function writeGap(folder: string, gap: GapResult): Promise<void> {
  const { target, benchmark, source, coverage, rows, summary } = gap;
  const standIn = target.standIn || benchmark.standIn;
  const resampled = target.vectors !== null || benchmark.vectors !== null;
  const made = provenance({
    inputs: await Promise.all(
      [target.path, benchmark.path, source?.path, coverage.path].filter((
        path,
      ) => path !== undefined).map((path) => inputOf(path)),
    ),
    parameters: {
      target_filter: target.filter,
      benchmark_filter: benchmark.filter,
      coverage: coverage.name,
      replicates: resampled ? gap.replicates : 0,
    },
    seed: resampled ? gap.seed : null,
    versions: { taskflow: VERSION, deno: Deno.version.deno },
    visibility: standIn ? "stand-in" : "private",
  });
  const part = (name: GapRow["part"]) =>
    rows.filter((row) => row.part === name);
  const words = wordsTable(target.words, benchmark.words);
  await writeOutput(folder, {
    title: `Gap between ${benchmark.name} and ${target.name}`,
    intro: standIn
      ? "Stand-in data: at least one side was made up, not measured."
      : "What the target has and the benchmark lacks: the backlog of augmentations.",
    parts: [
      {
        heading: "Intents",
        standIn,
        text: summaryLines(rows, summary),
        figures: [
          gapFigure(part("P_T"), {
            name: "gap-intents",
            title: `${benchmark.name} against ${target.name}`,
            standIn,
          }),
        ],
        tables: [{
          name: "gap-intents",
          caption: "Intents: the backlog, most frequent in the target first",
          table: gapRowsTable(part("P_T"), "intent"),
        }],
      },
      {
        heading: "Session lengths",
        standIn,
        text: [
          "A length is covered if candidates of that many turns can be made.",
        ],
        figures: [],
        tables: [{
          name: "gap-lengths",
          caption: "Session lengths",
          table: gapRowsTable(part("P_L"), "messages"),
        }],
      },
      {
        heading: "Transitions",
        standIn,
        text: [
          "The most frequent transitions of the target. A transition is covered if both of its " +
          "intents are.",
        ],
        figures: [],
        tables: [{
          name: "gap-transitions",
          caption: "Transitions",
          table: gapRowsTable(part("P_R"), "transition"),
        }],
      },
      {
        heading: "Alignment",
        standIn,
        text: [
          "dS and dTFAS in the tables above are what one unit more (a session of that length, a " +
          "turn of that intent, a step) would change, all else equal. Where a component is 0, TFAS " +
          "is 0 and stays so until that component moves; dS then still ranks the rows.",
        ],
        figures: [],
        tables: [
          {
            name: "alignment",
            caption: `TFAS against ${target.name}`,
            table: alignmentTable([
              ...(source === null ? [] : [{
                name: `${source.name} (source)`,
                scores: align(target.flow(), source.flow()),
              }]),
              {
                name: benchmark.name,
                scores: align(target.flow(), benchmark.flow()),
              },
            ]),
          },
          ...(words === null ? [] : [{
            name: "words",
            caption:
              "Mean words by message position (descriptive, outside TFAS)",
            table: words,
          }]),
        ],
      },
    ],
    files: {
      "gap.json": toJson({
        target: target.name,
        benchmark: benchmark.name,
        stand_in: standIn,
        coverage: coverage.name,
        summary,
        rows,
      }),
    },
    provenance: made,
    run: { written: new Date().toISOString() },
  });
}

function wordsTable(
  target: readonly FlowWords[] | null,
  benchmark: readonly FlowWords[] | null,
): Table | null {
  if (target === null && benchmark === null) return null;
  const positions = [...target ?? [], ...benchmark ?? []].map(({ position }) =>
    position
  );
  const at = (words: readonly FlowWords[] | null, wanted: string) =>
    words?.find(({ position }) => position === wanted)?.mean ?? null;
  return {
    columns: [
      { key: "position", header: "message", format: "text" },
      { key: "target", header: "target", format: "score" },
      { key: "benchmark", header: "benchmark", format: "score" },
    ],
    rows: [...new Set(positions)].sort((a, b) => parseInt(a) - parseInt(b))
      .map((position) => ({
        position,
        target: at(target, position),
        benchmark: at(benchmark, position),
      })),
  };
}
