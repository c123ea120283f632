/**
 * Width of text in a terminal: East Asian wide characters and emoji take two columns.
 *
 * @module
 */

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

const WIDE =
  /^(?:\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}|[\u3000-\u303f\uff01-\uff60\uffe0-\uffe6])/u;

/**
 * Columns that a text takes in a terminal.
 *
 * @param text One line of text.
 * @returns Its width, 0 or more.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { textWidth } from "./text_width.ts";
 *
 * equal(textWidth("e\u0301a"), 2);
 * equal(textWidth("\u6e2c\u8a66"), 4);
 * ```
 */
export function textWidth(text: string): number {
  let width = 0;
  for (const { segment } of segmenter.segment(text)) {
    width += WIDE.test(segment) ? 2 : 1;
  }
  return width;
}

/**
 * Add spaces after a text.
 *
 * @param text One line of text.
 * @param width Columns to fill; a longer text stays as it is.
 * @returns The padded text.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { padEnd } from "./text_width.ts";
 *
 * equal(padEnd("\u6e2c", 3), "\u6e2c ");
 * ```
 */
export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - textWidth(text)));
}

/**
 * Add spaces before a text.
 *
 * @param text One line of text.
 * @param width Columns to fill; a longer text stays as it is.
 * @returns The padded text.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { padStart } from "./text_width.ts";
 *
 * equal(padStart("7", 3), "  7");
 * ```
 */
export function padStart(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - textWidth(text))) + text;
}
