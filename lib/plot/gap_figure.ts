/**
 * The gap between a target and a benchmark as a picture and tables (Appendix C, step 5).
 *
 * @module
 */

import type { GapRow, GapStatus } from "@taskflow/flow";
import { completeFigure } from "./chart_config.ts";
import type { Column, Figure, FigureOptions, Table } from "./figure.ts";
import { formatDifference } from "./format.ts";
import { INK } from "./palette.ts";

/** What each status is called. */
const STATUS: Readonly<Record<GapStatus, string>> = {
  covered: "covered",
  emergent: "emergent, not covered",
  uncovered: "uncovered",
  unlisted: "no augmentation, not listed",
  unreachable: "unreachable",
};

const WIDTH = 460;

/**
 * Rows of the gap as a table.
 *
 * @param rows Rows of one part of `gapTable()`.
 * @param what Header of the first column.
 * @returns The table; columns without any value are left out. A share that the target's publication
 * does not fix reads "not published", with the value that stands in for it beside.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { gapRowsTable } from "@taskflow/plot";
 *
 * deepEqual(gapRowsTable([], "intent").rows, []);
 * ```
 */
export function gapRowsTable(rows: readonly GapRow[], what: string): Table {
  const optional = (
    key: "low" | "high" | "gainComponent" | "gain",
    header: string,
    format: Column["format"],
  ): Column[] =>
    rows.some((row) => row[key] !== null) ? [{ key, header, format }] : [];
  const unpublished = rows.some(({ published }) => !published);
  return {
    columns: [
      { key: "name", header: what, format: "text" },
      { key: "target", header: "target", format: "share" },
      ...(unpublished
        ? [
          {
            key: "standIn",
            header: "stand-in value",
            format: "share",
          } as const,
        ]
        : []),
      { key: "benchmark", header: "benchmark", format: "share" },
      { key: "difference", header: "missing", format: "difference" },
      ...optional("low", "95 % low", "difference"),
      ...optional("high", "95 % high", "difference"),
      { key: "status", header: "status", format: "text" },
      { key: "coveredBy", header: "covered by", format: "text" },
      ...optional("gainComponent", "dS a unit", "gain"),
      ...optional("gain", "dTFAS a unit", "gain"),
    ],
    rows: rows.map((row) => ({
      name: row.name,
      target: row.published ? row.target : "not published",
      standIn: row.published ? null : row.target,
      benchmark: row.benchmark,
      difference: row.difference,
      low: row.low,
      high: row.high,
      status: STATUS[row.status],
      coveredBy: row.coveredBy.join(" + ") || null,
      gainComponent: row.gainComponent,
      gain: row.gain,
    })),
  };
}

/**
 * Draw target against benchmark: one line an intent, its ends the two shares.
 *
 * @param rows Intent rows of `gapTable()`, in the order drawn.
 * @param options Name, title, stand-in flag.
 * @returns The figure; hollow marks are shares that the target's publication does not fix.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { gapFigure } from "@taskflow/plot";
 *
 * equal(gapFigure([], { name: "gap", title: "Gap" }).table.rows.length, 0);
 * ```
 */
export function gapFigure(
  rows: readonly GapRow[],
  options: FigureOptions,
): Figure {
  const names = rows.map(({ name }) => name);
  const values = rows.flatMap((
    { name, target, benchmark, published, status, difference },
  ) => [
    {
      name,
      side: published ? "target" : "target, not published",
      share: target,
      note: "",
    },
    {
      name,
      side: "benchmark",
      share: benchmark,
      note: `${formatDifference(difference)}  ${STATUS[status]}`,
    },
  ]).filter(({ share }) => share !== null);
  const sides = ["target", "target, not published", "benchmark"];
  const y = {
    field: "name",
    type: "ordinal",
    sort: null,
    scale: { domain: names, padding: 0.5 },
    axis: { title: null, ticks: false, domain: false, labelPadding: 8 },
  } as const;
  const legend = {
    title: null,
    orient: "top",
    columns: 3,
    labelLimit: 0,
  } as const;
  const covered = rows.filter(({ status }) => status === "covered").length;
  return completeFigure(options, {
    subtitle: "Share of retained messages: target against benchmark",
    caption: [
      "Each line joins an intent's share in the target and in the benchmark.",
      `${covered} of ${rows.length} intents have a verifiable augmentation.`,
    ],
    width: WIDTH + 320,
    chart: {
      width: WIDTH,
      height: { step: 24 },
      data: { values },
      encoding: { y },
      layer: [
        {
          mark: { type: "rule", color: INK.rest, strokeWidth: 2 },
          encoding: {
            x: { aggregate: "min", field: "share", type: "quantitative" },
            x2: { aggregate: "max", field: "share" },
          },
        },
        {
          mark: { type: "point", size: 70, opacity: 1, strokeWidth: 1.6 },
          encoding: {
            x: {
              field: "share",
              type: "quantitative",
              axis: {
                title: "Share of retained messages",
                format: ".0%",
                tickCount: 6,
                grid: true,
              },
            },
            shape: {
              field: "side",
              type: "nominal",
              scale: { domain: sides, range: ["diamond", "diamond", "circle"] },
              legend,
            },
            fill: {
              field: "side",
              type: "nominal",
              scale: { domain: sides, range: [INK.accent, INK.paper, INK.end] },
              legend,
            },
            stroke: {
              field: "side",
              type: "nominal",
              scale: {
                domain: sides,
                range: [INK.accent, INK.accent, INK.end],
              },
              legend,
            },
          },
        },
        {
          transform: [{ filter: "datum.note !== ''" }],
          mark: {
            type: "text",
            align: "left",
            baseline: "middle",
            fontSize: 12,
          },
          encoding: {
            x: { value: WIDTH + 14 },
            text: { field: "note", type: "nominal" },
          },
        },
      ],
    },
    table: gapRowsTable(rows, "intent"),
  });
}
