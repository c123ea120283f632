/**
 * How alike two samples of one corpus are, against their size.
 *
 * @module
 */

import type { TopLevelSpec } from "vega-lite";
import type { Component, Stability } from "@taskflow/flow";
import { completeFigure } from "./chart_config.ts";
import type { Figure, FigureOptions } from "./figure.ts";
import { formatCount } from "./format.ts";
import { INK } from "./palette.ts";

const WIDTH = 520;
const COMPONENTS: readonly Component[] = ["S_L", "S_T", "S_R"];
const NAMES: Readonly<Record<Component, string>> = {
  S_L: "S_L, lengths",
  S_T: "S_T, intents",
  S_R: "S_R, transitions",
};
const COLOURS = ["#b07b1d", "#3f7d4e", INK.accent];

/**
 * Draw the curve.
 *
 * @param stability What `stability()` measured.
 * @param options Name, title, stand-in flag.
 * @returns The figure: a line a component with the middle 90 % of draws as a band, the tolerance as a
 * dashed line. Its table has one row a size and component.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { collectVectors, stability } from "@taskflow/flow";
 * import { stabilityCurve } from "@taskflow/plot";
 *
 * const collector = collectVectors();
 * for (let i = 0; i < 40; i++) collector.add([1, 0, 8]);
 * const measured = stability(collector.finish(), { replicates: 5, seed: 1, sizes: [5, 20] });
 * equal(stabilityCurve(measured, { name: "stability", title: "Stability" }).table.rows.length, 6);
 * ```
 */
export function stabilityCurve(
  stability: Stability,
  options: FigureOptions,
): Figure {
  const { points, tolerance, units } = stability;
  const rows = points.flatMap(({ units, scores }) =>
    COMPONENTS.map((component) => ({
      units,
      component: NAMES[component],
      mean: scores[component]?.mean ?? null,
      low: scores[component]?.low ?? null,
      high: scores[component]?.high ?? null,
    }))
  );
  const values = rows.filter(({ mean }) => mean !== null);
  const sizes = points.map(({ units }) => units);
  const x = {
    field: "units",
    type: "quantitative",
    scale: { type: "log", nice: false },
    axis: {
      title: "Sessions in each of two samples",
      values: sizes,
      format: ",d",
      grid: false,
    },
  };
  const color = {
    field: "component",
    type: "nominal",
    scale: { domain: COMPONENTS.map((key) => NAMES[key]), range: COLOURS },
    legend: {
      title: null,
      orient: "top",
      symbolType: "stroke",
      symbolOpacity: 1,
      symbolStrokeWidth: 3,
    },
  };
  const least = Math.min(0.95, ...values.map(({ low }) => low ?? 1));
  const y = (field: string) => ({
    field,
    type: "quantitative",
    scale: { domain: [Math.floor(10 * least) / 10, 1], zero: false },
    axis: { title: "S_k between the two samples", format: ".2f" },
  });
  const chart = {
    width: WIDTH,
    height: 300,
    data: { values },
    layer: [
      {
        mark: { type: "area", opacity: 0.16 },
        encoding: { x, y: y("low"), y2: { field: "high" }, color },
      },
      {
        mark: {
          type: "line",
          strokeWidth: 2,
          point: { size: 36, filled: true },
        },
        encoding: { x, y: y("mean"), color },
      },
      {
        data: { values: [{ tolerance: 1 - tolerance }] },
        mark: { type: "rule", strokeDash: [5, 4], color: INK.muted },
        encoding: { y: { field: "tolerance", type: "quantitative" } },
      },
    ],
  } as unknown as TopLevelSpec;
  return completeFigure(options, {
    subtitle:
      `${formatCount(units)} sessions; line: mean, band: middle 90 %, ` +
      `dashed: ${1 - tolerance}`,
    caption: [
      `Two disjoint random samples of the ${
        formatCount(units)
      } sessions, against each other.`,
      `A component is called stable where two samples differ by no more than ${tolerance}: above the dashed line.`,
    ],
    chart,
    width: WIDTH + 60,
    table: {
      columns: [
        { key: "units", header: "sessions each", format: "count" },
        { key: "component", header: "component", format: "text" },
        { key: "mean", header: "mean", format: "component" },
        { key: "low", header: "5 %", format: "component" },
        { key: "high", header: "95 %", format: "component" },
      ],
      rows,
    },
  });
}
