/**
 * TaskFlow Alignment Score (Section 3, Appendix F, Eq. 1).
 *
 * @module
 */

import { similarity } from "./divergence.ts";
import { foldFlow } from "./fold_flow.ts";
import type { TaskFlow } from "./task_flow.ts";

/** TFAS with its components; `null` is "undefined": one side has no mass. */
export interface Alignment {
  /** Similarity of session lengths, 0 to 1. */
  readonly S_L: number | null;
  /** Similarity of intents, 0 to 1. */
  readonly S_T: number | null;
  /** Similarity of transitions, 0 to 1. */
  readonly S_R: number | null;
  /** 100 (S_L S_T S_R)^(1/3), 0 to 100; `null` if a component is. */
  readonly TFAS: number | null;
}

/**
 * Combine component similarities to TFAS.
 *
 * @param S_L Similarity of lengths, or `null`.
 * @param S_T Similarity of intents, or `null`.
 * @param S_R Similarity of transitions, or `null`.
 * @returns TFAS from 0 to 100, or `null` if any component is `null`.
 *
 * @example Table 2, row Split
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { tfas } from "@taskflow/flow";
 *
 * equal(tfas(0.491, 0.740, 0.582)?.toFixed(1), "59.6");
 * ```
 */
export function tfas(
  S_L: number | null,
  S_T: number | null,
  S_R: number | null,
): number | null {
  if (S_L === null || S_T === null || S_R === null) return null;
  return 100 * Math.cbrt(S_L) * Math.cbrt(S_T) * Math.cbrt(S_R);
}

/**
 * Align a benchmark's task flow with a target's.
 *
 * @param target The measured target flow, already filtered.
 * @param benchmark The benchmark's flow, unfiltered, under the same reading and taxonomy.
 * @returns TFAS and its components.
 * @throws {RangeError} If readings or taxonomies differ.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { align, countFlow, taskFlow } from "@taskflow/flow";
 *
 * const target = taskFlow(countFlow([["bug-fix", "tests", "explain"]]));
 * equal(align(target, target).TFAS, 100);
 * equal(align(target, taskFlow(countFlow([["bug-fix"]]))).TFAS, 0);
 * ```
 */
export function align(target: TaskFlow, benchmark: TaskFlow): Alignment {
  if (target.taxonomy.hash !== benchmark.taxonomy.hash) {
    throw new RangeError(
      `Cannot align taxonomy "${target.taxonomy.name}" with "${benchmark.taxonomy.name}": ` +
        `map both onto one taxonomy first`,
    );
  }
  for (const key of ["lengthOf", "emptySession"] as const) {
    if (target.reading[key] !== benchmark.reading[key]) {
      throw new RangeError(
        `Cannot align flows under different readings: ${key} is "${
          target.reading[key]
        }" ` +
          `and "${benchmark.reading[key]}"`,
      );
    }
  }
  const side = (p: Float64Array | null, q: Float64Array | null) =>
    p === null || q === null ? null : similarity(p, q);
  const [P, Q] = onOneFold(target, benchmark);
  const S_L = side(P.P_L, Q.P_L);
  const S_T = side(P.P_T, Q.P_T);
  const S_R = side(P.P_R, Q.P_R);
  return { S_L, S_T, S_R, TFAS: tfas(S_L, S_T, S_R) };
}

/** Cells that one side has folded are folded on the other too: they cannot be compared one by one. */
function onOneFold(a: TaskFlow, b: TaskFlow): readonly [TaskFlow, TaskFlow] {
  const P = b.fold === undefined ? a : foldFlow(a, b.fold);
  const Q = P.fold === undefined ? b : foldFlow(b, P.fold);
  return [P, Q];
}
