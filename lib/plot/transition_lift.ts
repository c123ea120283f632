/**
 * Which transitions are more frequent than the intents alone would make them.
 *
 * @module
 */

// @ts-types="@types/culori"
import { formatHex, interpolate } from "culori";
import type { TopLevelSpec } from "vega-lite";
import { END, type FlowCounts, START } from "@taskflow/flow";
import { completeFigure } from "./chart_config.ts";
import type { Figure, FigureOptions } from "./figure.ts";
import { formatCount } from "./format.ts";
import { INK, inkOn } from "./palette.ts";

/** What the matrix shows. */
export interface TransitionLiftOptions extends FigureOptions {
  /** Cells that would be expected fewer times than this stay without colour. Default 5. */
  readonly leastExpected?: number;
}

const STEP = 46;
/** Lifts beyond 2^2 up or down have the full colour. */
const FULL = 2;
const less = interpolate([INK.paper, "#b4582a"], "oklab");
const more = interpolate([INK.paper, INK.accent], "oklab");
const NOTHING = "#f7f8fa";

/**
 * Draw the lift of every transition: how often it occurs, divided by how often it would if what comes
 * next did not depend on what came before (share of its row times share of its column).
 *
 * @param counts Flow counts.
 * @param options Name, title, least expected count.
 * @returns The figure; its table has every cell, with its lift even where too few are expected.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countFlow } from "@taskflow/flow";
 * import { transitionLift } from "@taskflow/plot";
 *
 * const counts = countFlow([["bug-fix", "tests"], ["explain"]]);
 * const { table } = transitionLift(counts, { name: "lift", title: "Lift" });
 * const cell = table.rows.find(({ from, to }) => from === "bug-fix" && to === "tests");
 * // One transition of five; 1/5 of them start there and 1/5 lead there.
 * equal(cell?.["expected"], 0.2);
 * equal(cell?.["lift"], 5);
 * ```
 */
export function transitionLift(
  counts: Pick<FlowCounts, "taxonomy" | "transitions">,
  options: TransitionLiftOptions,
): Figure {
  const { leastExpected = 5 } = options;
  const { retained } = counts.taxonomy;
  const [rows, columns] = [[START, ...retained], [...retained, END]];
  const size = rows.length;
  const at = (row: number, column: number) =>
    counts.transitions[row * size + column] ?? 0;
  const sum = (of: (i: number) => number) =>
    rows.reduce((total, _, i) => total + of(i), 0);
  const total = sum((row) => sum((column) => at(row, column)));
  const cells = rows.flatMap((from, row) => {
    const leaving = sum((column) => at(row, column));
    return columns.map((to, column) => {
      const arriving = sum((other) => at(other, column));
      const expected = total === 0 ? 0 : leaving * arriving / total;
      const transitions = at(row, column);
      const lift = expected === 0 ? null : transitions / expected;
      return { from, to, transitions, expected, lift };
    });
  });
  const values = cells.map(({ from, to, expected, lift }) => {
    const shown = lift !== null && expected >= leastExpected ? lift : null;
    const steps = shown === null ? 0 : Math.log2(Math.max(shown, 1e-9));
    const strength = Math.min(1, Math.abs(steps) / FULL);
    const fill = shown === null
      ? NOTHING
      : formatHex((steps < 0 ? less : more)(strength));
    return {
      from,
      to,
      text: shown === null ? "" : shown.toFixed(shown < 10 ? 1 : 0),
      fill,
      ink: inkOn(fill),
    };
  });
  const axis = { domain: false, ticks: false, labelPadding: 6 };
  const chart = {
    width: { step: STEP },
    height: { step: STEP * 0.62 },
    data: { values },
    encoding: {
      y: {
        field: "from",
        type: "ordinal",
        sort: rows,
        axis: { ...axis, title: "From" },
      },
      x: {
        field: "to",
        type: "ordinal",
        sort: columns,
        axis: {
          ...axis,
          title: "To",
          orient: "top",
          labelAngle: -40,
          labelAlign: "left",
        },
      },
    },
    layer: [
      {
        mark: { type: "rect", stroke: INK.paper, strokeWidth: 1.5 },
        encoding: { color: { field: "fill", type: "nominal", scale: null } },
      },
      {
        mark: { type: "text", baseline: "middle" },
        encoding: {
          text: { field: "text", type: "nominal" },
          color: { field: "ink", type: "nominal", scale: null },
        },
      },
    ],
  } as unknown as TopLevelSpec;
  return completeFigure(options, {
    subtitle: `${
      formatCount(total)
    } transitions · times as often as without order; blue more, brown less`,
    caption: [
      `How often each transition occurs, divided by how often it would if what comes next did not depend on what came before: 1 is no difference.`,
      `Cells that would be expected fewer than ${leastExpected} times are left blank; the table has them.`,
    ],
    chart,
    width: STEP * size + 60,
    table: {
      columns: [
        { key: "from", header: "From", format: "text" },
        { key: "to", header: "To", format: "text" },
        { key: "transitions", header: "Transitions", format: "count" },
        { key: "expected", header: "Expected", format: "score" },
        { key: "lift", header: "Lift", format: "component" },
      ],
      rows: cells,
    },
  });
}
