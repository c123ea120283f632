/**
 * Text widths without a canvas: advance widths of the bundled font.
 *
 * @module
 */

import advances from "../../data/fonts/advances.json" with { type: "json" };

/** Weights that the bundled font has. */
export type Weight = "regular" | "semibold";

const EM: Readonly<Record<Weight, ReadonlyMap<string, number>>> = {
  regular: new Map(Object.entries(advances.regular)),
  semibold: new Map(Object.entries(advances.semibold)),
};

/** Chinese, Japanese and Korean scripts, full-width forms, emoji: one em. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3ffff}]/u;

/**
 * The width of one line of text in Inter, kerning left out.
 *
 * @param text The text; characters that are not in the table count 0.62 em.
 * @param size Font size in pixels.
 * @param weight Weight, by default regular.
 * @returns Width in pixels.
 *
 * @example
 * ```ts
 * import { equal, ok } from "node:assert/strict";
 * import { textWidth } from "@taskflow/plot";
 *
 * equal(textWidth("用户", 12), 24);
 * ok(textWidth("iii", 12) < textWidth("mmm", 12));
 * ```
 */
export function textWidth(
  text: string,
  size: number,
  weight: Weight = "regular",
): number {
  let thousandths = 0;
  for (const character of text) {
    thousandths += EM[weight].get(character) ??
      (WIDE.test(character) ? 1000 : 620);
  }
  return thousandths * size / 1000;
}

/** Cut text so that it fits with an ellipsis. */
function cut(text: string, width: number, size: number, weight: Weight) {
  let kept = "";
  for (const character of text) {
    if (textWidth(`${kept}${character}…`, size, weight) > width) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

/**
 * Break text into lines of at most a width, at spaces and between Chinese or
 * Japanese characters; a longer word is broken anywhere.
 *
 * @param text The text; white space is collapsed.
 * @param width Width of a line in pixels.
 * @param size Font size in pixels.
 * @param options `weight` (default regular), `lines`: most lines kept (default all); the last one
 * then ends in an ellipsis.
 * @returns One line or more, none wider than `width`.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { wrapText } from "@taskflow/plot";
 *
 * deepEqual(wrapText("one two three", 50, 12), ["one two", "three"]);
 * ```
 */
export function wrapText(
  text: string,
  width: number,
  size: number,
  options: { weight?: Weight; lines?: number } = {},
): string[] {
  const { weight = "regular", lines: most = Infinity } = options;
  const fits = (line: string) => textWidth(line, size, weight) <= width;
  const lines: string[] = [];
  let line = "";
  for (const piece of pieces(text.replace(/\s+/gu, " ").trim(), fits)) {
    if (fits((line + piece).trimEnd())) line += piece;
    else {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    }
  }
  lines.push(line.trimEnd());
  if (lines.length <= most) return lines;
  const last = lines.slice(most - 1).join(" ");
  return [...lines.slice(0, most - 1), cut(last, width, size, weight)];
}

/** What may not be broken: words with the space after them; wide characters; else characters. */
function* pieces(
  text: string,
  fits: (line: string) => boolean,
): Generator<string> {
  for (const [word] of text.matchAll(/\S+\s*/gu)) {
    if (fits(word.trimEnd()) && !WIDE.test(word)) yield word;
    else yield* word;
  }
}
