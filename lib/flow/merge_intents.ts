/**
 * A coarser taxonomy without relabelling: what merging intents would buy (Appendix C, step 2).
 *
 * @module
 */

import { LENGTH_BINS } from "./counts.ts";
import { rowsOf, type SparseRows } from "./sampling_units.ts";
import type { Taxonomy } from "@taskflow/taxonomy";

/** Intents that are counted as one: their labels, at least two. */
export type Merge = readonly string[];

/**
 * Read merges from text such as `explain+question,bug-fix+debug`.
 *
 * @param text Groups of labels joined by `+`, separated by commas.
 * @param taxonomy Labels that may occur; only retained ones can be merged.
 * @returns The groups.
 * @throws {RangeError} If a label is unknown, excluded, or in two groups, or a group has one label.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { parseMerges } from "@taskflow/flow";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * deepEqual(parseMerges("explain+question", TAXONOMY), [["explain", "question"]]);
 * ```
 */
export function parseMerges(text: string, taxonomy: Taxonomy): Merge[] {
  const seen = new Set<string>();
  return text.split(",").map((group) => {
    const labels = group.split("+").map((label) => label.trim());
    if (labels.length < 2) {
      throw new RangeError(
        `Cannot merge "${group}": name two intents or more, such as explain+question`,
      );
    }
    for (const label of labels) {
      if (!taxonomy.retained.includes(label)) {
        throw new RangeError(
          `Cannot merge "${label}": it is not among the intents that enter TFAS ` +
            `(${taxonomy.retained.join(", ")})`,
        );
      }
      if (seen.has(label)) {
        throw new RangeError(
          `Cannot merge "${label}" twice: join the groups with +`,
        );
      }
      seen.add(label);
    }
    return labels;
  });
}

/**
 * Count merged intents as the first of their group.
 *
 * @param rows Sessions or other units.
 * @param merges Groups of retained labels.
 * @returns Rows in the same layout; cells of the other labels of a group stay empty. What the merged
 * taxonomy would have counted, cell for cell.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { collectVectors, mergeIntents, sumOf } from "@taskflow/flow";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * const collect = (labels: string[]) => {
 *   const collector = collectVectors();
 *   collector.add(labels.map((label) => TAXONOMY.codeOf.get(label) ?? 0));
 *   return collector.finish();
 * };
 * const merged = mergeIntents(collect(["explain", "question"]), [["explain", "question"]]);
 * deepEqual(sumOf(merged), sumOf(collect(["explain", "explain"])));
 * ```
 */
export function mergeIntents(
  rows: SparseRows,
  merges: readonly Merge[],
): SparseRows {
  const { taxonomy } = rows;
  const [k, n] = [taxonomy.labels.length, taxonomy.retained.length];
  const intoLabel = new Map(
    merges.flatMap(([first = "", ...rest]) =>
      rest.map((label): [string, string] => [label, first])
    ),
  );
  const code = (label: string) => taxonomy.codeOf.get(label) ?? 0;
  const retained = taxonomy.retained.map((label) =>
    taxonomy.retainedCode[code(intoLabel.get(label) ?? label)] ?? 0
  );
  const intents = 2 * LENGTH_BINS.length;
  const transitions = intents + k;
  const to = (cell: number): number => {
    if (cell < intents) return cell;
    if (cell < transitions) {
      const label = taxonomy.labels[cell - intents] ?? "";
      return intents + code(intoLabel.get(label) ?? label);
    }
    const at = cell - transitions;
    const [row, column] = [Math.floor(at / (n + 1)), at % (n + 1)];
    return transitions +
      (row === 0 ? 0 : retained[row - 1]! + 1) * (n + 1) +
      (column === n ? n : retained[column]!);
  };
  const units = Array.from({ length: rows.start.length - 1 }, (_, at) => at);
  return rowsOf(taxonomy, units, (unit, cells) => {
    for (let at = rows.start[unit]!; at < rows.start[unit + 1]!; at++) {
      cells[to(rows.cell[at]!)]! += rows.value[at]!;
    }
  });
}
