/**
 * A little Markdown for running text on pages.
 *
 * @module
 */

import { escapeHtml } from "./escape_html.ts";

/** `code`, *emphasis*, **strong**, and links to https, to a place on the page or to a file beside it. */
function inline(text: string): string {
  return escapeHtml(text)
    .split(/(`[^`]+`)/)
    .map((part, i) =>
      i % 2 === 1
        ? `<code>${part.slice(1, -1)}</code>`
        : part.replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
          .replace(/(?<![\w*])\*([^\s*][^*]*)\*(?![\w*])/g, "<em>$1</em>")
          .replace(
            /\[([^\]]+)\]\((https:\/\/[^\s()]+|#[\w-]+|(?:[\w-][\w.-]*\/)*[\w-][\w.-]*)\)/g,
            '<a href="$2">$1</a>',
          )
    ).join("");
}

/**
 * Turn text into HTML: paragraphs parted by blank lines, lists of lines that start
 * with `- `, `code`, `*emphasis*`, `**strong**` and `[links](https://…)`. All else, HTML included,
 * is escaped and shown as it is.
 *
 * @param text The text.
 * @returns HTML.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { prose } from "@taskflow/plot";
 *
 * equal(prose("A **b** <i>"), "<p>A <strong>b</strong> &lt;i&gt;</p>\n");
 * equal(prose("- a\n- b"), "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n");
 * ```
 */
export function prose(text: string): string {
  return text.split(/\n\s*\n/).map((part) => part.trim()).filter((part) =>
    part !== ""
  ).map((part) => {
    const lines = part.split("\n").map((line) => line.trim());
    if (lines.every((line) => line.startsWith("- "))) {
      const items = lines.map((line) => `<li>${inline(line.slice(2))}</li>\n`);
      return `<ul>\n${items.join("")}</ul>\n`;
    }
    return `<p>${inline(lines.join(" "))}</p>\n`;
  }).join("");
}
