/**
 * TFAS of corpora against each other, or of benchmarks against targets, as a matrix.
 *
 * @module
 */

// @ts-types="@types/culori"
import { formatHex, interpolate } from "culori";
import type { TopLevelSpec } from "vega-lite";
import { completeFigure } from "./chart_config.ts";
import type { Figure, FigureOptions, Table } from "./figure.ts";
import { formatScore } from "./format.ts";
import { INK, inkOn } from "./palette.ts";
import { textWidth } from "./text_width.ts";

/** One cell of the matrix. */
export interface TfasCell {
  readonly row: string;
  readonly column: string;
  /** TFAS, 0 to 100, or `null` where it is undefined. */
  readonly tfas: number | null;
  /** A second line, such as an interval; empty for none. */
  readonly below: string;
  /** A few words on the third line, such as a verdict; empty for none. */
  readonly note: string;
  /** Whether the cell gets a frame: a pair that cannot be told apart. */
  readonly framed?: boolean;
  /** Whether it is a yardstick, drawn without colour. */
  readonly yardstick?: boolean;
}

/** What the matrix shows. */
export interface TfasMatrixOptions extends FigureOptions {
  /** Names from top to bottom and from left to right; they are different from each other. */
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** The table behind the picture, where it has more than the cells. */
  readonly table?: Table;
  /** Sentences of the caption. */
  readonly caption: readonly string[];
  /** What is shown, in a few words. */
  readonly subtitle: string;
}

const [STEP_X, STEP_Y] = [138, 64];
const ramp = interpolate(["#f4efe6", "#9fc0d8", INK.accent], "oklab");

/** Colours go from the floor of what is shown, at most 50, to 100. */
function fills(cells: readonly TfasCell[]): (tfas: number) => string {
  const least = Math.min(50, ...cells.map(({ tfas }) => tfas ?? 50));
  const floor = 10 * Math.floor(least / 10);
  return (tfas) => formatHex(ramp((tfas - floor) / (100 - floor)));
}

/**
 * Draw the matrix.
 *
 * @param cells Cells in any order; missing ones stay blank.
 * @param options Names, words, table.
 * @returns The figure.
 * @throws {RangeError} If `name` cannot be a file name.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { tfasMatrix } from "@taskflow/plot";
 *
 * const cell = { row: "b", column: "a", tfas: 84.1, below: "81 to 86", note: "differ" };
 * const { table } = tfasMatrix([cell], {
 *   ...{ name: "matrix", title: "TFAS", rows: ["b"], columns: ["a"] },
 *   ...{ caption: ["One pair."], subtitle: "one pair" },
 * });
 * equal(table.rows[0]?.["tfas"], 84.1);
 * ```
 */
export function tfasMatrix(
  cells: readonly TfasCell[],
  options: TfasMatrixOptions,
): Figure {
  const { rows, columns } = options;
  const fill = fills(cells);
  const values = cells.map((cell) => {
    const shown = cell.tfas === null || cell.yardstick === true
      ? INK.paper
      : fill(cell.tfas);
    const { below, note } = cell;
    return {
      row: cell.row,
      column: cell.column,
      fill: shown,
      ink: cell.yardstick === true ? INK.muted : inkOn(shown),
      stroke: cell.framed === true ? INK.text : INK.grid,
      text: formatScore(cell.tfas),
      below,
      note,
      framed: cell.framed === true,
    };
  });
  const names = Math.max(
    60,
    ...rows.map((name) => Math.min(200, textWidth(name, 12))),
  );
  const text = (field: string, dy: number, size: number, weight = 400) => ({
    mark: {
      type: "text",
      baseline: "middle",
      dy,
      fontSize: size,
      fontWeight: weight,
    },
    encoding: {
      text: { field, type: "nominal" },
      color: { field: "ink", type: "nominal", scale: null },
    },
  });
  const box = (strokeWidth: number, framed: boolean) => ({
    transform: [{ filter: `datum.framed === ${framed}` }],
    mark: { type: "rect", strokeWidth, width: STEP_X - 6, height: STEP_Y - 6 },
    encoding: {
      color: { field: "fill", type: "nominal", scale: null },
      stroke: { field: "stroke", type: "nominal", scale: null },
    },
  });
  const axis = {
    title: null,
    domain: false,
    ticks: false,
    labelPadding: 6,
    labelLimit: 200,
  };
  // The layers are data, not code, to the compiler: their fields have no names it knows.
  const chart = {
    width: { step: STEP_X },
    height: { step: STEP_Y },
    data: { values },
    encoding: {
      y: {
        field: "row",
        type: "ordinal",
        sort: null,
        scale: { domain: rows },
        axis,
      },
      x: {
        field: "column",
        type: "ordinal",
        sort: null,
        scale: { domain: columns },
        axis: {
          ...axis,
          orient: "top",
          labelAngle: 0,
          labelLimit: STEP_X - 8,
        },
      },
    },
    layer: [
      box(1, false),
      box(2.4, true),
      text("text", -17, 15, 600),
      text("below", 1, 11),
      text("note", 17, 11),
    ],
  } as unknown as TopLevelSpec;
  return completeFigure(options, {
    subtitle: options.subtitle,
    caption: options.caption,
    chart,
    width: Math.max(420, STEP_X * columns.length + names),
    table: options.table ?? {
      columns: [
        { key: "row", header: "row", format: "text" },
        { key: "column", header: "column", format: "text" },
        { key: "tfas", header: "TFAS", format: "score" },
        { key: "below", header: "below it", format: "text" },
        { key: "note", header: "note", format: "text" },
      ],
      rows: cells.map(({ row, column, tfas, below, note }) => ({
        row,
        column,
        tfas,
        below,
        note,
      })),
    },
  });
}
