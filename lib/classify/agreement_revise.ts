/**
 * What low agreement says about the taxonomy: which definitions to revise before a target is fixed
 * (Appendix C, step 3).
 *
 * @module
 */

import type { Agreement, IntentAgreementInterval } from "./agreement.ts";
import { type ConfusedPair, confusedPairs } from "./confusion.ts";

/**
 * Krippendorff's customary limits for alpha (Content Analysis, 2004): from 0.8 labels are `reliable`,
 * from 0.667 good for `tentative` conclusions, below `low`.
 */
export const ALPHA_LIMITS = { reliable: 0.8, tentative: 0.667 } as const;

/** Sessions that the check should have at least (Appendix C, step 3). */
export const LEAST_SESSIONS = 100;

/** Labels (mean over the sets) below which an intent is too rare to be judged. */
const RARE = 10;
/** Confusions named at most. */
const NAMED = 8;

/** What to look at before a target is fixed. */
export interface Revision {
  /** How far the labels may be relied on, by alpha; `null` if alpha is undefined. */
  readonly level: "reliable" | "tentative" | "low" | null;
  /** Whether alpha's interval reaches into a lower level. */
  readonly uncertain: boolean;
  /** Whether there are fewer than {@linkcode LEAST_SESSIONS}. */
  readonly fewSessions: boolean;
  /** Intents whose F1 is below the limit, most disagreements first: their definitions are unclear. */
  readonly intents: readonly IntentAgreementInterval[];
  /** Intents below the limit that are too rare to be judged. */
  readonly rare: readonly IntentAgreementInterval[];
  /** The confusions that make up half of all disagreements, at most eight, most frequent first. */
  readonly confusions: readonly ConfusedPair[];
}

/**
 * Name the definitions to revise.
 *
 * @param measured The agreement.
 * @param least F1 below which an intent is named, 0 to 1 (default 0.667).
 * @returns Level, intents and confusions.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { agreement, ratingsOf, toRevise } from "@taskflow/classify";
 *
 * const messages = Array.from({ length: 60 }, (_, i) => ({
 *   session: `s-${i}`,
 *   labels: i % 2 === 0 ? ["tests", "tests"] : ["question", i % 4 === 1 ? "explain" : "question"],
 * }));
 * const revision = toRevise(agreement(ratingsOf(["a", "b"], messages)));
 * deepEqual(revision.rare.map(({ intent }) => intent), ["explain"]);
 * deepEqual(revision.confusions[0]?.intents, ["explain", "question"]);
 * equal(revision.fewSessions, true);
 * ```
 */
export function toRevise(
  measured: Agreement,
  least: number = ALPHA_LIMITS.tentative,
): Revision {
  const { alpha, intents, confusion, sessions } = measured;
  const below = intents.filter(({ f1 }) => f1 !== null && f1 < least)
    .sort((a, b) => apart(b) - apart(a));
  const isRare = ({ first, second }: IntentAgreementInterval) =>
    (first + second) / 2 < RARE * measured.pairs.length;
  const pairs = confusedPairs(confusion);
  let covered = 0;
  const half = pairs.findIndex(({ share }) => (covered += share) >= 0.5);
  const level = levelOf(alpha.estimate);
  return {
    level,
    uncertain: alpha.low !== null && levelOf(alpha.low) !== level,
    fewSessions: sessions < LEAST_SESSIONS,
    intents: below.filter((row) => !isRare(row)),
    rare: below.filter(isRare),
    confusions: pairs.slice(0, Math.min(NAMED, half + 1)),
  };
}

/** Labels of an intent that the other set does not share. */
function apart({ first, second, both }: IntentAgreementInterval): number {
  return first + second - 2 * both;
}

function levelOf(alpha: number | null): Revision["level"] {
  if (alpha === null) return null;
  if (alpha >= ALPHA_LIMITS.reliable) return "reliable";
  return alpha >= ALPHA_LIMITS.tentative ? "tentative" : "low";
}
