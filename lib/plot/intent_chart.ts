/**
 * Shares of the intents as Vega-Lite charts.
 *
 * @module
 */

import type { TopLevelSpec } from "vega-lite";
import type { Taxonomy } from "@taskflow/taxonomy";
import { formatShare } from "./format.ts";
import type { IntentSeries } from "./intent_bars.ts";
import { INK, intentColours } from "./palette.ts";
import { wrapText } from "./text_width.ts";

/** Inner width of both charts in pixels. */
export const WIDTH = 560;

/** Height of a row in pixels. */
const ROW = 24;

/** Shapes and colours of corpora; they stand apart without colour as well. */
const SHAPES = [
  "circle",
  "diamond",
  "square",
  "triangle-up",
  "cross",
  "triangle-down",
];
const FILLS = [
  "#1d2126",
  "#d0761b",
  "#2f7fc1",
  "#8a9099",
  "#7b3294",
  "#3d7d5a",
];

const shareAxis = {
  title: "Share of messages",
  format: ".0%",
  tickCount: 6,
  grid: true,
} as const;

/** From 0, and to 1 where there is nothing to show. */
function domain(series: readonly IntentSeries[]): { domain?: number[] } {
  return series.every(({ total }) => total === 0) ? { domain: [0, 1] } : {};
}

const intentAxis = {
  field: "intent",
  type: "ordinal",
  sort: null,
  axis: { title: null, ticks: false, domain: false, labelPadding: 8 },
} as const;

/**
 * Bars of one corpus in the colours of the intents.
 *
 * @param taxonomy The taxonomy, for the colours.
 * @param labels Labels shown, in order.
 * @param series The corpus: one series.
 * @returns A Vega-Lite specification without title and configuration.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 * import { barChart, WIDTH } from "./intent_chart.ts";
 *
 * const series = { name: "mine", messages: [2], shares: [1], total: 2 };
 * const chart = barChart(TAXONOMY, ["tests"], [series]);
 * equal("width" in chart && chart.width, WIDTH);
 * ```
 */
export function barChart(
  taxonomy: Taxonomy,
  labels: string[],
  series: readonly IntentSeries[],
): TopLevelSpec {
  const colours = intentColours(taxonomy);
  const values = labels.map((intent, i) => ({
    intent,
    share: series[0]?.shares[i] ?? 0,
    label: formatShare(series[0]?.shares[i] ?? null),
    fill: colours.get(intent) ?? INK.muted,
  }));
  return {
    width: WIDTH,
    height: { step: ROW },
    data: { values },
    encoding: {
      y: {
        ...intentAxis,
        scale: { domain: labels, paddingInner: 0.25, paddingOuter: 0.2 },
      },
      x: {
        field: "share",
        type: "quantitative",
        axis: shareAxis,
        scale: domain(series),
      },
    },
    layer: [
      {
        mark: { type: "bar" },
        encoding: { color: { field: "fill", type: "nominal", scale: null } },
      },
      {
        mark: { type: "text", align: "left", baseline: "middle", dx: 5 },
        encoding: { text: { field: "label", type: "nominal" } },
      },
    ],
  };
}

/**
 * One row of dots per intent, a shape per corpus.
 *
 * @param labels Labels shown, in order.
 * @param series The corpora, at most six.
 * @returns A Vega-Lite specification without title and configuration.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { dotChart, WIDTH } from "./intent_chart.ts";
 *
 * const series = { name: "mine", messages: [2], shares: [1], total: 2 };
 * const chart = dotChart(["tests"], [series, { ...series, name: "yours" }]);
 * equal("width" in chart && chart.width, WIDTH);
 * ```
 */
export function dotChart(
  labels: string[],
  series: readonly IntentSeries[],
): TopLevelSpec {
  // Long names are cut; a number keeps cut names apart.
  const names = series.map(({ name }, i) => {
    const [short = ""] = wrapText(name, 190, 12, { lines: 1 });
    return short === name ? name : `${i + 1} ${short}`;
  });
  const values = labels.flatMap((intent, i) =>
    series.flatMap(({ shares }, at) => {
      const share = shares[i] ?? null;
      return share === null ? [] : [{ intent, corpus: names[at] ?? "", share }];
    })
  );
  const y = { ...intentAxis, scale: { domain: labels, padding: 0.5 } };
  return {
    width: WIDTH,
    height: { step: ROW },
    data: { values },
    encoding: { y },
    layer: [
      {
        mark: { type: "rule", color: INK.rest, strokeWidth: 1.5 },
        encoding: {
          x: { aggregate: "min", field: "share", type: "quantitative" },
          x2: { aggregate: "max", field: "share" },
        },
      },
      {
        mark: {
          type: "point",
          filled: true,
          size: 64,
          opacity: 1,
          stroke: INK.paper,
          strokeWidth: 0.8,
        },
        encoding: {
          x: {
            field: "share",
            type: "quantitative",
            axis: shareAxis,
            scale: domain(series),
          },
          shape: {
            field: "corpus",
            type: "nominal",
            scale: { domain: names, range: SHAPES.slice(0, names.length) },
            legend: { title: null, orient: "top", columns: 3, labelLimit: 0 },
          },
          color: {
            field: "corpus",
            type: "nominal",
            scale: { domain: names, range: FILLS.slice(0, names.length) },
          },
        },
      },
    ],
  };
}
