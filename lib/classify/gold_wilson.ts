/**
 * An interval for a share of a finite stratum.
 *
 * @module
 */

import type { Interval } from "@taskflow/flow";
import type { GoldStratum } from "./gold_design.ts";

/** 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054;

/**
 * Wilson's interval (1927) of the share of a stratum's messages with some label. Messages with one text
 * count as what they are worth together (Kish's effective size); what was drawn of a finite stratum is
 * known, so a stratum drawn whole has a point for an interval.
 *
 * @param hits Drawn messages with the label.
 * @param stratum The stratum; at least one message drawn.
 * @returns 95 % interval; its bias is 0, as the share is unbiased.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { wilson } from "@taskflow/classify";
 *
 * const units = Array.from({ length: 30 }, () => ({ gold: 1, messages: 1 }));
 * const whole = { predicted: 1, messages: 30, sampled: 30, units };
 * equal(wilson(30, whole).low, 1);
 * equal(wilson(30, { ...whole, messages: 1e9 }).low?.toFixed(3), "0.886");
 * ```
 */
export function wilson(
  hits: number,
  { units, sampled, messages }: GoldStratum,
): Interval {
  const estimate = hits / sampled;
  const known = { estimate, bias: 0, undefinedReplicates: 0 };
  const rest = 1 - sampled / messages;
  if (rest === 0) return { ...known, low: estimate, high: estimate };
  const squares = units.reduce((sum, { messages }) => sum + messages ** 2, 0);
  const size = sampled ** 2 / squares / rest;
  const z2 = Z * Z / size;
  const middle = (estimate + z2 / 2) / (1 + z2);
  const half = Z * Math.sqrt(estimate * (1 - estimate) / size + z2 / size / 4) /
    (1 + z2);
  return {
    ...known,
    low: Math.max(0, Math.min(estimate, middle - half)),
    high: Math.min(1, Math.max(estimate, middle + half)),
  };
}
