/**
 * Sessions as count vectors under each of several label sets.
 *
 * @module
 */

import { collectVectors, type SessionVectors } from "@taskflow/flow";
import type { Ratings } from "./agreement_ratings.ts";
import { MISSING } from "./confusion.ts";

/** Which sessions of some ratings are counted. */
export interface CompleteSessionsOptions {
  /** Indices of the label sets that must label every message (default all sets). */
  readonly sets?: readonly number[];
  /** Least number of messages (default 1). */
  readonly minMessages?: number;
}

/** One session, of which every message is labelled. */
export interface CompleteSession {
  /** Number of its cluster. */
  readonly cluster: number;
  /** Intent codes in message order, one list a set asked for. */
  readonly codes: readonly Int16Array[];
}

/**
 * The sessions that some label sets label from the first message to the last: only of these is there a
 * flow (a gap would invent a transition).
 *
 * @param ratings Labels of several sets.
 * @param options Which sets, how many messages.
 * @returns The sessions in order, and how many are long enough but not labelled throughout.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { completeSessions, ratingsOf } from "@taskflow/classify";
 *
 * const { sessions, incomplete } = completeSessions(ratingsOf(["a", "b"], [
 *   { session: "s", labels: ["tests", "debug"] },
 *   { session: "t", labels: ["tests", null] },
 * ]));
 * equal(sessions.length, 1);
 * equal(incomplete, 1);
 * ```
 */
export function completeSessions(
  ratings: Ratings,
  options: CompleteSessionsOptions = {},
): { sessions: CompleteSession[]; incomplete: number } {
  const { sets = [...ratings.names.keys()], minMessages = 1 } = options;
  const { session, cluster } = ratings;
  const sessions: CompleteSession[] = [];
  let incomplete = 0;
  for (let from = 0; from < session.length;) {
    let to = from;
    while (to < session.length && session[to] === session[from]) to++;
    if (to - from >= minMessages) {
      const codes = sets.map((set) =>
        ratings.codes[set]?.subarray(from, to) ?? new Int16Array()
      );
      if (codes.some((one) => one.includes(MISSING))) incomplete++;
      else sessions.push({ cluster: cluster[from] ?? 0, codes });
    }
    from = to;
  }
  return { sessions, incomplete };
}

/**
 * Sessions as vectors for the bootstrap, one row a cluster, so that resampling rows resamples clusters.
 *
 * @param sessions Sessions.
 * @param set Which of their lists of codes to count.
 * @param taxonomy The labels.
 * @returns Rows in order of the first session of each cluster: the same for every set.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { clusterVectors } from "@taskflow/classify";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * const session = { cluster: 0, codes: [Int16Array.of(1, 8)] };
 * equal(clusterVectors([session, session], 0, TAXONOMY).start.length, 2);
 * ```
 */
export function clusterVectors(
  sessions: readonly CompleteSession[],
  set: number,
  taxonomy: Ratings["taxonomy"],
): SessionVectors {
  const collector = collectVectors(taxonomy);
  for (const { codes } of sessions) collector.add(codes[set] ?? []);
  const single = collector.finish();
  const clusters = Map.groupBy(
    sessions.keys(),
    (at) => sessions[at]?.cluster ?? 0,
  );
  const [start, cell, value]: number[][] = [[0], [], []];
  for (const rows of clusters.values()) {
    const sums = new Map<number, number>();
    for (const row of rows) {
      const end = single.start[row + 1] ?? 0;
      for (let at = single.start[row] ?? 0; at < end; at++) {
        const to = single.cell[at] ?? 0;
        sums.set(to, (sums.get(to) ?? 0) + (single.value[at] ?? 0));
      }
    }
    for (const [to, n] of [...sums].sort(([a], [b]) => a - b)) {
      cell?.push(to);
      value?.push(n);
    }
    start?.push(cell?.length ?? 0);
  }
  return {
    taxonomy,
    start: Uint32Array.from(start ?? []),
    cell: Uint16Array.from(cell ?? []),
    value: Uint32Array.from(value ?? []),
  };
}
