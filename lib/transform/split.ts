/**
 * A task split into ordered turns.
 *
 * @module
 */

import * as z from "zod";

/** The splitters. */
export const SPLITTERS = ["llm", "outline", "random"] as const;

/** Name of a splitter, or of whatever else made a row. */
export type SplitterName =
  | typeof SPLITTERS[number]
  | (string & Record<never, never>);

/** Where an entry of `test_part` comes from. */
export type TestSource = "identifier" | "llm" | "person" | "default";

/** When a test that must pass falls due. */
export interface TestPart {
  readonly test: string;
  /** 0-based part after which it must pass. */
  readonly part: number;
  /** `default`: nothing was known of it, so it falls due at the last part. */
  readonly source: TestSource;
}

/** See {@linkcode splitSchema}. */
export interface Split {
  readonly schema_version: "split/v1";
  readonly instance_id: string;
  readonly eligible: boolean;
  readonly reason: string | null;
  readonly parts: readonly string[] | null;
  readonly artifacts: readonly string[];
  readonly requirement_units: readonly string[];
  readonly unit_to_part: readonly number[];
  readonly labels: Readonly<Record<string, string>> | null;
  readonly splitter: SplitterName;
  readonly splitter_version: string;
  readonly test_part: readonly TestPart[] | null;
}

const partIndex = z.number().int().nonnegative();

/**
 * A row of `splits.jsonl`, `schema_version` "split/v1". Rows without `schema_version`, `splitter` and
 * `test_part` (those of others) are read as well.
 *
 * - `eligible`: whether meaningful ordered turns are possible; if not, `reason` says why and `parts` is `null`.
 * - `parts`: the user's turns in order, at least two.
 * - `artifacts`: strings that must survive, each verbatim in some part.
 * - `requirement_units`, `unit_to_part`: what the source asks for, and the 0-based part that asks for it.
 * - `labels`: one intent per merge variant ("1", "2", "3", "12", "23", "123"), or `null`.
 * - `test_part`: when each test falls due, or `null` where nobody said.
 *
 * @example
 * ```ts
 * import { deepEqual, throws } from "node:assert/strict";
 * import { splitSchema } from "@taskflow/transform";
 *
 * const row = { instance_id: "a-1", eligible: true, parts: ["Add it.", "Use it."] };
 * deepEqual(splitSchema.parse(row).artifacts, []);
 * throws(() => splitSchema.parse({ ...row, parts: null }), /eligible/);
 * ```
 */
export const splitSchema: z.ZodType<Split> = z.object({
  schema_version: z.literal("split/v1").default("split/v1"),
  instance_id: z.string().min(1),
  eligible: z.boolean(),
  reason: z.string().nullable().default(null),
  parts: z.array(z.string()).min(2).nullable(),
  artifacts: z.array(z.string()).nullish().transform((list) => list ?? []),
  requirement_units: z.array(z.string()).nullish().transform((list) =>
    list ?? []
  ),
  unit_to_part: z.array(partIndex).nullish().transform((list) => list ?? []),
  labels: z.record(z.string(), z.string()).nullable().default(null),
  splitter: z.string().default("unknown"),
  splitter_version: z.string().default("unknown"),
  test_part: z.array(z.object({
    test: z.string(),
    part: partIndex,
    source: z.enum(["identifier", "llm", "person", "default"]),
  })).nullable().default(null),
}).superRefine(
  ({ eligible, parts, requirement_units, unit_to_part }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (eligible && parts === null) {
      refuse("parts", "is null although the row is eligible");
    }
    if (requirement_units.length !== unit_to_part.length) {
      refuse("unit_to_part", "has not one entry a requirement unit");
    }
    const count = parts?.length ?? 0;
    if (eligible && unit_to_part.some((part) => part >= count)) {
      refuse("unit_to_part", `names a part beyond the ${count} there are`);
    }
  },
);

/** What made a row. */
export type SplitMade = Pick<
  Split,
  "instance_id" | "splitter" | "splitter_version"
>;

/**
 * A row for a task that stays single-turn.
 *
 * @param made Which task, and what looked at it.
 * @param reason Why there are no turns.
 * @returns The row.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { ineligible } from "@taskflow/transform";
 *
 * const made = { instance_id: "a-1", splitter: "outline", splitter_version: "outline/1" };
 * equal(ineligible(made, "one change in one place").parts, null);
 * ```
 */
export function ineligible(made: SplitMade, reason: string): Split {
  return {
    schema_version: "split/v1",
    ...made,
    eligible: false,
    reason,
    parts: null,
    artifacts: [],
    requirement_units: [],
    unit_to_part: [],
    labels: null,
    test_part: null,
  };
}
