/**
 * Tables of a comparison of corpora.
 *
 * @module
 */

import type {
  Alignment,
  AlignmentIntervals,
  Interval,
  NearestRow,
  PermutationTest,
  TaskFlow,
} from "@taskflow/flow";
import type { Cell, Column, Table } from "./figure.ts";
import { formatScore } from "./format.ts";

/** A pair of corpora, with names. */
export interface ComparedRow {
  readonly a: string;
  readonly b: string;
  readonly scores: Alignment;
  readonly intervals: AlignmentIntervals | null;
  readonly test: PermutationTest | null;
  readonly holm: number | null;
  readonly differ: boolean | null;
  readonly tooFew: boolean;
}

/**
 * A verdict in words.
 *
 * @param row A pair.
 * @returns `differ`, `not told apart`, either of them after `too few:`, or `no test`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { verdictOf } from "@taskflow/plot";
 *
 * equal(verdictOf({ differ: false, tooFew: true }), "too few: not told apart");
 * equal(verdictOf({ differ: null, tooFew: false }), "no test");
 * ```
 */
export function verdictOf(
  { differ, tooFew }: Pick<ComparedRow, "differ" | "tooFew">,
): string {
  if (differ === null) return "no test";
  return `${tooFew ? "too few: " : ""}${differ ? "differ" : "not told apart"}`;
}

const COMPONENTS = ["S_L", "S_T", "S_R", "TFAS"] as const;

/**
 * One row a pair: scores with corrected and percentile intervals, the null, p and the verdict.
 *
 * @param rows Pairs.
 * @returns The table; without any interval only scores.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { pairTable } from "@taskflow/plot";
 *
 * deepEqual(pairTable([]).rows, []);
 * ```
 */
export function pairTable(rows: readonly ComparedRow[]): Table {
  const tested = rows.some(({ intervals }) => intervals !== null);
  const format = (key: string): Column["format"] =>
    key === "TFAS" ? "score" : "component";
  const intervals = COMPONENTS.flatMap((key): Column[] => [
    {
      key: `${key}_corrected`,
      header: `${key} corrected`,
      format: format(key),
    },
    { key: `${key}_low`, header: `${key} 95 % low`, format: format(key) },
    { key: `${key}_high`, header: `${key} 95 % high`, format: format(key) },
    {
      key: `${key}_percentile_low`,
      header: `${key} percentile low`,
      format: format(key),
    },
    {
      key: `${key}_percentile_high`,
      header: `${key} percentile high`,
      format: format(key),
    },
    { key: `${key}_bias`, header: `${key} bootstrap bias`, format: "gain" },
  ]);
  return {
    columns: [
      { key: "a", header: "corpus", format: "text" },
      { key: "b", header: "against", format: "text" },
      ...COMPONENTS.map((key): Column => ({
        key,
        header: key,
        format: format(key),
      })),
      ...(tested
        ? [
          { key: "null5", header: "null, 5 %", format: "score" },
          { key: "p", header: "p", format: "text" },
          { key: "holm", header: "p, Holm", format: "text" },
          { key: "verdict", header: "verdict", format: "text" },
          ...intervals,
        ] as const
        : []),
    ],
    rows: rows.map((row) => {
      const cells: Record<string, Cell> = {
        a: row.a,
        b: row.b,
        ...row.scores,
        null5: row.test?.null5 ?? null,
        p: formatP(row.test?.p ?? null),
        holm: formatP(row.holm),
        verdict: verdictOf(row),
      };
      for (const key of COMPONENTS) {
        const one = row.intervals?.[key];
        cells[`${key}_corrected`] = one?.corrected?.estimate ?? null;
        cells[`${key}_low`] = one?.corrected?.low ?? null;
        cells[`${key}_high`] = one?.corrected?.high ?? null;
        cells[`${key}_percentile_low`] = one?.low ?? null;
        cells[`${key}_percentile_high`] = one?.high ?? null;
        cells[`${key}_bias`] = one?.bias ?? null;
      }
      return cells;
    }),
  };
}

