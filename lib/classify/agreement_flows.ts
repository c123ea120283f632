/**
 * What disagreement does to a task flow: the same sessions under each label set.
 *
 * @module
 */

import {
  align,
  type Alignment,
  type AlignmentIntervals,
  bootstrapAlignment,
  type BootstrapOptions,
  cellsToCounts,
  DEFAULT_READING,
  type FlowCounts,
  type Interval,
  interval,
  resample,
  type SessionVectors,
  sumOf,
  type TaskFlow,
  taskFlow,
} from "@taskflow/flow";
import type { Ratings } from "./agreement_ratings.ts";
import { clusterVectors, completeSessions } from "./agreement_vectors.ts";
import { pairsOf } from "./agreement_tally.ts";

/** How to compare flows. */
export interface LabelledFlowsOptions extends BootstrapOptions {
  /** Least number of messages of a session (default 3, the long slice). */
  readonly minMessages?: number;
  /** A flow to align the one under each label set with. */
  readonly against?: TaskFlow;
}

/** Two flows of the same sessions. */
export interface FlowPair {
  readonly names: readonly [string, string];
  /** Sessions that both sets label throughout. */
  readonly sessions: number;
  readonly messages: number;
  /** S_k and TFAS of the one flow with the other; 1 and 100 would be equal flows. */
  readonly alignment: AlignmentIntervals;
  /** Half the sum of absolute differences of P_T, 0 to 1. */
  readonly P_T_distance: Interval;
  /** The same of P_R. */
  readonly P_R_distance: Interval;
}

/** The flows under every label set. */
export interface LabelledFlows {
  /** Sessions that every set labels throughout. */
  readonly sessions: number;
  /** Sessions that are long enough but not labelled throughout by every set. */
  readonly incomplete: number;
  readonly minMessages: number;
  /** Per label set, over those sessions. */
  readonly flows: readonly {
    readonly name: string;
    readonly counts: FlowCounts;
    readonly flow: TaskFlow;
    /** Alignment with `against`, or `null` without it. */
    readonly against: AlignmentIntervals | null;
  }[];
  /** Per pair of sets, over the sessions that the two label throughout. */
  readonly pairs: readonly FlowPair[];
}

/**
 * Count the same sessions under each label set and align the flows with one another.
 *
 * @param ratings Labels of several sets.
 * @param options Which sessions, replicates (0 for no intervals), seed, reading, another flow.
 * @returns Flows and pairwise alignments. Session lengths do not depend on labels, so S_L is 1 unless
 * length is read over retained messages.
 *
 * @example
 * ```ts
 * import { equal, ok } from "node:assert/strict";
 * import { labelledFlows, ratingsOf } from "@taskflow/classify";
 *
 * const messages = Array.from({ length: 30 }, (_, i) => ({
 *   session: `s-${i % 10}`,
 *   labels: ["bug-fix", i % 7 === 0 ? "debug" : "bug-fix"],
 * }));
 * const { pairs: [pair] } = labelledFlows(ratingsOf(["a", "b"], messages));
 * equal(pair?.alignment.S_L.estimate, 1);
 * ok(pair.alignment.TFAS.estimate! < 100);
 * ```
 */
export function labelledFlows(
  ratings: Ratings,
  options: LabelledFlowsOptions = {},
): LabelledFlows {
  const { minMessages = 3, reading = DEFAULT_READING, against } = options;
  const { taxonomy, names } = ratings;
  const { sessions, incomplete } = completeSessions(ratings, { minMessages });
  return {
    sessions: sessions.length,
    incomplete,
    minMessages,
    flows: names.map((name, set) => {
      const vectors = clusterVectors(sessions, set, taxonomy);
      const counts = cellsToCounts(sumOf(vectors), taxonomy);
      return {
        name,
        counts,
        flow: taskFlow(counts, reading),
        against: against === undefined
          ? null
          : alignWith(vectors, against, options),
      };
    }),
    pairs: pairsOf(names.length).map(([a, b]) => {
      const { sessions } = completeSessions(ratings, {
        sets: [a, b],
        minMessages,
      });
      const messages = sessions.reduce(
        (sum, { codes }) => sum + (codes[0]?.length ?? 0),
        0,
      );
      return {
        names: [names[a] ?? "", names[b] ?? ""] as const,
        sessions: sessions.length,
        messages,
        ...alignPair(
          clusterVectors(sessions, 0, taxonomy),
          clusterVectors(sessions, 1, taxonomy),
          options,
        ),
      };
    }),
  };
}

function alignWith(
  vectors: SessionVectors,
  against: TaskFlow,
  options: LabelledFlowsOptions,
): AlignmentIntervals {
  if (vectors.start.length > 1) {
    const [scores] = bootstrapAlignment(vectors, [against], options).benchmarks;
    if (scores !== undefined) return scores;
  }
  const none = interval(null, []);
  return { S_L: none, S_T: none, S_R: none, TFAS: none };
}

const COMPONENTS = ["S_L", "S_T", "S_R", "TFAS"] as const;

interface Compared extends Alignment {
  readonly P_T_distance: number | null;
  readonly P_R_distance: number | null;
}

/** Both flows are of the same resampled clusters: one seed draws the same rows of both. */
function alignPair(
  one: SessionVectors,
  other: SessionVectors,
  options: LabelledFlowsOptions,
): Pick<FlowPair, "alignment" | "P_T_distance" | "P_R_distance"> {
  const { reading = DEFAULT_READING, replicates = 1000 } = options;
  const flowOf = (cells: Float64Array) =>
    taskFlow(cellsToCounts(cells, one.taxonomy), reading);
  const estimate = compare(flowOf(sumOf(one)), flowOf(sumOf(other)));
  const draws: Compared[] = [];
  if (replicates > 0 && one.start.length > 1) {
    const others = resample(other, options);
    for (const cells of resample(one, options)) {
      const next = others.next();
      if (next.done) break;
      draws.push(compare(flowOf(cells), flowOf(next.value)));
    }
  }
  const of = (key: keyof Compared) =>
    interval(estimate[key], draws.map((draw) => draw[key]));
  const [S_L, S_T, S_R, TFAS] = COMPONENTS.map(of);
  const none = interval(null, []);
  return {
    alignment: {
      S_L: S_L ?? none,
      S_T: S_T ?? none,
      S_R: S_R ?? none,
      TFAS: TFAS ?? none,
    },
    P_T_distance: of("P_T_distance"),
    P_R_distance: of("P_R_distance"),
  };
}

function compare(a: TaskFlow, b: TaskFlow): Compared {
  return {
    ...align(a, b),
    P_T_distance: shareDistance(a.P_T, b.P_T),
    P_R_distance: shareDistance(a.P_R, b.P_R),
  };
}

/**
 * Total variation distance: half the sum of absolute differences of two distributions.
 *
 * @param p Shares, or `null` where there is no mass.
 * @param q Shares over the same cells, or `null`.
 * @returns From 0 to 1, or `null` if either side has no mass.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { shareDistance } from "@taskflow/classify";
 *
 * equal(shareDistance(Float64Array.of(1, 0), Float64Array.of(0.75, 0.25)), 0.25);
 * ```
 */
export function shareDistance(
  p: Float64Array | null,
  q: Float64Array | null,
): number | null {
  if (p === null || q === null) return null;
  let sum = 0;
  for (let i = 0; i < p.length; i++) sum += Math.abs((p[i] ?? 0) - (q[i] ?? 0));
  return Math.min(1, sum / 2);
}
