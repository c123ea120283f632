/**
 * Small, valid, self-describing SVG out of what Vega writes.
 *
 * @module
 */

import { escapeHtml, replaceForbidden } from "./escape_html.ts";

/** Attributes that hold lengths or coordinates. */
const GEOMETRY =
  / (?:d|x|y|x1|x2|y1|y2|cx|cy|dx|dy|r|width|height|viewBox|transform|points|offset|stroke-width)="[^"]*"/g;

/** Attributes that say nothing: the picture is one image, and Vega repeats the rest on every mark. */
const NOISE =
  / (?:role="(?!img)[^"]*"|aria-[a-z]+="[^"]*"|xmlns:xlink="[^"]*"|version="[^"]*"|pointer-events="[^"]*"|opacity="1"|transform="translate\(0,0\)")/g;

const ROUND = /-?\d+\.\d{3,}(?:e-?\d+)?/g;

function round(attribute: string): string {
  return attribute.replace(
    ROUND,
    (digits) => String(Math.round(Number(digits) * 100) / 100 + 0),
  );
}

function tidyTag(tag: string, about: About): string {
  const family = ` font-family="${about.font}"`;
  return tag
    .replace(GEOMETRY, round)
    .replace(NOISE, "")
    .replace(/^<path(?!.* stroke=")(.*?) stroke-width="[^"]*"/, "<path$1")
    .replace(family, "")
    .replace(/^<svg /, `<svg role="img"${family} `)
    .replace(/ id="/, ` id="${about.id}-`)
    .replace(/url\(#/g, `url(#${about.id}-`);
}

/** What an SVG is to be called and what all its text is set in. */
export interface About {
  /** Prefix of ids: letters, digits, hyphens and underscores only. */
  readonly id: string;
  /** Any text. */
  readonly title: string;
  /** Any text. */
  readonly description: string;
  /** Font families, as CSS writes them, without quotation marks. */
  readonly font: string;
}

/**
 * Tidy an SVG that Vega has written: round coordinates to 1/100 pixel, drop what
 * draws nothing, say the font once, keep the ids of several pictures in one page
 * apart, and name the picture for people who cannot see it.
 *
 * @param svg The SVG; Vega escapes `<` and `>` in text and attributes, so that a tag ends at the
 * first `>`.
 * @param about What it is called and set in.
 * @returns SVG with `role="img"`, `<title>` and `<desc>`, a line feed at its end.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { tidySvg } from "@taskflow/plot";
 *
 * const about = { id: "a", title: "A", description: "B", font: "Inter" };
 * equal(
 *   tidySvg(`<svg width="9"><path d="M0.12345,1"/></svg>`, about),
 *   `<svg role="img" font-family="Inter" width="9"><title>A</title><desc>B</desc>` +
 *     `<path d="M0.12,1"/></svg>\n`,
 * );
 * ```
 */
export function tidySvg(svg: string, about: About): string {
  const head = `<title>${escapeHtml(about.title)}</title>` +
    `<desc>${escapeHtml(about.description)}</desc>`;
  return replaceForbidden(svg)
    // What Vega opens for the background and foreground of a group without either.
    .replace(
      /<path class="(?:background|foreground)"[^>]*(?:\/>|><\/path>)/g,
      (path) => / (?:fill|stroke)="(?!none)/.test(path) ? path : "",
    )
    .replace(/<[a-zA-Z][^>]*>/g, (tag) => tidyTag(tag, about))
    .replace(/^<svg [^>]*>/, (open) => open + head)
    .concat("\n");
}
