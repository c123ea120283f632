/**
 * Derive a bound from a certificate alone (`oracle/selection/README.md`): no solver takes part.
 *
 * @module
 */

import { overlap } from "@taskflow/flow";
import type { Claim, ClaimedTangent } from "./claim.ts";
import { countsOf } from "./recount.ts";

/** A derived bound. */
export interface Rebound {
  /** Upper bound on TFAS, Infinity where the certificate does not bound. */
  readonly tfas: number;
  /** What is wrong with the certificate; empty if it covers all that can be. */
  readonly faults: readonly string[];
}

/** A candidate's counts, ready to be priced. */
interface Priced {
  readonly bin: number;
  readonly labels: readonly number[];
  readonly transitions: readonly string[];
}

/**
 * Derive the bound of a claim's certificate.
 *
 * @param claim The claim.
 * @returns The bound and what is wrong with the certificate.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import {
 *   exampleInstance,
 *   readClaim,
 *   rebound,
 *   selectCandidates,
 *   selectionFile,
 * } from "@taskflow/select";
 *
 * const instance = exampleInstance();
 * const file = selectionFile(instance, selectCandidates(instance));
 * const claim = readClaim(file, "example", []);
 * ok(Math.abs(rebound(claim).tfas - (file.bound?.tfas ?? 0)) < 1e-6);
 * ```
 */
export function rebound(claim: Claim): Rebound {
  const candidates = claim.sequences.map((sequence) =>
    countsOf(claim, sequence)
  );
  if (
    candidates.some(({ bin, transitions }) =>
      bin < 0 || transitions.length === 0
    )
  ) {
    return {
      tfas: Infinity,
      faults: [
        "a candidate is no session of every component: the bound holds for all/edge only",
      ],
    };
  }
  if (claim.certificate.length === 0) {
    return unreachable(claim, candidates)
      ? { tfas: 0, faults: [] }
      : { tfas: Infinity, faults: ["the certificate is empty"] };
  }
  const uppers = claim.certificate.map((tangent) =>
    upperOf(claim, candidates, tangent)
  );
  return {
    tfas: 100 * Math.exp(Math.max(...uppers)),
    faults: gaps(claim, candidates),
  };
}

/** Whether some component has no cell in common with the target, whatever is selected. */
function unreachable(claim: Claim, candidates: readonly Priced[]): boolean {
  const used = new Set(claim.groups.flatMap(({ c }) => c));
  const all = candidates.filter((_, at) => used.has(at));
  return [
    (of: Priced) => (claim.P_L[of.bin] ?? 0) > 0,
    (of: Priced) => of.labels.some((label) => (claim.P_T[label] ?? 0) > 0),
    (of: Priced) =>
      of.transitions.some((name) => (claim.P_R.get(name) ?? 0) > 0),
  ].some((reaches) => !all.some(reaches));
}

/** Totals of retained turns that no interval covers. */
function gaps(claim: Claim, candidates: readonly Priced[]): string[] {
  const turns = claim.groups.map(({ n, c }) => {
    const counts = c.map((at) => candidates[at]?.labels.length ?? 0);
    return { n, least: Math.min(...counts), most: Math.max(...counts) };
  });
  const total = (
    sorted: readonly typeof turns[number][],
    of: (group: typeof turns[number]) => number,
  ) => {
    let [left, sum] = [claim.tasks, 0];
    for (const group of sorted) {
      const units = Math.min(left, group.n);
      sum += units * of(group);
      left -= units;
    }
    return sum;
  };
  // A selection without any retained turn has no TFAS to bound.
  const least = Math.max(
    1,
    total(turns.toSorted((a, b) => a.least - b.least), ({ least }) => least),
  );
  const most = total(
    turns.toSorted((a, b) => b.most - a.most),
    ({ most }) => most,
  );
  const slack = 1e-9 * Math.max(1, most);
  let covered = least;
  for (
    const [from, to] of claim.certificate.map(({ N }) => N).sort((a, b) =>
      a[0] - b[0]
    )
  ) {
    if (from > covered + slack) break;
    covered = Math.max(covered, to);
  }
  return covered >= most - slack ? [] : [
    `the intervals cover ${least} to ${covered} retained turns, ${most} are possible`,
  ];
}

const LG = 0.5 / Math.LN2;

