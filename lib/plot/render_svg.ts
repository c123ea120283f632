/**
 * From a figure to SVG: the one way in which every picture is drawn.
 *
 * @module
 */

import * as vega from "vega";
import { compile } from "vega-lite";
import { FONT } from "./chart_config.ts";
import type { Figure } from "./figure.ts";
import { checkName } from "./figure.ts";
import { textWidth } from "./text_width.ts";
import { tidySvg } from "./tidy_svg.ts";

/** What Vega hands to its text metrics. */
interface TextItem {
  readonly fontSize?: number;
  readonly fontWeight?: number | string;
  readonly text?: unknown;
}

function width(item: TextItem, text: unknown = item.text): number {
  const bold = item.fontWeight === "bold" || Number(item.fontWeight) >= 600;
  const line = text === null || text === undefined ? "" : String(text).trim();
  return textWidth(line, item.fontSize ?? 11, bold ? "semibold" : "regular");
}

/** Vega's functions for text widths: exported and meant to be replaced, but without a type. */
const { textMetrics } = vega as unknown as { textMetrics: object };

/** A loader that reads nothing: the data of a figure are in its spec. */
function noLoader(): ReturnType<typeof vega.loader> {
  const loader = vega.loader();
  const refuse = (uri: string): Promise<never> =>
    Promise.reject(
      new Error(`Cannot load "${uri}": a figure carries its data inline`),
    );
  return Object.assign(loader, { load: refuse, sanitize: refuse });
}

/** A logger that keeps warnings, so that none passes unseen. */
function keepWarnings(into: string[]): ReturnType<typeof vega.logger> {
  const logger = vega.logger(vega.Warn);
  const keep = (...parts: readonly unknown[]) => {
    into.push(parts.map(String).join(" "));
    return logger;
  };
  return Object.assign(logger, { warn: keep, error: keep });
}

/**
 * Draw a figure as SVG through Vega-Lite and Vega, without a canvas. The same
 * figure gives the same bytes, on every machine: text is laid out by the widths of
 * the bundled font.
 *
 * @param figure The figure; text in it may be untrusted, it is escaped.
 * @returns SVG text, a line feed at its end.
 * @throws {RangeError} If the name cannot be a file name.
 * @throws {Error} If Vega or Vega-Lite warns about the spec, or the spec asks for a file.
 *
 * @example
 * ```ts
 * import { match } from "node:assert/strict";
 * import { renderSvg, sessionLength } from "@taskflow/plot";
 *
 * const figure = sessionLength(new Map([[1, 5], [4, 3]]), { name: "lengths", title: "Lengths" });
 * match(await renderSvg(figure), /<title>Lengths<\/title>/);
 * ```
 */
export async function renderSvg(
  figure: Pick<Figure, "name" | "title" | "caption" | "spec">,
): Promise<string> {
  const { name, title, caption, spec } = figure;
  checkName(name);
  // Vega measures with a canvas where it finds one, and guesses elsewhere.
  Object.assign(textMetrics, { width, measureWidth: width });
  const warnings: string[] = [];
  const logger = keepWarnings(warnings);
  const view = new vega.View(vega.parse(compile(spec, { logger }).spec), {
    renderer: "none",
    loader: noLoader(),
    logger,
  });
  try {
    const svg = await view.toSVG();
    if (warnings.length > 0) {
      throw new Error(`Cannot draw figure "${name}": ${warnings.join("; ")}`);
    }
    return tidySvg(svg, { id: name, title, description: caption, font: FONT });
  } finally {
    view.finalize();
  }
}
