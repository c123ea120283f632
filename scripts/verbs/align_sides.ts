/**
 * Targets against benchmarks: the scores behind `taskflow align`.
 *
 * @module
 */

import {
  align,
  type Alignment,
  type AlignmentIntervals,
  bootstrapAlignment,
  mapCounts,
  type Reading,
  type TaskFlow,
  taskFlow,
  type Yardsticks,
  yardsticks,
} from "@taskflow/flow";
import { TAXONOMY } from "@taskflow/taxonomy";
import { complain, interrupted } from "../cli/run.ts";
import type { FlowSide } from "./flow_side.ts";

/** A benchmark against a target. */
export interface AlignedPair {
  readonly target: FlowSide;
  readonly benchmark: FlowSide;
  readonly scores: Alignment;
  /** From resampling the target's sessions; absent where none were asked for. */
  readonly intervals?: AlignmentIntervals;
}

/** What a TFAS against a target is to be held against. */
export interface TargetYardsticks {
  readonly target: FlowSide;
  /** The target against itself; `null` for flow files. */
  readonly own: Yardsticks | null;
  /** The other corpus that scores most, and the one that scores least; `null` without others. */
  readonly nearest: { readonly name: string; readonly TFAS: number } | null;
  readonly farthest: { readonly name: string; readonly TFAS: number } | null;
}

/** How sides are aligned. */
export interface AlignSidesOptions {
  readonly reading: Reading;
  /** Replicates for intervals, or `null` for none. */
  readonly replicates: number | null;
  readonly seed: number;
}

/** Draws of halves that a yardstick is averaged over. */
const HALVES = 200;

/**
 * Align every benchmark with every target.
 *
 * @param targets Targets, already filtered.
 * @param benchmarks Benchmarks.
 * @param others Further corpora for scale.
 * @param options Reading, bootstrap.
 * @returns Pairs, target by target, and yardsticks, one a target.
 * @throws {RangeError} If a target to bootstrap is a flow file.
 */
export function alignSides(
  targets: readonly FlowSide[],
  benchmarks: readonly FlowSide[],
  others: readonly FlowSide[],
  options: AlignSidesOptions,
): { pairs: AlignedPair[]; sticks: TargetYardsticks[] } {
  const { reading, seed } = options;
  const { signal } = interrupted;
  const pairs = targets.flatMap((target) => {
    const aligned = benchmarks.map((benchmark) => {
      noteFilters(target, benchmark);
      const [P, Q] = onOneTaxonomy(target, benchmark, reading);
      return { target, benchmark, scores: align(P, Q), Q };
    });
    const intervals = options.replicates === null ? [] : bootstrapAlignment(
      sessionsOf(target),
      aligned.map(({ Q }) => Q),
      { replicates: options.replicates, seed, reading, signal },
    ).benchmarks;
    return aligned.map(({ target, benchmark, scores }, at): AlignedPair => {
      const one = intervals[at];
      return {
        target,
        benchmark,
        scores,
        ...(one === undefined ? {} : { intervals: one }),
      };
    });
  });
  const sticks = targets.map((target): TargetYardsticks => {
    const seen = [...targets, ...others].filter((other) => other !== target)
      .flatMap((other) => {
        const { TFAS } = align(...onOneTaxonomy(target, other, reading));
        return TFAS === null ? [] : [{ name: other.name, TFAS }];
      }).sort((a, b) => b.TFAS - a.TFAS);
    return {
      target,
      own: target.vectors === null ? null : yardsticks(target.vectors, {
        replicates: HALVES,
        seed,
        reading,
        signal,
      }),
      nearest: seen[0] ?? null,
      farthest: seen.length > 1 ? seen.at(-1) ?? null : null,
    };
  });
  return { pairs, sticks };
}

function noteFilters(target: FlowSide, benchmark: FlowSide): void {
  if (benchmark.filter === "none" || target.filter === benchmark.filter) return;
  complain(
    `note: the flow of "${benchmark.name}" was counted with filter "${benchmark.filter}", ` +
      `that of "${target.name}" with "${target.filter}"`,
  );
}

function sessionsOf(target: FlowSide) {
  if (target.vectors !== null) return target.vectors;
  throw new RangeError(
    `Cannot bootstrap "${target.path}": a flow file has no sessions to resample; ` +
      `give the labelled sessions themselves`,
  );
}

/** Both flows under one taxonomy; extended ones are mapped to the 16 by parent. */
function onOneTaxonomy(
  target: FlowSide,
  benchmark: FlowSide,
  reading: Reading,
): [TaskFlow, TaskFlow] {
  if (target.taxonomy.hash === benchmark.taxonomy.hash) {
    return [target.flow(reading), benchmark.flow(reading)];
  }
  const mapped = (side: FlowSide) => {
    if (side.taxonomy.hash === TAXONOMY.hash) return side.flow(reading);
    if (side.counts === null) {
      throw new RangeError(
        `Cannot map "${side.path}" from taxonomy "${side.taxonomy.name}" to the paper's 16: ` +
          `it holds probabilities, not counts`,
      );
    }
    complain(
      `note: "${side.name}" is mapped from "${side.taxonomy.name}" to the paper's 16`,
    );
    return taskFlow(mapCounts(side.counts), reading);
  };
  return [mapped(target), mapped(benchmark)];
}