/** U of one interval: F at the point, minus g x0, plus the best that any selection is worth. */
function upperOf(
  claim: Claim,
  candidates: readonly Priced[],
  { N, l, t, r, lambda }: ClaimedTangent,
): number {
  const n = claim.tasks;
  const [a, b] = [N[0] / n, N[1] / n];
  if (!(a > 0) || b < a) return Infinity;
  const sum = (values: Iterable<number>) => {
    let total = 0;
    for (const value of values) total += value;
    return total;
  };
  const PT = sum(claim.P_T);
  const PR = sum(claim.P_R.values());
  const PL = sum(claim.P_L);
  const [X, Y] = [sum(t), sum(r.values())];
  const line = chord(a, b);
  const line1 = chord(a + 1, b + 1);

  let [hL, hT, hR, perTurn, perStep] = [0, 0, 0, 0, 0];
  const slope = (p: number, q: number) =>
    p === 0 ? 0 : q === 0 ? Infinity : LG * Math.log1p(p / q);
  const gL = l.map((q, bin) => {
    const p = (claim.P_L[bin] ?? 0) / PL;
    hL += overlap(p, q);
    return slope(p, q);
  });
  const gT = claim.retained.map((_, label) => {
    const [p, q] = [(claim.P_T[label] ?? 0) / PT, t[label] ?? 0];
    hT += overlap(X * p, q);
    if (p > 0) perTurn += p * LG * Math.log1p(q / (X * p));
    return slope(X * p, q);
  });
  const gR = new Map<string, number>();
  for (const [name, weight] of claim.P_R) {
    const [p, q] = [weight / PR, r.get(name) ?? 0];
    if (p === 0) continue;
    hR += overlap(Y * p, q);
    perStep += p * LG * Math.log1p(q / (Y * p));
    gR.set(name, slope(Y * p, q));
  }
  if (!(hL > 0 && hT > 0 && hR > 0)) return Infinity;
  const turn = (perTurn / hT + line.slope) / 3;
  const step = (perStep / hR + line1.slope) / 3;
  const F = (Math.log(hL) + Math.log(hT) + Math.log(hR) + line.at(X) +
    line1.at(Y)) / 3;
  // g x0; for h_T and h_R, which scale with their point, Euler's rule gives 1 / 3 each.
  const lengths = sum(l.map((q, bin) => q === 0 ? 0 : q * (gL[bin] ?? 0)));
  const inner = (lengths / hL + 2 + line.slope * X + line1.slope * Y) / 3;

  const worth = candidates.map(({ bin, labels, transitions }) =>
    (gL[bin] ?? 0) / (3 * hL) +
    sum(labels.map((label) => (gT[label] ?? 0) / (3 * hT) + turn)) +
    sum(transitions.map((name) => (gR.get(name) ?? 0) / (3 * hR) + step))
  );
  const price = pricing(claim, lambda);
  const absent = claim.tasks < claim.pool;
  let best = 0;
  for (const group of claim.groups) {
    let most = absent ? 0 : -Infinity;
    for (const at of group.c) {
      const sequence = claim.sequences[at];
      if (sequence === undefined) return Infinity;
      most = Math.max(most, (worth[at] ?? Infinity) - price(group, sequence));
    }
    best += group.n * most;
  }
  for (const [name, [least, end]] of claim.limits) {
    const at = multiplier(lambda, name);
    // No count passes the number of tasks, whatever an open limit says.
    const most = name === "cost" ? end : Math.min(end, claim.pool);
    best += Math.max(at * least, at * most);
  }
  return F - inner + best / n;
}

/** The chord of -ln X on [a, b]; its tangent where both are one number. */
function chord(a: number, b: number) {
  const width = b - a;
  const slope = width > 0 ? -Math.log1p(width / a) / width : -1 / a;
  return { slope, at: (X: number) => -Math.log(a) + slope * (X - a) };
}

/** The multiplier of a limit; the oracle's files name those of patterns by the pattern alone. */
function multiplier(lambda: ReadonlyMap<string, number>, name: string): number {
  return lambda.get(name) ?? lambda.get(name.replace(/^placement /, "")) ?? 0;
}

function pricing(claim: Claim, lambda: ReadonlyMap<string, number>) {
  const of = (name: string) =>
    claim.limits.has(name) ? multiplier(lambda, name) : 0;
  return (
    group: Claim["groups"][number],
    sequence: Claim["sequences"][number],
  ): number =>
    of(`placement ${sequence.pattern}`) + of(`turns ${sequence.length}`) +
    (group.repository === null ? 0 : of(`repository ${group.repository}`)) +
    (group.language === null ? 0 : of(`language ${group.language}`)) +
    sequence.cost * of("cost") + of("tasks");
}
