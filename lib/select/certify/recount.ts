/**
 * Count and score a claimed selection from scratch.
 *
 * @module
 */

import { overlap } from "@taskflow/flow";
import type { Claim, ClaimedSequence } from "./claim.ts";

/** Counts by name; lengths by bin. */
export interface Counted {
  readonly L: number[];
  readonly T: number[];
  readonly R: Map<string, number>;
  sessions: number;
}

/** What a recount gives; `null` is "undefined". */
export interface Recount {
  readonly counted: Counted;
  readonly tfas: number | null;
  readonly S_L: number | null;
  readonly S_T: number | null;
  readonly S_R: number | null;
  readonly retainedTurns: number;
}

/**
 * What one candidate counts.
 *
 * @param claim Labels and conventions.
 * @param sequence The candidate.
 * @returns Its length bin (or -1), its labels, and the names of its transitions, with repetition.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { countsOf } from "@taskflow/select";
 *
 * const claim = { retained: ["explain"], lengthOf: "all", emptySession: "edge" };
 * const sequence = { codes: [0, 1], retained: [0], length: 2, pattern: "none", cost: 0 };
 * deepEqual(countsOf(claim, sequence).transitions, ["START>explain", "explain>END"]);
 * ```
 */
export function countsOf(
  claim: Pick<Claim, "retained" | "lengthOf" | "emptySession">,
  sequence: ClaimedSequence,
): { bin: number; labels: readonly number[]; transitions: string[] } {
  const names = sequence.retained.map((code) => claim.retained[code] ?? "");
  const path = ["START", ...names, "END"];
  const transitions = names.length === 0 && claim.emptySession === "skip"
    ? []
    : path.slice(1).map((to, at) => `${path[at]}>${to}`);
  const length = claim.lengthOf === "all" ? sequence.length : names.length;
  const bin = length === 0
    ? -1
    : length <= 5
    ? length - 1
    : length <= 10
    ? 5
    : 6;
  return { bin, labels: sequence.retained, transitions };
}

/**
 * Recount a claimed selection.
 *
 * @param claim The claim; its selection must point at candidates that exist.
 * @returns Counts, components (0 to 1) and TFAS (0 to 100).
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import {
 *   exampleInstance,
 *   readClaim,
 *   recount,
 *   selectCandidates,
 *   selectionFile,
 * } from "@taskflow/select";
 *
 * const instance = exampleInstance();
 * const file = selectionFile(instance, selectCandidates(instance));
 * const claim = readClaim(file, "example", []);
 * equal(recount(claim).tfas?.toFixed(6), file.best?.tfas.toFixed(6));
 * ```
 */
export function recount(claim: Claim): Recount {
  const counted: Counted = {
    L: claim.P_L.map(() => 0),
    T: claim.retained.map(() => 0),
    R: new Map(),
    sessions: 0,
  };
  claim.selection.forEach((entries, g) => {
    for (const [position, units] of entries) {
      const sequence = claim.sequences[claim.groups[g]?.c[position] ?? -1];
      if (sequence === undefined) continue;
      const { bin, labels, transitions } = countsOf(claim, sequence);
      if (bin >= 0) counted.L[bin] = (counted.L[bin] ?? 0) + units;
      for (const label of labels) {
        counted.T[label] = (counted.T[label] ?? 0) + units;
      }
      for (const name of transitions) {
        counted.R.set(name, (counted.R.get(name) ?? 0) + units);
      }
      counted.sessions += units;
    }
  });
  const S_L = share(claim.P_L, counted.L);
  const S_T = share(claim.P_T, counted.T);
  const names = [...new Set([...claim.P_R.keys(), ...counted.R.keys()])];
  const S_R = share(
    names.map((name) => claim.P_R.get(name) ?? 0),
    names.map((name) => counted.R.get(name) ?? 0),
  );
  return {
    counted,
    S_L,
    S_T,
    S_R,
    tfas: S_L === null || S_T === null || S_R === null
      ? null
      : 100 * Math.cbrt(S_L * S_T * S_R),
    retainedTurns: counted.T.reduce((sum, n) => sum + n, 0),
  };
}

/** S of two sides that are not normalised. */
function share(p: readonly number[], q: readonly number[]): number | null {
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  const [P, Q] = [sum(p), sum(q)];
  if (P === 0 || Q === 0) return null;
  return sum(p.map((weight, at) => overlap(weight / P, (q[at] ?? 0) / Q)));
}
