/**
 * Stress slices: intents that are rare but have consequences, declared before any optimisation and
 * reported apart (Appendix C, step 7).
 *
 * @module
 */

import type { Session } from "@taskflow/session";
import type { Taxonomy } from "@taskflow/taxonomy";
import * as z from "zod";

const stressSchema = z.looseObject({
  schema_version: z.literal(1),
  slices: z.array(z.strictObject({
    name: z.string().regex(/^[a-z0-9-]+$/),
    description: z.string(),
    intents: z.array(z.string()).min(1),
    any: z.array(z.string()).optional(),
  })).min(1),
});

/** A declared slice. */
export interface StressSlice {
  readonly name: string;
  readonly description: string;
  /** A message belongs to the slice if it has one of these intents, */
  readonly intents: readonly string[];
  /** and, where there are patterns, its text matches one of them. */
  readonly patterns: readonly RegExp[];
}

/** What a slice holds. */
export interface StressCount {
  readonly name: string;
  readonly description: string;
  /** Messages of the slice. */
  messages: number;
  /** Sessions with at least one of them. */
  sessions: number;
  /** Messages with the intent whose text is not known, so that no pattern could be tried. */
  withoutText: number;
}

/** Longest text that patterns are tried on, in characters; patterns come from a file. */
const LONGEST = 4000;

/**
 * Read declared slices, for example `data/stress_slices.json`.
 *
 * @param value Parsed JSON.
 * @param where Name of the file, for error messages.
 * @param taxonomy Labels that the file may name.
 * @returns The slices; patterns ignore case.
 * @throws {TypeError} If the value has another shape.
 * @throws {RangeError} If a label is not in the taxonomy.
 * @throws {SyntaxError} If a pattern is not a regular expression.
 *
 * @example
 * ```ts
 * import { throws } from "node:assert/strict";
 * import { parseStressSlices } from "@taskflow/flow";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * const slices = [{ name: "a", description: "", intents: ["execute"], any: ["("] }];
 * throws(
 *   () => parseStressSlices({ schema_version: 1, slices }, "s.json", TAXONOMY),
 *   /"\(" of slice "a"/,
 * );
 * ```
 */
export function parseStressSlices(
  value: unknown,
  where: string,
  taxonomy: Taxonomy,
): StressSlice[] {
  const parsed = stressSchema.safeParse(value);
  if (!parsed.success) {
    throw new TypeError(
      `Cannot read stress slices "${where}": ${z.prettifyError(parsed.error)}`,
    );
  }
  return parsed.data.slices.map(({ name, description, intents, any = [] }) => {
    for (const intent of intents) {
      if (taxonomy.codeOf.has(intent)) continue;
      throw new RangeError(
        `Cannot read stress slices "${where}": "${intent}" is not an intent of "${taxonomy.name}"`,
      );
    }
    const patterns = any.map((source) => {
      try {
        return new RegExp(source, "iu");
      } catch (error) {
        throw new SyntaxError(
          `Cannot read pattern "${source}" of slice "${name}" in "${where}": ` +
            (error instanceof Error ? error.message : String(error)),
        );
      }
    });
    return { name, description, intents, patterns };
  });
}

/**
 * Count stress slices while sessions stream by.
 *
 * @param slices Declared slices.
 * @returns `add` for each session, and the counts so far, in the order declared.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { countStress } from "@taskflow/flow";
 *
 * const stress = countStress([
 *   { name: "destructive", description: "", intents: ["execute"], patterns: [/rm -rf/u] },
 * ]);
 * const message = (text: string) => ({ text, timestamp: null, intent: "execute" });
 * stress.add({ messages: [message("rm -rf build"), message("run the tests")] });
 * deepEqual(stress.counts[0]?.messages, 1);
 * ```
 */
export function countStress(slices: readonly StressSlice[]): {
  readonly add: (session: Pick<Session, "messages">) => void;
  readonly counts: readonly StressCount[];
} {
  const counts = slices.map(({ name, description }): StressCount => ({
    name,
    description,
    messages: 0,
    sessions: 0,
    withoutText: 0,
  }));
  const add = ({ messages }: Pick<Session, "messages">) => {
    slices.forEach(({ intents, patterns }, at) => {
      const count = counts[at];
      if (count === undefined) return;
      let found = 0;
      for (const { intent, text } of messages) {
        if (intent === null || !intents.includes(intent)) continue;
        if (patterns.length === 0) found++;
        else if (text === null) count.withoutText++;
        else if (patterns.some((p) => p.test(text.slice(0, LONGEST)))) found++;
      }
      count.messages += found;
      if (found > 0) count.sessions++;
    });
  };
  return { add, counts };
}
