/**
 * The ingest report as JSON.
 *
 * @module
 */

import type { FormatCounts } from "./format_counts.ts";
import type { IngestReport } from "./report.ts";

/** The report with plain objects where it has maps. */
export type ReportJson =
  & Omit<IngestReport, "unreadFiles" | "leftOut" | "formats">
  & {
    readonly unreadFiles: Readonly<Record<string, unknown>>;
    readonly leftOut: Readonly<Record<string, unknown>>;
    readonly formats: Readonly<
      Record<
        string,
        & Omit<FormatCounts, "leftOut">
        & { readonly leftOut: Readonly<Record<string, number>> }
      >
    >;
  };

/**
 * The ingest report with the places it names: for its owner, since names of files tell a lot. No texts.
 *
 * @param report The report.
 * @returns A value that `JSON.stringify` keeps whole.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { emptyReport, keepSession, reportJson } from "@taskflow/corpora";
 *
 * const report = emptyReport();
 * keepSession(report, "aider", 2);
 * deepEqual(reportJson(report).formats["aider"]?.leftOut, {});
 * deepEqual(JSON.parse(JSON.stringify(reportJson(report))).kept, 2);
 * ```
 */
export function reportJson(report: IngestReport): ReportJson {
  const { unreadFiles, leftOut, formats, ...rest } = report;
  return {
    ...rest,
    formats: Object.fromEntries(
      [...formats].map(([source, { leftOut, ...counts }]) => [
        source,
        { ...counts, leftOut: Object.fromEntries(leftOut) },
      ]),
    ),
    leftOut: Object.fromEntries(leftOut),
    unreadFiles: Object.fromEntries(unreadFiles),
  };
}
