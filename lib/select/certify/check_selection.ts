/**
 * Check a selection file by itself: counts, limits, score and bound. Of the solver's code only the
 * overlap of two probabilities is used.
 *
 * @module
 */

import { TAXONOMY } from "@taskflow/taxonomy";
import { type Claim, readClaim } from "./claim.ts";
import { rebound } from "./rebound.ts";
import { recount } from "./recount.ts";

/** One check. */
export interface Check {
  readonly name:
    | "units"
    | "target"
    | "limits"
    | "score"
    | "bound"
    | "assignments";
  readonly ok: boolean;
  /** What was found, for people. */
  readonly detail: string;
}

/** What a check of a file gives. */
export interface Certified {
  readonly ok: boolean;
  readonly checks: readonly Check[];
  /** TFAS recounted; `null` where the units do not fit or it is undefined. */
  readonly tfas: number | null;
  readonly S_L: number | null;
  readonly S_T: number | null;
  readonly S_R: number | null;
  /** Upper bound derived from the certificate; Infinity where it does not bound. */
  readonly bound: number;
}

/** Largest difference of a claimed score from the recounted one. */
const SCORE = 1e-9;
/** What rounding may take from a claimed bound. */
const BOUND = 1e-6;

/**
 * Check a selection file or an oracle's instance.
 *
 * @param value Parsed JSON.
 * @param where Name of the file, for error messages.
 * @returns Each check with what was found, and the numbers derived from the file.
 * @throws {TypeError} If the file lacks what a check needs.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { checkSelection } from "@taskflow/select";
 *
 * const all = { "START>explain": 0.5, "explain>END": 0.5 };
 * const file = {
 *   labels: ["explain"],
 *   conventions: { lengthOf: "all", emptySession: "edge" },
 *   tasks: 2,
 *   target: { P_L: [1, 0, 0, 0, 0, 0, 0], P_T: [1], P_R: all },
 *   sequences: [{ t: [0], p: "none", q: 0 }],
 *   groups: [{ n: 2, c: [0] }],
 *   best: { tfas: 100, S_L: 1, S_T: 1, S_R: 1, selection: [[[0, 2]]] },
 *   bound: {
 *     tfas: 100,
 *     certificate: [{
 *       N: [2, 2],
 *       l: [1, 0, 0, 0, 0, 0, 0],
 *       t: [1],
 *       r: { "START>explain": 1, "explain>END": 1 },
 *     }],
 *   },
 * };
 * equal(checkSelection(file, "s.json").ok, true);
 * file.best.selection = [[[0, 1]]];
 * deepEqual(
 *   checkSelection(file, "s.json").checks.filter(({ ok }) => !ok).map(({ name }) => name),
 *   ["units"],
 * );
 * ```
 */
export function checkSelection(value: unknown, where: string): Certified {
  const claim = readClaim(value, where, TAXONOMY.excluded);
  const { tfas: rederived, faults: broken } = rebound(claim);
  // No TFAS is above 100, whatever a loose certificate says.
  const derived = Math.min(100, rederived);
  const units = checkUnits(claim);
  const checks: Check[] = [verdict("units", units)];
  const target = checkTarget(claim);
  if (target.length > 0) checks.push(verdict("target", target));
  const counted = units.length === 0 ? recount(claim) : null;
  if (counted !== null) {
    checks.push(
      verdict("limits", checkLimits(claim)),
      verdict("score", checkScore(claim, counted)),
    );
    if (claim.assignments !== null) {
      checks.push(verdict("assignments", checkAssignments(claim)));
    }
  }
  const faults = [...broken];
  if (claim.bound < derived - BOUND) {
    faults.push(
      `the certificate bounds TFAS by ${derived}, ${claim.bound} is claimed`,
    );
  }
  const tfas = counted?.tfas ?? null;
  if (tfas !== null && tfas > Math.min(claim.bound, derived) + SCORE) {
    faults.push(`TFAS ${tfas} is above the bound`);
  }
  checks.push(verdict("bound", faults));
  return {
    ok: checks.every(({ ok }) => ok),
    checks,
    tfas,
    S_L: counted?.S_L ?? null,
    S_T: counted?.S_T ?? null,
    S_R: counted?.S_R ?? null,
    bound: derived,
  };
}

function verdict(name: Check["name"], faults: readonly string[]): Check {
  return {
    name,
    ok: faults.length === 0,
    detail: faults.length === 0 ? "holds" : faults.join("; "),
  };
}

