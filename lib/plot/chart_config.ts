/**
 * The look that all charts share.
 *
 * @module
 */

import type { Config, TopLevelSpec } from "vega-lite";
import {
  checkName,
  type Figure,
  type FigureOptions,
  type Table,
} from "./figure.ts";
import { INK } from "./palette.ts";
import { wrapText } from "./text_width.ts";

/** Families from the bundled font to what every machine has; no quotes needed. */
export const FONT =
  "Inter, Helvetica Neue, Arial, Noto Sans CJK SC, PingFang SC, Microsoft YaHei, sans-serif";

/** Smallest text in any picture, in pixels. */
export const SMALL = 11;

const TITLE = 16;
const SUBTITLE = 12;

const label = { labelColor: INK.text, labelFontSize: 12 } as const;

/** Vega-Lite configuration of every chart. */
export const CHART_CONFIG: Config = {
  aria: false,
  background: INK.paper,
  font: FONT,
  padding: 16,
  view: { stroke: null },
  text: { color: INK.text, fontSize: SMALL },
  title: {
    anchor: "start",
    frame: "bounds",
    color: INK.text,
    fontSize: TITLE,
    fontWeight: 600,
    lineHeight: 21,
    subtitleColor: INK.muted,
    subtitleFontSize: SUBTITLE,
    subtitleLineHeight: 17,
    subtitlePadding: 5,
    offset: 14,
  },
  axis: {
    ...label,
    labelLimit: 200,
    titleColor: INK.muted,
    titleFontSize: 12,
    titleFontWeight: "normal",
    titlePadding: 8,
    domainColor: INK.axis,
    tickColor: INK.axis,
    tickSize: 4,
    gridColor: INK.grid,
  },
  legend: {
    ...label,
    titleColor: INK.muted,
    titleFontSize: 12,
    titleFontWeight: "normal",
  },
};

/**
 * The title of a picture, broken to its width.
 *
 * @param options Title, and whether the data stand in for what is not public.
 * @param subtitle What is shown, in a few words.
 * @param width Width of the picture in pixels.
 * @returns The `title` of a Vega-Lite spec: at most two lines, and three below them.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { chartTitle } from "@taskflow/plot";
 *
 * const options = { name: "a", title: "Lengths", standIn: true };
 * deepEqual(chartTitle(options, "300 sessions", 400), {
 *   text: ["Lengths"],
 *   subtitle: ["Stand-in data · 300 sessions"],
 * });
 * ```
 */
export function chartTitle(
  options: FigureOptions,
  subtitle: string,
  width: number,
): { text: string[]; subtitle: string[] } {
  const below = options.standIn ? `Stand-in data · ${subtitle}` : subtitle;
  return {
    text: wrapText(options.title, width, TITLE, {
      weight: "semibold",
      lines: 2,
    }),
    subtitle: wrapText(below, width, SUBTITLE, { lines: 3 }),
  };
}

/**
 * The caption of a figure, which says so where the data stand in for others.
 *
 * @param options The figure's options.
 * @param sentences What is shown and how to read it.
 * @returns The sentences, joined.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { captionOf } from "@taskflow/plot";
 *
 * equal(captionOf({ name: "a", title: "A" }, ["One.", "Two."]), "One. Two.");
 * ```
 */
export function captionOf(
  options: FigureOptions,
  sentences: readonly string[],
): string {
  const all = options.standIn
    ? ["Stand-in data, made in place of what is not public.", ...sentences]
    : sentences;
  return all.join(" ");
}

/** Version of the Vega-Lite language that the specs are written in. */
export const SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json";

/** What differs from one figure to the next. */
export interface FigureParts {
  /** What is shown, in a few words; drawn below the title. */
  readonly subtitle: string;
  /** Sentences of the caption, also the description for people who cannot see the picture. */
  readonly caption: readonly string[];
  /** Vega-Lite unit or layer specification without title and configuration. */
  readonly chart: TopLevelSpec;
  /** Width of the picture in pixels, to break the title to. */
  readonly width: number;
  /** The numbers that the picture draws. */
  readonly table: Table;
}

/**
 * Make a figure: the common look, title and description around a chart.
 *
 * @param options Name, title, and whether the data are a stand-in.
 * @param parts The chart and what goes with it.
 * @returns The figure.
 * @throws {RangeError} If the name cannot be a file name.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { completeFigure } from "@taskflow/plot";
 *
 * const chart = {
 *   data: { values: [{ x: 1 }] },
 *   mark: "point" as const,
 *   encoding: { x: { field: "x", type: "quantitative" as const } },
 * };
 * const figure = completeFigure({ name: "point", title: "A point" }, {
 *   subtitle: "1 point",
 *   caption: ["One point."],
 *   chart,
 *   width: 200,
 *   table: { columns: [], rows: [] },
 * });
 * equal(figure.spec.description, "One point.");
 * ```
 */
export function completeFigure(
  options: FigureOptions,
  parts: FigureParts,
): Figure {
  const caption = captionOf(options, parts.caption);
  return {
    name: checkName(options.name),
    title: options.title,
    caption,
    spec: {
      $schema: SCHEMA,
      description: caption,
      title: chartTitle(options, parts.subtitle, parts.width),
      config: CHART_CONFIG,
      ...parts.chart,
    },
    table: parts.table,
  };
}
