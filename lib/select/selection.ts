/**
 * The selection file (`selection/v1`): an instance with its selection, score and certificate, and which
 * task got which turns. `certify` checks it by itself.
 *
 * @module
 */

import type { Instance } from "./instance.ts";
import type { Selected } from "./select.ts";

/** What `select --json` prints: full precision. */
export interface SelectionSummary {
  readonly tfas: number;
  readonly bound: number;
  /** `bound - tfas`, in TFAS points. */
  readonly gap: number;
  readonly S_L: number | null;
  readonly S_T: number | null;
  readonly S_R: number | null;
  /** Time of bound and search. */
  readonly seconds: number;
  readonly selection: unknown;
}

/**
 * The summary of a selection.
 *
 * @param selected The selection.
 * @param seconds Time of bound and search.
 * @param selection What to show as the selection (default per group `[position, units]`).
 * @returns The summary.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { exampleInstance, selectCandidates, summariseSelection } from "@taskflow/select";
 *
 * const { gap, tfas, bound } = summariseSelection(selectCandidates(exampleInstance()), 0.1);
 * equal(gap, bound - tfas);
 * ```
 */
export function summariseSelection(
  selected: Selected,
  seconds: number,
  selection: unknown = selected.selection,
): SelectionSummary {
  const { tfas, bound, score: { S_L, S_T, S_R } } = selected;
  return { tfas, bound, gap: bound - tfas, S_L, S_T, S_R, seconds, selection };
}

/**
 * An instance with what was selected in place of what it held.
 *
 * @param instance The instance.
 * @param selected Its selection.
 * @returns A file of both formats: `format` "tfas-selection/v1", `schema_version` "selection/v1".
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import {
 *   checkSelection,
 *   exampleInstance,
 *   selectCandidates,
 *   selectionFile,
 * } from "@taskflow/select";
 *
 * const instance = exampleInstance();
 * equal(checkSelection(selectionFile(instance, selectCandidates(instance)), "s.json").ok, true);
 * ```
 */
export function selectionFile(
  instance: Instance,
  selected: Selected,
): Instance & { schema_version: "selection/v1" } {
  const { tfas, bound, score, certificate, selection } = selected;
  return {
    ...instance,
    schema_version: "selection/v1",
    best: {
      tfas,
      S_L: score.S_L ?? 0,
      S_T: score.S_T ?? 0,
      S_R: score.S_R ?? 0,
      retainedTurns: score.retainedTurns,
      selection,
    },
    bound: { tfas: bound, certificate: [...certificate] },
  };
}

/**
 * TFAS for people: never rounded up.
 *
 * @param tfas TFAS.
 * @param digits Decimals (default 3).
 * @returns The number.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { printBound, printTfas } from "@taskflow/select";
 *
 * equal(printTfas(77.9749), "77.974");
 * equal(printBound(77.9741), "77.975");
 * ```
 */
export function printTfas(tfas: number, digits = 3): string {
  const scale = 10 ** digits;
  return (Math.floor(tfas * scale * (1 + 1e-15)) / scale).toFixed(digits);
}

/**
 * A bound for people: an allowance for rounding on top, then rounded up.
 *
 * @param bound Upper bound on TFAS.
 * @param digits Decimals (default 3).
 * @returns The number.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { printBound } from "@taskflow/select";
 *
 * equal(printBound(77.9739999), "77.975");
 * ```
 */
export function printBound(bound: number, digits = 3): string {
  const scale = 10 ** digits;
  return (Math.ceil((bound + 1e-6) * scale) / scale).toFixed(digits);
}
