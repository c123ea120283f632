/**
 * Weights of the baseline classifier and the file they are kept in: hashes and numbers, no text.
 *
 * @module
 */

import { TAXONOMY } from "@taskflow/taxonomy";
import * as z from "zod";
import { createExtractor } from "./features.ts";

/** Schema of `data/models/baseline.json`. */
export const baselineSchema = z.strictObject({
  schema_version: z.literal(1),
  /** Intents in the order of the weights. */
  labels: z.array(z.string()),
  /** {@linkcode featuresId} of the code that the weights were trained with. */
  features: z.string(),
  /** Known features. */
  rows: z.int().nonnegative(),
  /** Places in the hash table; a power of two. */
  slots: z.int().positive(),
  /** Score of each intent for a message without a known feature. */
  bias: z.array(z.number()),
  /** What one unit of a weight is worth, for each intent. */
  unit: z.array(z.number()),
  /** Base64 of `slots` bytes: 0 where the place is free, else 8 bits of the feature's hash. */
  marks: z.string(),
  /** Base64 of `rows` times `labels` signed bytes, rows in the order of their places. */
  weights: z.string(),
});

/** Contents of a model file. */
export type BaselineFile = z.infer<typeof baselineSchema>;

/** A baseline classifier, ready to use. */
export interface Baseline {
  /** Intents in the order of the taxonomy. */
  readonly labels: readonly string[];
  readonly bias: Float64Array;
  readonly unit: Float64Array;
  /** For each place 0 if it is free, else 256 times the row plus the mark of the feature there. */
  readonly table: Int32Array;
  readonly weights: Int8Array;
}

/** Texts that between them meet every kind of feature; written for this purpose. */
const PROBES = [
  "Why does `parseDate()` fail?\n\n  at parse (src/dates.ts:12:3)\nTypeError: x is undefined",
  "1. füge README.md hinzu 2. corrige le bouton — git commit -m x @docs/a.csv https://a.example",
  "请修复登录按钮的错误吗？ テストを追加して. 버튼을 고쳐줘 ПОЧЕМУ 🙂 /plan C:\\a\\b 3f2a9c1 don't",
];

/**
 * Name of the features that this code extracts: weights fit only the code they were trained with.
 *
 * @returns Eight hexadecimal digits that change with any change to what is extracted of some probes.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { featuresId } from "@taskflow/classify";
 *
 * equal(featuresId().length, 8);
 * ```
 */
export function featuresId(): string {
  const extract = createExtractor();
  let id = 0;
  for (const probe of PROBES) {
    const { hashes, count } = extract(probe);
    for (let i = 0; i < count; i++) {
      id = Math.imul(id ^ (hashes[i] ?? 0), 0x01000193);
    }
  }
  return (id >>> 0).toString(16).padStart(8, "0");
}

/** Mark of a hash in the table: 1 to 255. */
export function markOf(hash: number): number {
  return (hash >>> 24) % 255 + 1;
}

/** First place to look for a hash. */
export function placeOf(hash: number, slots: number): number {
  return (hash ^ (hash >>> 17)) & (slots - 1);
}

/**
 * Check and unpack a model file.
 *
 * @param value Parsed JSON of the file.
 * @param where Name of the file, for error messages.
 * @returns The classifier.
 * @throws {TypeError} If the shape is wrong.
 * @throws {RangeError} If it was trained for other intents or other features than this code has:
 * train again.
 *
 * @example A wrong file says so
 * ```ts
 * import { throws } from "node:assert/strict";
 * import { parseBaseline } from "@taskflow/classify";
 *
 * throws(() => parseBaseline({ schema_version: 2 }, "x.json"), /Cannot read model "x.json"/);
 * ```
 */
export function parseBaseline(value: unknown, where: string): Baseline {
  const parsed = baselineSchema.safeParse(value);
  if (!parsed.success) {
    throw new TypeError(
      `Cannot read model "${where}": ${z.prettifyError(parsed.error)}`,
    );
  }
  const { labels, features, rows, slots, bias, unit } = parsed.data;
  const remedy = "train it again with scripts/train_baseline.ts";
  if (labels.join() !== TAXONOMY.labels.join()) {
    throw new RangeError(
      `Cannot use model "${where}": its intents are ${
        labels.join(", ")
      }: ${remedy}`,
    );
  }
  if (features !== featuresId()) {
    throw new RangeError(
      `Cannot use model "${where}": it was trained on features "${features}", ` +
        `this code extracts "${featuresId()}": ${remedy}`,
    );
  }
  const marks = decode(parsed.data.marks);
  const weights = new Int8Array(decode(parsed.data.weights).buffer);
  const taken = marks.reduce((n, mark) => n + (mark > 0 ? 1 : 0), 0);
  const fits = marks.length === slots && (slots & (slots - 1)) === 0 &&
    taken === rows && rows < slots &&
    weights.length === rows * labels.length &&
    bias.length === labels.length && unit.length === labels.length;
  if (!fits) {
    throw new RangeError(
      `Cannot use model "${where}": ${taken} of ${marks.length} places and ${weights.length} weights ` +
        `do not fit ${rows} rows, ${slots} slots, ${labels.length} intents: ${remedy}`,
    );
  }
  let row = 0;
  const table = Int32Array.from(
    marks,
    (mark) => mark > 0 ? 256 * row++ + mark : 0,
  );
  return {
    labels,
    bias: Float64Array.from(bias),
    unit: Float64Array.from(unit),
    table,
    weights,
  };
}

function decode(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromBase64(base64);
}
