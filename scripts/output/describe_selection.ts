/**
 * A selection for people.
 *
 * @module
 */

import type { Interval } from "@taskflow/flow";
import {
  type FreedomUsed,
  type HeldOut,
  type Optimism,
  printBound,
  printTfas,
  type RobustnessRow,
  type Selected,
  type SelectionReport,
  type ShadowPrices,
  type VariantRow,
} from "@taskflow/select";
import { textTable } from "./text_table.ts";

/**
 * TFAS, its bound and components.
 *
 * @param pool Tasks there were.
 * @param selected The selection.
 * @param seconds Time of bound and search.
 * @returns Lines.
 */
export function describeScore(
  pool: number,
  selected: Selected,
  seconds: number,
): string[] {
  const { problem, tfas, bound, score } = selected;
  const component = (name: string, value: number | null) =>
    `${name} ${value === null ? "undefined" : value.toFixed(3)}`;
  return [
    `TFAS ${printTfas(tfas)} of at most ${printBound(bound)} (gap ${
      Number((bound - tfas).toPrecision(2))
    })`,
    `${component("S_L", score.S_L)}  ${component("S_T", score.S_T)}  ${
      component("S_R", score.S_R)
    }`,
    `${problem.tasks} tasks${
      problem.tasks < pool ? ` of ${pool}` : ""
    } in ${problem.size.length} groups, ${seconds.toFixed(2)} s`,
  ];
}

/**
 * What a selection is made of.
 *
 * @param report Its numbers.
 * @returns Lines.
 */
export function describeReport(report: SelectionReport): string[] {
  const { tasks, questions, byQuestions, byPattern, byTurns, bySlot } = report;
  const pairs = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([name, n]) => `${name} ${n}`).join(", ");
  const lines = [
    `questions   ${questions.kept} of ${questions.pool} kept, ${questions.dropped} dropped`,
    `sessions    with 1 question ${byQuestions[1] ?? 0}, 2 ${
      byQuestions[2] ?? 0
    }, 3 ${byQuestions[3] ?? 0}, none ${byQuestions[0] ?? 0}`,
    `placement   ${pairs(byPattern)}`,
    `slots       ${pairs({ ...bySlot })}`,
    `turns       ${pairs(byTurns)}`,
    `merged      ${report.merged}, original prompt ${report.original}`,
  ];
  if (tasks.stressed > 0) {
    lines.push(`stress      ${tasks.stressed} tasks set aside, not in TFAS`);
  }
  if (tasks.without > 0) {
    lines.push(`too short   ${tasks.without} tasks have no candidate`);
  }
  return lines;
}

/**
 * Freedoms with their licences.
 *
 * @param freedoms Freedoms used.
 * @returns Lines.
 */
export function describeFreedoms(freedoms: readonly FreedomUsed[]): string[] {
  return freedoms.map(({ freedom, tasks, licence }) =>
    `freedom     ${freedom} (${tasks}): ${
      licence === "unlicensed"
        ? "unlicensed"
        : `${licence.evidence} [${licence.source}]`
    }`
  );
}

/**
 * What would pay most.
 *
 * @param prices Shadow prices.
 * @param most Lines at most.
 * @returns Lines.
 */
export function describePrices(
  { cells, limits, runnersUp }: ShadowPrices,
  most = 8,
): string[] {
  const binding = limits.filter(({ multiplier }) => multiplier > 1e-6);
  const close = runnersUp.filter(({ loss }) => loss > 1e-9)[0];
  return [
    "one more of these would pay most (TFAS points):",
    ...textTable(
      ["cell", "target", "selection", "gain", ""],
      cells.slice(0, most).map(({ cell, target, share, gain, reachable }) => [
        cell,
        percent(target),
        percent(share),
        gain.toFixed(4),
        reachable ? "" : "no candidate has it",
      ]),
    ),
    // What one task more would be worth is not told: where limits overlap, multipliers are not unique.
    ...binding.map(({ limit }) => `limit ${limit} is reached and binds`),
    ...(close === undefined ? [] : [
      `closest candidate not taken: group ${close.group}, position ${close.other}, ` +
      `${close.loss.toFixed(6)} below`,
    ]),
  ];
}

/**
 * The table of variants.
 *
 * @param rows Rows.
 * @param standIn Whether inputs are stand-ins.
 * @returns Lines.
 */
export function describeVariants(
  rows: readonly VariantRow[],
  standIn: boolean,
): string[] {
  const share = (value: number | null) =>
    value === null ? "undefined" : (100 * value).toFixed(1);
  const band = (interval: Interval | undefined) => {
    const { low = null, high = null } = interval ?? {};
    return low === null || high === null
      ? ""
      : `[${low.toFixed(1)}, ${high.toFixed(1)}]`;
  };
  return [
    `published values are of the paper's own inputs${
      standIn ? "; the rows here are stand-in" : ""
    }:`,
    ...textTable(
      [
        "variant",
        "S_L",
        "S_T",
        "S_R",
        "TFAS",
        "interval",
        "bound",
        "published",
      ],
      rows.map((row) => [
        row.variant,
        share(row.S_L),
        share(row.S_T),
        share(row.S_R),
        row.TFAS === null ? "undefined" : row.TFAS.toFixed(1),
        band(row.intervals?.TFAS),
        row.bound === null ? "" : printBound(row.bound),
        row.published === null ? "" : row.published.TFAS.toFixed(1),
      ]),
    ),
  ];
}

/**
 * What speaks for and against the score.
 *
 * @param conventions Rankings under other conventions, or `null`.
 * @param before Held-out statistics of Split, or `null`.
 * @param after The same of the selection, or `null`.
 * @param optimism Optimism, or `null`.
 * @returns Lines.
 */
export function describeChecks(
  conventions: readonly RobustnessRow[] | null,
  before: HeldOut | null,
  after: HeldOut | null,
  optimism: Optimism | null,
): string[] {
  const lines: string[] = [];
  if (conventions !== null) {
    lines.push(
      "order of the variants under other conventions:",
      ...textTable(
        ["convention", "best", "same order", "tau"],
        conventions.slice(1).map(({ convention, ranking, same, tau }) => [
          convention,
          ranking[0] ?? "",
          same ? "yes" : "no",
          tau === null ? "" : tau.toFixed(2),
        ]),
      ),
    );
  }
  if (before !== null && after !== null) {
    const value = (number: number | null) => number?.toFixed(3) ?? "undefined";
    lines.push(
      "similarity in what was not optimised, Split to selection:",
      ...(["positions", "trigrams", "distinct"] as const).map((name) =>
        `  ${name.padEnd(10)} ${value(before[name])} -> ${value(after[name])}`
      ),
    );
  }
  if (optimism !== null) {
    lines.push(
      `optimism of tuning and scoring on one sample: ${
        optimism.optimism.toFixed(3)
      } (error ${
        optimism.error.toFixed(3)
      }, ${optimism.replicates} resamples), ` +
        `lost by tuning on another sample: ${optimism.lost.toFixed(3)}`,
    );
  }
  return lines;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
