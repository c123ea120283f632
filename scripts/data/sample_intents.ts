/**
 * How intents follow each other in the label-only sessions of the sample corpus. The numbers are
 * this project's own guess at a plausible flow; only the four leading shares are the paper's.
 *
 * @module
 */

import { TAXONOMY } from "@taskflow/taxonomy";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import { fitSums } from "./fit_sums.ts";
import { pick } from "./sample_random.ts";

/** Shares of messages in long sessions that the whole corpus aims at. */
export const AIMED_SHARES: Readonly<Record<string, number>> = {
  "tests": 0.055,
  "bug-fix": 0.259,
  "new-feature": 0.189,
  "generate-docs": 0.014,
  "refactor": 0.055,
  "transformation": 0.008,
  "debug": 0.04,
  "planning": 0.05,
  "explain": 0.061,
  "question": 0.097,
  "meta-question": 0.012,
  "code-review": 0.025,
  "execute": 0.085,
  "data-analysis": 0.012,
  "greeting": 0.008,
  "other": 0.03,
};

/** How much more often than by chance one intent follows another; 1 where nothing is said. */
const AFTER: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "tests": { execute: 2.5, "bug-fix": 1.8 },
  "bug-fix": { execute: 1.8, tests: 1.8, debug: 1.3 },
  "new-feature": { "bug-fix": 2, tests: 1.8, "code-review": 2 },
  "refactor": { tests: 2, execute: 1.8 },
  "debug": { "bug-fix": 3.5 },
  "planning": { "new-feature": 3.5, question: 1.5 },
  "explain": { refactor: 2, "bug-fix": 1.5, question: 1.5 },
  "question": { "new-feature": 1.8, explain: 1.5 },
  "code-review": { "bug-fix": 2.5, refactor: 2.5 },
  "execute": { "bug-fix": 2.2, debug: 2 },
  "data-analysis": { question: 1.5 },
  "greeting": { greeting: 0.1, other: 0.3 },
};

/** How much more often an intent repeats than by chance. */
const REPEAT = 2;

/** How much more often an intent opens a session than its share says. */
const OPENS: Readonly<Record<string, number>> = {
  "new-feature": 1.4,
  "planning": 1.5,
  "explain": 1.4,
  "debug": 1.3,
  "question": 1.2,
  "greeting": 4,
  "tests": 0.6,
  "execute": 0.5,
  "other": 0.3,
};

/** Draws the intents of one session. */
export type DrawIntents = (
  rng: RandomGenerator,
  messages: number,
  /** Weight per intent of the person; 1 for all is no preference. */
  taste: readonly number[],
) => string[];

/**
 * Build the model for the label-only sessions.
 *
 * @param shares Share per intent that long sessions should show; must be positive for all 16.
 * @returns A function that draws sessions.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
 * import { AIMED_SHARES, intentModel } from "./sample_intents.ts";
 *
 * const draw = intentModel(AIMED_SHARES);
 * equal(draw(xoroshiro128plus(1), 5, new Array(16).fill(1)).length, 5);
 * ```
 */
export function intentModel(
  shares: Readonly<Record<string, number>>,
): DrawIntents {
  const { labels } = TAXONOMY;
  const [k, all] = [labels.length, [...labels.keys()]];
  const margin = labels.map((label) => shares[label] ?? 0);
  const total = margin.reduce((sum, share) => sum + share, 0);
  const prior = labels.flatMap((from) =>
    labels.map((to) => AFTER[from]?.[to] ?? (from === to ? REPEAT : 1))
  );
  // A table whose rows and columns both have the aimed shares, so that the chain keeps them.
  const pairs = fitSums(
    prior,
    all.flatMap((i) => [
      { cells: all.map((j) => i * k + j), total: (margin[i] ?? 0) / total },
      { cells: all.map((j) => j * k + i), total: (margin[i] ?? 0) / total },
    ]),
    1e-12,
  );
  const opening = labels.map((label, i) =>
    (OPENS[label] ?? 1) * (margin[i] ?? 0)
  );
  return (rng, messages, taste) => {
    const codes: number[] = [];
    for (let n = 0; n < messages; n++) {
      const last = codes.at(-1);
      const weights = last === undefined
        ? opening
        : [...pairs.subarray(last * k, (last + 1) * k)];
      codes.push(
        pick(rng, weights.map((weight, i) => weight * (taste[i] ?? 1))),
      );
    }
    return codes.map((code) => labels[code] ?? "");
  };
}
