/**
 * Flow counts: the integers behind a task flow (Section 2, Appendix F). Counts add, distributions
 * do not, so counts are what is kept, merged and stored.
 *
 * @module
 */

import {
  labelCode,
  parentCodes,
  TAXONOMY,
  type Taxonomy,
} from "@taskflow/taxonomy";

/** Length bins of P_L (Appendix F). */
export const LENGTH_BINS = ["1", "2", "3", "4", "5", "6-10", "11+"] as const;

/** Message positions kept for the Sankey: the paper draws five, benchmark trajectories have six. */
export const SANKEY_POSITIONS = 6;

/** Names of the two ends of a session in a transition map. */
export const START = "START";
/** See {@linkcode START}. */
export const END = "END";

/** Integer counts of a corpus; every array is indexed by codes of {@linkcode FlowCounts.taxonomy}. */
export interface FlowCounts {
  readonly taxonomy: Taxonomy;
  /** Sessions counted, and those of them left without a retained message. */
  readonly sessions: { all: number; empty: number };
  /** Sessions per length bin, length over all messages: 7 cells. */
  readonly lengthAll: Float64Array;
  /** Sessions per length bin, length over retained messages; a session with none is in no bin. */
  readonly lengthRetained: Float64Array;
  /** Messages per intent, all labels of the taxonomy. */
  readonly intents: Float64Array;
  /**
   * Transitions after excluded messages are removed, (n+1) x (n+1) cells row by row with n retained
   * intents: row 0 is START, row 1+i the retained intent i; column i the retained intent i, column n END.
   * A session left empty adds one to START>END.
   */
  readonly transitions: Float64Array;
  /**
   * Unfiltered flow by position for the Sankey: for position p (0-based) and intents a, b of all K
   * labels, cell `(p * K + a) * (K + 1) + b` counts sessions with a at p and b at p + 1; column K
   * counts sessions that end at p.
   */
  readonly positions: Float64Array;
}

/**
 * Empty counts for a taxonomy.
 *
 * @param taxonomy Labels to count, by default the paper's 16.
 * @returns Counts of nothing.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { emptyCounts } from "@taskflow/flow";
 *
 * equal(emptyCounts().transitions.length, 14 * 14);
 * ```
 */
export function emptyCounts(taxonomy: Taxonomy = TAXONOMY): FlowCounts {
  const [k, n] = [taxonomy.labels.length, taxonomy.retained.length];
  return {
    taxonomy,
    sessions: { all: 0, empty: 0 },
    lengthAll: new Float64Array(LENGTH_BINS.length),
    lengthRetained: new Float64Array(LENGTH_BINS.length),
    intents: new Float64Array(k),
    transitions: new Float64Array((n + 1) * (n + 1)),
    positions: new Float64Array(SANKEY_POSITIONS * k * (k + 1)),
  };
}

/**
 * The length bin of a session.
 *
 * @param messages Number of messages, at least 1.
 * @returns Index into {@linkcode LENGTH_BINS}, or -1 for 0 messages.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { LENGTH_BINS, lengthBin } from "@taskflow/flow";
 *
 * equal(LENGTH_BINS[lengthBin(7)], "6-10");
 * ```
 */
export function lengthBin(messages: number): number {
  if (messages <= 5) return messages - 1;
  return messages <= 10 ? 5 : 6;
}

function add(cells: Float64Array, index: number, by = 1): void {
  cells[index] = (cells[index] ?? 0) + by;
}

/**
 * Count one session, in place.
 *
 * @param counts Counts to add to.
 * @param codes Intent codes of all its messages in order; an empty session is not counted.
 *
 * @example By hand: two messages, one of them a greeting
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { addCodes, emptyCounts, transitionMap } from "@taskflow/flow";
 * import { labelCode, TAXONOMY } from "@taskflow/taxonomy";
 *
 * const counts = emptyCounts();
 * addCodes(counts, ["greeting", "bug-fix"].map((label) => labelCode(TAXONOMY, label)));
 * deepEqual(transitionMap(counts), { "START>bug-fix": 1, "bug-fix>END": 1 });
 * equal(counts.lengthAll[1], 1);
 * ```
 */
export function addCodes(counts: FlowCounts, codes: ArrayLike<number>): void {
  if (codes.length === 0) return;
  const { taxonomy, transitions } = counts;
  const [k, n] = [taxonomy.labels.length, taxonomy.retained.length];
  let row = 0;
  let kept = 0;
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] ?? 0;
    add(counts.intents, code);
    if (i < SANKEY_POSITIONS) {
      add(counts.positions, (i * k + code) * (k + 1) + (codes[i + 1] ?? k));
    }
    const retained = taxonomy.retainedCode[code] ?? -1;
    if (retained < 0) continue;
    add(transitions, row * (n + 1) + retained);
    row = retained + 1;
    kept++;
  }
  add(transitions, row * (n + 1) + n);
  counts.sessions.all++;
  add(counts.lengthAll, lengthBin(codes.length));
  if (kept > 0) add(counts.lengthRetained, lengthBin(kept));
  else counts.sessions.empty++;
}

/**
 * Count one session of which only the number of messages is known: P_L grows, P_T and P_R do not.
 *
 * @param counts Counts to add to.
 * @param messages Number of its messages; 0 is not counted.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { addLength, emptyCounts } from "@taskflow/flow";
 *
 * const counts = emptyCounts();
 * addLength(counts, 12);
 * equal(counts.lengthAll[6], 1);
 * ```
 */
export function addLength(counts: FlowCounts, messages: number): void {
  if (messages === 0) return;
  counts.sessions.all++;
  add(counts.lengthAll, lengthBin(messages));
}

