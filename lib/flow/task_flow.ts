/**
 * A task flow: the three distributions (P_L, P_T, P_R) of a corpus under one reading (Section 2).
 *
 * @module
 */

import type { Taxonomy } from "@taskflow/taxonomy";
import type { FlowCounts } from "./counts.ts";
import { normalise } from "./divergence.ts";

/** How two questions that the paper leaves open are read. */
export interface Reading {
  /** Session length over `all` messages (default), or over `retained` ones. */
  readonly lengthOf: "all" | "retained";
  /** A session without retained messages: an `edge` START>END (default), or `skip` it in P_R. */
  readonly emptySession: "edge" | "skip";
}

/** The default reading, `all/edge`: the long slice then has no mass in bins 1 and 2. */
export const DEFAULT_READING: Reading = {
  lengthOf: "all",
  emptySession: "edge",
};

/**
 * Cells that a published flow folds into one a component: 1 for each folded cell, in the order of the
 * distribution.
 */
export interface FlowFold {
  readonly P_L: Uint8Array;
  readonly P_T: Uint8Array;
  readonly P_R: Uint8Array;
}

/** Three distributions, each normalised by itself; `null` where there is no mass. */
export interface TaskFlow {
  readonly taxonomy: Taxonomy;
  readonly reading: Reading;
  /** Session lengths over the 7 bins. */
  readonly P_L: Float64Array | null;
  /** Messages over the retained intents. */
  readonly P_T: Float64Array | null;
  /** Transitions over (n+1)^2 cells, ordered as in `FlowCounts.transitions`. */
  readonly P_R: Float64Array | null;
  /** Cells folded into one ("other"), which then holds their sum; absent where nothing is folded. */
  readonly fold?: FlowFold;
}

/**
 * Normalise counts to a task flow.
 *
 * @param counts Flow counts.
 * @param reading Which reading to use; default `all/edge`.
 * @returns The three distributions; one without mass is `null` ("undefined"), never zeros.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countFlow, taskFlow } from "@taskflow/flow";
 *
 * const flow = taskFlow(countFlow([["bug-fix", "tests"], ["greeting"]]));
 * equal(flow.P_L?.[0], 0.5);
 * equal(taskFlow(countFlow([["greeting"]])).P_T, null);
 * ```
 */
export function taskFlow(
  counts: FlowCounts,
  reading: Reading = DEFAULT_READING,
): TaskFlow {
  const { taxonomy } = counts;
  const transitions = reading.emptySession === "edge"
    ? counts.transitions
    : counts.transitions.map((n, cell) =>
      cell === taxonomy.retained.length ? 0 : n
    );
  return {
    taxonomy,
    reading,
    P_L: normalise(
      reading.lengthOf === "all" ? counts.lengthAll : counts.lengthRetained,
    ),
    P_T: normalise(retainedIntents(counts)),
    P_R: normalise(transitions),
  };
}

/**
 * Messages per retained intent.
 *
 * @param counts Flow counts.
 * @returns n cells in the order of `taxonomy.retained`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countFlow, retainedIntents } from "@taskflow/flow";
 *
 * equal(retainedIntents(countFlow([["other", "tests"]])).length, 13);
 * ```
 */
export function retainedIntents(
  { intents, taxonomy }: Pick<FlowCounts, "intents" | "taxonomy">,
): Float64Array {
  return Float64Array.from(
    taxonomy.retained,
    (label) => intents[taxonomy.codeOf.get(label) ?? 0] ?? 0,
  );
}
