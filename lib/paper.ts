/**
 * Every number that the paper prints, with its place in the paper (`data/paper/`).
 *
 * @module
 */

import { parse } from "csv-parse/sync";
import * as z from "zod";
import numbersJson from "../data/paper/numbers.json" with { type: "json" };
import unavailableJson from "../data/paper/unavailable.json" with {
  type: "json",
};
import cardCsv from "../data/paper/dataset_card_splits.csv" with {
  type: "text",
};
import table1Csv from "../data/paper/table1_classifier_agreement.csv" with {
  type: "text",
};
import table2Csv from "../data/paper/table2_tfas_production.csv" with {
  type: "text",
};
import table3Csv from "../data/paper/table3_tfas_swechat.csv" with {
  type: "text",
};

/** Units of {@linkcode PaperNumber}; `percent` is of 100, `points` are of TFAS. */
export const PAPER_UNITS = [
  "bins",
  "cells",
  "corpora",
  "intents",
  "messages",
  "models",
  "percent",
  "points",
  "questions",
  "ratio",
  "restarts",
  "rows",
  "runs",
  "sessions",
  "sweeps",
  "tasks",
  "turns",
  "words",
] as const;

/** Schema of one printed number. */
export const paperNumberSchema = z.strictObject({
  /** Dotted name, for example `production.sessions`. */
  id: z.string().regex(/^[a-z][a-z_]*(\.\w+)+$/),
  /** The value as printed: 25.9 for "25.9 %". */
  value: z.number(),
  unit: z.enum(PAPER_UNITS),
  /** True where the paper itself says "about". */
  approximate: z.boolean(),
  /** Sections, appendices, tables and figures that print it. */
  place: z.string().min(1),
  /** What is counted or measured, in our own words. */
  what: z.string().min(1),
  /** What it is a number of; `null` where it is a setting of the method. */
  slice: z.string().nullable(),
  /** Where the reading is ambiguous, or what else one has to know. */
  remark: z.string().nullable(),
});

/** Schema of something that the paper measures or shows but does not print. */
export const paperGapSchema = z.strictObject({
  id: z.string().min(1),
  place: z.string().min(1),
  what: z.string().min(1),
  reason: z.string().min(1),
});

const numbersSchema = z.strictObject({
  schema_version: z.literal(1),
  source: z.string(),
  numbers: z.array(paperNumberSchema),
});

const gapsSchema = z.strictObject({
  schema_version: z.literal(1),
  unavailable: z.array(paperGapSchema),
});

const percent = z.coerce.number().min(0).max(100);

const agreementRowSchema = z.strictObject({
  pair: z.string().min(1),
  exact_agreement_pct: percent,
});

const alignmentRowSchema = z.strictObject({
  variant: z.string().min(1),
  S_L: percent,
  S_T: percent,
  S_R: percent,
  TFAS: percent,
});

const count = z.coerce.number().int().nonnegative();

const cardRowSchema = z.strictObject({
  split: z.string().min(1),
  condition: z.string().min(1),
  generator: z.string(),
  rows: count,
  questions: z.union([z.literal("").transform(() => null), count]),
});

/** One printed number with its place. */
export type PaperNumber = z.infer<typeof paperNumberSchema>;
/** Something that the paper does not print, and why we cannot have it. */
export type PaperGap = z.infer<typeof paperGapSchema>;
/** One row of Table 1: a pair of models and their exact agreement in percent. */
export type AgreementRow = z.infer<typeof agreementRowSchema>;
/** One row of Table 2 or 3; all four columns run from 0 to 100. */
export type AlignmentRow = z.infer<typeof alignmentRowSchema>;
/** One split of the dataset card; `questions` is `null` where it has none. */
export type CardRow = z.infer<typeof cardRowSchema>;

/**
 * Read a file of printed numbers.
 *
 * @param value The parsed JSON.
 * @param where Name of the file, for error messages.
 * @returns The numbers in the order of the file.
 * @throws {TypeError} If the value does not have the shape.
 * @throws {RangeError} If an id occurs twice.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { parsePaperNumbers } from "@taskflow/paper";
 *
 * const empty = { schema_version: 1, source: "a paper", numbers: [] };
 * deepEqual(parsePaperNumbers(empty), []);
 * ```
 */
export function parsePaperNumbers(
  value: unknown,
  where = "numbers",
): PaperNumber[] {
  const { numbers } = check(numbersSchema, value, where);
  const seen = new Set<string>();
  for (const { id } of numbers) {
    if (seen.has(id)) {
      throw new RangeError(`Cannot read "${where}": id "${id}" occurs twice`);
    }
    seen.add(id);
  }
  return numbers;
}

function check<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new TypeError(
    `Cannot read "${where}": ${z.prettifyError(parsed.error)}`,
  );
}

function table<T>(row: z.ZodType<T>, text: string, where: string): T[] {
  return check(z.array(row), parse(text, { columns: true, bom: true }), where);
}

/** All printed numbers, in the order of the paper. */
export const PAPER_NUMBERS: readonly PaperNumber[] = parsePaperNumbers(
  numbersJson,
  "data/paper/numbers.json",
);

/** What the paper does not print, with the reason. */
export const PAPER_GAPS: readonly PaperGap[] = check(
  gapsSchema,
  unavailableJson,
  "data/paper/unavailable.json",
).unavailable;

/** Table 1: agreement of three classifiers on 100 sessions. */
export const TABLE_1: readonly AgreementRow[] = table(
  agreementRowSchema,
  table1Csv,
  "data/paper/table1_classifier_agreement.csv",
);

/** Table 2: alignment with the long production sessions, 700 tasks. */
export const TABLE_2: readonly AlignmentRow[] = table(
  alignmentRowSchema,
  table2Csv,
  "data/paper/table2_tfas_production.csv",
);

/** Table 3: alignment with SWE-chat, an earlier ablation on 64 tasks. */
export const TABLE_3: readonly AlignmentRow[] = table(
  alignmentRowSchema,
  table3Csv,
  "data/paper/table3_tfas_swechat.csv",
);

/** The splits of the published dataset, from its card. */
export const DATASET_CARD: readonly CardRow[] = table(
  cardRowSchema,
  cardCsv,
  "data/paper/dataset_card_splits.csv",
);

const byId = new Map(PAPER_NUMBERS.map((number) => [number.id, number]));

/**
 * Find a printed number.
 *
 * @param id Its id in `data/paper/numbers.json`.
 * @returns The number with unit, place and remark.
 * @throws {RangeError} If there is none with this id; the message lists ids that begin alike.
 *
 * @example
 * ```ts
 * import { equal, throws } from "node:assert/strict";
 * import { paperNumber } from "@taskflow/paper";
 *
 * equal(paperNumber("production.sessions").value, 4782);
 * throws(() => paperNumber("production.session"), /production\.sessions/);
 * ```
 */
export function paperNumber(id: string): PaperNumber {
  const found = byId.get(id);
  if (found !== undefined) return found;
  const [group = ""] = id.split(".");
  const near = [...byId.keys()].filter((known) =>
    known.startsWith(`${group}.`)
  );
  throw new RangeError(
    `Cannot find paper number "${id}" in data/paper/numbers.json` +
      (near.length === 0 ? "" : `: "${group}" has ${near.join(", ")}`),
  );
}