/**
 * Count labelled sessions.
 *
 * @param sessions Label lists, one a session.
 * @param taxonomy Labels to count, by default the paper's 16.
 * @returns The counts of all of them.
 * @throws {RangeError} If a label is not in the taxonomy.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countFlow } from "@taskflow/flow";
 *
 * equal(countFlow([["bug-fix", "tests"], ["explain"]]).sessions.all, 2);
 * ```
 */
export function countFlow(
  sessions: Iterable<readonly string[]>,
  taxonomy: Taxonomy = TAXONOMY,
): FlowCounts {
  const counts = emptyCounts(taxonomy);
  for (const labels of sessions) {
    addCodes(counts, labels.map((label) => labelCode(taxonomy, label)));
  }
  return counts;
}

/**
 * Add up the counts of disjoint parts of a corpus.
 *
 * @param parts Counts with one taxonomy; at least one.
 * @returns New counts; the parts stay as they are.
 * @throws {RangeError} If there are no parts or the taxonomies differ.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { countFlow, mergeCounts } from "@taskflow/flow";
 *
 * const [a, b] = [["bug-fix"], ["tests", "explain"]];
 * deepEqual(mergeCounts([countFlow([a]), countFlow([b])]), countFlow([a, b]));
 * ```
 */
export function mergeCounts(parts: readonly FlowCounts[]): FlowCounts {
  const [first] = parts;
  if (first === undefined) {
    throw new RangeError("Cannot merge counts: there are none");
  }
  const into = emptyCounts(first.taxonomy);
  for (const part of parts) {
    if (part.taxonomy.hash !== first.taxonomy.hash) {
      throw new RangeError(
        `Cannot merge counts of taxonomy "${part.taxonomy.name}" into "${first.taxonomy.name}": ` +
          `map both onto one taxonomy first`,
      );
    }
    into.sessions.all += part.sessions.all;
    into.sessions.empty += part.sessions.empty;
    for (
      const name of [
        "lengthAll",
        "lengthRetained",
        "intents",
        "transitions",
        "positions",
      ] as const
    ) {
      part[name].forEach((n, cell) => add(into[name], cell, n));
    }
  }
  return into;
}

/**
 * Map the counts of an extended taxonomy onto a base taxonomy, each label to its nearest ancestor.
 *
 * @param counts Counts under the extended taxonomy.
 * @param onto The base taxonomy, by default the paper's 16.
 * @returns Counts under the base taxonomy: exactly those of the relabelled sessions.
 * @throws {RangeError} If a label has no ancestor in the base.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { countFlow, mapCounts } from "@taskflow/flow";
 *
 * const counts = countFlow([["bug-fix", "tests"]]);
 * deepEqual(mapCounts(counts), counts);
 * ```
 */
export function mapCounts(
  counts: FlowCounts,
  onto: Taxonomy = TAXONOMY,
): FlowCounts {
  const { taxonomy } = counts;
  const into = emptyCounts(onto);
  const code = parentCodes(taxonomy, onto);
  const [k, k2] = [taxonomy.labels.length, onto.labels.length];
  const [n, n2] = [taxonomy.retained.length, onto.retained.length];
  const retained = taxonomy.retained.map((label) =>
    onto.retainedCode[code[taxonomy.codeOf.get(label) ?? 0] ?? 0] ?? -1
  );
  Object.assign(into.sessions, counts.sessions);
  into.lengthAll.set(counts.lengthAll);
  into.lengthRetained.set(counts.lengthRetained);
  counts.intents.forEach((messages, from) =>
    add(into.intents, code[from] ?? 0, messages)
  );
  const row = (from: number) => from === 0 ? 0 : (retained[from - 1] ?? -1) + 1;
  const column = (to: number) => to === n ? n2 : retained[to] ?? -1;
  counts.transitions.forEach((pairs, cell) => {
    const [from, to] = [Math.floor(cell / (n + 1)), cell % (n + 1)];
    add(into.transitions, row(from) * (n2 + 1) + column(to), pairs);
  });
  counts.positions.forEach((sessions, cell) => {
    const [at, to] = [Math.floor(cell / (k + 1)), cell % (k + 1)];
    const [position, from] = [Math.floor(at / k), at % k];
    const target = to === k ? k2 : code[to] ?? 0;
    add(
      into.positions,
      (position * k2 + (code[from] ?? 0)) * (k2 + 1) + target,
      sessions,
    );
  });
  return into;
}

/**
 * Transition counts by name, zero cells left out, in taxonomy order.
 *
 * @param counts Flow counts.
 * @returns `"from>to"` to count; `from` may be `START`, `to` may be `END`.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { countFlow, transitionMap } from "@taskflow/flow";
 *
 * deepEqual(transitionMap(countFlow([["other"]])), { "START>END": 1 });
 * ```
 */
export function transitionMap(
  counts: Pick<FlowCounts, "taxonomy" | "transitions">,
): Record<string, number> {
  const map: Record<string, number> = {};
  const names = transitionNames(counts.taxonomy);
  counts.transitions.forEach((n, cell) => {
    if (n !== 0) map[names[cell] ?? ""] = n;
  });
  return map;
}

/**
 * Names of the transition cells of a taxonomy, `"from>to"`, in the order of
 * {@linkcode FlowCounts.transitions}.
 *
 * @param taxonomy The taxonomy.
 * @returns (n+1)^2 names.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { transitionNames } from "@taskflow/flow";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * equal(transitionNames(TAXONOMY)[0], "START>tests");
 * ```
 */
export function transitionNames(taxonomy: Taxonomy): string[] {
  const rows = [START, ...taxonomy.retained];
  const columns = [...taxonomy.retained, END];
  return rows.flatMap((from) => columns.map((to) => `${from}>${to}`));
}
