/**
 * A task flow as the target of an instance.
 *
 * @module
 */

import { LENGTH_BINS, type TaskFlow, transitionNames } from "@taskflow/flow";
import type { Instance } from "./instance.ts";

/**
 * The target's shares as an instance stores them.
 *
 * @param target The target flow.
 * @returns P_L and P_T in order, P_R by name.
 * @throws {RangeError} If a distribution is undefined, or cells are folded.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countFlow, taskFlow } from "@taskflow/flow";
 * import { familyTarget } from "@taskflow/select";
 *
 * equal(familyTarget(taskFlow(countFlow([["tests"]]))).P_R["tests>END"], 0.5);
 * ```
 */
export function familyTarget(
  { P_L, P_T, P_R, taxonomy, fold }: TaskFlow,
): Instance["target"] {
  if (P_L === null || P_T === null || P_R === null) {
    throw new RangeError(
      "Cannot select: a distribution of the target is undefined (it has no mass)",
    );
  }
  if (fold !== undefined) {
    throw new RangeError(
      "Cannot select for a target with folded cells: its single shares are not known; use the flow " +
        "before folding",
    );
  }
  const names = transitionNames(taxonomy);
  return {
    P_L: [...P_L].slice(0, LENGTH_BINS.length),
    P_T: [...P_T],
    P_R: Object.fromEntries(
      names.map((name, at) => [name, P_R[at] ?? 0] as const).filter((
        [, share],
      ) => share > 0),
    ),
  };
}
