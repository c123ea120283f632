/**
 * Intents of the turns that a split can give.
 *
 * @module
 */

import { classify, loadBaseline } from "@taskflow/classify";
import { mergeParts, mergeVariants } from "@taskflow/transform";

/**
 * Label every merge variant of a split with the offline baseline, each text alone.
 *
 * @param parts The parts.
 * @returns Intent by variant.
 */
export function labelSplit(parts: readonly string[]): Record<string, string> {
  const baseline = loadBaseline();
  return Object.fromEntries(
    mergeVariants(parts.length).map((
      variant,
    ) => [variant, classify(baseline, mergeParts(parts, variant)).intent]),
  );
}
