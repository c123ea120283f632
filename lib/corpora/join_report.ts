/**
 * How labels and messages met.
 *
 * @module
 */

import type { LabelledFile } from "./labels.ts";

/** How labels and messages met: nothing on either side is lost in silence. */
export interface JoinReport {
  /** Whether labels found their message by the hash of its text, or by its position alone. */
  readonly key: "sha256" | "position";
  /** All labels. */
  readonly labels: number;
  /** Rows of the label file without an intent. */
  readonly blank: number;
  /** Labels given to a message. */
  readonly matched: number;
  /** Messages that got no label. */
  readonly unlabelled: number;
  /** Labels of files that were read which no message took, and the first five of those files. */
  readonly unused: number;
  readonly unusedFiles: readonly string[];
  /** Labels of files that were not read, and the first five of those files. */
  readonly elsewhere: number;
  readonly elsewhereFiles: readonly string[];
  /** Problems that did not stop the join. */
  readonly warnings: readonly string[];
}

/** What a join has noted. */
export interface JoinState {
  readonly key: "sha256" | "position";
  readonly files: ReadonlyMap<string, LabelledFile>;
  readonly count: number;
  readonly blank: number;
  readonly messages: { readonly unlabelled: number };
  readonly warnings: readonly string[];
}

/** Files named in a report. */
const EXAMPLES = 5;

/**
 * Tell how labels met the messages so far.
 *
 * @param state What the join has noted.
 * @returns The counts: `matched + unused + elsewhere = labels`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { joinReport } from "@taskflow/corpora";
 *
 * const slots = new Map([["0:0", { intents: ["bug-fix"], used: [false] }]]);
 * const file = { file: "a.md", slots, labels: 1, joined: null };
 * const report = joinReport({
 *   key: "position",
 *   files: new Map([["a.md", file]]),
 *   count: 1,
 *   blank: 0,
 *   messages: { unlabelled: 0 },
 *   warnings: [],
 * });
 * equal(report.elsewhere, 1);
 * ```
 */
export function joinReport(state: JoinState): JoinReport {
  const unused = { labels: 0, files: [] as string[] };
  const elsewhere = { labels: 0, files: [] as string[] };
  for (const { file, slots, labels, joined } of state.files.values()) {
    let left = labels;
    for (const slot of slots.values()) left -= slot.used.filter(Boolean).length;
    if (left === 0) continue;
    const into = joined === null ? elsewhere : unused;
    into.labels += left;
    if (into.files.length < EXAMPLES) into.files.push(file);
  }
  return {
    key: state.key,
    labels: state.count,
    blank: state.blank,
    matched: state.count - unused.labels - elsewhere.labels,
    unlabelled: state.messages.unlabelled,
    unused: unused.labels,
    unusedFiles: unused.files,
    elsewhere: elsewhere.labels,
    elsewhereFiles: elsewhere.files,
    warnings: [...state.warnings],
  };
}
