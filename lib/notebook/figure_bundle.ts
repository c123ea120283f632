/**
 * Figures and tables of `lib/plot` as notebook outputs.
 *
 * @module
 */

import type { Figure, Table } from "@taskflow/plot";
import type { Bundle } from "./host.ts";
import { escapeMarkdown } from "./markup.ts";

/**
 * The media type of the specification. JupyterLab 4.4 to 4.6 knows Vega-Lite up to version 5, and draws
 * our specifications, which are for version 6, under that name. It is also the only picture that
 * JupyterLab shows in a notebook that the user has not trusted yet: SVG it hides there (measured).
 */
export const VEGA_LITE = "application/vnd.vegalite.v5+json";

/**
 * Whether a value is a figure of `lib/plot`.
 *
 * @param value Any value.
 * @returns Whether it has a name, a caption, a specification and a table.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { isFigure } from "./figure_bundle.ts";
 *
 * equal(isFigure({ name: "lengths" }), false);
 * ```
 */
export function isFigure(value: unknown): value is Figure {
  return typeof value === "object" && value !== null && "name" in value &&
    "caption" in value && "spec" in value && "table" in value;
}

/**
 * Whether a value is a table of `lib/plot`.
 *
 * @param value Any value.
 * @returns Whether it has rows, and columns with key, header and format.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { isPlotTable } from "./figure_bundle.ts";
 *
 * equal(isPlotTable({ columns: [{ key: "a", header: "A", format: "text" }], rows: [] }), true);
 * ```
 */
export function isPlotTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && "rows" in value &&
    "columns" in value && Array.isArray(value.columns) &&
    value.columns.every((column: unknown) =>
      typeof column === "object" && column !== null && "key" in column &&
      "header" in column && "format" in column
    );
}

/**
 * A figure in all its representations: SVG, its Vega-Lite specification, its
 * numbers as text; and its caption, which is no part of the picture, below it.
 *
 * @param figure The figure; its texts may be untrusted.
 * @returns The picture and the caption.
 * @throws {RangeError} If the figure's name cannot be a file name.
 * @throws {Error} If the figure cannot be drawn.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { sessionLength } from "@taskflow/plot";
 * import { figureBundles } from "./figure_bundle.ts";
 *
 * const figure = sessionLength(new Map([[1, 5], [4, 3]]), { name: "lengths", title: "Lengths" });
 * const [picture] = await figureBundles(figure);
 * ok(picture !== undefined && "image/svg+xml" in picture.data);
 * ```
 */
export async function figureBundles(figure: Figure): Promise<Bundle[]> {
  // Vega takes a third of a second to load: only notebooks with a figure pay for it.
  const { markdownTable, renderSvg } = await import("@taskflow/plot");
  const { title, caption, spec, table } = figure;
  const picture = {
    "image/svg+xml": await renderSvg(figure),
    [VEGA_LITE]: spec,
    "text/plain": `${title}\n\n${markdownTable(table)}`,
  };
  const below = {
    "text/markdown": escapeMarkdown(caption),
    "text/plain": caption,
  };
  return [{ data: picture, metadata: {} }, { data: below, metadata: {} }];
}

/**
 * A table of `lib/plot`, its numbers written as there.
 *
 * @param table The table; texts may be untrusted.
 * @returns HTML, and Markdown as plain text.
 *
 * @example
 * ```ts
 * import { match } from "node:assert/strict";
 * import { plotTableBundle } from "./figure_bundle.ts";
 *
 * const columns = [{ key: "a", header: "Share", format: "share" as const }];
 * const { data } = await plotTableBundle({ columns, rows: [{ a: 0.25 }] });
 * match(String(data["text/html"]), /25.0%/);
 * ```
 */
export async function plotTableBundle(table: Table): Promise<Bundle> {
  const { htmlTable, markdownTable } = await import("@taskflow/plot");
  return {
    data: {
      "text/html": htmlTable(table),
      "text/plain": markdownTable(table).trimEnd(),
    },
    metadata: {},
  };
}
