/**
 * Tables of a measured corpus, for pages, notebooks and files.
 *
 * @module
 */

import type { IngestReport } from "@taskflow/corpora";
import type { Alignment, AlignmentIntervals, ShareRow } from "@taskflow/flow";
import type { PositionRow, Statistic } from "@taskflow/session";
import type { Cell, Column, Table } from "./figure.ts";
import { formatCount, formatShare } from "./format.ts";

/**
 * Shares of lengths, intents or transitions with their 95 % intervals.
 *
 * @param rows Rows of `lengthRows()`, `intentRows()` or `transitionRows()`.
 * @param what Header of the first column.
 * @returns The table; interval columns are left out where no row has an interval.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { shareTable } from "@taskflow/plot";
 *
 * const rows = [{ name: "3", count: 2, share: 1, low: null, high: null }];
 * equal(shareTable(rows, "messages").columns.length, 3);
 * ```
 */
export function shareTable(rows: readonly ShareRow[], what: string): Table {
  const optional = (key: "count" | "low" | "high", header: string): Column[] =>
    rows.some((row) => row[key] !== null)
      ? [{ key, header, format: key === "count" ? "count" : "share" }]
      : [];
  return {
    columns: [
      { key: "name", header: what, format: "text" },
      ...optional("count", "count"),
      { key: "share", header: "share", format: "share" },
      ...optional("low", "95 % low"),
      ...optional("high", "95 % high"),
    ],
    rows: rows.map((row) => ({ ...row })),
  };
}

/** A statistic of one corpus, and perhaps what the paper prints for it. */
export interface StatisticColumn {
  /** Header, for example the corpus's name. */
  readonly header: string;
  readonly statistics: readonly Statistic[];
}

/**
 * The statistics of Section 2, one column a corpus.
 *
 * @param columns Statistics of `summarise()` per corpus or slice; all with the same names.
 * @returns The table; numbers are written out by unit, since units differ from row to row.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { statisticsTable } from "@taskflow/plot";
 *
 * const statistics = [{ name: "sessions with 1 message", value: 0.5, unit: "share" as const }];
 * equal(statisticsTable([{ header: "all", statistics }]).rows[0]?.["all"], "50.0%");
 * ```
 */
export function statisticsTable(columns: readonly StatisticColumn[]): Table {
  const names = columns[0]?.statistics.map(({ name }) => name) ?? [];
  return {
    columns: [
      { key: "statistic", header: "statistic", format: "text" },
      ...columns.map(({ header }): Column => ({
        key: header,
        header,
        format: "text",
      })),
    ],
    rows: names.map((name) => {
      const row: Record<string, Cell> = { statistic: name };
      for (const { header, statistics } of columns) {
        const found = statistics.find((statistic) => statistic.name === name);
        row[header] = found === undefined ? null : formatStatistic(found);
      }
      return row;
    }),
  };
}

/**
 * A statistic's value by its unit: shares as percent, counts whole, means with one decimal.
 *
 * @param statistic The statistic.
 * @returns Text; "undefined" where there are no data.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { formatStatistic } from "@taskflow/plot";
 *
 * equal(formatStatistic({ name: "p75", value: 3, unit: "messages" }), "3");
 * equal(formatStatistic({ name: "mean", value: 30.71, unit: "words" }), "30.7");
 * ```
 */
export function formatStatistic({ value, unit }: Statistic): string {
  if (value === null) return "undefined";
  if (unit === "share") return formatShare(value);
  return Number.isInteger(value) ? formatCount(value) : value.toFixed(1);
}

/**
 * Words and intent shares by message position.
 *
 * @param rows Rows of `byPosition()`.
 * @returns The table, one column an intent.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { positionTable } from "@taskflow/plot";
 *
 * equal(positionTable([]).rows.length, 0);
 * ```
 */
export function positionTable(rows: readonly PositionRow[]): Table {
  const labels = Object.keys(rows[0]?.shares ?? {});
  return {
    columns: [
      { key: "position", header: "message", format: "text" },
      { key: "messages", header: "with text", format: "count" },
      { key: "meanWords", header: "mean words", format: "score" },
      { key: "medianWords", header: "median words", format: "score" },
      { key: "labelled", header: "labelled", format: "count" },
      ...labels.map((label): Column => ({
        key: label,
        header: label,
        format: "share",
      })),
    ],
    rows: rows.map(({ shares, ...row }) => ({ ...row, ...shares })),
  };
}

/**
 * What was read, kept and left out, by reason. Places are not shown: names of files often tell what
 * a session was about.
 *
 * @param report The ingest report.
 * @returns One row a reason, then the sums; `kept + left out = records`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { emptyReport, keepSession } from "@taskflow/corpora";
 * import { ingestTable } from "@taskflow/plot";
 *
 * const report = emptyReport();
 * keepSession(report, "specstory", 3);
 * equal(ingestTable(report).rows.at(-1)?.["records"], 3);
 * ```
 */
export function ingestTable(report: IngestReport): Table {
  return {
    columns: [
      { key: "what", header: "user records", format: "text" },
      { key: "records", header: "number", format: "count" },
    ],
    rows: [
      { what: "kept as messages", records: report.kept },
      ...[...report.leftOut].sort(([, a], [, b]) => b.count - a.count).map((
        [reason, { count }],
      ) => ({ what: `left out: ${reason}`, records: count })),
      { what: "all", records: report.records },
    ],
  };
}

/**
 * TFAS with its components, one row a pair, with intervals where they are known.
 *
 * @param rows Name, scores and perhaps intervals.
 * @returns The table; undefined scores are `null`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { alignmentTable } from "@taskflow/plot";
 *
 * const scores = { S_L: 1, S_T: 1, S_R: 1, TFAS: 100 };
 * equal(alignmentTable([{ name: "itself", scores }]).rows[0]?.["TFAS"], 100);
 * ```
 */
export function alignmentTable(
  rows: readonly {
    name: string;
    scores: Alignment;
    intervals?: AlignmentIntervals;
  }[],
): Table {
  const withIntervals = rows.some(({ intervals }) => intervals !== undefined);
  return {
    columns: [
      { key: "name", header: "benchmark", format: "text" },
      { key: "S_L", header: "S_L", format: "component" },
      { key: "S_T", header: "S_T", format: "component" },
      { key: "S_R", header: "S_R", format: "component" },
      { key: "TFAS", header: "TFAS", format: "score" },
      ...(withIntervals
        ? [
          { key: "low", header: "95 % low", format: "score" },
          { key: "high", header: "95 % high", format: "score" },
          { key: "bias", header: "bias", format: "score" },
        ] as const
        : []),
    ],
    rows: rows.map(({ name, scores, intervals }) => ({
      name,
      ...scores,
      low: intervals?.TFAS.low ?? null,
      high: intervals?.TFAS.high ?? null,
      bias: intervals?.TFAS.bias ?? null,
    })),
  };
}
