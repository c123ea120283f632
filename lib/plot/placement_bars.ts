/**
 * Where the questions of a selection stand: sessions by pattern and by number of questions.
 *
 * @module
 */

import { PATTERNS } from "@taskflow/select";
import type { TopLevelSpec } from "vega-lite";
import { completeFigure } from "./chart_config.ts";
import type { Figure, FigureOptions } from "./figure.ts";
import { formatCount } from "./format.ts";
import { INK } from "./palette.ts";

/** What the bars show. */
export interface PlacementBarsOptions extends FigureOptions {
  /** The paper's numbers by pattern, drawn as ticks; `none` may be missing. */
  readonly published?: Readonly<Record<string, number>>;
}

const [WIDTH, HEIGHT] = [480, 260];

/**
 * Draw sessions by placement pattern.
 *
 * @param byPattern Sessions by pattern (`SelectionReport.byPattern`).
 * @param options Name, title, published numbers.
 * @returns The figure; its table has one row a pattern.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { placementBars } from "@taskflow/plot";
 *
 * const figure = placementBars({ none: 4, before: 1, after: 2, interleaved: 3 }, {
 *   name: "placement",
 *   title: "Placement",
 * });
 * equal(figure.table.rows[3]?.["sessions"], 3);
 * ```
 */
export function placementBars(
  byPattern: Readonly<Record<string, number>>,
  options: PlacementBarsOptions,
): Figure {
  const rows = PATTERNS.map((pattern) => ({
    pattern,
    sessions: byPattern[pattern] ?? 0,
    published: options.published?.[pattern] ?? null,
  }));
  const total = rows.reduce((sum, { sessions }) => sum + sessions, 0);
  const chart: TopLevelSpec = {
    width: WIDTH,
    height: HEIGHT,
    data: {
      values: rows.map((row) => ({ ...row, label: formatCount(row.sessions) })),
    },
    encoding: {
      x: {
        field: "pattern",
        type: "nominal",
        sort: null,
        axis: { title: "Placement of the questions", labelAngle: 0 },
        scale: { paddingInner: 0.3, paddingOuter: 0.15 },
      },
      y: {
        field: "sessions",
        type: "quantitative",
        axis: { title: "Sessions", tickMinStep: 1, format: ",d" },
        scale: total === 0 ? { domain: [0, 1] } : {},
      },
    },
    layer: [
      { mark: { type: "bar", color: INK.accent } },
      {
        mark: { type: "text", baseline: "bottom", dy: -4 },
        encoding: { text: { field: "label", type: "nominal" } },
      },
      ...(options.published === undefined ? [] : [{
        transform: [{ filter: "isValid(datum.published)" }],
        mark: {
          type: "tick" as const,
          color: INK.text,
          thickness: 2,
          width: 60,
        },
        encoding: {
          y: { field: "published", type: "quantitative" as const },
        },
      }]),
    ],
  };
  return completeFigure(options, {
    subtitle: `${formatCount(total)} sessions`,
    caption: [
      "Interleaved is everything that is neither only before nor only after the issue turns.",
      ...(options.published === undefined
        ? []
        : ["Ticks: the paper's selection, from its own inputs."]),
    ],
    chart,
    width: WIDTH + 60,
    table: {
      columns: [
        { key: "pattern", header: "Placement", format: "text" },
        { key: "sessions", header: "Sessions", format: "count" },
        { key: "published", header: "Published", format: "count" },
      ],
      rows,
    },
  });
}
