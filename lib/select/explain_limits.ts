/**
 * Say which limits cannot be met, and by how much.
 *
 * @module
 */

import type { Bound } from "./bound/bound.ts";
import { PRICE } from "./bound/elastic_limits.ts";
import type { Limit } from "./limits.ts";
import type { Problem } from "./problem.ts";

/** Limits that no selection meets; the message explains them. */
export class LimitsError extends RangeError {
  /** One line a reason. */
  readonly reasons: readonly string[];

  /**
   * @param reasons What {@linkcode explainLimits} found.
   */
  constructor(reasons: readonly string[]) {
    super(
      `Cannot select within the limits:\n${
        reasons.map((reason) => `  - ${reason}`).join("\n")
      }`,
    );
    this.name = "LimitsError";
    this.reasons = reasons;
  }
}

/**
 * Explain limits that cannot be met.
 *
 * First each limit by itself and limits of one kind together, from counts alone; then, if a relaxed
 * optimum is given, limits that only contradict each other: those that it misses and those that stand
 * in their way; then, if amounts are given, what the nearest selection of whole tasks misses.
 *
 * @param problem The problem.
 * @param bound The relaxed optimum, if there is one.
 * @param amounts Amounts of the nearest selection of whole tasks.
 * @returns One line a reason; empty if nothing speaks against the limits.
 *
 * @example
 * ```ts
 * import { match } from "node:assert/strict";
 * import { buildProblem, explainLimits, parseInstance } from "@taskflow/select";
 *
 * const problem = buildProblem(parseInstance({
 *   format: "tfas-selection/v1",
 *   labels: ["explain"],
 *   conventions: { lengthOf: "all", emptySession: "edge" },
 *   tasks: 2,
 *   target: { P_L: [0, 1, 0, 0, 0, 0, 0], P_T: [1], P_R: { "START>explain": 1 } },
 *   sequences: [{ t: [0, 0], p: "none", q: 0 }],
 *   groups: [{ n: 2, c: [0] }],
 *   constraints: { placement: { before: [1, 2] } },
 * }, "example"));
 * match(explainLimits(problem)[0] ?? "", /placement before: at least 1 asked, at most 0 possible/);
 * ```
 */
export function explainLimits(
  problem: Problem,
  bound: Bound | null = null,
  amounts: Float64Array | null = null,
): string[] {
  const { limits, tasks, pool } = problem;
  if (tasks > pool) {
    return [`tasks: ${tasks} asked, there are ${pool} (${tasks - pool} short)`];
  }
  const alone = limits.flatMap((limit, k) =>
    limit.name === "tasks" ? [] : oneLimit(problem, limit, k)
  );
  if (alone.length > 0) return alone;
  const kinds = kindsTogether(problem);
  if (kinds.length > 0) return kinds;
  const contradiction = bound === null ? [] : contradicting(problem, bound);
  if (contradiction.length > 0) return contradiction;
  return amounts === null ? [] : nearest(problem, amounts);
}

function oneLimit(problem: Problem, limit: Limit, k: number): string[] {
  const { name, least, most, unit } = limit;
  const range = amountRange(problem, k);
  const slack = 1e-9 * unit;
  if (range.most < least - slack) {
    return [
      `${name}: at least ${short(least)} asked, at most ${
        short(range.most)
      } possible ` +
      `(${short(least - range.most)} short)`,
    ];
  }
  if (range.least > most + slack) {
    return [
      `${name}: at most ${short(most)} asked, at least ${
        short(range.least)
      } needed ` +
      `(${short(range.least - most)} over)`,
    ];
  }
  return [];
}

/** Least and greatest amount of a limit over selections of the right number of tasks. */
function amountRange(
  { size, start, vector, terms, tasks }: Problem,
  k: number,
): { least: number; most: number } {
  const groups = Array.from(size, (units, g) => {
    let [least, most] = [Infinity, -Infinity];
    for (let j = start[g]!; j < start[g + 1]!; j++) {
      if (vector[j]! < 0) continue;
      let amount = 0;
      for (let i = terms.start[j]!; i < terms.start[j + 1]!; i++) {
        if (terms.limit[i] === k) amount += terms.amount[i]!;
      }
      [least, most] = [Math.min(least, amount), Math.max(most, amount)];
    }
    return { units, least, most };
  });
  const take = (of: (group: typeof groups[number]) => number) => {
    let [left, sum] = [tasks, 0];
    for (const group of groups) {
      const units = Math.min(left, group.units);
      sum += units * of(group);
      left -= units;
    }
    return sum;
  };
  groups.sort((a, b) => a.least - b.least);
  const least = take((group) => group.least);
  groups.sort((a, b) => b.most - a.most);
  return { least, most: take((group) => group.most) };
}

