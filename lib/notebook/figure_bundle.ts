/**
 * Figures of `lib/plot` as notebook outputs.
 *
 * @module
 */

import type { Figure } from "@taskflow/plot";
import type { Bundle } from "./host.ts";
import { DISPLAY } from "./markup.ts";
import { table } from "./table.ts";

/**
 * The media type of the specification. JupyterLab 4.4 to 4.6 and VS Code's renderers know Vega-Lite
 * up to version 5 under its own type; a version 6 specification of ours draws there unchanged.
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
 * A figure in all its representations: SVG for every frontend, its Vega-Lite specification where that
 * is drawn, caption and numbers as text.
 *
 * @param figure The figure.
 * @returns The bundle.
 * @throws {RangeError} If the figure's name cannot be a file name.
 * @throws {Error} If the figure cannot be drawn.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { sessionLength } from "@taskflow/plot";
 * import { figureBundle } from "./figure_bundle.ts";
 *
 * const figure = sessionLength(new Map([[1, 5], [4, 3]]), { name: "lengths", title: "Lengths" });
 * ok("image/svg+xml" in (await figureBundle(figure)).data);
 * ```
 */
export async function figureBundle(figure: Figure): Promise<Bundle> {
  // Vega takes a third of a second to load: only notebooks with a figure pay for it.
  const { renderSvg } = await import("@taskflow/plot");
  const { title, caption, spec } = figure;
  const { columns, rows } = figure.table;
  const records = rows.map((row) =>
    Object.fromEntries(columns.map(({ key, header }) => [header, row[key]]))
  );
  const numbers = table(records)[DISPLAY]()["text/plain"];
  return {
    data: {
      "image/svg+xml": await renderSvg(figure),
      [VEGA_LITE]: spec,
      "text/plain": `${title}\n${caption}\n\n${numbers}`,
    },
    metadata: {},
  };
}
