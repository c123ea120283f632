/**
 * Selection instances on disk (`tfas-selection/v1`): a target, candidate trajectories, groups of tasks
 * that have the same candidates, limits.
 *
 * @module
 */

import * as z from "zod";

/** Where a candidate has its questions, seen from its issue turns. */
export const PATTERNS = ["none", "before", "after", "interleaved"] as const;

/** See {@linkcode PATTERNS}. */
export type Pattern = typeof PATTERNS[number];

const share = z.number().min(0).max(1);
const whole = z.number().int().nonnegative();
const range = z.tuple([z.number().nonnegative(), z.number().nonnegative()]);

/** Schema of one candidate trajectory. */
export const sequenceSchema = z.looseObject({
  /** Indexes into `labels`, in order; excluded labels may occur. */
  t: z.array(whole).min(1),
  /** Placement pattern of the questions. */
  p: z.enum(PATTERNS),
  /** Number of questions. */
  q: whole,
  /** Expected cost of running it, in the unit of `constraints.cost`; 0 if absent. */
  cost: z.number().nonnegative().optional(),
});

/** Schema of tasks that have the same candidates. */
export const groupSchema = z.looseObject({
  /** Number of tasks. */
  n: z.number().int().positive(),
  /** Candidates of each of them, indexes into `sequences`. */
  c: z.array(whole).min(1),
  repository: z.string().optional(),
  language: z.string().optional(),
});

/** Schema of limits, each `[least, most]`, both inclusive. */
export const constraintsSchema = z.strictObject({
  /** Tasks chosen in all; without it every task is. */
  tasks: range.optional(),
  /** Tasks whose candidate has a placement pattern. */
  placement: z.partialRecord(z.enum(PATTERNS), range).optional(),
  /** Tasks whose candidate has so many turns (all messages). */
  turns: z.record(z.string().regex(/^[1-9]\d*$/), range).optional(),
  /** Tasks chosen of a repository. */
  repository: z.record(z.string(), range).optional(),
  /** Tasks chosen of a language. */
  language: z.record(z.string(), range).optional(),
  /** Expected cost in all. */
  cost: range.optional(),
});

/** Schema of one interval of a certificate (`oracle/selection/README.md`). */
export const tangentSchema = z.looseObject({
  /** Interval of the retained-turn total that the point bounds. */
  N: z.tuple([z.number().nonnegative(), z.number().nonnegative()]),
  /** Point per chosen task: sessions per length bin, messages per retained label, transitions. */
  l: z.array(z.number().nonnegative()),
  t: z.array(z.number().nonnegative()),
  r: z.record(z.string(), z.number().nonnegative()),
  /**
   * One multiplier a limit: by pattern alone, as in the oracle's files, or by "placement before",
   * "turns 4", "repository x/y", "language go", "cost", "tasks".
   */
  lambda: z.record(z.string(), z.number()).optional(),
});

/** Schema of a selection with its score. */
export const bestSchema = z.looseObject({
  tfas: z.number().min(0).max(100),
  S_L: share,
  S_T: share,
  S_R: share,
  retainedTurns: whole.optional(),
  provenOptimal: z.boolean().optional(),
  /** Per group: `[position in its candidates, units]`. */
  selection: z.array(z.array(z.tuple([whole, whole]))),
});

/** Schema of a certified upper bound. */
export const boundSchema = z.looseObject({
  tfas: z.number().min(0),
  certificate: z.array(tangentSchema),
});

/** Schema of an instance. */
export const instanceSchema = z.looseObject({
  format: z.literal("tfas-selection/v1"),
  labels: z.array(z.string()).min(1),
  /** Labels that enter P_T and P_R; without it those that the paper's taxonomy retains. */
  retained: z.array(z.string()).optional(),
  conventions: z.strictObject({
    lengthOf: z.enum(["all", "retained"]),
    emptySession: z.enum(["edge", "skip"]),
  }),
  tasks: z.number().int().positive(),
  target: z.strictObject({
    P_L: z.array(share),
    P_T: z.array(share),
    P_R: z.record(z.string(), share),
  }),
  sequences: z.array(sequenceSchema),
  groups: z.array(groupSchema).min(1),
  constraints: constraintsSchema.optional(),
  best: bestSchema.optional(),
  bound: boundSchema.optional(),
});

/** An instance as stored. */
export type Instance = z.infer<typeof instanceSchema>;
/** Limits as stored. */
export type Constraints = z.infer<typeof constraintsSchema>;
/** One interval of a certificate as stored. */
export type Tangent = z.infer<typeof tangentSchema>;
/** A selection as stored: per group `[position, units]`. */
export type Units = z.infer<typeof bestSchema>["selection"];

/**
 * Read an instance.
 *
 * @param value Parsed JSON.
 * @param where Name of the file, for error messages.
 * @returns The instance.
 * @throws {TypeError} If the value does not have the shape.
 * @throws {RangeError} If indexes point nowhere, sizes disagree or a range is empty.
 *
 * @example
 * ```ts
 * import { throws } from "node:assert/strict";
 * import { parseInstance } from "@taskflow/select";
 *
 * throws(() => parseInstance({}, "i.json"), /Cannot read instance "i.json"/);
 * ```
 */
export function parseInstance(value: unknown, where: string): Instance {
  const parsed = instanceSchema.safeParse(value);
  if (!parsed.success) {
    throw new TypeError(
      `Cannot read instance "${where}": ${z.prettifyError(parsed.error)}`,
    );
  }
  const instance = parsed.data;
  const fail = (what: string) => {
    throw new RangeError(`Cannot read instance "${where}": ${what}`);
  };
  instance.sequences.forEach(({ t }, at) => {
    const outside = t.find((label) => label >= instance.labels.length);
    if (outside !== undefined) fail(`sequences[${at}] has label ${outside}`);
  });
  instance.groups.forEach(({ c }, at) => {
    const outside = c.find((index) => index >= instance.sequences.length);
    if (outside !== undefined) fail(`groups[${at}] has candidate ${outside}`);
  });
  const units = instance.groups.reduce((sum, { n }) => sum + n, 0);
  if (units !== instance.tasks) {
    fail(`its groups hold ${units} tasks, not ${instance.tasks}`);
  }
  for (const [name, shares] of Object.entries(instance.target)) {
    const sum = Object.values(shares).reduce((total, p) => total + p, 0);
    if (sum !== 0 && Math.abs(sum - 1) > 1e-6) {
      fail(`target.${name} adds up to ${sum}, not 1`);
    }
  }
  for (const [kind, limits] of Object.entries(instance.constraints ?? {})) {
    const named = Array.isArray(limits) ? { "": limits } : limits;
    for (const [name, [least, most] = [0, 0]] of Object.entries(named ?? {})) {
      if (least > most) {
        fail(`limit "${`${kind} ${name}`.trim()}" asks for ${least}..${most}`);
      }
    }
  }
  return instance;
}
