/**
 * A measured corpus in a few lines for the terminal, and as JSON.
 *
 * @module
 */

import { type Measurement, taskFlow, toFlowFile } from "@taskflow/flow";
import { formatCount, formatShare, formatStatistic } from "@taskflow/plot";
import { summarise } from "@taskflow/session";
import type { MeasuredCorpus } from "../verbs/measure_corpus.ts";

/** Intents listed in the terminal. */
const TOP = 6;

/**
 * Describe a measured corpus.
 *
 * @param name Name of the corpus.
 * @param corpus What was read and measured.
 * @returns Text for people, and one JSON object.
 */
export function describeMeasurement(
  name: string,
  corpus: MeasuredCorpus,
): { text: string; json: Record<string, unknown> } {
  const { measurement, report, join } = corpus;
  const { flow, where, sessions } = measurement;
  const statistics = summarise(measurement.all);
  const leftOut = Object.fromEntries(
    [...report.leftOut].map(([reason, { count }]) => [reason, count]),
  );
  const lines = [
    `${name}: ${formatCount(sessions.all)} sessions with a user message`,
    ...statistics.map((statistic) =>
      `  ${statistic.name.padEnd(46)} ${formatStatistic(statistic)}`
    ),
    ...readLines(corpus),
    ...joinLines(corpus),
    ...classifierLines(corpus),
    "",
    `task flow of the ${
      formatCount(flow.sessions.all)
    } sessions with ${where.source}` +
    (sessions.unlabelled > 0 && flow.sessions.all < sessions.passed
      ? ` (${
        formatCount(sessions.unlabelled)
      } more have messages without an intent: left out)`
      : ""),
    ...flowLines(measurement),
    ...stressLines(corpus),
  ];
  return {
    text: lines.join("\n"),
    json: {
      name,
      statistics: Object.fromEntries(
        statistics.map(({ name, value }) => [name, value]),
      ),
      sessions,
      flow: toFlowFile(flow, { name, filter: where.source }),
      ingest: {
        rules: report.rules,
        decisions: report.decisions,
        files: report.files,
        sessions: report.sessions,
        records: report.records,
        kept: report.kept,
        leftOut,
        warnings: report.warningCount,
      },
      labels: join,
      classifier: corpus.classified,
      stress: corpus.stress,
    },
  };
}

function readLines({ report }: MeasuredCorpus): string[] {
  const leftOut = [...report.leftOut].map(([reason, { count }]) =>
    `${formatCount(count)} ${reason}`
  );
  return [
    "",
    `read ${formatCount(report.files.read)} files, ` +
    `${formatCount(report.records)} user records: ${
      formatCount(report.kept)
    } kept` +
    (leftOut.length === 0 ? "" : `, left out ${leftOut.join(", ")}`),
    ...(report.sessions.duplicate === 0 ? [] : [
      `${
        formatCount(report.sessions.duplicate)
      } sessions were there more than once`,
    ]),
  ];
}

function joinLines({ join, report }: MeasuredCorpus): string[] {
  if (join === null) return [];
  return [
    `labels: ${formatCount(join.matched)} messages labelled by ${join.key} ` +
    `(rules: ${report.rules}), ` +
    `${formatCount(join.unlabelled)} without a label, ` +
    `${formatCount(join.unused)} labels of these files fit no message, ` +
    `${formatCount(join.elsewhere)} labels are of other files`,
  ];
}

function stressLines({ stress }: MeasuredCorpus): string[] {
  if (stress.length === 0) return [];
  return [
    "",
    "stress slices, over all sessions (report them apart, never inside TFAS)",
    ...stress.map(({ name, messages, sessions, withoutText }) =>
      `  ${name.padEnd(24)} ${formatCount(messages)} messages in ` +
      `${formatCount(sessions)} sessions` +
      (withoutText === 0
        ? ""
        : `; ${formatCount(withoutText)} messages have no text to look at`)
    ),
  ];
}

function classifierLines({ classified }: MeasuredCorpus): string[] {
  if (classified === null) return [];
  const { classified: n, labelled, withoutText } = classified;
  return [
    `classifier baseline: ${
      formatCount(n)
    } messages (64 % agreement in cross-validation); ` +
    `${formatCount(labelled)} had a label, ${
      formatCount(withoutText)
    } have no text`,
  ];
}

function flowLines({ flow }: Measurement): string[] {
  const { P_T } = taskFlow(flow);
  if (P_T === null) {
    return [
      "  intents and transitions: undefined, for lack of labelled messages",
    ];
  }
  const order = [...P_T.keys()].sort((a, b) => (P_T[b] ?? 0) - (P_T[a] ?? 0));
  const top = order.slice(0, TOP).filter((code) => P_T[code] !== 0).map((
    code,
  ) => `${flow.taxonomy.retained[code]} ${formatShare(P_T[code] ?? 0)}`);
  return [`  ${top.join(", ")}, ...`];
}
