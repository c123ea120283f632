/**
 * A measured corpus as tables and figures.
 *
 * @module
 */

import {
  bootstrapFlow,
  type FlowIntervals,
  intentRows,
  lengthRows,
  type Measurement,
  taskFlow,
  transitionRows,
} from "@taskflow/flow";
import {
  ingestTable,
  intentBars,
  positionTable,
  sankey,
  sessionLength,
  shareTable,
  statisticsTable,
  transitionHeatmap,
} from "@taskflow/plot";
import { byPosition, summarise } from "@taskflow/session";
import type { MeasuredCorpus } from "../verbs/measure_corpus.ts";
import type { NamedTable, OutputPart } from "./write_output.ts";

/** How to show a measured corpus. */
export interface MeasurementOutputOptions {
  /** Name of the corpus, for people. */
  readonly name: string;
  /** Base of the file names, for example `sample`; empty for none. */
  readonly prefix: string;
  readonly standIn: boolean;
  /** Replicates for intervals, 0 for none. */
  readonly replicates: number;
  readonly seed: number;
  readonly signal?: AbortSignal;
}

/**
 * The parts of a page that show a measured corpus: how people use the agent, the task flow, what was
 * read.
 *
 * @param corpus What was read and measured.
 * @param options Names, stand-in flag, bootstrap.
 * @returns Three parts.
 */
export function measurementOutput(
  corpus: MeasuredCorpus,
  options: MeasurementOutputOptions,
): (OutputPart & { standIn: boolean })[] {
  const { standIn } = options;
  return [
    flow(corpus.measurement, options),
    prevalence(corpus.measurement, options),
    ...stress(corpus, options),
    ingest(corpus, options),
  ].map((part) => ({ ...part, standIn }));
}

function file(prefix: string, name: string): string {
  return prefix === "" ? name : `${prefix}-${name}`;
}

function prevalence(
  { all, slice, where }: Measurement,
  { name, prefix, standIn }: MeasurementOutputOptions,
): OutputPart {
  return {
    heading: `${name}: sessions and messages`,
    text: [
      "Section 2 of the paper: how long sessions are, how many words people write, and how often " +
      "they switch between intents.",
    ],
    figures: all.lengths.size === 0 ? [] : [
      sessionLength(all.lengths, {
        name: file(prefix, "session-length"),
        title: `${name}: sessions by number of user messages`,
        standIn,
      }),
    ],
    tables: [
      {
        name: file(prefix, "statistics"),
        caption:
          `Statistics of all sessions, and of those with ${where.source}`,
        table: statisticsTable([
          { header: "all sessions", statistics: summarise(all) },
          { header: where.source, statistics: summarise(slice) },
        ]),
      },
      {
        name: file(prefix, "positions"),
        caption: `Words and intents by message, sessions with ${where.source}`,
        table: positionTable(byPosition(slice)),
      },
    ],
  };
}

function flow(
  measurement: Measurement,
  options: MeasurementOutputOptions,
): OutputPart {
  const { flow: counts, where, sessions, vectors } = measurement;
  const { name, prefix, standIn, replicates, seed, signal } = options;
  const shares = taskFlow(counts);
  const labelled = shares.P_T !== null;
  const intervals: FlowIntervals | null =
    replicates > 0 && counts.sessions.all > 0
      ? bootstrapFlow(vectors, {
        replicates,
        seed,
        ...(signal === undefined ? {} : { signal }),
      })
      : null;
  const named = (
    base: string,
    caption: string,
    table: NamedTable["table"],
  ): NamedTable => ({
    name: file(prefix, base),
    caption: `${caption}. ${resampled}`,
    table,
  });
  const resampled = intervals === null
    ? "No intervals were asked for."
    : `95 % percentile intervals from ${replicates} resamples of whole sessions, seed ${seed}.`;
  const figure = { standIn };
  return {
    heading: `${name}: task flow`,
    text: [
      `${counts.sessions.all} sessions with ${where.source}` +
      (labelled && sessions.unlabelled > 0
        ? `; ${sessions.unlabelled} more have messages without an intent and are left out of ` +
          `all three distributions`
        : "") +
      (labelled
        ? ". Greetings, meta-questions and other messages are left out of intents and " +
          "transitions, not out of lengths and of the Sankey."
        : "; their messages have no intents, so intents and transitions are undefined."),
    ],
    figures: labelled
      ? [
        sankey(counts, {
          ...figure,
          name: file(prefix, "sankey"),
          title: `${name}: task flow`,
          population: sessions.all,
        }),
        intentBars([{ name, counts }], {
          ...figure,
          name: file(prefix, "intents"),
          title: `${name}: share of messages by intent`,
        }),
        transitionHeatmap(counts, {
          ...figure,
          name: file(prefix, "transitions"),
          title: `${name}: transitions`,
        }),
      ]
      : [],
    tables: [
      named(
        "lengths",
        "Session lengths (P_L)",
        shareTable(lengthRows(shares, counts, intervals), "messages"),
      ),
      ...(labelled
        ? [
          named(
            "intents",
            "Intents (P_T)",
            shareTable(intentRows(shares, counts, intervals), "intent"),
          ),
          named(
            "transitions",
            "Transitions (P_R), most frequent first",
            shareTable(transitionRows(shares, counts, intervals), "transition"),
          ),
        ]
        : []),
    ],
  };
}

function stress(
  { stress }: MeasuredCorpus,
  { name, prefix }: MeasurementOutputOptions,
): OutputPart[] {
  if (stress.length === 0) return [];
  return [{
    heading: `${name}: stress slices`,
    text: [
      "Rare intents with consequences, declared before any optimisation and counted over all " +
      "sessions. They are reported apart and never enter TFAS: an optimiser of frequencies would " +
      "drop them (Appendix C, step 7).",
    ],
    figures: [],
    tables: [{
      name: file(prefix, "stress"),
      caption: "Declared stress slices",
      table: {
        columns: [
          { key: "name", header: "slice", format: "text" },
          { key: "description", header: "what it is", format: "text" },
          { key: "messages", header: "messages", format: "count" },
          { key: "sessions", header: "sessions", format: "count" },
          { key: "withoutText", header: "without text", format: "count" },
        ],
        rows: stress.map((count) => ({ ...count })),
      },
    }],
  }];
}

function ingest(
  { report, join, classified }: MeasuredCorpus,
  { name, prefix }: MeasurementOutputOptions,
): OutputPart {
  return {
    heading: `${name}: what was read`,
    text: [
      `${report.files.read} files read, ${report.files.unread} not; ${report.sessions.kept} ` +
      `sessions, ${report.sessions.empty} of them without a user message, and ` +
      `${report.sessions.duplicate} repeats of a session that was there already.`,
      ...(join === null ? [] : [
        `Labels joined by ${join.key}: ${join.matched} messages labelled, ${join.unlabelled} ` +
        `without a label, ${join.unused} labels of these files fit no message.`,
      ]),
      ...(classified === null ? [] : [
        `Intents of ${classified.classified} messages come from the offline baseline, which ` +
        `agreed with 64 % of the labels in cross-validation over repositories; how far that moves ` +
        `a flow is in lib/classify/README.md.`,
      ]),
      ...(report.warningCount === 0 ? [] : [
        `${report.warningCount} warnings; ingest.json names the places.`,
      ]),
    ],
    figures: [],
    tables: [
      {
        name: file(prefix, "ingest"),
        caption: "User records",
        table: ingestTable(report),
      },
    ],
  };
}