function checkTarget({ P_L, P_T, P_R }: Claim): string[] {
  const parts = { P_L, P_T, P_R: [...P_R.values()] };
  return Object.entries(parts).flatMap(([name, shares]) => {
    const sum = shares.reduce((total, p) => total + p, 0);
    return Math.abs(sum - 1) <= 1e-6
      ? []
      : [`target.${name} adds up to ${sum}, not 1`];
  });
}

function checkUnits(claim: Claim): string[] {
  const { groups, selection, tasks, pool, sequences } = claim;
  const faults: string[] = [];
  const sum = groups.reduce((total, { n }) => total + n, 0);
  if (sum !== pool) faults.push(`groups hold ${sum} tasks, not ${pool}`);
  if (selection.length !== groups.length) {
    faults.push(`${selection.length} groups are selected of ${groups.length}`);
  }
  let selected = 0;
  groups.forEach(({ n, c }, g) => {
    let units = 0;
    if (c.some((at) => sequences[at] === undefined)) {
      faults.push(`group ${g} has a candidate that does not exist`);
    }
    for (const [position, count] of selection[g] ?? []) {
      if (c[position] === undefined) {
        faults.push(`group ${g} has no candidate ${position}`);
      }
      if (!Number.isInteger(count) || count < 0) {
        faults.push(`group ${g} has ${count} units`);
      }
      units += count;
    }
    if (units > n || (units < n && tasks === pool)) {
      faults.push(`group ${g} has ${n} tasks, ${units} are selected`);
    }
    selected += units;
  });
  if (selected !== tasks) {
    faults.push(`${selected} tasks are selected, not ${tasks}`);
  }
  return faults;
}

function checkLimits(claim: Claim): string[] {
  const amounts = new Map<string, number>();
  const add = (name: string, by: number) =>
    amounts.set(name, (amounts.get(name) ?? 0) + by);
  claim.selection.forEach((entries, g) => {
    const group = claim.groups[g];
    for (const [position, units] of entries) {
      const sequence = claim.sequences[group?.c[position] ?? -1];
      if (sequence === undefined) continue;
      add("tasks", units);
      add("cost", units * sequence.cost);
      add(`placement ${sequence.pattern}`, units);
      add(`turns ${sequence.length}`, units);
      add(`repository ${group?.repository ?? ""}`, units);
      add(`language ${group?.language ?? ""}`, units);
    }
  });
  return [...claim.limits].flatMap(([name, [least, most]]) => {
    const amount = amounts.get(name) ?? 0;
    const slack = 1e-9 * Math.max(1, most);
    return amount >= least - slack && amount <= most + slack
      ? []
      : [`${name} is ${amount}, outside ${least}..${most}`];
  });
}

function checkScore(
  { numbers }: Claim,
  counted: ReturnType<typeof recount>,
): string[] {
  const faults: string[] = [];
  for (const name of ["tfas", "S_L", "S_T", "S_R"] as const) {
    const claimed = numbers[name];
    const found = counted[name];
    if (claimed === null) continue;
    if (found === null || !(Math.abs(claimed - found) <= SCORE)) {
      faults.push(`${name} is ${found ?? "undefined"}, ${claimed} is claimed`);
    }
  }
  const { retainedTurns } = numbers;
  if (retainedTurns !== null && retainedTurns !== counted.retainedTurns) {
    faults.push(
      `${counted.retainedTurns} retained turns, ${retainedTurns} are claimed`,
    );
  }
  return faults;
}

/** Every assigned task has the candidate that the selection counts, turn by turn. */
function checkAssignments(claim: Claim): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  for (const assigned of claim.assignments ?? []) {
    const { instance, group, position, intents } = assigned;
    if (seen.has(instance)) faults.push(`"${instance}" is assigned twice`);
    seen.add(instance);
    const key = `${group}/${position}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    const sequence = claim.sequences[claim.groups[group]?.c[position] ?? -1];
    const expected = sequence?.codes.map((code) => claim.labels[code]);
    if (expected?.join(">") !== intents.join(">")) {
      faults.push(`"${instance}" has other turns than its candidate`);
    }
  }
  claim.selection.forEach((entries, group) => {
    for (const [position, units] of entries) {
      const assigned = counts.get(`${group}/${position}`) ?? 0;
      if (assigned !== units) {
        faults.push(
          `${assigned} tasks of group ${group} are assigned candidate ${position}, ` +
            `${units} are selected`,
        );
      }
    }
  });
  if (seen.size !== claim.tasks) {
    faults.push(`${seen.size} tasks are assigned, ${claim.tasks} selected`);
  }
  return faults;
}
