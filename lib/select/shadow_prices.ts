/**
 * What the bound tells: which turn, transition or length would pay most, and which candidate almost
 * won.
 *
 * @module
 */

import { cellNames } from "./cells.ts";
import type { Selected } from "./select.ts";
import { createTally } from "./search/tally.ts";

/** Price of one cell. */
export interface CellPrice {
  /** `intent explain`, `transition START>debug`, `length 4`. */
  readonly cell: string;
  /** Target's and selection's share of its component. */
  readonly target: number;
  readonly share: number;
  /** TFAS points for one more turn, transition or session of this kind, all else as it is. */
  readonly gain: number;
  /** Whether some candidate counts it: without, only a new augmentation can. */
  readonly reachable: boolean;
}

/** The multiplier of one limit. */
export interface LimitMultiplier {
  readonly limit: string;
  /**
   * Its multiplier in the relaxed optimum, in TFAS points a task; 0 where it does not bind. Where limits
   * overlap, multipliers are not unique: it says that the limit binds, not what one task more is worth.
   */
  readonly multiplier: number;
}

/** How close another candidate of a group came. */
export interface RunnerUp {
  readonly group: number;
  /** Positions in the group's candidates: one that was used, and the best one that was not. */
  readonly used: number;
  readonly other: number;
  /** TFAS points that giving it to one task instead would lose. */
  readonly loss: number;
}

/** All prices of a selection. */
export interface ShadowPrices {
  /** Cells with a target share, dearest first. */
  readonly cells: readonly CellPrice[];
  readonly limits: readonly LimitMultiplier[];
  /** One a group with a choice that is not used up, closest first. */
  readonly runnersUp: readonly RunnerUp[];
}

/**
 * Price a selection. Gains of cells are exact differences for one count, since a cell that nobody
 * counts has no finite derivative.
 *
 * @param selected A selection.
 * @returns The prices.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { exampleInstance, selectCandidates, shadowPrices } from "@taskflow/select";
 *
 * const { cells, runnersUp } = shadowPrices(selectCandidates(exampleInstance()));
 * ok((cells[0]?.gain ?? 0) > 0);
 * ok(runnersUp.every(({ loss }) => loss >= 0));
 * ```
 */
export function shadowPrices(selected: Selected): ShadowPrices {
  return {
    cells: cellPrices(selected),
    limits: limitPrices(selected),
    runnersUp: runnersUp(selected),
  };
}

function cellPrices({ problem, score, tfas }: Selected): CellPrice[] {
  const { cells, target, vectors, vector } = problem;
  const reachable = new Uint8Array(cells.width);
  for (const v of vector) {
    if (v < 0) continue;
    for (let i = vectors.start[v]!; i < vectors.start[v + 1]!; i++) {
      reachable[vectors.cell[i]!] = 1;
    }
  }
  const bounds = [[0, cells.T], [cells.T, cells.R], [cells.R, cells.width]];
  const prices = cellNames(cells).map((cell, at) => {
    const [from = 0, to = 0] = bounds.find(([, end = 0]) => at < end) ?? [];
    const counts = score.counts.subarray(from, to);
    const total = counts.reduce((sum, n) => sum + n, 0);
    const before = overlapOf(target.subarray(from, to), counts, total, -1);
    const after = overlapOf(
      target.subarray(from, to),
      counts,
      total + 1,
      at - from,
    );
    return {
      cell,
      target: target[at]!,
      share: total === 0 ? 0 : score.counts[at]! / total,
      gain: before === 0 ? 0 : tfas * (Math.cbrt(after / before) - 1),
      reachable: reachable[at] === 1,
    };
  });
  return prices.filter(({ target }) => target > 0).sort((a, b) =>
    b.gain - a.gain
  );
}

/** S of one component with one count more in a cell. */
function overlapOf(
  p: Float64Array,
  counts: Float64Array,
  total: number,
  more: number,
): number {
  let sum = 0;
  for (let i = 0; i < p.length; i++) {
    const q = (counts[i]! + (i === more ? 1 : 0)) / total;
    if (p[i]! === 0 || q === 0) continue;
    sum += p[i]! * Math.log1p(q / p[i]!) + q * Math.log1p(p[i]! / q);
  }
  return sum / (2 * Math.LN2);
}

function limitPrices({ problem, relaxed }: Selected): LimitMultiplier[] {
  return problem.limits.map(({ name }, k) => {
    const lambda = relaxed?.optimum.lambda[k] ?? 0;
    const unit = relaxed?.relaxation.unit[k] ?? 1;
    const multiplier = (relaxed?.relaxed ?? 0) * Math.abs(lambda) / unit /
      problem.tasks;
    return { limit: name, multiplier };
  });
}

function runnersUp({ problem, units, tfas }: Selected): RunnerUp[] {
  const { start, size, members } = problem;
  const tally = createTally(problem, units);
  const now = tally.score();
  const found: RunnerUp[] = [];
  for (const g of size.keys()) {
    const [first, end] = [start[g]!, start[g + 1]!];
    let best: { used: number; other: number; score: number } | null = null;
    for (let used = first; used < end; used++) {
      if (units[used] === 0 || problem.vector[used]! < 0) continue;
      for (let other = first; other < end; other++) {
        if (units[other]! > 0 || problem.vector[other]! < 0) continue;
        const score = tally.scoreAfter([[used, -1], [other, 1]]);
        if (best === null || score > best.score) best = { used, other, score };
      }
    }
    const [member] = members[g]!;
    if (best === null || member === undefined) continue;
    found.push({
      group: member.group,
      used: member.position[best.used - first]!,
      other: member.position[best.other - first]!,
      loss: Math.max(0, tfas * -Math.expm1(best.score - now)),
    });
  }
  return found.sort((a, b) => a.loss - b.loss);
}
