/**
 * Limits on a selection as linear forms: each candidate adds an amount to some of them.
 *
 * @module
 */

import type { Instance } from "./instance.ts";

/** One limit; both ends are inclusive. */
export interface Limit {
  /** For example `placement before`, `turns 4`, `repository x/y`, `language go`, `cost`, `tasks`. */
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** The largest amount that one task adds: 1 for all but costs. */
  readonly unit: number;
}

/** What each column adds to the limits, as compressed sparse rows. */
export interface LimitTerms {
  readonly start: Uint32Array;
  readonly limit: Uint16Array;
  readonly amount: Float64Array;
}

/** The limits of an instance and how candidates count towards them. */
export interface Limits {
  readonly all: readonly Limit[];
  /** Tasks to choose, or `null` for every task. */
  readonly tasks: number | null;
  /** What a candidate of a group adds, and a key that is equal for equal terms. */
  readonly termsOf: (
    group: Instance["groups"][number],
    sequence: number,
  ) => {
    readonly terms: readonly (readonly [limit: number, amount: number])[];
    readonly key: string;
  };
}

/** What a limit of a kind is named by, for one candidate. */
type Name = (
  group: Instance["groups"][number],
  sequence: Instance["sequences"][number],
) => string | undefined;

const KINDS: readonly (readonly [
  "placement" | "turns" | "repository" | "language",
  Name,
])[] = [
  ["placement", (_, { p }) => p],
  ["turns", (_, { t }) => `${t.length}`],
  ["repository", ({ repository }) => repository],
  ["language", ({ language }) => language],
];

/**
 * Limits of an instance; those that cannot bind are left out.
 *
 * @param instance The instance.
 * @returns The limits.
 * @throws {RangeError} If the number of tasks is a range of more than one number.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { limitsOf } from "@taskflow/select";
 *
 * const sequences = [{ t: [0], p: "none" as const, q: 0 }];
 * const constraints = { placement: { none: [1, 2] as [number, number] } };
 * const limits = limitsOf({ tasks: 2, sequences, constraints });
 * deepEqual(limits.all, [{ name: "placement none", least: 1, most: 2, unit: 1 }]);
 * ```
 */
export function limitsOf(
  instance: Pick<Instance, "tasks" | "sequences" | "constraints">,
): Limits {
  const { constraints = {}, tasks: pool, sequences } = instance;
  const all: Limit[] = [];
  const index = new Map<string, number>();
  const tasks = constraints.tasks;
  // No count passes the number of tasks: an open end is that number.
  const whole = Math.max(pool, tasks?.[1] ?? 0);
  const put = (name: string, [least, most]: readonly [number, number]) => {
    index.set(name, all.length);
    all.push({ name, least, most: Math.min(most, whole), unit: 1 });
  };
  if (tasks !== undefined && tasks[0] !== tasks[1]) {
    throw new RangeError(
      `Cannot select ${tasks[0]} to ${
        tasks[1]
      } tasks: give one number of tasks`,
    );
  }
  for (const [kind] of KINDS) {
    for (const [name, range] of Object.entries(constraints[kind] ?? {})) {
      if (range !== undefined) put(`${kind} ${name}`, range);
    }
  }
  if (constraints.cost !== undefined) {
    const [least, most] = constraints.cost;
    const unit = sequences.reduce(
      (max, { cost = 0 }) => Math.max(max, cost),
      0,
    );
    index.set("cost", all.length);
    all.push({ name: "cost", least, most, unit: unit || 1 });
  }
  if (tasks !== undefined && tasks[0] !== pool) put("tasks", tasks);
  const kinds = KINDS.filter(([kind]) => constraints[kind] !== undefined);
  const [costIndex, tasksIndex] = [index.get("cost"), index.get("tasks")];
  return {
    all,
    tasks: tasks === undefined ? null : tasks[0],
    termsOf: (group, at) => {
      const sequence = sequences[at]!;
      const terms: [number, number][] = [];
      for (const [kind, nameOf] of kinds) {
        const limit = index.get(`${kind} ${nameOf(group, sequence) ?? ""}`);
        if (limit !== undefined) terms.push([limit, 1]);
      }
      if (costIndex !== undefined && sequence.cost) {
        terms.push([costIndex, sequence.cost]);
      }
      if (tasksIndex !== undefined) terms.push([tasksIndex, 1]);
      return { terms, key: terms.join(";") };
    },
  };
}
