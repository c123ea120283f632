/**
 * How much each message counts in training.
 *
 * @module
 */

import { TAXONOMY } from "@taskflow/taxonomy";
import type { Example } from "./dataset.ts";

/** Letters of a text that tell whether it repeats another: a template filled in anew is a repeat. */
const TEMPLATE_LETTERS = 80;

/** What repeats of a text have in common: its first letters, in lower case. */
export function template(text: string): string {
  return text.slice(0, 4 * TEMPLATE_LETTERS).toLowerCase()
    .replace(/[^\p{L}]/gu, "").slice(0, TEMPLATE_LETTERS) || text.trim();
}

/** Settings of {@linkcode sampleWeights}. */
export interface WeightSettings {
  /** A text that occurs n times, its {@linkcode template} that is, counts n to this power: 0 as once, 1 as n times. */
  readonly repeats: number;
  /** Weight of one of our own messages. */
  readonly own: number;
  /** Classes count by their share in the corpus to the power of one minus this: 0 as they are, 1 all alike. */
  readonly balance: number;
}

/**
 * Weights of messages: repeated prompts count less, our own messages count something, and classes
 * together count by their share in other people's messages, not by how many we wrote.
 *
 * @param examples The messages.
 * @param settings How.
 * @returns Weights whose sum is the number of messages, own ones at their weight.
 */
export function sampleWeights(
  examples: readonly Example[],
  { repeats, own, balance }: WeightSettings,
): Float64Array {
  const k = TAXONOMY.labels.length;
  const occurrences = new Map<string, number>();
  const keys = examples.map(({ text }) => template(text));
  examples.forEach(({ fold }, i) => {
    const key = keys[i] ?? "";
    if (fold >= 0) occurrences.set(key, (occurrences.get(key) ?? 0) + 1);
  });
  const weights = Float64Array.from(
    examples,
    ({ fold }, i) =>
      fold < 0 ? own : (occurrences.get(keys[i] ?? "") ?? 1) ** (repeats - 1),
  );
  const all = new Float64Array(k);
  const others = new Float64Array(k);
  examples.forEach(({ label, fold }, i) => {
    all[label] = (all[label] ?? 0) + (weights[i] ?? 0);
    if (fold >= 0) others[label] = (others[label] ?? 0) + (weights[i] ?? 0);
  });
  // One more of each: a class that these repositories happen not to have is not impossible.
  const size = others.reduce((sum, n) => sum + n + 1, 0);
  const factor = all.map((n, label) =>
    n === 0 ? 0 : (((others[label] ?? 0) + 1) / size) ** (1 - balance) / n
  );
  let sum = 0;
  examples.forEach(({ label }, i) => {
    weights[i] = (weights[i] ?? 0) * (factor[label] ?? 0);
    sum += weights[i] ?? 0;
  });
  const target = examples.reduce((n, { fold }) => n + (fold < 0 ? own : 1), 0);
  return weights.map((w) => w * target / sum);
}
