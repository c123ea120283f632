/**
 * The ingest report for the terminal: what is here, what was left out and why, what was not read. Ids
 * and places only, never text.
 *
 * @module
 */

import {
  type IngestReport,
  type Place,
  REASONS,
  type UnreadFile,
} from "@taskflow/corpora";
import { formatCount } from "@taskflow/plot";
import { textTable } from "./text_table.ts";

/** Files named per reason, and warnings shown; the JSON has up to a hundred. */
const NAMED = 10;

/** A row of the table by format, or of its sums. */
export interface FormatRow extends Record<string, string | number> {
  readonly format: string;
  readonly files: number;
  readonly bytes: number;
  readonly sessions: number;
  /** Sessions without a user message. */
  readonly empty: number;
  /** Sessions met again, which do not count. */
  readonly repeats: number;
  /** User records met. */
  readonly records: number;
  /** Records kept as messages. */
  readonly kept: number;
  readonly left_out: number;
}

/**
 * What was read by format.
 *
 * @param report The report.
 * @returns One row a format in order of name, then `all` if there are several.
 */
export function formatRows(report: IngestReport): FormatRow[] {
  const row = (
    format: string,
    { sessions, records, kept }: Pick<
      IngestReport,
      "sessions" | "records" | "kept"
    >,
    files: number,
    bytes: number,
  ): FormatRow => ({
    format,
    files,
    bytes,
    sessions: sessions.kept,
    empty: sessions.empty,
    repeats: sessions.duplicate,
    records,
    kept,
    left_out: records - kept,
  });
  const rows = [...report.formats]
    .sort(([a], [b]) => a < b ? -1 : 1)
    .map(([format, counts]) => row(format, counts, counts.files, counts.bytes));
  if (rows.length > 1) {
    rows.push(row("all", report, report.files.read, report.bytes));
  }
  return rows;
}

/**
 * Describe what was read.
 *
 * @param report The report.
 * @returns Text for people.
 */
export function describeReport(report: IngestReport): string {
  const decisions = Object.entries(report.decisions).map(([name, value]) =>
    `, ${name} ${value}`
  );
  return [
    `what is here (rules: ${report.rules}${decisions.join("")})`,
    ...formatLines(report),
    ...leftOutLines(report),
    ...unreadLines(report),
    ...warningLines(report),
  ].join("\n");
}

function formatLines(report: IngestReport): string[] {
  const rows = formatRows(report);
  if (rows.length === 0) return ["  no session export was found"];
  return textTable(
    ["format", "files", "sessions", "empty", "repeats", "records", "kept"],
    rows.map((row) => [
      row.format,
      ...[
        row.files,
        row.sessions,
        row.empty,
        row.repeats,
        row.records,
        row.kept,
      ]
        .map(formatCount),
    ]),
  );
}

function leftOutLines({ leftOut, formats, records, kept }: IngestReport) {
  if (leftOut.size === 0) return ["", "no user record was left out"];
  const sources = [...formats].sort(([a], [b]) => a < b ? -1 : 1);
  const lines = [
    "",
    `left out: ${formatCount(records - kept)} of ${formatCount(records)} ` +
    `user records`,
  ];
  for (const reason of REASONS) {
    const entry = leftOut.get(reason);
    if (entry === undefined) continue;
    const by = sources.flatMap(([source, { leftOut }]) => {
      const count = leftOut.get(reason) ?? 0;
      return count === 0 ? [] : [`${source} ${formatCount(count)}`];
    });
    lines.push(
      `  ${reason.padEnd(20)} ${formatCount(entry.count).padStart(9)}  ` +
        `(${by.join(", ")})`,
      ...entry.places.map((place) => `    ${placeText(place)}`),
    );
  }
  return lines;
}

function unreadLines({ files, unreadFiles }: IngestReport): string[] {
  if (files.unread === 0) return [];
  const lines = ["", `files not read: ${formatCount(files.unread)}`];
  for (const [reason, { count, files }] of [...unreadFiles].sort()) {
    lines.push(`  ${reason.padEnd(20)} ${formatCount(count).padStart(9)}`);
    const named: readonly UnreadFile[] = files.slice(0, NAMED);
    for (const { file, detail } of named) {
      lines.push(`    ${quoted(file)}: ${detail}`);
    }
    if (count > named.length) {
      lines.push(`    and ${formatCount(count - named.length)} more`);
    }
  }
  return lines;
}

function warningLines({ warnings, warningCount }: IngestReport): string[] {
  if (warningCount === 0) return [];
  const shown = warnings.slice(0, NAMED);
  const more = warningCount - shown.length;
  return [
    "",
    `warnings: ${formatCount(warningCount)}`,
    ...shown.map(({ message, ...place }) =>
      `  ${placeText(place)}: ${message}`
    ),
    ...(more > 0 ? [`  and ${formatCount(more)} more`] : []),
  ];
}

function placeText({ file, line, session }: Place): string {
  return (line === null ? quoted(file) : `${quoted(file)}:${line}`) +
    (session === null ? "" : `  session ${quoted(session)}`);
}

/** Names may hold control characters, which a terminal would obey. */
function quoted(name: string): string {
  return /^[\p{L}\p{N}\p{P}\p{S} ]*$/u.test(name)
    ? name
    : JSON.stringify(name).replace(
      /[\p{C}\p{Zl}\p{Zp}]/gu,
      (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`,
    );
}
