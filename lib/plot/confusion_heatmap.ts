/**
 * Which labels of two sets meet, as a matrix.
 *
 * @module
 */

// @ts-types="@types/culori"
import { formatHex, interpolate } from "culori";
import type { Confusion } from "@taskflow/classify";
import { completeFigure } from "./chart_config.ts";
import type { Figure, FigureOptions } from "./figure.ts";
import { formatCount, formatShare } from "./format.ts";
import { INK, inkOn } from "./palette.ts";

/** What the two label sets are called. */
export interface ConfusionHeatmapOptions extends FigureOptions {
  /** Name of the set whose labels are the rows. */
  readonly rows: string;
  /** Name of the set whose labels are the columns. */
  readonly columns: string;
}

const STEP = 42;
/** Agreement in blue, disagreement in red; the deeper, the larger the share of the row. */
const agreeing = interpolate(["#e4ecf5", INK.accent], "oklab");
const differing = interpolate(["#fbeae6", "#b3261e"], "oklab");
const NOTHING = "#f7f8fa";

/** Counts of whole messages, or weights: with one decimal where they are small. */
function written(n: number): string {
  return Math.abs(n - Math.round(n)) < 1e-6 || n >= 10
    ? formatCount(Math.round(n))
    : n.toFixed(1);
}

function inside(n: number): string {
  return n === 0 ? "" : written(n);
}

/**
 * Draw a confusion in the order of the taxonomy: rows are the labels of the first set, columns those
 * of the second, numbers are messages. Labels that neither set uses are left out of the picture.
 *
 * @param confusion The confusion.
 * @param options Names of the two sets.
 * @returns The figure; its table has one row a cell of all K x K, zero cells included.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { confusionOf } from "@taskflow/classify";
 * import { confusionHeatmap } from "@taskflow/plot";
 *
 * const { table } = confusionHeatmap(confusionOf([1, 1], [1, 6]), {
 *   name: "confusion",
 *   title: "Two readers",
 *   rows: "a",
 *   columns: "b",
 * });
 * equal(table.rows.length, 16 * 16);
 * equal(table.rows[16 + 6]?.share, 0.5);
 * ```
 */
export function confusionHeatmap(
  confusion: Confusion,
  options: ConfusionHeatmapOptions,
): Figure {
  const { taxonomy: { labels }, counts } = confusion;
  const size = labels.length;
  const cells = labels.flatMap((first, row) => {
    const of = counts.subarray(row * size, (row + 1) * size);
    const whole = of.reduce((sum, n) => sum + n, 0);
    return labels.map((second, column) => {
      const messages = of[column] ?? 0;
      const share = whole === 0 ? null : messages / whole;
      return { first, second, messages, share };
    });
  });
  const used = labels.filter((label) =>
    cells.some(({ first, second, messages }) =>
      messages > 0 && (first === label || second === label)
    )
  );
  const all = counts.reduce((sum, n) => sum + n, 0);
  const same = cells.reduce(
    (sum, { first, second, messages }) =>
      sum + (first === second ? messages : 0),
    0,
  );
  const values = cells.filter(({ first, second }) =>
    used.includes(first) && used.includes(second)
  ).map(({ first, second, messages, share }) => {
    const ramp = first === second ? agreeing : differing;
    const fill = share === null || share === 0
      ? NOTHING
      : formatHex(ramp(Math.sqrt(share)));
    return { first, second, text: inside(messages), fill, ink: inkOn(fill) };
  });
  const axis = { domain: false, ticks: false, labelPadding: 6 } as const;
  const chart = {
    width: { step: STEP },
    height: { step: STEP * 0.62 },
    data: { values },
    encoding: {
      y: {
        field: "first",
        type: "ordinal" as const,
        sort: used,
        axis: { ...axis, title: options.rows },
      },
      x: {
        field: "second",
        type: "ordinal" as const,
        sort: used,
        axis: {
          ...axis,
          title: options.columns,
          orient: "top" as const,
          labelAngle: -40,
          labelAlign: "left" as const,
        },
      },
    },
    layer: [
      {
        mark: { type: "rect" as const, stroke: INK.paper, strokeWidth: 1.5 },
        encoding: {
          color: { field: "fill", type: "nominal" as const, scale: null },
        },
      },
      {
        mark: { type: "text" as const, baseline: "middle" as const },
        encoding: {
          text: { field: "text", type: "nominal" as const },
          color: { field: "ink", type: "nominal" as const, scale: null },
        },
      },
    ],
  };
  const exact = all === 0 ? null : same / all;
  const messages = written(all);
  return completeFigure(options, {
    subtitle: `${messages} messages · ${formatShare(exact)} on the diagonal`,
    caption: [
      `Rows: labels of ${options.rows}; columns: labels of ${options.columns}; numbers are messages.`,
      `Blue is agreement, red disagreement; the deeper, the larger the share of the row. ${
        formatShare(exact)
      } of ${messages} messages lie on the diagonal. Agreement is not accuracy: both may be wrong alike.`,
    ],
    chart,
    width: STEP * Math.max(6, used.length) + 60,
    table: {
      columns: [
        { key: "first", header: options.rows, format: "text" },
        { key: "second", header: options.columns, format: "text" },
        { key: "messages", header: "messages", format: "count" },
        { key: "share", header: "share of the row", format: "share" },
      ],
      rows: cells,
    },
  });
}