/**
 * Write a p-value: three digits after the point, more where it is smaller.
 *
 * @param p The value, or `null`.
 * @returns Text, or `null`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { formatP } from "@taskflow/plot";
 *
 * equal(formatP(0.0421), "0.042");
 * equal(formatP(0.0001), "0.0001");
 * equal(formatP(null), null);
 * ```
 */
export function formatP(p: number | null): string | null {
  if (p === null) return null;
  return p >= 0.001 ? p.toFixed(3) : p.toPrecision(1);
}

/**
 * How much farther the others are than the nearest corpus.
 *
 * @param rows Rows of `compareSamples()`.
 * @param names Names by index.
 * @returns The table.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { nearestTable } from "@taskflow/plot";
 *
 * deepEqual(nearestTable([], []).rows, []);
 * ```
 */
export function nearestTable(
  rows: readonly NearestRow[],
  names: readonly string[],
): Table {
  const name = (at: number) => names[at] ?? "";
  return {
    columns: [
      { key: "from", header: "corpus", format: "text" },
      { key: "nearest", header: "nearest", format: "text" },
      { key: "other", header: "farther", format: "text" },
      { key: "difference", header: "TFAS farther by", format: "score" },
      { key: "low", header: "95 % low", format: "score" },
      { key: "high", header: "95 % high", format: "score" },
      { key: "sure", header: "order", format: "text" },
    ],
    rows: rows.map(({ from, nearest, other, difference: { corrected } }) => ({
      from: name(from),
      nearest: name(nearest),
      other: name(other),
      difference: corrected?.estimate ?? null,
      low: corrected?.low ?? null,
      high: corrected?.high ?? null,
      sure: corrected && corrected.low > 0 ? "clear" : "not clear",
    })),
  };
}

/** A corpus as it is, and weighted. */
export interface WeightedRow {
  readonly name: string;
  readonly plain: TaskFlow;
  readonly weighted: TaskFlow;
}

/**
 * Intents of each corpus, every session counted once and weighted, side by side.
 *
 * @param rows Corpora under one taxonomy.
 * @returns One row an intent, two columns a corpus.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countFlow, taskFlow } from "@taskflow/flow";
 * import { weightedTable } from "@taskflow/plot";
 *
 * const flow = taskFlow(countFlow([["tests"]]));
 * equal(weightedTable([{ name: "A", plain: flow, weighted: flow }]).rows.length, 13);
 * ```
 */
export function weightedTable(rows: readonly WeightedRow[]): Table {
  const labels = rows[0]?.plain.taxonomy.retained ?? [];
  return {
    columns: [
      { key: "intent", header: "intent", format: "text" },
      ...rows.flatMap(({ name }, at): Column[] => [
        { key: `plain_${at}`, header: `${name}, plain`, format: "share" },
        { key: `weighted_${at}`, header: `${name}, weighted`, format: "share" },
      ]),
    ],
    rows: labels.map((intent, code) => {
      const cells: Record<string, Cell> = { intent };
      rows.forEach(({ plain, weighted }, at) => {
        cells[`plain_${at}`] = plain.P_T?.[code] ?? null;
        cells[`weighted_${at}`] = weighted.P_T?.[code] ?? null;
      });
      return cells;
    }),
  };
}

/**
 * An interval for people.
 *
 * @param interval Bounds, or `null`.
 * @param digits Digits after the point.
 * @returns Text such as `81.0 to 86.2`; empty for `null`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { formatInterval } from "@taskflow/plot";
 *
 * equal(formatInterval({ low: 81, high: 86.21 }), "81.0 to 86.2");
 * ```
 */
export function formatInterval(
  interval: Pick<Interval, "low" | "high"> | null | undefined,
  digits = 1,
): string {
  if (!interval || interval.low === null || interval.high === null) return "";
  const write = (value: number) =>
    digits === 1 ? formatScore(value) : value.toFixed(digits);
  return `${write(interval.low)} to ${write(interval.high)}`;
}
