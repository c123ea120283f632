/**
 * Intervals of share differences between a target and a benchmark.
 *
 * @module
 */

import {
  type BootstrapOptions,
  type Interval,
  interval,
  resample,
} from "./bootstrap.ts";
import { foldFlow } from "./fold_flow.ts";
import { cellsToCounts, type SessionVectors } from "./session_vectors.ts";
import { DEFAULT_READING, type TaskFlow, taskFlow } from "./task_flow.ts";

/** A side: its flow, and its sessions if they are known. */
interface Side {
  readonly flow: TaskFlow;
  readonly vectors?: SessionVectors | null;
}

/** One interval per cell. */
export type GapIntervals = Readonly<
  Record<"P_L" | "P_T" | "P_R", readonly Interval[]>
>;

const PARTS = ["P_L", "P_T", "P_R"] as const;

/**
 * Bootstrap the difference of every share, target minus benchmark. Sides with sessions are resampled,
 * each by itself; a side without stays as it is.
 *
 * @param target The target side.
 * @param benchmark The benchmark side, already folded like the target.
 * @param options Replicates (0 for none), seed, reading, abort signal.
 * @returns Intervals per cell, or `null` if no side has sessions or no replicates are wanted.
 */
export function gapIntervals(
  target: Side,
  benchmark: Side,
  options: BootstrapOptions,
): GapIntervals | null {
  const { replicates = 1000, seed = 1 } = options;
  const known = [target.vectors, benchmark.vectors].some((vectors) =>
    vectors !== null && vectors !== undefined && vectors.start.length > 1
  );
  if (!known || replicates === 0) return null;
  const draws = (side: Side, seed: number) =>
    flows(side, target.flow, { ...options, replicates, seed });
  const [P, Q] = [draws(target, seed), draws(benchmark, seed + 1)];
  const samples: Record<(typeof PARTS)[number], (number | null)[][]> = {
    P_L: [],
    P_T: [],
    P_R: [],
  };
  for (let replicate = 0; replicate < replicates; replicate++) {
    const [p, q] = [P.next().value, Q.next().value];
    for (const part of PARTS) {
      target.flow[part]?.forEach((_, cell) => {
        const [a, b] = [p?.[part]?.[cell], q?.[part]?.[cell]];
        (samples[part][cell] ??= []).push(
          a === undefined || b === undefined ? null : a - b,
        );
      });
    }
  }
  const intervals = (part: (typeof PARTS)[number]) =>
    Array.from(target.flow[part] ?? [], (share, cell) => {
      const other = benchmark.flow[part]?.[cell];
      return interval(
        other === undefined ? null : share - other,
        samples[part][cell] ?? [],
      );
    });
  return {
    P_L: intervals("P_L"),
    P_T: intervals("P_T"),
    P_R: intervals("P_R"),
  };
}

/** The flow of each replicate, folded as the target is; a side without sessions gives itself. */
function* flows(
  { flow, vectors }: Side,
  target: TaskFlow,
  options: BootstrapOptions,
): Generator<TaskFlow> {
  if (vectors === null || vectors === undefined || vectors.start.length < 2) {
    for (;;) yield flow;
  }
  const { reading = DEFAULT_READING } = options;
  for (const cells of resample(vectors, options)) {
    const drawn = taskFlow(cellsToCounts(cells, vectors.taxonomy), reading);
    yield target.fold === undefined ? drawn : foldFlow(drawn, target.fold);
  }
}
