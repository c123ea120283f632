/**
 * Table 2 and Table 3: fixed variants beside the selection.
 *
 * @module
 */

import {
  align,
  type Alignment,
  type AlignmentIntervals,
  bootstrapAlignment,
  type BootstrapOptions,
  type FlowCounts,
  type SessionVectors,
  type TaskFlow,
  taskFlow,
} from "@taskflow/flow";
import { type AlignmentRow, TABLE_2, TABLE_3 } from "@taskflow/paper";
import {
  type CandidateTurn,
  type Family,
  variantOf,
} from "@taskflow/transform";
import { flowOf } from "./flow_of.ts";

/** Rows of the tables, with their name in the paper. */
export const TABLE_VARIANTS = [
  ["single", "Single"],
  ["split", "Split"],
  ["qa-first", "Split+QA-first"],
  ["qa-last", "Split+QA-last"],
  ["qa-random", "Split+QA-random"],
] as const;

/** Name of the selection's row in the paper. */
export const OPTIMISED = "TFAS-optimized";

/** One row. */
export interface VariantRow extends Alignment {
  /** Name as in the paper. */
  readonly variant: string;
  readonly tasks: number;
  readonly flow: FlowCounts;
  /** Intervals of the four numbers, or `null` where the target has no sessions to resample. */
  readonly intervals: AlignmentIntervals | null;
  /** Certified bound of the family; only the selection's row has one. */
  readonly bound: number | null;
  /** What the paper prints, of its own inputs, or `null` where it has no such row. */
  readonly published: AlignmentRow | null;
}

/** What the table is made with. */
export interface VariantOptions extends BootstrapOptions {
  /** Sessions of the target, for intervals. */
  readonly sessions?: SessionVectors;
  /** Which table's published values go beside (default 2, the production target). */
  readonly table?: 2 | 3;
  /** Seed of QA-random (default 1). */
  readonly placementSeed?: number;
}

/**
 * The table of variants. A task that has no trajectory in a variant keeps what it has: without a split
 * the original prompt, without questions the split alone.
 *
 * @param families The families.
 * @param target The target.
 * @param selected Trajectories of the selection with its bound, or `null` for the fixed rows alone.
 * @param options Sessions, table, seeds.
 * @returns Single, Split, QA-first, QA-last, QA-random and the selection.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countFlow, taskFlow } from "@taskflow/flow";
 * import { variantTable } from "@taskflow/select";
 * import { familySchema } from "@taskflow/transform";
 *
 * const family = familySchema.parse({
 *   schema_version: "family/v1",
 *   instance_id: "a-1",
 *   repo: "a/a",
 *   original: "bug-fix",
 * });
 * const target = taskFlow(countFlow([["bug-fix", "tests", "explain"]]));
 * const [single] = variantTable([family], target, null);
 * equal(single?.S_L, 0);
 * equal(single?.TFAS, 0);
 * ```
 */
export function variantTable(
  families: readonly Family[],
  target: TaskFlow,
  selected: {
    readonly trajectories: readonly (readonly CandidateTurn[])[];
    readonly bound: number;
  } | null,
  options: VariantOptions = {},
): VariantRow[] {
  const { sessions, table = 2, placementSeed = 1 } = options;
  const { taxonomy, reading } = target;
  const rows = TABLE_VARIANTS.map(([variant, name]) => {
    const trajectories = families.flatMap((family) => {
      const turns = variantOf(family, variant, placementSeed) ??
        variantOf(family, "single");
      return turns === null ? [] : [turns];
    });
    return {
      variant: name as string,
      trajectories,
      bound: null as number | null,
    };
  }).filter(({ trajectories }) => trajectories.length > 0);
  if (selected !== null) {
    const { trajectories, bound } = selected;
    rows.push({
      variant: OPTIMISED,
      trajectories: trajectories.map((turns) => [...turns]),
      bound,
    });
  }
  const counted = rows.map((row) => ({
    ...row,
    flow: flowOf(row.trajectories, taxonomy),
  }));
  const flows = counted.map(({ flow }) => taskFlow(flow, reading));
  const intervals = sessions === undefined
    ? null
    : bootstrapAlignment(sessions, flows, { ...options, reading }).benchmarks;
  const published = table === 2 ? TABLE_2 : TABLE_3;
  return counted.map(({ variant, trajectories, bound, flow }, at) => ({
    variant,
    tasks: trajectories.length,
    flow,
    ...align(target, flows[at] ?? taskFlow(flow, reading)),
    intervals: intervals?.[at] ?? null,
    bound,
    published: published.find((row) => row.variant === variant) ?? null,
  }));
}
