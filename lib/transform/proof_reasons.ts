/**
 * Why a question is rejected.
 *
 * @module
 */

/** The closed list of reasons, in the order they are reported. */
export const PROOF_REASONS = [
  "evidence-path",
  "evidence-range",
  "leaks-fix",
  "asks-rationale",
  "time-limit",
  "needs-network",
  "crashed",
  "writes-repository",
  "nothing-printed",
  "output-missing",
  "always-zero",
  "vacuous",
  "decoration",
  "invalid-after-fix",
] as const;

/** A reason for rejecting a question. */
export type ProofReason = typeof PROOF_REASONS[number];

/** Why a question was rejected, in words. */
export interface Objection {
  /** The reason, from the closed list. */
  readonly reason: ProofReason;
  /** What was seen. */
  readonly detail: string;
}

/**
 * The reasons of objections: each once, in the order of the list.
 *
 * @param objections The objections.
 * @returns Their reasons.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { reasonsOf } from "@taskflow/transform";
 *
 * const detail = "";
 * deepEqual(
 *   reasonsOf([{ reason: "vacuous", detail }, { reason: "crashed", detail }, { reason: "vacuous", detail }]),
 *   ["crashed", "vacuous"],
 * );
 * ```
 */
export function reasonsOf(objections: readonly Objection[]): ProofReason[] {
  const found = new Set(objections.map(({ reason }) => reason));
  return PROOF_REASONS.filter((reason) => found.has(reason));
}