/**
 * Limits of one kind, each task counting towards one of them at most: what some of them ask for
 * together may be more than the tasks that can have it, or less than the tasks that cannot avoid it.
 */
function kindsTogether(problem: Problem): string[] {
  const kinds = new Map<string, number[]>();
  problem.limits.forEach(({ name }, k) => {
    const [kind = ""] = name.split(" ");
    if (kind === "cost" || kind === "tasks") return;
    kinds.set(kind, [...kinds.get(kind) ?? [], k]);
  });
  const found: string[] = [];
  for (const members of kinds.values()) {
    for (const some of subsets(members)) {
      const reason = someTogether(problem, some);
      if (reason === null) continue;
      found.push(reason);
      break;
    }
  }
  return found;
}

/** Sets of two or more, small ones first; of many limits all together only. */
function subsets(members: readonly number[]): number[][] {
  if (members.length > 8) return [[...members]];
  return Array.from(
    { length: 2 ** members.length },
    (_, bits) => members.filter((_, at) => (bits >> at) & 1),
  ).filter(({ length }) => length > 1).sort((a, b) => a.length - b.length);
}

function someTogether(
  problem: Problem,
  some: readonly number[],
): string | null {
  const { limits, size, start, vector, terms, tasks } = problem;
  const sum = (of: (limit: Limit) => number) =>
    some.reduce((total, k) => total + of(limits[k]!), 0);
  let [can, free] = [0, 0];
  size.forEach((units, g) => {
    let [any, other] = [false, false];
    for (let j = start[g]!; j < start[g + 1]!; j++) {
      if (vector[j]! < 0) continue;
      let counted = false;
      for (let i = terms.start[j]!; i < terms.start[j + 1]!; i++) {
        counted ||= some.includes(terms.limit[i]!);
      }
      any ||= counted;
      other ||= !counted;
    }
    if (any) can += units;
    if (other) free += units;
  });
  const [least, most] = [sum(({ least }) => least), sum(({ most }) => most)];
  const possible = Math.min(can, tasks);
  const needed = Math.max(0, tasks - free);
  const named = some.length > 8
    ? `${limits[some[0]!]!.name.split(" ")[0]} (${some.length} limits)`
    : some.map((k) => limits[k]!.name).join(", ");
  if (least > possible) {
    return `${named}: ${short(least)} tasks asked together, at most ${
      short(possible)
    } possible (${short(least - possible)} short)`;
  }
  return most < needed
    ? `${named}: at most ${short(most)} tasks allowed together, ${
      short(needed)
    } needed (${short(needed - most)} over)`
    : null;
}

function contradicting(
  problem: Problem,
  { optimum, relaxation }: Bound,
): string[] {
  const { limits, tasks } = problem;
  const { missed, lambda, x } = optimum;
  const miss = (k: number) => missed[k]! * tasks * relaxation.unit[k]!;
  const over = limits.flatMap((limit, k) =>
    miss(k) > 0.05 * limit.unit ? [k] : []
  );
  if (over.length === 0) return [];
  const amount = (k: number) =>
    x[relaxation.cells + 1 + k]! * tasks * relaxation.unit[k]!;
  const against = limits.flatMap((limit, k) =>
    !over.includes(k) && Math.abs(lambda[k]!) > PRICE / 100
      ? [`${limit.name} ${range(limit)}`]
      : []
  );
  return over.map((k) => {
    const limit = limits[k]!;
    return `${limit.name} ${range(limit)}: ${
      short(amount(k))
    } is the nearest possible ` +
      `(${short(miss(k))} ${amount(k) < limit.least ? "short" : "over"})` +
      (against.length === 0 ? "" : `, because of ${against.join(" and ")}`);
  });
}

function nearest({ limits }: Problem, amounts: Float64Array): string[] {
  return limits.flatMap((limit, k) => {
    const { name, least, most, unit } = limit;
    const miss = Math.max(least - amounts[k]!, amounts[k]! - most);
    return miss <= 1e-9 * unit ? [] : [
      `${name} ${
        range(limit)
      }: the nearest selection of whole tasks that was found has ` +
      `${short(amounts[k]!)} (${short(miss)} ${
        amounts[k]! < least ? "short" : "over"
      })`,
    ];
  });
}

function range({ least, most }: Limit): string {
  return least === most ? `${short(least)}` : `${short(least)}..${short(most)}`;
}

/** A number for people: whole, or to two decimals. */
function short(value: number): string {
  return String(Number(value.toFixed(2)));
}
