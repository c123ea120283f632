/**
 * From sessions to a measured task flow: everything that one pass over a corpus gives.
 *
 * @module
 */

import {
  compileWhere,
  type CorpusCounts,
  countSession,
  emptyCorpusCounts,
  filterAttributes,
  intentsOf,
  LONG_SLICE,
  type Session,
  type Where,
} from "@taskflow/session";
import { labelCode, TAXONOMY, type Taxonomy } from "@taskflow/taxonomy";
import { addCodes, addLength, emptyCounts, type FlowCounts } from "./counts.ts";
import { collectVectors, type SessionVectors } from "./session_vectors.ts";

/** Options of a measurement. */
export interface MeasureOptions {
  /** Labels to count (default the paper's 16). */
  readonly taxonomy?: Taxonomy;
  /** Which sessions make up the flow (default the long slice, `messages>=3`). */
  readonly where?: Where;
  /** Called after each session. */
  readonly onSession?: (session: Session) => void;
}

/** What one pass over a corpus gives. */
export interface Measurement {
  readonly taxonomy: Taxonomy;
  readonly where: Where;
  /** Statistics over all sessions: prevalence, lengths, words. */
  readonly all: CorpusCounts;
  /** Statistics over the sessions that pass the filter. */
  readonly slice: CorpusCounts;
  /**
   * Flow of the fully labelled sessions that pass the filter. If no session of the slice has labels,
   * only lengths are counted and P_T and P_R are undefined.
   */
  readonly flow: FlowCounts;
  /** The same sessions one by one, for the bootstrap. */
  readonly vectors: SessionVectors;
  /** Non-empty sessions: passed by the filter; of these, left out of the flow for lack of a label. */
  readonly sessions: {
    readonly all: number;
    readonly passed: number;
    readonly unlabelled: number;
  };
  /** Whether every session says of itself that it is made up (attribute `stand_in`). */
  readonly standIn: boolean;
}

/**
 * Measure a corpus in one pass; memory does not grow with its texts.
 *
 * @param sessions Sessions in any order.
 * @param options Taxonomy, filter, callback.
 * @returns Statistics, flow counts and session vectors.
 * @throws {RangeError} If a label is not in the taxonomy, or the filter reads an attribute that no
 * session has.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { measure } from "@taskflow/flow";
 *
 * const message = (intent: string) => ({ text: null, timestamp: null, intent });
 * const { flow } = await measure([{
 *   schema_version: 1,
 *   id: "s-1",
 *   source: "example",
 *   file: null,
 *   ordinal: 0,
 *   attributes: {},
 *   messages: [message("bug-fix"), message("tests"), message("explain")],
 * }]);
 * equal(flow.sessions.all, 1);
 * ```
 */
export async function measure(
  sessions: Iterable<Session> | AsyncIterable<Session>,
  options: MeasureOptions = {},
): Promise<Measurement> {
  const { taxonomy = TAXONOMY, where = compileWhere(LONG_SLICE), onSession } =
    options;
  const [all, slice] = [
    emptyCorpusCounts(taxonomy),
    emptyCorpusCounts(taxonomy),
  ];
  const [labelled, lengths] = [emptyCounts(taxonomy), emptyCounts(taxonomy)];
  const [vectors, lengthVectors] = [
    collectVectors(taxonomy),
    collectVectors(taxonomy),
  ];
  const known = new Set<string>();
  let measured = 0;
  const totals = { all: 0, passed: 0, unlabelled: 0 };
  for await (const session of sessions) {
    const attributes = filterAttributes(session);
    for (const name of Object.keys(attributes)) known.add(name);
    countSession(all, session);
    onSession?.(session);
    if (session.messages.length === 0) continue;
    totals.all++;
    if (session.attributes["stand_in"] !== true) measured++;
    if (!where.test(attributes)) continue;
    totals.passed++;
    countSession(slice, session);
    const labels = intentsOf(session);
    addLength(lengths, session.messages.length);
    lengthVectors.addLength(session.messages.length);
    if (labels === null) {
      totals.unlabelled++;
    } else {
      const codes = labels.map((label) => labelCode(taxonomy, label));
      addCodes(labelled, codes);
      vectors.add(codes);
    }
  }
  checkFilter(where, known);
  const hasLabels = labelled.sessions.all > 0;
  return {
    taxonomy,
    where,
    all,
    slice,
    flow: hasLabels ? labelled : lengths,
    vectors: (hasLabels ? vectors : lengthVectors).finish(),
    sessions: totals,
    standIn: totals.all > 0 && measured === 0,
  };
}

/** Refuse a filter that reads an attribute which no session has: nothing would pass, in silence. */
export function checkFilter(where: Where, known: ReadonlySet<string>): void {
  for (const name of where.attributes) {
    if (known.size === 0 || known.has(name)) continue;
    throw new RangeError(
      `Cannot filter by "${where.source}": no session has an attribute "${name}"; ` +
        `known are ${[...known].sort().join(", ")}`,
    );
  }
}
