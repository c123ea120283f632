/**
 * Transitions between the retained intents as a matrix: P_R in a picture.
 *
 * @module
 */

// @ts-types="@types/culori"
import { formatHex, interpolate } from "culori";
import { END, type FlowCounts, START } from "@taskflow/flow";
import { completeFigure } from "./chart_config.ts";
import type { Figure, FigureOptions } from "./figure.ts";
import { formatCount, formatShare } from "./format.ts";
import { INK, inkOn } from "./palette.ts";

/** What the matrix shows. */
export interface TransitionHeatmapOptions extends FigureOptions {
  /**
   * What a share is a share of: `all` transitions, as in P_R (default), or those of its `row`, the
   * chance of what comes next.
   */
  readonly of?: "all" | "row";
}

interface CellRow {
  readonly from: string;
  readonly to: string;
  readonly transitions: number;
  readonly share: number | null;
}

const STEP = 46;
/** Equal steps of the root of a share: a few cells hold most of the mass. */
const ramp = interpolate(["#e4ecf5", INK.accent], "oklab");
const NOTHING = "#f7f8fa";
/** Cells below this share stay without a number; the table has it. */
const NUMBERED = 0.0005;

/** Percent without its sign, for the inside of a cell. */
function inside(share: number | null): string {
  if (share === null || share === 0) return "";
  return share < NUMBERED ? "·" : (100 * share).toFixed(1);
}

function cellsOf(
  counts: Pick<FlowCounts, "taxonomy" | "transitions">,
  of: "all" | "row",
): CellRow[] {
  const { retained } = counts.taxonomy;
  const size = retained.length + 1;
  const total = counts.transitions.reduce((sum, n) => sum + n, 0);
  return [START, ...retained].flatMap((from, row) => {
    const cells = counts.transitions.subarray(row * size, (row + 1) * size);
    const whole = of === "all" ? total : cells.reduce((sum, n) => sum + n, 0);
    return [...retained, END].map((to, column) => {
      const transitions = cells[column] ?? 0;
      const share = whole === 0 ? null : transitions / whole;
      return { from, to, transitions, share };
    });
  });
}

/**
 * Draw the transitions between neighbouring messages after excluded ones are
 * removed: rows say what comes first, START on top; columns what follows, END last.
 *
 * @param counts Flow counts.
 * @param options What to show.
 * @returns The figure; its table has one row a cell, zero cells included.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countFlow } from "@taskflow/flow";
 * import { transitionHeatmap } from "@taskflow/plot";
 *
 * const counts = countFlow([["bug-fix", "tests"]]);
 * const { table } = transitionHeatmap(counts, { name: "transitions", title: "Transitions" });
 * equal(table.rows.length, 14 * 14);
 * equal(table.rows.find(({ from }) => from === "bug-fix")?.share, 1 / 3);
 * ```
 */
export function transitionHeatmap(
  counts: Pick<FlowCounts, "taxonomy" | "transitions">,
  options: TransitionHeatmapOptions,
): Figure {
  const { of = "all" } = options;
  const cells = cellsOf(counts, of);
  const { retained } = counts.taxonomy;
  const total = cells.reduce((sum, { transitions }) => sum + transitions, 0);
  const largest = Math.max(0, ...cells.map(({ share }) => share ?? 0));
  const what = of === "all" ? "all transitions" : "the transitions of its row";
  const shown = `${formatCount(total)} transitions · percent of ${what}`;
  const values = cells.map(({ from, to, share }) => {
    const fill = share === null || share === 0
      ? NOTHING
      : formatHex(ramp(Math.sqrt(share / largest)));
    return { from, to, share, text: inside(share), fill, ink: inkOn(fill) };
  });
  const axis = { domain: false, ticks: false, labelPadding: 6 } as const;
  const chart = {
    width: { step: STEP },
    height: { step: STEP * 0.62 },
    data: { values },
    encoding: {
      y: {
        field: "from",
        type: "ordinal" as const,
        sort: [START, ...retained],
        axis: { ...axis, title: "From" },
      },
      x: {
        field: "to",
        type: "ordinal" as const,
        sort: [...retained, END],
        axis: {
          ...axis,
          title: "To",
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
          color: {
            field: "fill",
            type: "nominal" as const,
            scale: null,
          },
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
  return completeFigure(options, {
    subtitle: shown,
    caption: [
      `${
        formatCount(total)
      } transitions between neighbouring messages after excluded messages are removed; a number is percent of ${what}, a dot less than 0.05.`,
      `Rows: what comes first; columns: what follows. The largest share is ${
        formatShare(total === 0 ? null : largest)
      }.`,
    ],
    chart,
    width: STEP * (retained.length + 1) + 60,
    table: {
      columns: [
        { key: "from", header: "From", format: "text" },
        { key: "to", header: "To", format: "text" },
        { key: "transitions", header: "Transitions", format: "count" },
        { key: "share", header: "Share", format: "share" },
      ],
      rows: cells.map((cell) => ({ ...cell })),
    },
  });
}
