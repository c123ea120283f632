/**
 * HTML and SVG out of notebook outputs, cut down to what may stand in a page.
 *
 * @module
 */

// @ts-types="@types/sanitize-html"
import sanitize from "sanitize-html";

const HTML_TAGS = [
  ..."h1 h2 h3 h4 h5 h6 p div span b i em strong code pre sub sup small br hr"
    .split(" "),
  ..."ul ol li dl dt dd blockquote details summary figure figcaption".split(
    " ",
  ),
  ..."table caption thead tbody tfoot tr th td label progress a".split(" "),
];

const SVG_TAGS =
  "svg g path rect circle ellipse line polyline polygon text tspan title desc defs clipPath linearGradient radialGradient stop pattern mask"
    .split(" ");

const SVG_ATTRIBUTES = [
  ..."id class role viewBox xmlns version width height x y x1 x2 y1 y2 cx cy r rx ry dx dy d points transform"
    .split(" "),
  ..."fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit opacity clip-path clip-rule mask"
    .split(" "),
  ..."font-family font-size font-weight font-style text-anchor dominant-baseline letter-spacing offset stop-color stop-opacity gradientUnits gradientTransform patternUnits preserveAspectRatio pointer-events aria-label aria-hidden aria-roledescription xml:space"
    .split(" "),
];

/**
 * Cut HTML down to tables, text and progress bars: no scripts, styles, forms, pictures or events, and
 * links to the web only.
 *
 * @param html Any HTML.
 * @returns Well-formed HTML that is safe to put into a page.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { safeHtml } from "./safe_html.ts";
 *
 * equal(safeHtml("<b onclick='x()'>a<script>b</script>"), "<b>a</b>");
 * ```
 */
export function safeHtml(html: string): string {
  return sanitize(html, {
    allowedTags: HTML_TAGS,
    allowedAttributes: {
      a: ["href"],
      th: ["colspan", "rowspan", "scope", "style"],
      td: ["colspan", "rowspan", "style"],
      progress: ["value", "max"],
    },
    allowedStyles: { "*": { "text-align": [/^(?:left|right|center)$/] } },
    allowedClasses: { th: ["n"], td: ["n"] },
    allowedSchemes: ["http", "https", "mailto"],
  });
}

/**
 * Cut SVG down to shapes and text: no scripts, styles, links, embedded documents or references out of
 * the picture.
 *
 * @param svg An SVG document.
 * @param prefix Put before every id, so that pictures in one page do not use each other's.
 * @returns SVG that is safe to put into a page.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { safeSvg } from "./safe_html.ts";
 *
 * equal(
 *   safeSvg('<svg onload="x()"><g id="a" clip-path="url(#b)" fill="url(//x)"></g></svg>', "p"),
 *   '<svg><g id="p-a" clip-path="url(#p-b)"></g></svg>',
 * );
 * ```
 */
export function safeSvg(svg: string, prefix: string): string {
  return sanitize(svg, {
    allowedTags: SVG_TAGS,
    allowedAttributes: { "*": SVG_ATTRIBUTES },
    nonTextTags: ["script", "style", "foreignObject"],
    parser: {
      xmlMode: true,
      lowerCaseTags: false,
      lowerCaseAttributeNames: false,
    },
    transformTags: {
      "*": (tagName, attributes) => ({
        tagName,
        attribs: Object.fromEntries(
          Object.entries(attributes).flatMap(([name, value]) =>
            localAttribute(name, value, prefix)
          ),
        ),
      }),
    },
  }).trim();
}

/** An attribute with ids made its own; none if it refers out of the picture. */
function localAttribute(
  name: string,
  value: string,
  prefix: string,
): [string, string][] {
  if (name === "id") return [[name, `${prefix}-${value}`]];
  if (!/url\s*\(/i.test(value)) return [[name, value]];
  const [, id] = /^url\(['"]?#([\w-]+)['"]?\)$/.exec(value) ?? [];
  return id === undefined ? [] : [[name, `url(#${prefix}-${id})`]];
}
