/**
 * What was read of each format: the ingest report, told apart by format.
 *
 * @module
 */

import type { Reason } from "./report.ts";

/** What was read, kept and left out of one format. */
export interface FormatCounts {
  /** Files read to the end. */
  files: number;
  /** Bytes of these files. */
  bytes: number;
  /** Sessions delivered, those of them without a user message, and repeats that do not count. */
  sessions: { kept: number; empty: number; duplicate: number };
  /** User records met; `kept` and everything in `leftOut` together. */
  records: number;
  /** Records delivered as messages. */
  kept: number;
  /** Number of records left out, by reason. */
  leftOut: Map<Reason, number>;
}

/** What was read, by {@linkcode Session.source}. */
export type Formats = Map<string, FormatCounts>;

/**
 * The counts of a format, to be added to.
 *
 * @param formats The counts of all formats; a format that is not there yet is added.
 * @param source Name of the format, as in {@linkcode Session.source}.
 * @returns Its counts.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { formatCounts } from "@taskflow/corpora";
 *
 * const formats = new Map();
 * formatCounts(formats, "aider").files++;
 * equal(formats.get("aider").files, 1);
 * ```
 */
export function formatCounts(formats: Formats, source: string): FormatCounts {
  const found = formats.get(source);
  if (found !== undefined) return found;
  const counts: FormatCounts = {
    files: 0,
    bytes: 0,
    sessions: { kept: 0, empty: 0, duplicate: 0 },
    records: 0,
    kept: 0,
    leftOut: new Map(),
  };
  formats.set(source, counts);
  return counts;
}
