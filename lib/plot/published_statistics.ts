/**
 * What the paper prints for the statistics of Section 2.
 *
 * @module
 */

import { paperNumber } from "@taskflow/paper";
import type { Statistic } from "@taskflow/session";

/** Name in `summarise()`, id in `data/paper/numbers.json`, unit. */
const PRINTED: readonly [string, string, Statistic["unit"]][] = [
  ["sessions", "production.sessions", "sessions"],
  ["user messages", "production.messages", "messages"],
  ["sessions with 1 message", "production.single_share", "share"],
  ["sessions with >= 3 messages", "production.long_share", "share"],
  ["messages per session, p75", "production.length_p75", "messages"],
  ["messages per session, p90", "production.length_p90", "messages"],
  ["words of the first message, mean", "production.first_words", "words"],
];

/**
 * The printed statistics of the production sessions, to stand beside those of `summarise()`.
 *
 * @returns Seven statistics; shares from 0 to 1. What the paper does not print is not in the list.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { publishedStatistics } from "@taskflow/plot";
 *
 * equal(publishedStatistics().find(({ name }) => name === "sessions")?.value, 4782);
 * ```
 */
export function publishedStatistics(): Statistic[] {
  return PRINTED.map(([name, id, unit]) => {
    const { value } = paperNumber(id);
    return { name, unit, value: unit === "share" ? value / 100 : value };
  });
}
