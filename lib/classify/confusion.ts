/**
 * Confusion of two label sets, in the order of the taxonomy.
 *
 * @module
 */

import { TAXONOMY, type Taxonomy } from "@taskflow/taxonomy";

/** Code of a message that a label set says nothing about. */
export const MISSING = -1;

/** How often one label met another. */
export interface Confusion {
  readonly taxonomy: Taxonomy;
  /**
   * K x K cells row by row, K labels in the order of the taxonomy: the row is the label of the first
   * set, the column that of the second. Messages, or weights of them; never negative.
   */
  readonly counts: Float64Array;
}

/**
 * Count which labels meet.
 *
 * @param first Intent codes of messages; {@linkcode MISSING} where there is none.
 * @param second Codes of the same messages in the same order.
 * @param taxonomy The labels, by default the paper's 16.
 * @returns The confusion over the messages that both label.
 * @throws {RangeError} If the two differ in length.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { confusionOf, MISSING } from "@taskflow/classify";
 *
 * const { counts } = confusionOf([1, 1, 2], [1, 2, MISSING]);
 * equal(counts[1 * 16 + 2], 1);
 * equal(counts.reduce((sum, n) => sum + n), 2);
 * ```
 */
export function confusionOf(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  taxonomy: Taxonomy = TAXONOMY,
): Confusion {
  if (first.length !== second.length) {
    throw new RangeError(
      `Cannot compare labels of ${first.length} messages with those of ${second.length}: ` +
        `give both for the same messages`,
    );
  }
  const size = taxonomy.labels.length;
  const counts = new Float64Array(size * size);
  for (let i = 0; i < first.length; i++) {
    const [a, b] = [first[i] ?? MISSING, second[i] ?? MISSING];
    if (a === MISSING || b === MISSING) continue;
    counts[a * size + b] = (counts[a * size + b] ?? 0) + 1;
  }
  return { taxonomy, counts };
}

/**
 * Add up confusions, for example those of all pairs of label sets.
 *
 * @param parts Confusions under one taxonomy; at least one.
 * @param symmetric Whether each is counted in both directions, half each (default `false`).
 * @returns The sum.
 * @throws {RangeError} If there is none.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { addConfusions, confusionOf } from "@taskflow/classify";
 *
 * const { counts } = addConfusions([confusionOf([1], [2])], true);
 * equal(counts[1 * 16 + 2], 0.5);
 * equal(counts[2 * 16 + 1], 0.5);
 * ```
 */
export function addConfusions(
  parts: readonly Confusion[],
  symmetric = false,
): Confusion {
  const [head] = parts;
  if (head === undefined) {
    throw new RangeError("Cannot add confusions: there are none");
  }
  const { taxonomy } = head;
  const size = taxonomy.labels.length;
  const counts = new Float64Array(size * size);
  for (const part of parts) {
    part.counts.forEach((n, cell) => {
      const across = (cell % size) * size + Math.floor(cell / size);
      counts[cell] = (counts[cell] ?? 0) + (symmetric ? n / 2 : n);
      if (symmetric) counts[across] = (counts[across] ?? 0) + n / 2;
    });
  }
  return { taxonomy, counts };
}

/** How far two label sets agree about one intent. */
export interface IntentAgreement {
  readonly intent: string;
  /** Messages that the first set labels so. */
  readonly first: number;
  /** Messages that the second set labels so. */
  readonly second: number;
  /** Messages that both label so. */
  readonly both: number;
  /**
   * F1 of either set against the other, 2 both / (first + second), from 0 to 1; the same in both
   * directions. `null` if neither set uses the intent.
   */
  readonly f1: number | null;
}

/**
 * Agreement intent by intent.
 *
 * @param confusion The confusion of two label sets.
 * @returns One entry a label, in the order of the taxonomy.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { confusionOf, intentAgreement } from "@taskflow/classify";
 *
 * const rows = intentAgreement(confusionOf([1, 1, 2], [1, 2, 2]));
 * equal(rows[1]?.f1, 2 / 3);
 * equal(rows[0]?.f1, null);
 * ```
 */
export function intentAgreement(confusion: Confusion): IntentAgreement[] {
  const { taxonomy, counts } = confusion;
  const size = taxonomy.labels.length;
  return taxonomy.labels.map((intent, code) => {
    let [first, second] = [0, 0];
    for (let other = 0; other < size; other++) {
      first += counts[code * size + other] ?? 0;
      second += counts[other * size + code] ?? 0;
    }
    const both = counts[code * size + code] ?? 0;
    const f1 = first + second === 0 ? null : 2 * both / (first + second);
    return { intent, first, second, both, f1 };
  });
}

/** Two intents that are taken for each other. */
export interface ConfusedPair {
  /** The two, in the order of the taxonomy. */
  readonly intents: readonly [string, string];
  /** Messages that one set gives the one and the other set the other, either way round. */
  readonly messages: number;
  /** Their share of all disagreements, above 0 to 1. */
  readonly share: number;
}

/**
 * Pairs of intents by how often they are taken for each other.
 *
 * @param confusion The confusion of two label sets, or a sum of several.
 * @returns Pairs that occur, most frequent first, ties in the order of the taxonomy.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { confusedPairs, confusionOf } from "@taskflow/classify";
 *
 * const [pair] = confusedPairs(confusionOf([1, 2, 1], [2, 1, 1]));
 * deepEqual(pair, { intents: ["bug-fix", "new-feature"], messages: 2, share: 1 });
 * ```
 */
export function confusedPairs({ taxonomy, counts }: Confusion): ConfusedPair[] {
  const { labels } = taxonomy;
  const size = labels.length;
  const pairs = labels.flatMap((one, a) =>
    labels.slice(a + 1).map((other, i) => {
      const b = a + 1 + i;
      const messages = (counts[a * size + b] ?? 0) +
        (counts[b * size + a] ?? 0);
      return { intents: [one, other] as const, messages };
    })
  ).filter(({ messages }) => messages > 0);
  const all = pairs.reduce((sum, { messages }) => sum + messages, 0);
  return pairs.map((pair) => ({ ...pair, share: pair.messages / all }))
    .sort((a, b) => b.messages - a.messages);
}
