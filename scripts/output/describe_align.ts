/**
 * Alignments for the terminal, as JSON and as rows of a table.
 *
 * @module
 */

import {
  type Alignment,
  coverageAt,
  type Reading,
  tooNarrowBelow,
} from "@taskflow/flow";
import { formatInterval, formatScore } from "@taskflow/plot";
import type { AlignedPair, TargetYardsticks } from "../verbs/align_sides.ts";
import type { FlowSide } from "../verbs/flow_side.ts";
import { textTable } from "./text_table.ts";

const COMPONENTS = ["S_L", "S_T", "S_R", "TFAS"] as const;

/** One pair as rows of a table, one a component. */
export function pairRows(
  { scores, intervals }: AlignedPair,
): Record<string, string | number | null>[] {
  return COMPONENTS.map((component) => ({
    component,
    value: scores[component],
    low: intervals?.[component].low ?? null,
    high: intervals?.[component].high ?? null,
    bias: intervals?.[component].bias ?? null,
    corrected: intervals?.[component].corrected?.estimate ?? null,
    corrected_low: intervals?.[component].corrected?.low ?? null,
    corrected_high: intervals?.[component].corrected?.high ?? null,
  }));
}

/** Yardsticks as JSON. */
export function sticksJson(
  { own, nearest, farthest }: TargetYardsticks,
): Record<string, unknown> {
  return {
    split_half: own?.halves ?? null,
    shuffled: own?.shuffled ?? null,
    nearest,
    farthest,
  };
}

/**
 * Describe one alignment.
 *
 * @param pair The pair.
 * @param sticks Yardsticks of its target.
 * @param reading The reading.
 * @returns Lines for the terminal.
 */
export function describePair(
  pair: AlignedPair,
  sticks: TargetYardsticks,
  reading: Reading,
): string {
  const { target, benchmark, scores, intervals } = pair;
  const lines = COMPONENTS.map((component) => {
    const digits = component === "TFAS" ? 1 : 3;
    const one = intervals?.[component];
    return `${component.padEnd(10)} ${number(scores[component], digits)}` +
      (one === undefined
        ? ""
        : `  [${number(one.low, digits)}, ${number(one.high, digits)}], bias ${
          number(one.bias, digits + 1)
        }`) +
      (one?.corrected
        ? `; corrected ${number(one.corrected.estimate, digits)} [${
          number(one.corrected.low, digits)
        }, ${number(one.corrected.high, digits)}]`
        : "");
  });
  return [
    sideLine("target", target),
    sideLine("benchmark", benchmark),
    `reading    ${reading.lengthOf}/${reading.emptySession}`,
    "",
    ...lines,
    ...stickLines(sticks),
    ...(intervals === undefined ? [] : narrowLines(target)),
  ].join("\n");
}

function sideLine(
  name: string,
  { name: of, standIn, filter, counts }: FlowSide,
): string {
  return `${name.padEnd(10)} ${of}${
    standIn && !of.includes("stand-in") ? " (stand-in)" : ""
  }, filter ${filter}` +
    (counts === null ? ", shares only" : `, ${counts.sessions.all} sessions`);
}

function stickLines(
  { own, nearest, farthest }: TargetYardsticks,
): string[] {
  const lines = [
    ...(own === null ? [] : [
      `${
        formatScore(own.halves.scores.TFAS)
      }  two random halves of the target (${own.halves.units} sessions each): what sampling alone leaves`,
      `${
        formatScore(own.shuffled.TFAS)
      }  the target with the messages of each ` +
      `session in random order (S_R ${number(own.shuffled.S_R, 3)})`,
    ]),
    ...(nearest === null ? [] : [
      `${formatScore(nearest.TFAS)}  ${
        farthest === null ? "another" : "nearest other"
      } corpus: ${nearest.name}`,
    ]),
    ...(farthest === null ? [] : [
      `${formatScore(farthest.TFAS)}  farthest other corpus: ${farthest.name}`,
    ]),
  ];
  return lines.length === 0 ? [] : [
    "",
    "TFAS to hold it against:",
    ...lines
      .map((line) => `  ${line}`),
  ];
}

/** What the measured coverage says about intervals of so few sessions. */
function narrowLines({ vectors }: FlowSide): string[] {
  const sessions = (vectors?.start.length ?? 1) - 1;
  const [tfas, transitions] = [tooNarrowBelow("TFAS"), tooNarrowBelow("S_R")];
  if (sessions >= Math.max(tfas, transitions)) return [];
  const row = coverageAt(sessions);
  return [
    "",
    `interval too narrow below N = ${tfas} sessions for TFAS and ${transitions} for S_R; the target has ` +
    `${sessions}` +
    (row === null
      ? ""
      : ` (measured coverage of the corrected interval at ${row.sessions}: TFAS ${
        row.corrected.TFAS.toFixed(2)
      }, S_R ${row.corrected.S_R.toFixed(2)})`),
  ];
}

/**
 * Describe a matrix: one line a benchmark, one column a target.
 *
 * @param pairs All pairs.
 * @param sticks Yardsticks, one a target.
 * @param reading The reading.
 * @returns Lines for the terminal.
 */
export function describeMatrix(
  pairs: readonly AlignedPair[],
  sticks: readonly TargetYardsticks[],
  reading: Reading,
): string {
  const targets = sticks.map(({ target }) => target);
  const benchmarks = [...new Set(pairs.map(({ benchmark }) => benchmark))];
  const row = (
    name: string,
    of: (at: number) => number | null | undefined,
  ) => {
    const cells = targets.map((_, at) => of(at));
    return cells.every((cell) => cell === undefined || cell === null) ? [] : [[
      name,
      ...cells.map((cell) =>
        cell === undefined || cell === null ? "–" : formatScore(cell)
      ),
    ]];
  };
  return [
    `TFAS, reading ${reading.lengthOf}/${reading.emptySession}; columns are targets`,
    "",
    ...textTable(
      ["benchmark", ...targets.map(({ name }) => name)],
      [
        ...benchmarks.map((benchmark) => [
          benchmark.name,
          ...targets.map((target) => {
            const pair = pairs.find((one) =>
              one.target === target && one.benchmark === benchmark
            );
            return formatScore(pair?.scores.TFAS ?? null);
          }),
        ]),
        ...row(
          "— two halves of the target",
          (at) => sticks[at]?.own?.halves.scores.TFAS,
        ),
        ...row(
          "— target in random order",
          (at) => sticks[at]?.own?.shuffled.TFAS,
        ),
        ...row("— nearest other corpus", (at) => sticks[at]?.nearest?.TFAS),
        ...row("— farthest other corpus", (at) => sticks[at]?.farthest?.TFAS),
      ],
    ),
    "",
    ...textTable(
      ["target / benchmark", ...COMPONENTS, ...intervalHeader(pairs)],
      pairs.map(({ target, benchmark, scores, intervals }) => [
        `${target.name} / ${benchmark.name}`,
        ...componentCells(scores),
        ...(intervals === undefined ? [] : [
          formatInterval(intervals.TFAS),
          formatInterval(intervals.TFAS.corrected),
        ]),
      ]),
    ),
  ].join("\n");
}

function intervalHeader(pairs: readonly AlignedPair[]): string[] {
  return pairs.some(({ intervals }) => intervals !== undefined)
    ? ["95 % percentile", "95 % corrected"]
    : [];
}

function componentCells(scores: Alignment): string[] {
  return COMPONENTS.map((key) => number(scores[key], key === "TFAS" ? 1 : 3));
}

function number(value: number | null, digits: number): string {
  return value === null ? "undefined" : value.toFixed(digits);
}
