/**
 * A figure as files (io: writes them).
 *
 * @module
 */

import { writeAtomically } from "@taskflow/table";
import { join } from "node:path";
import { csvTable } from "./csv_table.ts";
import { checkName, type Figure } from "./figure.ts";
import { renderPng } from "./render_png.ts";
import { renderSvg } from "./render_svg.ts";

/**
 * Write a figure as `NAME.svg`, `NAME.vl.json` (the specification), `NAME.csv` (the
 * table) and `NAME.png`. The same figure gives the same bytes.
 *
 * @param folder Where to; made if missing. Existing files of these names are replaced.
 * @param figure The figure.
 * @param options `scale`: pixels of the PNG for one of the SVG (default 2); `png`: whether to write
 * the PNG (default `true`).
 * @returns The SVG, and the names of the files, inside the folder.
 * @throws {RangeError} If the figure's name cannot be a file name.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { sessionLength, writeFigure } from "@taskflow/plot";
 *
 * const folder = await Deno.makeTempDir();
 * const figure = sessionLength(new Map([[3, 2]]), { name: "lengths", title: "Lengths" });
 * const { files } = await writeFigure(folder, figure);
 * deepEqual(files, ["lengths.svg", "lengths.vl.json", "lengths.csv", "lengths.png"]);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function writeFigure(
  folder: string,
  figure: Figure,
  options: { scale?: number; png?: boolean } = {},
): Promise<{ svg: string; files: string[] }> {
  const { scale = 2, png = true } = options;
  const name = checkName(figure.name);
  const svg = await renderSvg(figure);
  const contents = new Map<string, string | Uint8Array>([
    [`${name}.svg`, svg],
    [`${name}.vl.json`, `${JSON.stringify(figure.spec, null, 1)}\n`],
    [`${name}.csv`, csvTable(figure.table)],
  ]);
  if (png) contents.set(`${name}.png`, await renderPng(svg, { scale }));
  for (const [file, content] of contents) {
    await writeAtomically(join(folder, file), content);
  }
  return { svg, files: [...contents.keys()] };
}
