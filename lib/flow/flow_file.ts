/**
 * The flow file: a task flow as JSON that others can recompute TFAS from (Appendix C, step 4).
 *
 * It holds integer counts (a measured flow), counts with small cells folded (a published one) or
 * probabilities (a stand-in one), and nothing about any one session.
 *
 * @module
 */

import { END, type FlowCounts, SANKEY_POSITIONS } from "./counts.ts";
import type { Reading, TaskFlow } from "./task_flow.ts";
import type { Taxonomy } from "@taskflow/taxonomy";
import * as z from "zod";

const count = z.number().int().nonnegative();
const countMap = z.record(z.string(), count);
const weightMap = z.record(z.string(), z.number().nonnegative());

const foldedCells = z.strictObject({ cells: countMap, other: count });
const statusMap = z.record(z.string(), z.string());

/** Schema of a flow file. */
export const flowFileSchema = z.looseObject({
  schema_version: z.literal(1),
  kind: z.literal("task-flow"),
  /** What was measured, for people. */
  name: z.string().min(1),
  /** True if the flow is made up to satisfy published constraints, or made for this project. */
  stand_in: z.boolean(),
  taxonomy: z.looseObject({
    name: z.string(),
    hash: z.string(),
    labels: z.array(z.string()),
    /** Full intents, only for a taxonomy other than the paper's 16. */
    intents: z.array(z.unknown()).optional(),
  }),
  /** Filter on sessions that was applied before counting, for example `messages>=3`. */
  filter: z.string(),
  counts: z.strictObject({
    sessions: z.strictObject({ all: count, empty: count }),
    L: z.strictObject({ all: countMap, retained: countMap }),
    T: countMap,
    R: countMap,
    positions: z.array(countMap).max(SANKEY_POSITIONS),
  }).optional(),
  distributions: z.strictObject({
    P_L: weightMap,
    P_T: weightMap,
    P_R: weightMap,
  }).optional(),
  /** Counts for `all/edge` with small cells folded; `other` is the sum of the cells not named. */
  folded: z.strictObject({
    min_cell: z.number().int().min(2),
    sessions: count,
    L: foldedCells,
    T: foldedCells,
    R: foldedCells,
  }).optional(),
  /** Whose flow it is (Appendix C, steps 1 and 3); `null` where that was not stated. */
  about: z.strictObject({
    population: z.string().nullable(),
    surface: z.string().nullable(),
    window: z.string().nullable(),
    date: z.string().nullable(),
    classifier: z.string().nullable(),
  }).optional(),
  /** Which cells a publication fixes; a cell without an entry is fixed. */
  published: z.looseObject({
    P_L: statusMap.optional(),
    P_T: statusMap.optional(),
    P_R: statusMap.optional(),
  }).optional(),
  /** Words by message position, outside TFAS: position (`1` to `9`, `10+`), messages, mean number of words. */
  words: z.array(z.strictObject({
    position: z.string(),
    messages: count,
    mean: z.number().nonnegative(),
  })).optional(),
  provenance: z.record(z.string(), z.unknown()).optional(),
});

/** A flow file as stored. */
export type FlowFileJson = z.infer<typeof flowFileSchema>;

/** Whose flow it is. */
export type FlowAbout = NonNullable<FlowFileJson["about"]>;

/** Words of the messages at one position. */
export type FlowWords = NonNullable<FlowFileJson["words"]>[number];

/** A flow file as read. */
export interface FlowFile {
  readonly name: string;
  readonly standIn: boolean;
  readonly filter: string;
  readonly taxonomy: Taxonomy;
  /** Integer counts, or `null` where only probabilities or folded counts are known. */
  readonly counts: FlowCounts | null;
  /** Whose flow it is, or `null` where the file does not say. */
  readonly about: FlowAbout | null;
  /** Words by message position, or `null`. */
  readonly words: readonly FlowWords[] | null;
  /**
   * Whether the publication behind the flow fixes a cell; a status other than `published` and
   * `derived` means that it does not.
   */
  readonly fixes: (part: "P_L" | "P_T" | "P_R", cell: string) => boolean;
  /**
   * The task flow under a reading.
   *
   * @throws {RangeError} If the file holds probabilities and the reading is not the default one.
   */
  readonly flow: (reading?: Reading) => TaskFlow;
}

/** Names of the cells of `FlowCounts.positions`, one list a position. */
export function positionNames({ labels }: Taxonomy): string[][] {
  const names = labels.flatMap((from) =>
    [...labels, END].map((to) => `${from}>${to}`)
  );
  return Array.from({ length: SANKEY_POSITIONS }, () => names);
}
