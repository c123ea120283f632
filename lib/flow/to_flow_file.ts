/**
 * Counts as a flow file.
 *
 * @module
 */

import { TAXONOMY, type Taxonomy } from "@taskflow/taxonomy";
import { type FlowCounts, LENGTH_BINS, transitionMap } from "./counts.ts";
import {
  type FlowAbout,
  type FlowFileJson,
  type FlowWords,
  positionNames,
} from "./flow_file.ts";
import type { FoldedFlow } from "./fold_small_cells.ts";

/** What a measured flow file says besides its counts. */
export interface FlowFileOptions {
  readonly name: string;
  readonly filter: string;
  readonly standIn?: boolean;
  readonly about?: FlowAbout;
  readonly words?: readonly FlowWords[];
  readonly provenance?: Record<string, unknown>;
}

/**
 * Counts as a flow file.
 *
 * @param counts Counts of the filtered sessions.
 * @param options Name, filter, stand-in flag, provenance.
 * @returns An object to be written with `JSON.stringify`; {@linkcode parseFlowFile} reads it back.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { countFlow, parseFlowFile, toFlowFile } from "@taskflow/flow";
 *
 * const counts = countFlow([["bug-fix", "other", "tests"]]);
 * const file = toFlowFile(counts, { name: "one session", filter: "messages>=3" });
 * deepEqual(parseFlowFile(JSON.parse(JSON.stringify(file)), "x.json").counts, counts);
 * ```
 */
export function toFlowFile(
  counts: FlowCounts,
  options: FlowFileOptions,
): FlowFileJson {
  const { taxonomy } = counts;
  const { labels } = taxonomy;
  return {
    ...headOf(taxonomy, options),
    counts: {
      sessions: { ...counts.sessions },
      L: {
        all: named(LENGTH_BINS, counts.lengthAll),
        retained: named(LENGTH_BINS, counts.lengthRetained),
      },
      T: named(labels, counts.intents),
      R: transitionMap(counts),
      positions: positionNames(taxonomy).map((names, position) =>
        named(
          names,
          counts.positions.subarray(
            position * names.length,
            (position + 1) * names.length,
          ),
          true,
        )
      ),
    },
    ...tailOf(options),
  };
}

/**
 * A folded flow as a flow file: what may be published.
 *
 * @param folded The folded flow.
 * @param taxonomy Its taxonomy.
 * @param options Name, filter, stand-in flag, whose flow it is, provenance.
 * @returns An object to be written with `JSON.stringify`; {@linkcode parseFlowFile} reads it back.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { collectVectors, foldSmallCells, parseFlowFile, toFoldedFlowFile } from "@taskflow/flow";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * const collector = collectVectors();
 * for (let i = 0; i < 9; i++) collector.add([1, 0, 8]);
 * const folded = foldSmallCells(collector.finish(), 5);
 * const file = toFoldedFlowFile(folded, TAXONOMY, { name: "nine", filter: "messages>=3" });
 * equal(parseFlowFile(file, "x.json").flow().P_L?.[2], 1);
 * ```
 */
export function toFoldedFlowFile(
  folded: FoldedFlow,
  taxonomy: Taxonomy,
  options: FlowFileOptions,
): FlowFileJson {
  const { minCell, sessions, L, T, R } = folded;
  return {
    ...headOf(taxonomy, options),
    folded: {
      min_cell: minCell,
      sessions,
      L: { ...L, cells: { ...L.cells } },
      T: { ...T, cells: { ...T.cells } },
      R: { ...R, cells: { ...R.cells } },
    },
    ...tailOf(options),
  };
}

function headOf(taxonomy: Taxonomy, options: FlowFileOptions) {
  return {
    schema_version: 1 as const,
    kind: "task-flow" as const,
    name: options.name,
    stand_in: options.standIn ?? false,
    ...(options.about === undefined ? {} : { about: options.about }),
    taxonomy: {
      name: taxonomy.name,
      hash: taxonomy.hash,
      labels: [...taxonomy.labels],
      ...(taxonomy.hash === TAXONOMY.hash
        ? {}
        : { intents: [...taxonomy.intents] }),
    },
    filter: options.filter,
  };
}

function tailOf({ words, provenance }: FlowFileOptions) {
  return {
    ...(words === undefined ? {} : { words: [...words] }),
    ...(provenance === undefined ? {} : { provenance }),
  };
}

function named(
  names: readonly string[],
  cells: Float64Array,
  sparse = false,
): Record<string, number> {
  const map: Record<string, number> = {};
  cells.forEach((n, cell) => {
    if (n !== 0 || !sparse) map[names[cell] ?? ""] = n;
  });
  return map;
}
