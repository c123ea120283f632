/**
 * What augmentations cover: the intents and session lengths that a benchmark can be given with a
 * verifier behind them (Appendix C, step 5).
 *
 * @module
 */

import type { Taxonomy } from "@taskflow/taxonomy";
import * as z from "zod";
import { LENGTH_BINS } from "./counts.ts";

const coverageSchema = z.looseObject({
  schema_version: z.literal(1),
  name: z.string().min(1),
  augmentations: z.array(z.looseObject({
    name: z.string().min(1),
    intents: z.array(z.string()),
    lengths: z.array(z.enum(LENGTH_BINS)),
    strength: z.enum(["executable", "judged", "weak"]),
    verifier: z.string(),
  })),
  uncovered: z.array(z.string()),
});

/** What augmentations cover, and which intents are declared uncovered. */
export interface Coverage {
  readonly name: string;
  readonly augmentations: readonly CoveringAugmentation[];
  /** Intents that are named as having no verifiable augmentation. */
  readonly uncovered: readonly string[];
}

/** An augmentation as far as the gap needs to know it. */
export interface CoveringAugmentation {
  readonly name: string;
  readonly intents: readonly string[];
  /** Length bins that it makes reachable. */
  readonly lengths: readonly string[];
  /** How its turns are verified; a `weak` one never closes a gap. */
  readonly strength: "executable" | "judged" | "weak";
  readonly verifier: string;
}

/**
 * Read a coverage file, for example `data/coverage/paper.json`.
 *
 * @param value Parsed JSON.
 * @param where Name of the file, for error messages.
 * @param taxonomy Labels that the file may name.
 * @returns The coverage.
 * @throws {TypeError} If the value has another shape.
 * @throws {RangeError} If it names a label outside the taxonomy.
 *
 * @example
 * ```ts
 * import { throws } from "node:assert/strict";
 * import { parseCoverage } from "@taskflow/flow";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * const file = { schema_version: 1, name: "none", augmentations: [], uncovered: ["sleep"] };
 * throws(() => parseCoverage(file, "c.json", TAXONOMY), /"sleep" is not an intent/);
 * ```
 */
export function parseCoverage(
  value: unknown,
  where: string,
  taxonomy: Taxonomy,
): Coverage {
  const parsed = coverageSchema.safeParse(value);
  if (!parsed.success) {
    throw new TypeError(
      `Cannot read coverage "${where}": ${z.prettifyError(parsed.error)}`,
    );
  }
  const { name, augmentations, uncovered } = parsed.data;
  const named = [...uncovered, ...augmentations.flatMap((a) => a.intents)];
  for (const intent of named) {
    if (taxonomy.codeOf.has(intent)) continue;
    throw new RangeError(
      `Cannot read coverage "${where}": "${intent}" is not an intent of "${taxonomy.name}"`,
    );
  }
  return { name, augmentations, uncovered };
}

/**
 * Augmentations that give an intent, weak ones left out.
 *
 * @param coverage The coverage.
 * @param intent An intent label.
 * @returns Their names in order; empty if nothing verifiable gives it.
 */
export function coveringIntent(coverage: Coverage, intent: string): string[] {
  return covering(coverage, (a) => a.intents.includes(intent));
}

/**
 * Augmentations that make a session length reachable, weak ones left out.
 *
 * @param coverage The coverage.
 * @param bin A length bin.
 * @returns Their names in order; empty if no candidate is that long.
 */
export function coveringLength(coverage: Coverage, bin: string): string[] {
  return covering(coverage, (a) => a.lengths.includes(bin));
}

function covering(
  { augmentations }: Coverage,
  gives: (augmentation: CoveringAugmentation) => boolean,
): string[] {
  return augmentations.filter((a) => a.strength !== "weak" && gives(a)).map((
    { name },
  ) => name);
}
