/**
 * Features of many messages, as a sparse matrix.
 *
 * @module
 */

import { createExtractor } from "../../lib/classify/features.ts";
import type { Example } from "./dataset.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A message with its features. */
export interface Extracted {
  readonly example: Example;
  readonly hashes: Int32Array;
  readonly values: Float64Array;
  readonly ends: Int32Array;
}

/** Rows of features: entry `i` of row `r` is at `start[r] + i`. */
export interface Sparse {
  readonly rows: number;
  readonly columns: number;
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
}

/** Extract the features of every message once. */
export function extractAll(examples: readonly Example[]): Extracted[] {
  const extract = createExtractor();
  return examples.map((example) => {
    const { hashes, values, count, ends } = extract(example.text);
    return {
      example,
      hashes: hashes.slice(0, count),
      values: values.slice(0, count),
      ends: ends.slice(),
    };
  });
}

/** The known features of messages, times their factors. */
export function toSparse(
  examples: readonly Extracted[],
  { rows, factor }: Vocabulary,
): Sparse {
  const start = new Int32Array(examples.length + 1);
  const column: number[] = [];
  const value: number[] = [];
  examples.forEach(({ hashes, values }, at) => {
    for (let i = 0; i < hashes.length; i++) {
      const row = rows.get(hashes[i] ?? 0);
      if (row === undefined) continue;
      column.push(row);
      value.push((values[i] ?? 0) * (factor[row] ?? 0));
    }
    start[at + 1] = column.length;
  });
  return {
    rows: examples.length,
    columns: rows.size,
    start,
    column: Int32Array.from(column),
    value: Float64Array.from(value),
  };
}
