/**
 * The ingest report: what an adapter took and what it left out, by reason. A parser that drops
 * records silently corrupts P_L and P_R, so `kept + left out = records` always holds.
 *
 * @module
 */

import { formatCounts, type Formats } from "./format_counts.ts";
import type { Rules, RulesName } from "./rules.ts";

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

/** Why a whole file was not read: a closed list, explained in `lib/corpora/README.md`. */
export const FILE_REASONS = [
  "unrecognised",
  "empty-file",
  "binary",
  "unopenable",
  "leaves-folder",
  "failed",
  "too-large",
  "too-deep",
  "older-copy",
  "companion",
] as const;

/** Why a whole file was not read. */
export type FileReason = (typeof FILE_REASONS)[number];

/** A file that was not read. */
export interface UnreadFile {
  /** File relative to the folder given. */
  readonly file: string;
  /** What is wrong with it, or what it was found to be; never its text. */
  readonly detail: string;
}

/** A file that was read. */
export interface InputFile {
  /** File relative to the folder given. */
  readonly file: string;
  /** Size in bytes. */
  readonly bytes: number;
  /** SHA-256 of its bytes, 64 hexadecimal digits in lower case. */
  readonly sha256: string;
}

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

/** Examples kept per reason, and warnings and unread files (per reason) kept; counts go on. */
const EXAMPLES = 5;
const WARNINGS = 100;
const UNREAD = 100;

/** What was read, kept and left out. */
export interface IngestReport {
  /** Preset of rules that decided what counts as a message; see `rules.ts`. */
  rules: RulesName;
  /** Decisions in which the preset was not followed. */
  decisions: Partial<Rules>;
  /** Files read to the end, and files that no adapter knows or that cannot be read. */
  files: { read: number; unread: number };
  /** Files that were not read, by reason: all are counted, the first hundred of a reason named. */
  unreadFiles: Map<FileReason, { count: number; files: UnreadFile[] }>;
  /** Bytes of the files read. */
  bytes: number;
  /** The files read, in order of path. */
  inputs: InputFile[];
  /**
   * SHA-256 over `path NUL sha256` of the files read, joined by line feeds, in order of path (code
   * points); `null` until everything is read.
   */
  corpusHash: string | null;
  /** Sessions delivered, and those of them without a user message. */
  sessions: { kept: number; empty: number; duplicate: number };
  /** User records met: turns that a person typed or that look like it. */
  records: number;
  /** Records delivered as messages. */
  kept: number;
  /** Records left out, by reason, with up to five places each. */
  leftOut: Map<Reason, { count: number; places: Place[] }>;
  /** The same by format; the numbers of all formats add up to those above. */
  formats: Formats;
  /** Warnings, the first hundred. */
  warnings: Warning[];
  /** Number of all warnings. */
  warningCount: number;
}

/**
 * A report of nothing read.
 *
 * @param rules Preset of rules that will decide what counts.
 * @param decisions Decisions in which the preset will not be followed.
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
export function emptyReport(
  rules: RulesName = "default",
  decisions: Partial<Rules> = {},
): IngestReport {
  return {
    rules,
    decisions,
    files: { read: 0, unread: 0 },
    unreadFiles: new Map(),
    bytes: 0,
    inputs: [],
    corpusHash: null,
    sessions: { kept: 0, empty: 0, duplicate: 0 },
    records: 0,
    kept: 0,
    leftOut: new Map(),
    formats: new Map(),
    warnings: [],
    warningCount: 0,
  };
}

/**
 * Count a session and its user records, which become messages.
 *
 * @param report Report to fill.
 * @param source Format of the session.
 * @param messages Number of its messages.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { emptyReport, keepSession } from "@taskflow/corpora";
 *
 * const report = emptyReport();
 * keepSession(report, "specstory", 3);
 * equal(report.records, report.kept);
 * equal(report.formats.get("specstory")?.sessions.kept, 1);
 * ```
 */
export function keepSession(
  report: IngestReport,
  source: string,
  messages: number,
): void {
  for (const counts of [report, formatCounts(report.formats, source)]) {
    counts.sessions.kept++;
    if (messages === 0) counts.sessions.empty++;
    counts.records += messages;
    counts.kept += messages;
  }
}

/**
 * Count a session that was met before; its records are left out one by one.
 *
 * @param report Report to fill.
 * @param source Format of the session.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { emptyReport, repeatSession } from "@taskflow/corpora";
 *
 * const report = emptyReport();
 * repeatSession(report, "specstory");
 * equal(report.sessions.duplicate, 1);
 * ```
 */
export function repeatSession(report: IngestReport, source: string): void {
  report.sessions.duplicate++;
  formatCounts(report.formats, source).sessions.duplicate++;
}

/**
 * Count user records that are left out.
 *
 * @param report Report to fill.
 * @param source Format they were read from.
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
 * const place = { file: "a.md", line: 3, session: null };
 * leaveOut(report, "specstory", "empty", place);
 * equal(report.leftOut.get("empty")?.count, 1);
 * equal(report.formats.get("specstory")?.leftOut.get("empty"), 1);
 * ```
 */
export function leaveOut(
  report: IngestReport,
  source: string,
  reason: Reason,
  place: Place,
  count = 1,
): void {
  report.records += count;
  const entry = report.leftOut.get(reason) ?? { count: 0, places: [] };
  entry.count += count;
  if (entry.places.length < EXAMPLES) entry.places.push(place);
  report.leftOut.set(reason, entry);
  const format = formatCounts(report.formats, source);
  format.records += count;
  format.leftOut.set(reason, (format.leftOut.get(reason) ?? 0) + count);
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
export function warn(
  report: IngestReport,
  place: Place,
  message: string,
): void {
  report.warningCount++;
  if (report.warnings.length < WARNINGS) {
    report.warnings.push({ ...place, message });
  }
}

/**
 * Count a file that was not read.
 *
 * @param report Report to fill.
 * @param reason Why.
 * @param file File relative to the folder given; the first hundred of a reason are named.
 * @param detail What is wrong with it, or what it was found to be; never its text.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { emptyReport, skipFile } from "@taskflow/corpora";
 *
 * const report = emptyReport();
 * skipFile(report, "binary", "photo.png", "has NUL bytes");
 * equal(report.files.unread, 1);
 * ```
 */
export function skipFile(
  report: IngestReport,
  reason: FileReason,
  file: string,
  detail: string,
): void {
  report.files.unread++;
  const entry = report.unreadFiles.get(reason) ?? { count: 0, files: [] };
  entry.count++;
  if (entry.files.length < UNREAD) entry.files.push({ file, detail });
  report.unreadFiles.set(reason, entry);
}

/**
 * Count a file that was read to the end.
 *
 * @param report Report to fill.
 * @param source Format it was read as.
 * @param input The file; files come in order of path.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { addInput, emptyReport } from "@taskflow/corpora";
 *
 * const report = emptyReport();
 * const input = { file: "a.md", bytes: 12, sha256: "0".repeat(64) };
 * addInput(report, "specstory", input);
 * equal(report.bytes, 12);
 * ```
 */
export function addInput(
  report: IngestReport,
  source: string,
  input: InputFile,
): void {
  const format = formatCounts(report.formats, source);
  format.files++;
  format.bytes += input.bytes;
  report.files.read++;
  report.bytes += input.bytes;
  report.inputs.push(input);
}
