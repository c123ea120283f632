/**
 * Statistics that were not optimised (Goodhart's check): does the selection come closer to the target
 * in what nobody tuned?
 *
 * @module
 */

import { similarity } from "@taskflow/flow";

/** Positions whose intents are compared. */
const POSITIONS = 5;

/** Similarities (1 - JSD_2, 0 to 1) in statistics outside TFAS; `null` is "undefined". */
export interface HeldOut {
  /** Intents at message 1 to 5, all labels, averaged over the positions that both sides have. */
  readonly positions: number | null;
  /** Three intents in a row, with the ends of the session. */
  readonly trigrams: number | null;
  /** Different intents per session. */
  readonly distinct: number | null;
}

/** Sessions as lists of labels. */
export type LabelLists = Iterable<readonly string[]>;

/**
 * Compare two sets of sessions in statistics that TFAS does not see.
 *
 * @param target Sessions of the target, filtered as for TFAS.
 * @param benchmark Sessions of the benchmark.
 * @returns Similarities.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { heldOut } from "@taskflow/select";
 *
 * const sessions = [["debug", "bug-fix", "tests"], ["explain", "explain", "bug-fix"]];
 * deepEqual(heldOut(sessions, sessions), { positions: 1, trigrams: 1, distinct: 1 });
 * ```
 */
export function heldOut(target: LabelLists, benchmark: LabelLists): HeldOut {
  const [a, b] = [count(target), count(benchmark)];
  const positions = a.positions.map((p, at) => compare(p, b.positions[at]!))
    .filter((value) => value !== null);
  return {
    positions: positions.length === 0
      ? null
      : positions.reduce((sum, value) => sum + value, 0) / positions.length,
    trigrams: compare(a.trigrams, b.trigrams),
    distinct: compare(a.distinct, b.distinct),
  };
}

type Counts = Map<string, number>;

function count(sessions: LabelLists) {
  const positions: Counts[] = Array.from(
    { length: POSITIONS },
    () => new Map(),
  );
  const [trigrams, distinct]: Counts[] = [new Map(), new Map()];
  const bump = (counts: Counts, key: string) =>
    counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const labels of sessions) {
    if (labels.length === 0) continue;
    labels.slice(0, POSITIONS).forEach((label, at) =>
      bump(positions[at]!, label)
    );
    const path = ["START", ...labels, "END"];
    for (let i = 0; i + 2 < path.length; i++) {
      bump(trigrams!, path.slice(i, i + 3).join(">"));
    }
    bump(distinct!, `${new Set(labels).size}`);
  }
  return { positions, trigrams: trigrams!, distinct: distinct! };
}

function compare(p: Counts, q: Counts): number | null {
  const keys = [...new Set([...p.keys(), ...q.keys()])];
  return similarity(
    keys.map((key) => p.get(key) ?? 0),
    keys.map((key) => q.get(key) ?? 0),
  );
}
