/**
 * What wrong labels do to a task flow: the flow of long sessions under predicted labels against the
 * flow under given ones.
 *
 * @module
 */

import { align, countFlow, type TaskFlow, taskFlow } from "@taskflow/flow";
import { TAXONOMY } from "@taskflow/taxonomy";

/** One message with two labels. */
export interface TwiceLabelled {
  readonly session: string;
  readonly position: number;
  readonly given: number;
  readonly other: number;
}

/** Error of a flow; similarities are 1 and distances 0 where the labels agree. */
export interface FlowError {
  readonly sessions: number;
  readonly messages: number;
  /** S_k and TFAS of the flow under the other labels, measured against the flow under the given ones. */
  readonly S_L: number | null;
  readonly S_T: number | null;
  readonly S_R: number | null;
  readonly TFAS: number | null;
  /** Half the sum of absolute differences of P_T, 0 to 1. */
  readonly P_T_distance: number;
  /** The same of P_R. */
  readonly P_R_distance: number;
  /** Difference of each retained intent's share, other minus given. */
  readonly P_T_difference: Readonly<Record<string, number>>;
  /**
   * TFAS of one issue-derived three-turn benchmark under the given and under the other labels: how far
   * a score moves.
   */
  readonly benchmark_TFAS: {
    readonly given: number | null;
    readonly other: number | null;
  };
}

/** Sessions of at least this many messages make the long slice. */
const LONG = 3;

/** Three turns of one intent, in the proportions that the paper's classifier gives SWE-Bench Pro. */
const BENCHMARK: readonly string[][] = [
  ...Array.from({ length: 39 }, () => ["bug-fix", "bug-fix", "bug-fix"]),
  ...Array.from(
    { length: 55 },
    () => ["new-feature", "new-feature", "new-feature"],
  ),
  ...Array.from({ length: 6 }, () => ["refactor", "refactor", "refactor"]),
];

function distance(p: Float64Array | null, q: Float64Array | null): number {
  if (p === null || q === null) return p === q ? 0 : 1;
  let sum = 0;
  for (let i = 0; i < p.length; i++) sum += Math.abs((p[i] ?? 0) - (q[i] ?? 0));
  return sum / 2;
}

/**
 * Measure the error of a flow.
 *
 * @param messages Messages of whole sessions, in any order.
 * @returns Error over the sessions with at least three messages.
 */
export function flowError(messages: readonly TwiceLabelled[]): FlowError {
  const sessions = Map.groupBy(messages, ({ session }) => session);
  const long = [...sessions.values()].filter((all) => all.length >= LONG).map((
    all,
  ) => all.toSorted((a, b) => a.position - b.position));
  const flow = (which: "given" | "other"): TaskFlow =>
    taskFlow(
      countFlow(
        long.map((all) => all.map((m) => TAXONOMY.labels[m[which]] ?? "other")),
      ),
    );
  const [given, other] = [flow("given"), flow("other")];
  const benchmark = taskFlow(countFlow(BENCHMARK));
  return {
    sessions: long.length,
    messages: long.reduce((n, all) => n + all.length, 0),
    ...align(given, other),
    P_T_distance: distance(given.P_T, other.P_T),
    P_R_distance: distance(given.P_R, other.P_R),
    P_T_difference: Object.fromEntries(
      TAXONOMY.retained.map((
        label,
        i,
      ) => [label, (other.P_T?.[i] ?? 0) - (given.P_T?.[i] ?? 0)]),
    ),
    benchmark_TFAS: {
      given: align(given, benchmark).TFAS,
      other: align(other, benchmark).TFAS,
    },
  };
}
