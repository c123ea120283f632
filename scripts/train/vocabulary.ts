/**
 * Which features a model may know, and how much each counts.
 *
 * @module
 */

import { GROUPS } from "../../lib/classify/features.ts";
import type { Extracted } from "./extract.ts";

/** Features a model may know. */
export interface Vocabulary {
  /** Feature hash to row. */
  readonly rows: ReadonlyMap<number, number>;
  /** Factor on the value of each row: rarer features count more. */
  readonly factor: Float64Array;
}

/** Our own messages count as this many repositories, in turn. */
const OWN_SOURCES = 40;

/**
 * Choose features: those that occur in at least two repositories. A feature of one repository alone
 * says nothing about others, and would be that repository's trace in the weights.
 *
 * @param examples Messages to train on.
 * @param scales Weight of each group.
 * @returns Features and factors (group weight times inverse document frequency).
 */
export function chooseVocabulary(
  examples: readonly Extracted[],
  scales: readonly number[],
): Vocabulary {
  const seen = new Map<
    number,
    { first: string; several: boolean; messages: number; group: number }
  >();
  examples.forEach(({ example, hashes, ends }, at) => {
    const source = example.repository === "own"
      ? `own-${at % OWN_SOURCES}`
      : example.repository;
    for (let group = 0; group < GROUPS.length; group++) {
      if (scales[group] === 0) continue;
      for (
        let i = group === 0 ? 0 : ends[group - 1] ?? 0;
        i < (ends[group] ?? 0);
        i++
      ) {
        const hash = hashes[i] ?? 0;
        const known = seen.get(hash);
        if (known === undefined) {
          seen.set(hash, { first: source, several: false, messages: 1, group });
        } else {
          known.messages++;
          if (known.first !== source) known.several = true;
        }
      }
    }
  });
  const rows = new Map<number, number>();
  const factor: number[] = [];
  for (const [hash, { several, messages, group }] of seen) {
    if (!several) continue;
    rows.set(hash, rows.size);
    const rarity = 1 + Math.log((1 + examples.length) / (1 + messages));
    factor.push((scales[group] ?? 1) * rarity / 3);
  }
  return { rows, factor: Float64Array.from(factor) };
}
