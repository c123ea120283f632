/**
 * The intent taxonomy as data (Appendix A; extension: Appendix C, step 3).
 *
 * A taxonomy is a list of intents in a fixed order. Every count, vector and
 * picture takes its size and order from it and carries its {@linkcode Taxonomy.hash}.
 *
 * @module
 */

import canonicalize from "canonicalize";
import { createHash } from "node:crypto";
import * as z from "zod";
import base from "../data/taxonomy.json" with { type: "json" };

/** Schema of one intent in a taxonomy file. */
export const intentSchema = z.strictObject({
  /** Name in lower case, letters, digits and hyphens: it appears in column names and file names. */
  label: z.string().regex(/^[a-z][a-z0-9-]*$/),
  /** What a message with this label asks for; shown to classifiers. */
  definition: z.string().min(1),
  /** Whether a repository task can be made of it; only such intents enter P_T and P_R. */
  instantiable: z.boolean(),
  /** The label of the 16 that this one refines, or `null` if it is one of them (or refines none). */
  parent: z.string().nullable(),
});

/** Schema of a taxonomy file (`data/taxonomy.json`). */
export const taxonomySchema = z.strictObject({
  schema_version: z.literal(1),
  name: z.string().min(1),
  source: z.string().optional(),
  intents: z.array(intentSchema).min(1),
});

/** One intent: label, definition, whether it can become a repository task, parent. */
export type Intent = z.infer<typeof intentSchema>;

/** A taxonomy with its derived orders. Codes are positions in {@linkcode Taxonomy.labels}. */
export interface Taxonomy {
  /** Name of the taxonomy, for people. */
  readonly name: string;
  /** Intents in order. */
  readonly intents: readonly Intent[];
  /** All labels in order; a label's position is its code. */
  readonly labels: readonly string[];
  /** Labels that enter P_T and P_R, in order; a label's position is its retained code. */
  readonly retained: readonly string[];
  /** Labels that cannot become a repository task, in order. */
  readonly excluded: readonly string[];
  /** Label to code. */
  readonly codeOf: ReadonlyMap<string, number>;
  /** Code to retained code, or -1 for an excluded label. */
  readonly retainedCode: Int16Array;
  /** SHA-256 (hex) of the canonical JSON of `intents`: two taxonomies with one hash count alike. */
  readonly hash: string;
}

/** Names that a transition map uses for the two ends of a session; no label may take them. */
const RESERVED = ["start", "end"];

/**
 * Build a taxonomy from the contents of a taxonomy file.
 *
 * @param value The parsed JSON of a taxonomy file.
 * @param where Name of the file, for error messages.
 * @returns The taxonomy with its orders and hash.
 * @throws {TypeError} If the value does not have the shape of {@linkcode taxonomySchema}.
 * @throws {RangeError} If a label occurs twice or is reserved, a parent is unknown, or a parent and
 * its child differ in `instantiable` (counts could then not be mapped to the parent).
 *
 * @example Extend the 16 intents by one
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { parseTaxonomy, TAXONOMY } from "@taskflow/taxonomy";
 *
 * const extended = parseTaxonomy({
 *   schema_version: 1,
 *   name: "with deployments",
 *   intents: [...TAXONOMY.intents, {
 *     label: "deploy",
 *     definition: "Put a build into service.",
 *     instantiable: true,
 *     parent: "execute",
 *   }],
 * });
 * equal(extended.retained.length, 14);
 * ```
 */
export function parseTaxonomy(value: unknown, where = "taxonomy"): Taxonomy {
  const parsed = taxonomySchema.safeParse(value);
  if (!parsed.success) {
    throw new TypeError(
      `Cannot read taxonomy "${where}": ${z.prettifyError(parsed.error)}`,
    );
  }
  const { name, intents } = parsed.data;
  checkIntents(intents, where);
  const labels = intents.map((intent) => intent.label);
  const retained = intents.filter((intent) => intent.instantiable).map((
    intent,
  ) => intent.label);
  return {
    name,
    intents,
    labels,
    retained,
    excluded: intents.filter((intent) => !intent.instantiable).map((intent) =>
      intent.label
    ),
    codeOf: new Map(labels.map((label, code) => [label, code])),
    retainedCode: Int16Array.from(
      intents,
      (intent) => retained.indexOf(intent.label),
    ),
    hash: createHash("sha256").update(canonicalize(intents) ?? "").digest(
      "hex",
    ),
  };
}

