/** Labelled sessions made for the tests: no corpus is behind them. */

import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { TAXONOMY } from "@taskflow/taxonomy";

/** How often each of the 16 opens a stretch of messages, per mille or so. */
const WEIGHTS = [5, 26, 19, 3, 7, 2, 5, 6, 6, 10, 2, 4, 8, 2, 1, 3];

/**
 * Make sessions, the same for the same seed.
 *
 * @param count Number of sessions.
 * @param seed Seed.
 * @param least Messages at least, at most 30 more.
 */
export function madeSessions(
  count: number,
  seed: number,
  least = 3,
): string[][] {
  const random = xoroshiro128plus(seed);
  const below = (n: number) => uniformInt(random, 0, n - 1);
  const whole = WEIGHTS.reduce((sum, weight) => sum + weight, 0);
  const intent = () => {
    let left = below(whole);
    return TAXONOMY.labels[
      WEIGHTS.findIndex((weight) => (left -= weight) < 0)
    ] ?? "other";
  };
  return Array.from({ length: count }, () => {
    let length = least;
    while (length < least + 30 && below(10) < 7) length++;
    const labels: string[] = [];
    for (let i = 0; i < length; i++) {
      const last = labels.at(-1);
      labels.push(last !== undefined && below(10) < 4 ? last : intent());
    }
    return labels;
  });
}

/** Sessions by length, as `sessionLength()` takes them. */
export function lengthsOf(
  sessions: readonly (readonly string[])[],
): Map<number, number> {
  const lengths = new Map<number, number>();
  for (const { length } of sessions) {
    lengths.set(length, (lengths.get(length) ?? 0) + 1);
  }
  return lengths;
}

/** The order turned round and cut: another order of the same sessions. */
export function shuffled<T>(items: readonly T[]): T[] {
  const middle = Math.floor(items.length / 3);
  return [...items.slice(middle), ...items.slice(0, middle)].reverse();
}
