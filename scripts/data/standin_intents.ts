/**
 * P_T of the stand-in target under three readings of Section 2, and P_R from it.
 * The formulas are in `data/targets/README.md`, sections "Intents" and "Transitions".
 *
 * @module
 */

import { paperNumber } from "@taskflow/paper";
import { TAXONOMY } from "@taskflow/taxonomy";
import { type CellSum, fitSums } from "./fit_sums.ts";
import { sampleSizes } from "./standin_facts.ts";

/** How far publication fixes a cell; explained in every stand-in file. */
export type Status =
  | "published"
  | "derived"
  | "constrained"
  | "assumed"
  | "free";

/** Retained intents with the share that Section 2 prints. */
const PRINTED = {
  "bug-fix": "production.bug_fix_share",
  "new-feature": "production.new_feature_share",
  "explain": "production.explain_share",
  "question": "production.question_share",
} as const;

/** The two of them that Section 2 prints without saying of which sessions. */
const UNPLACED: readonly string[] = ["bug-fix", "new-feature"];

const printed = Object.entries(PRINTED).map(([label, id]) => ({
  label,
  share: paperNumber(id).value / 100,
}));

/** P_T over the retained intents and the status of each. */
export interface IntentModel {
  readonly shares: Float64Array;
  readonly status: Record<string, Status>;
}

function statusOf(of: (label: string) => Status): Record<string, Status> {
  return Object.fromEntries(
    TAXONOMY.retained.map((
      label,
    ) => [label, label in PRINTED ? of(label) : "free"]),
  );
}

/**
 * P_T if all four printed shares are of long sessions.
 *
 * @param excluded Share of messages of the whole that they are shares of which is not retained:
 * 0.05 if they are of all 16 intents, 0 if they are of the 13 retained ones.
 * @returns The shares, which add up to 1, and their status.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { longSliceIntents } from "./standin_intents.ts";
 *
 * const { shares } = longSliceIntents(0.05);
 * ok(Math.abs((shares[1] ?? 0) - 0.259 / 0.95) < 1e-12);
 * ```
 */
export function longSliceIntents(excluded: number): IntentModel {
  const { retained } = TAXONOMY;
  const sums: CellSum[] = printed.map(({ label, share }) => ({
    cells: [retained.indexOf(label)],
    total: share / (1 - excluded),
  }));
  const rest = [...retained.keys()].filter((cell) =>
    !sums.some(({ cells }) => cells.includes(cell))
  );
  const left = sums.reduce((left, { total }) => left - total, 1);
  sums.push({ cells: rest, total: left });
  return {
    shares: fitSums(retained.map(() => 1), sums),
    status: statusOf(() => "published"),
  };
}

/**
 * P_T if bug-fix and new-feature are shares of all sessions, and question and explain of long ones.
 *
 * The unknown is then a table of two slices (short, long) by 16 intents; its long half, without the
 * excluded intents, is P_T.
 *
 * @param excluded Share of messages, in either slice, that is not retained.
 * @param meanLong Mean number of messages of a long session.
 * @returns The shares, which add up to 1, and their status.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { fullSampleIntents } from "./standin_intents.ts";
 *
 * const { shares } = fullSampleIntents(0.05, 6.35);
 * ok(Math.abs((shares[8] ?? 0) - 0.061 / 0.95) < 1e-12);
 * ```
 */
export function fullSampleIntents(
  excluded: number,
  meanLong: number,
): IntentModel {
  const { labels, retained, retainedCode } = TAXONOMY;
  const { long, messages } = sampleSizes();
  const weight = [1 - long * meanLong / messages, long * meanLong / messages];
  const at = (slice: number, label: string) =>
    slice * labels.length + labels.indexOf(label);
  const sums: CellSum[] = [0, 1].flatMap((slice) => {
    const total = weight[slice] ?? 0;
    const out = labels.filter((_, code) => retainedCode[code] === -1);
    return [
      { cells: labels.map((label) => at(slice, label)), total },
      { cells: out.map((label) => at(slice, label)), total: excluded * total },
    ];
  });
  for (const { label, share } of printed) {
    sums.push(
      UNPLACED.includes(label)
        ? { cells: [at(0, label), at(1, label)], total: share }
        : { cells: [at(1, label)], total: share * (weight[1] ?? 0) },
    );
  }
  const table = fitSums([...labels, ...labels].map(() => 1), sums);
  const kept = (1 - excluded) * (weight[1] ?? 0);
  return {
    shares: Float64Array.from(
      retained,
      (label) => (table[at(1, label)] ?? 0) / kept,
    ),
    status: statusOf((label) =>
      UNPLACED.includes(label) ? "constrained" : "published"
    ),
  };
}

/**
 * P_R of greatest entropy whose row and column sums follow P_T and whose START and END mass follows
 * the number of retained messages per session. START>END is zero by construction.
 *
 * @param shares P_T.
 * @param retainedMessages Mean number of retained messages per session.
 * @returns Cells in the order of `transitionNames(TAXONOMY)`.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { longSliceIntents, transitions } from "./standin_intents.ts";
 *
 * const cells = transitions(longSliceIntents(0.05).shares, 6);
 * const start = cells.subarray(0, 14).reduce((sum, p) => sum + p, 0);
 * ok(Math.abs(start - 1 / 7) < 1e-12);
 * ```
 */
export function transitions(
  shares: Float64Array,
  retainedMessages: number,
): Float64Array {
  const n = shares.length;
  const ends = 1 / (retainedMessages + 1);
  const margin = (share: number | undefined) =>
    share === undefined ? ends : share * (1 - ends);
  const side = [...Array(n + 1).keys()];
  const sums: CellSum[] = side.flatMap((i) => [
    // Row 0 is START, row i the intent i - 1; column i the intent i, column n END.
    {
      cells: side.map((column) => i * (n + 1) + column),
      total: margin(shares[i - 1]),
    },
    { cells: side.map((row) => row * (n + 1) + i), total: margin(shares[i]) },
  ]);
  const prior = new Float64Array((n + 1) ** 2).fill(1);
  prior[n] = 0;
  return fitSums(prior, sums);
}