function checkIntents(intents: readonly Intent[], where: string): void {
  const byLabel = new Map<string, Intent>();
  for (const intent of intents) {
    if (byLabel.has(intent.label) || RESERVED.includes(intent.label)) {
      throw new RangeError(
        `Cannot read taxonomy "${where}": label "${intent.label}" ` +
          (byLabel.has(intent.label)
            ? "occurs twice"
            : "is reserved for session ends"),
      );
    }
    byLabel.set(intent.label, intent);
  }
  for (const { label, parent, instantiable } of intents) {
    if (parent === null) continue;
    const found = byLabel.get(parent) ??
      TAXONOMY.intents.find((intent) => intent.label === parent);
    if (found === undefined) {
      throw new RangeError(
        `Cannot read taxonomy "${where}": parent "${parent}" of "${label}" is not a label`,
      );
    }
    if (found.instantiable !== instantiable) {
      throw new RangeError(
        `Cannot read taxonomy "${where}": "${label}" and its parent "${parent}" differ in ` +
          `"instantiable", so its counts could not be mapped to the parent`,
      );
    }
  }
}

/** The paper's 16 intents, 13 of them retained (Appendix A). */
export const TAXONOMY: Taxonomy = parseTaxonomy(base, "data/taxonomy.json");

/**
 * Find the code of a label.
 *
 * @param taxonomy The taxonomy.
 * @param label The label, exactly as in the taxonomy.
 * @returns The position of the label in `taxonomy.labels`.
 * @throws {RangeError} If the label is not in the taxonomy; the message names the nearest label.
 *
 * @example
 * ```ts
 * import { equal, throws } from "node:assert/strict";
 * import { labelCode, TAXONOMY } from "@taskflow/taxonomy";
 *
 * equal(labelCode(TAXONOMY, "bug-fix"), 1);
 * throws(() => labelCode(TAXONOMY, "bugfix"), /did you mean "bug-fix"/);
 * ```
 */
export function labelCode(taxonomy: Taxonomy, label: string): number {
  const code = taxonomy.codeOf.get(label);
  if (code !== undefined) return code;
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const near = taxonomy.labels.find((known) => plain(known) === plain(label));
  throw new RangeError(
    `Label "${label}" is not in taxonomy "${taxonomy.name}"` +
      (near === undefined
        ? `: use one of ${taxonomy.labels.join(", ")}`
        : `: did you mean "${near}"?`),
  );
}

/**
 * Map each code of a taxonomy to a code of a base taxonomy: itself where the base has the label,
 * its nearest ancestor otherwise.
 *
 * @param taxonomy The extended taxonomy.
 * @param onto The base taxonomy, by default the paper's 16.
 * @returns For each code of `taxonomy`, a code of `onto`.
 * @throws {RangeError} If a label has no ancestor in the base: its messages have no place there.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { parentCodes, TAXONOMY } from "@taskflow/taxonomy";
 *
 * deepEqual([...parentCodes(TAXONOMY)], [...TAXONOMY.labels.keys()]);
 * ```
 */
export function parentCodes(
  taxonomy: Taxonomy,
  onto: Taxonomy = TAXONOMY,
): Int16Array {
  const byLabel = new Map(
    taxonomy.intents.map((intent) => [intent.label, intent]),
  );
  return Int16Array.from(taxonomy.intents, ({ label }) => {
    const seen = new Set<string>();
    for (let at: string | null = label; at !== null && !seen.has(at);) {
      const code = onto.codeOf.get(at);
      if (code !== undefined) return code;
      seen.add(at);
      at = byLabel.get(at)?.parent ?? null;
    }
    throw new RangeError(
      `Cannot map label "${label}" onto taxonomy "${onto.name}": none of its parents is there`,
    );
  });
}
