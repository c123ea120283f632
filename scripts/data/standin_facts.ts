/**
 * What the paper publishes about the production target, as equations for the stand-in.
 *
 * @module
 */

import { LENGTH_BINS, lengthBin, overlap } from "@taskflow/flow";
import { paperNumber, TABLE_2 } from "@taskflow/paper";
import { newton } from "./newton.ts";
import type { LengthFacts } from "./standin_lengths.ts";

/** Share of messages whose intent is not retained: assumed, the paper prints none. */
export const EXCLUDED_SHARE = 0.05;

const value = (id: string): number => paperNumber(id).value;

/** Sessions of the production sample by length: one message, two, three or more. */
export interface SampleSizes {
  readonly all: number;
  readonly single: number;
  readonly two: number;
  readonly long: number;
  readonly messages: number;
}

/**
 * Whole sessions behind the printed shares of Section 2.
 *
 * @returns Sessions per class and the number of messages, taken as exactly 14,000.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { sampleSizes } from "./standin_facts.ts";
 *
 * equal(sampleSizes().long, 1578);
 * ```
 */
export function sampleSizes(): SampleSizes {
  const all = value("production.sessions");
  const single = Math.round(all * value("production.single_share") / 100);
  const long = Math.round(all * value("production.long_share") / 100);
  const messages = value("production.messages");
  return { all, single, two: all - single - long, long, messages };
}

/**
 * P_L(3) that Table 2's Split row forces: Split has all its sessions in bin 3, so its S_L is one
 * cell's overlap. Rounded to four decimals; the printed S_L fixes no more.
 *
 * @returns A probability.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { shareOfThree } from "./standin_facts.ts";
 *
 * equal(shareOfThree(), 0.2855);
 * ```
 */
export function shareOfThree(): number {
  const split = rowOf("Split").S_L / 100;
  const [root = NaN] = newton(([p = NaN]) => [overlap(p, 1) - split], [0.3]);
  return Number(root.toFixed(4));
}

function rowOf(variant: string): (typeof TABLE_2)[number] {
  const row = TABLE_2.find((row) => row.variant === variant);
  if (row === undefined) {
    throw new RangeError(`Cannot find variant "${variant}" in Table 2`);
  }
  return row;
}

/**
 * Length mix of the optimised selection (Appendix F): three issue turns and no to three questions.
 *
 * @returns Shares of tasks per length bin.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { optimisedMix } from "./standin_facts.ts";
 *
 * equal(optimisedMix()[2], 445 / 700);
 * ```
 */
export function optimisedMix(): number[] {
  const tasks = value("pro.kept_tasks");
  const mix = LENGTH_BINS.map(() => 0);
  [
    "unquestioned_tasks",
    "one_question",
    "two_questions",
    "three_questions",
  ].forEach((id, questions) => {
    const bin = lengthBin(value("split.parts") + questions);
    mix[bin] = value(`selection.${id}`) / tasks;
  });
  return mix;
}

/**
 * All that is published about the lengths of long sessions.
 *
 * @returns Facts for the maximum-entropy lengths.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { lengthFacts } from "./standin_facts.ts";
 *
 * ok(lengthFacts().eightOrMore > 0.3);
 * ```
 */
export function lengthFacts(): LengthFacts {
  const { all, single, two, long, messages } = sampleSizes();
  // Fewest sessions of eight or more for which the 90th percentile, interpolated or not, is 8.
  const eight = all - Math.floor(0.9 * (all - 1));
  return {
    three: shareOfThree(),
    mean: (messages - single - 2 * two) / long,
    eightOrMore: eight / long,
    mix: optimisedMix(),
    similarity: rowOf("TFAS-optimized").S_L / 100,
  };
}
