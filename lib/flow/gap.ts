/**
 * The gap table: what a target has and a benchmark lacks, cell by cell, and whether a verifiable
 * augmentation could add it (Appendix C, step 5).
 *
 * @module
 */

import { align } from "./alignment.ts";
import type { BootstrapOptions } from "./bootstrap.ts";
import { type Coverage, coveringIntent, coveringLength } from "./coverage.ts";
import {
  END,
  type FlowCounts,
  LENGTH_BINS,
  START,
  transitionNames,
} from "./counts.ts";
import { foldFlow } from "./fold_flow.ts";
import { gapIntervals } from "./gap_intervals.ts";
import type { SessionVectors } from "./session_vectors.ts";
import { type TaskFlow, taskFlow } from "./task_flow.ts";

/** The part of a flow that a row is about. */
export type GapPart = "P_L" | "P_T" | "P_R";

/**
 * Whether the gap in a cell can be closed.
 *
 * - `covered`: an augmentation with a verifier gives it.
 * - `emergent`: the benchmark has it, but its source does not and no augmentation aims at it: it came
 *   about through splitting, and nothing checks it as such.
 * - `uncovered`: declared to have no verifiable augmentation.
 * - `unlisted`: has no augmentation, and is not declared either.
 * - `unreachable`: no candidate is that long.
 */
export type GapStatus =
  | "covered"
  | "emergent"
  | "uncovered"
  | "unlisted"
  | "unreachable";

/** A row of the gap table. */
export interface GapRow {
  readonly part: GapPart;
  /** Length bin, intent, or `from>to`. */
  readonly name: string;
  /** Target share, 0 to 1; `null` if the component is undefined. */
  readonly target: number | null;
  /** Whether the target's publication fixes this share; `false` in a stand-in's free cells. */
  readonly published: boolean;
  /** Benchmark share, 0 to 1; `null` if the component is undefined. */
  readonly benchmark: number | null;
  /** Target minus benchmark; positive where the benchmark lacks it. */
  readonly difference: number | null;
  /** 95 % interval of the difference; `null` where no side has sessions to resample. */
  readonly low: number | null;
  readonly high: number | null;
  readonly status: GapStatus;
  /** Augmentations that give it, in order. */
  readonly coveredBy: readonly string[];
  /**
   * Change of the component score if the benchmark had one unit more of this cell (one session of that
   * length, one turn of that intent, one such step); `null` without benchmark counts.
   */
  readonly gainComponent: number | null;
  /** The same for TFAS, in points, the other components unchanged. */
  readonly gain: number | null;
}

/** A side of the gap. */
export interface GapSide {
  readonly flow: TaskFlow;
  /** Integer counts; without the benchmark's, gains are unknown. */
  readonly counts?: FlowCounts | null;
  /** Sessions to resample for intervals. */
  readonly vectors?: SessionVectors | null;
}

/** How to make the table. */
export interface GapOptions extends BootstrapOptions {
  readonly coverage: Coverage;
  /** Whether a cell of the target is fixed by its publication (default all are). */
  readonly fixes?: (part: GapPart, cell: string) => boolean;
  /** Flow of the untransformed benchmark, to tell emergent intents. */
  readonly source?: TaskFlow;
  /** Most frequent target transitions listed (default 30). */
  readonly transitions?: number;
  /** Order within a part: by target share as in the paper (default), or by gain. */
  readonly sort?: "frequency" | "gain";
}

/**
 * Compare a benchmark with a target, cell by cell.
 *
 * @param target The target side.
 * @param benchmark The benchmark side, under the same reading and taxonomy.
 * @param options Coverage, order, bootstrap.
 * @returns Rows of lengths (in bin order), then intents, then transitions (sorted; cells that the
 * target's publication does not fix come last).
 * @throws {RangeError} If readings or taxonomies differ.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { countFlow, gapTable, taskFlow } from "@taskflow/flow";
 *
 * const counts = countFlow([["bug-fix"], ["new-feature"]]);
 * const rows = gapTable(
 *   { flow: taskFlow(countFlow([["explain", "bug-fix", "planning"]])) },
 *   { flow: taskFlow(counts), counts },
 *   {
 *     coverage: {
 *       name: "questions",
 *       augmentations: [{
 *         name: "questions",
 *         intents: ["explain"],
 *         lengths: ["3"],
 *         strength: "judged",
 *         verifier: "proof",
 *       }],
 *       uncovered: ["planning"],
 *     },
 *   },
 * );
 * const intents = rows.filter(({ part, target }) => part === "P_T" && target !== 0);
 * deepEqual(intents.map(({ name, status }) => [name, status]), [
 *   ["bug-fix", "unlisted"],
 *   ["planning", "uncovered"],
 *   ["explain", "covered"],
 * ]);
 * ```
 */
