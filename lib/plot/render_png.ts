/**
 * From SVG to PNG with the bundled fonts (io: reads the fonts and the renderer).
 *
 * @module
 */

import { initWasm, Resvg } from "@resvg/resvg-wasm";

const FONTS = [
  "Inter-Regular.ttf",
  "Inter-SemiBold.ttf",
  "NotoSansCJKsc-Regular.otf",
];

let ready: Promise<Uint8Array[]> | undefined;

async function load(): Promise<Uint8Array[]> {
  const wasm = new URL(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"));
  await initWasm(await Deno.readFile(wasm));
  const folder = new URL("../../data/fonts/", import.meta.url);
  return await Promise.all(
    FONTS.map((file) => Deno.readFile(new URL(file, folder))),
  );
}

/**
 * Draw an SVG as PNG. Only the fonts in `data/fonts/` are used, so that the same
 * SVG gives the same bytes on every machine.
 *
 * @param svg SVG text from `renderSvg()`.
 * @param options `scale`: pixels of the PNG for one of the SVG, above 0 (default 2).
 * @returns The bytes of the PNG.
 * @throws {RangeError} If `scale` is not a positive number.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { renderPng } from "@taskflow/plot";
 *
 * const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>`;
 * equal((await renderPng(svg))[1], "P".charCodeAt(0));
 * ```
 */
export async function renderPng(
  svg: string,
  options: { scale?: number } = {},
): Promise<Uint8Array> {
  const { scale = 2 } = options;
  if (!(scale > 0 && scale < Infinity)) {
    throw new RangeError(`Cannot draw a PNG at scale ${scale}: it must be > 0`);
  }
  const fontBuffers = await (ready ??= load());
  const renderer = new Resvg(svg, {
    fitTo: { mode: "zoom", value: scale },
    font: {
      fontBuffers,
      loadSystemFonts: false,
      defaultFontFamily: "Inter",
      sansSerifFamily: "Inter",
    },
  });
  try {
    const image = renderer.render();
    try {
      return image.asPng();
    } finally {
      image.free();
    }
  } finally {
    renderer.free();
  }
}
