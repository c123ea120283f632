/**
 * The ingest report: what an adapter took and what it left out, by reason. A parser that drops
 * records silently corrupts P_L and P_R, so `kept + left out = records` always holds.
 *
 * @module
 */

/** Reasons for leaving a user record out: a closed list, explained in `lib/corpora/README.md`. */
export const REASONS = [
  "injected-context",
  "tool-result",
  "command-output",
  "sidechain",
  "subagent",
  "compaction-summary",
  "replayed-history",
  "abandoned-branch",
  "interruption-marker",
  "slash-command",
  "confirmation",
  "scripted-prompt",
  "empty",
  "duplicate-session",
  "unreadable",
] as const;

/** Why a user record was left out. */
export type Reason = (typeof REASONS)[number];

/** Where something was left out: ids and places only, never text. */
export interface Place {
  /** File relative to the folder given. */
  readonly file: string;
  /** 1-based line in the file, or `null` where the format has no lines. */
  readonly line: number | null;
  /** Session id, or `null` if not known. */
  readonly session: string | null;
}

/** A problem that did not stop the reading. */
export interface Warning extends Place {
  /** What is wrong and what to do about it. */
  readonly message: string;
}

/** Examples kept per reason, and warnings kept in all; counts go on. */
const EXAMPLES = 5;
const WARNINGS = 100;

/** What was read, kept and left out. */
export interface IngestReport {
  /** Files read to the end, and files that no adapter knows or that cannot be read. */
  files: { read: number; unread: number };
  /** Bytes of the files read. */
  bytes: number;
  /** Sessions delivered, and those of them without a user message. */
  sessions: { kept: number; empty: number; duplicate: number };
  /** User records met: turns that a person typed or that look like it. */
  records: number;
  /** Records delivered as messages. */
  kept: number;
  /** Records left out, by reason, with up to five places each. */
  leftOut: Map<Reason, { count: number; places: Place[] }>;
  /** Warnings, the first hundred. */
  warnings: Warning[];
  /** Number of all warnings. */
  warningCount: number;
}

/**
 * A report of nothing read.
 *
 * @returns An empty report, to be filled while reading.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { emptyReport } from "@taskflow/corpora";
 *
 * equal(emptyReport().records, 0);
 * ```
 */
export function emptyReport(): IngestReport {
  return {
    files: { read: 0, unread: 0 },
    bytes: 0,
    sessions: { kept: 0, empty: 0, duplicate: 0 },
    records: 0,
    kept: 0,
    leftOut: new Map(),
    warnings: [],
    warningCount: 0,
  };
}

/**
 * Count a user record that becomes a message.
 *
 * @param report Report to fill.
 * @param count Number of records.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { emptyReport, keep } from "@taskflow/corpora";
 *
 * const report = emptyReport();
 * keep(report);
 * equal(report.records, report.kept);
 * ```
 */
export function keep(report: IngestReport, count = 1): void {
  report.records += count;
  report.kept += count;
}

/**
 * Count user records that are left out.
 *
 * @param report Report to fill.
 * @param reason Why.
 * @param place Where; the first five places of a reason are kept.
 * @param count Number of records.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { emptyReport, leaveOut } from "@taskflow/corpora";
 *
 * const report = emptyReport();
 * leaveOut(report, "empty", { file: "a.md", line: 3, session: null });
 * equal(report.leftOut.get("empty")?.count, 1);
 * ```
 */
export function leaveOut(report: IngestReport, reason: Reason, place: Place, count = 1): void {
  report.records += count;
  const entry = report.leftOut.get(reason) ?? { count: 0, places: [] };
  entry.count += count;
  if (entry.places.length < EXAMPLES) entry.places.push(place);
  report.leftOut.set(reason, entry);
}

/**
 * Note a problem that did not stop the reading.
 *
 * @param report Report to fill.
 * @param place Where.
 * @param message What is wrong and what to do about it.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { emptyReport, warn } from "@taskflow/corpora";
 *
 * const report = emptyReport();
 * warn(report, { file: "a.md", line: null, session: null }, "file ends inside a turn");
 * equal(report.warningCount, 1);
 * ```
 */
export function warn(report: IngestReport, place: Place, message: string): void {
  report.warningCount++;
  if (report.warnings.length < WARNINGS) report.warnings.push({ ...place, message });
}