export function gapTable(
  target: GapSide,
  benchmark: GapSide,
  options: GapOptions,
): GapRow[] {
  const { fixes = () => true, transitions = 30, sort = "frequency" } = options;
  const { coverage, source } = options;
  // Aligning once checks that readings and taxonomies fit.
  const before = align(target.flow, benchmark.flow);
  const { taxonomy, fold } = target.flow;
  const Q = fold === undefined
    ? benchmark.flow
    : foldFlow(benchmark.flow, fold);
  const intervals = gapIntervals(target, { ...benchmark, flow: Q }, options);
  const gains = gainsOf(target.flow, benchmark, before);
  const rows = (part: GapPart, names: readonly string[]): GapRow[] =>
    names.flatMap((name, cell) => {
      const mask = fold?.[part];
      const folded = mask?.[cell] === 1;
      if (folded && mask?.indexOf(1) !== cell) return [];
      const p = target.flow[part]?.[cell] ?? null;
      const q = Q[part]?.[cell] ?? null;
      const band = intervals?.[part][cell];
      return [{
        part,
        name: folded ? `other (${sumOfBits(mask)} cells)` : name,
        target: p,
        published: !folded && fixes(part, name),
        benchmark: q,
        difference: p === null || q === null ? null : p - q,
        low: band?.low ?? null,
        high: band?.high ?? null,
        ...statusOf(part, name, coverage, source, q),
        ...gains(part, cell),
      }];
    });
  const order = (a: GapRow, b: GapRow) =>
    Number(b.published) - Number(a.published) ||
    (sort === "gain"
      ? (b.gain ?? 0) - (a.gain ?? 0) ||
        (b.gainComponent ?? 0) - (a.gainComponent ?? 0)
      : 0) ||
    (b.target ?? 0) - (a.target ?? 0);
  return [
    ...rows("P_L", LENGTH_BINS),
    ...rows("P_T", taxonomy.retained).sort(order),
    ...rows("P_R", transitionNames(taxonomy))
      .sort((a, b) => (b.target ?? 0) - (a.target ?? 0))
      .slice(0, transitions).sort(order),
  ];
}

function sumOfBits(mask: Uint8Array): number {
  return mask.reduce((sum, bit) => sum + bit, 0);
}

function statusOf(
  part: GapPart,
  name: string,
  coverage: Coverage,
  source: TaskFlow | undefined,
  share: number | null,
): Pick<GapRow, "status" | "coveredBy"> {
  if (part === "P_L") {
    const coveredBy = coveringLength(coverage, name);
    return {
      status: coveredBy.length > 0 ? "covered" : "unreachable",
      coveredBy,
    };
  }
  const ends = name.split(">").filter((end) => end !== START && end !== END);
  const by = ends.map((end) => coveringIntent(coverage, end));
  if (by.every((names) => names.length > 0)) {
    return { status: "covered", coveredBy: [...new Set(by.flat())] };
  }
  if (part === "P_T" && source !== undefined && (share ?? 0) > 0) {
    const code = source.taxonomy.retained.indexOf(name);
    if ((source.P_T?.[code] ?? 0) === 0) {
      return { status: "emergent", coveredBy: [] };
    }
  }
  const declared = ends.every((end) =>
    coveringIntent(coverage, end).length > 0 || coverage.uncovered.includes(end)
  );
  return { status: declared ? "uncovered" : "unlisted", coveredBy: [] };
}

/** Gains by exact difference: one unit more in a cell of the benchmark's counts. */
function gainsOf(
  target: TaskFlow,
  { flow, counts }: GapSide,
  before: ReturnType<typeof align>,
): (
  part: GapPart,
  cell: number,
) => Pick<GapRow, "gain" | "gainComponent"> {
  if (counts === undefined || counts === null) {
    return () => ({ gain: null, gainComponent: null });
  }
  const { taxonomy } = counts;
  return (part, cell) => {
    const more = {
      ...counts,
      lengthAll: counts.lengthAll.slice(),
      lengthRetained: counts.lengthRetained.slice(),
      intents: counts.intents.slice(),
      transitions: counts.transitions.slice(),
    };
    const add = (cells: Float64Array, at: number) =>
      cells[at] = (cells[at] ?? 0) + 1;
    if (part === "P_L") {
      add(more.lengthAll, cell);
      add(more.lengthRetained, cell);
    } else if (part === "P_T") {
      add(
        more.intents,
        taxonomy.codeOf.get(taxonomy.retained[cell] ?? "") ?? 0,
      );
    } else add(more.transitions, cell);
    const after = align(target, taskFlow(more, flow.reading));
    const score = COMPONENT[part];
    return {
      gain: minus(after.TFAS, before.TFAS),
      gainComponent: minus(after[score], before[score]),
    };
  };
}

const COMPONENT = { P_L: "S_L", P_T: "S_T", P_R: "S_R" } as const;

function minus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b;
}

/** What of the target's turns can be given with a verifier, and what cannot. */
export interface GapSummary {
  /** Share of the target's messages by status of their intent; shares add up to 1. */
  readonly intents: Readonly<Record<GapStatus, number>>;
  /** Target share of session lengths that no candidate reaches. */
  readonly unreachable: number;
}

/**
 * Sum up a gap table.
 *
 * @param rows Rows of {@linkcode gapTable}.
 * @returns Target shares by status.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { summariseGap } from "@taskflow/flow";
 *
 * equal(summariseGap([]).unreachable, 0);
 * ```
 */
export function summariseGap(rows: readonly GapRow[]): GapSummary {
  const intents = {
    covered: 0,
    emergent: 0,
    uncovered: 0,
    unlisted: 0,
    unreachable: 0,
  };
  let unreachable = 0;
  for (const { part, status, target } of rows) {
    if (part === "P_T") intents[status] += target ?? 0;
    if (part === "P_L" && status === "unreachable") unreachable += target ?? 0;
  }
  return { intents, unreachable };
}
