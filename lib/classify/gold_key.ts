/**
 * The key of a gold sheet: what the people who label must not see.
 *
 * @module
 */

import * as z from "zod";

const count = z.number().int().nonnegative();

/** Schema of a key file. It holds ids, hashes and predicted labels, and no text. */
export const goldKeySchema = z.strictObject({
  schema_version: z.literal("gold-key/v1"),
  /** Name and hash of the taxonomy that the sheet asks for. */
  taxonomy: z.strictObject({ name: z.string(), hash: z.string() }),
  /** Seed of the draw. */
  seed: z.number().int(),
  /** Messages asked for per predicted intent. */
  per_intent: z.number().int().positive(),
  /** By predicted intent: messages in the corpus, and messages drawn. */
  strata: z.record(
    z.string(),
    z.strictObject({ messages: count.positive(), sampled: count.positive() }),
  ),
  /** Messages of the corpus that could not be drawn. */
  left_out: z.strictObject({ without_label: count, without_text: count }),
  /** Rows of the sheet; messages with one text are one row. */
  items: z.array(z.strictObject({
    id: z.string().min(1),
    messages: z.array(z.strictObject({
      session: z.string(),
      position: count,
      file: z.string().nullable(),
      ordinal: count,
      sha256: z.string(),
      predicted: z.string(),
    })).min(1),
  })),
  /** From what, how and by what the sheet was made. */
  provenance: z.unknown().optional(),
});

/** The key of a gold sheet. */
export type GoldKey = z.infer<typeof goldKeySchema>;

/**
 * Check a key file.
 *
 * @param value Its parsed JSON.
 * @param where Its name, for errors.
 * @returns The key.
 * @throws {TypeError} If it has another shape.
 * @throws {RangeError} If its rows and its strata contradict each other.
 *
 * @example
 * ```ts
 * import { throws } from "node:assert/strict";
 * import { parseGoldKey } from "@taskflow/classify";
 *
 * throws(() => parseGoldKey({}, "key.json"), /Cannot read gold key "key.json"/);
 * ```
 */
export function parseGoldKey(value: unknown, where: string): GoldKey {
  const parsed = goldKeySchema.safeParse(value);
  if (!parsed.success) {
    throw new TypeError(
      `Cannot read gold key "${where}": ${z.prettifyError(parsed.error)}`,
    );
  }
  const { items, strata } = parsed.data;
  const drawn = new Map<string, number>();
  for (const { messages } of items) {
    for (const { predicted } of messages) {
      drawn.set(predicted, (drawn.get(predicted) ?? 0) + 1);
    }
  }
  for (const label of new Set([...drawn.keys(), ...Object.keys(strata)])) {
    const { sampled = 0, messages = 0 } = strata[label] ?? {};
    if (sampled === (drawn.get(label) ?? 0) && sampled <= messages) continue;
    throw new RangeError(
      `Cannot read gold key "${where}": intent "${label}" has ${
        drawn.get(label) ?? 0
      } rows, but says ${sampled} of ${messages} messages; take the key as it was written`,
    );
  }
  if (new Set(items.map(({ id }) => id)).size < items.length) {
    throw new RangeError(
      `Cannot read gold key "${where}": an id occurs twice; take the key as it was written`,
    );
  }
  return parsed.data;
}
