/**
 * A report as one HTML file: no script, no request to anywhere.
 *
 * @module
 */

import { checkName, type Figure, type Table } from "./figure.ts";
import { formatCount } from "./format.ts";
import { htmlTable } from "./html_table.ts";
import { PAGE_STYLE } from "./page_style.ts";
import { prose } from "./prose.ts";
import { escapeHtml } from "./escape_html.ts";

/** Running text; see `prose()` for what it may hold. */
export interface TextBlock {
  /** Paragraphs parted by blank lines. */
  readonly text: string;
}

/** A figure, drawn, with its caption and the numbers behind it. */
export interface FigureBlock {
  /** The figure. */
  readonly figure: Figure;
  /** What `renderSvg()` made of it. */
  readonly svg: string;
  /** Folder of its files, relative to the page, to link them; default: no links. */
  readonly folder?: string;
}

/** A table in a card. */
export interface TableBlock {
  /** The table; all its rows are shown. */
  readonly table: Table;
  /** Text above it; default none. */
  readonly caption?: string;
}

/** Trusted HTML, inserted as it is: whoever makes it escapes it. */
export interface HtmlBlock {
  /** HTML, already escaped. */
  readonly html: string;
}

/** A part of a section. */
export type Block = TextBlock | FigureBlock | TableBlock | HtmlBlock;

/** A section of a page; it is listed in the table of contents. */
export interface Section {
  /** Heading; any text. */
  readonly heading: string;
  /** A word beside the heading, such as `stand-in`; default none. */
  readonly tag?: string;
  /** What is in it, in order. */
  readonly blocks: readonly Block[];
}

/** A page. */
export interface Page {
  /** Heading of the page and of its tab; any text. */
  readonly title: string;
  /** Running text below the title; see `prose()`. */
  readonly intro?: string;
  /** Sections in order. */
  readonly sections: readonly Section[];
  /** What the page was made from and with: names and values. */
  readonly provenance: readonly (readonly [name: string, value: string])[];
}

/** Rows of a figure's table that a page shows; the CSV beside it has all. */
const ROWS = 200;

/** What `writeFigure()` writes, by extension. */
const FILES = { svg: "SVG", png: "PNG", csv: "CSV", "vl.json": "Vega-Lite" };

const FOLDER = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

/** Ids for headings: distinct, and of ASCII letters, digits and hyphens where there are any. */
function ids(sections: readonly Section[]): string[] {
  const taken = new Set<string>();
  return sections.map(({ heading }) => {
    const slug = heading.toLowerCase().replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "");
    const base = slug === "" ? "section" : slug;
    let id = base;
    for (let n = 2; taken.has(id); n++) id = `${base}-${n}`;
    taken.add(id);
    return id;
  });
}

function picture({ figure, svg }: FigureBlock): { svg: string; size: string } {
  if (!/^<svg [^>]*>/.test(svg) || /<(?:script|foreignObject)/i.test(svg)) {
    throw new TypeError(
      `Cannot put figure "${figure.name}" on a page: its svg is not what renderSvg() writes`,
    );
  }
  const width = Number(/ width="([\d.]+)"/.exec(svg)?.[1] ?? 0);
  const size = width > 900 ? "wide" : width > 500 ? "middle" : "small";
  return {
    size,
    svg: svg.trim().replace(
      /^<svg ([^>]*)>/,
      (_, attributes: string) =>
        `<svg class="${size}" ${attributes.replace(/ class="[^"]*"/, "")}>`,
    ),
  };
}

function files({ figure, folder }: FigureBlock): string {
  if (folder === undefined) return "";
  if (!FOLDER.test(folder)) {
    throw new RangeError(
      `Cannot link files in ${
        JSON.stringify(folder)
      }: use a folder relative to the page, without ".."`,
    );
  }
  const links = Object.entries(FILES).map(([extension, name]) =>
    `<a href="${folder}/${figure.name}.${extension}">${name}</a>`
  );
  return `<p class="files">${links.join("")}</p>\n`;
}

function scroll(name: string, inside: string, more = ""): string {
  return `<div class="scroll${more}" role="region" tabindex="0" aria-label="${
    escapeHtml(name)
  }">\n${inside}\n</div>\n`;
}

function figureBlock(block: FigureBlock): string {
  const { figure } = block;
  const name = checkName(figure.name);
  const { svg, size } = picture(block);
  const rows = formatCount(figure.table.rows.length);
  return `<figure id="figure-${name}" class="${size}">\n` +
    scroll(figure.title, svg, " picture") +
    `<figcaption>\n<p>${escapeHtml(figure.caption)}</p>\n${files(block)}` +
    `</figcaption>\n<details>\n<summary>The numbers behind it (${rows} ${
      figure.table.rows.length === 1 ? "row" : "rows"
    })</summary>\n` +
    scroll(
      `Numbers of ${figure.title}`,
      htmlTable(figure.table, { limit: ROWS }),
    ) +
    `</details>\n</figure>\n`;
}

function blockHtml(block: Block): string {
  if ("text" in block) return prose(block.text);
  if ("html" in block) return block.html;
  if ("figure" in block) return figureBlock(block);
  const { table, caption } = block;
  const html = htmlTable(table, caption === undefined ? {} : { caption });
  return `<div class="table">\n${scroll(caption ?? "Table", html)}</div>\n`;
}

/**
 * Write a page: one HTML file with its style and its pictures inside, that asks
 * nothing of the network and runs no script. All text is escaped. It reads at any
 * width, in the dark and on paper; the same input gives the same bytes.
 *
 * @param content What is on the page.
 * @returns HTML.
 * @throws {TypeError} If a figure's SVG does not come from `renderSvg()`.
 * @throws {RangeError} If a figure's name or folder cannot be linked.
 *
 * @example
 * ```ts
 * import { match } from "node:assert/strict";
 * import { page } from "@taskflow/plot";
 *
 * const html = page({
 *   title: "A & B",
 *   sections: [{ heading: "First", blocks: [{ text: "Some **text**." }] }],
 *   provenance: [["Seed", "7"]],
 * });
 * match(html, /<h1>A &amp; B<\/h1>/);
 * match(html, /<h2 id="first">First<\/h2>/);
 * ```
 */
export function page(content: Page): string {
  const { title, intro = "", sections, provenance } = content;
  const anchors = ids(sections);
  const toc = sections.map(({ heading }, i) =>
    `<li><a href="#${anchors[i]}">${escapeHtml(heading)}</a></li>\n`
  );
  const parts = sections.map(({ heading, tag, blocks }, i) => {
    const mark = tag === undefined
      ? ""
      : ` <span class="tag">${escapeHtml(tag)}</span>`;
    return `<section>\n<h2 id="${anchors[i]}">${
      escapeHtml(heading)
    }${mark}</h2>\n` +
      `${blocks.map(blockHtml).join("")}</section>\n`;
  });
  const source = provenance.map(([name, value]) =>
    `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>\n`
  );
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${escapeHtml(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<div class="page">
<header>
<h1>${escapeHtml(title)}</h1>
<div class="intro">
${prose(intro)}</div>
</header>
<div class="columns">
<nav aria-label="Contents">
<ol>
${toc.join("")}</ol>
</nav>
<main>
${parts.join("")}<footer>
<h2>Where this comes from</h2>
<dl>
${source.join("")}</dl>
</footer>
</main>
</div>
</div>
</body>
</html>
`;
}
