/**
 * An executed notebook as one HTML file that needs nothing else.
 *
 * @module
 */

import hljs from "highlight.js/lib/core";
import typescript from "highlight.js/lib/languages/typescript";
import { basename } from "node:path";
import { escapeHtml } from "../escape_html.ts";
import type { Cell, Notebook, Output } from "../nbformat.ts";
import { PAGE_CSS } from "./page_css.ts";
import { renderMarkdown } from "./render_markdown.ts";
import { safeHtml, safeSvg } from "./safe_html.ts";

hljs.registerLanguage("typescript", typescript);

/** Nothing is loaded and nothing runs, whatever stands in the page. */
const POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

function bundleHtml(
  data: Readonly<Record<string, unknown>>,
  id: string,
): string {
  const text = (type: string) =>
    data[type] === undefined ? null : String(data[type]);
  const svg = text("image/svg+xml");
  if (svg !== null) return safeSvg(svg, id);
  const png = text("image/png");
  if (png !== null && /^[\w+/=\s]+$/.test(png)) {
    const alt = escapeHtml(text("text/plain") ?? "");
    return `<img src="data:image/png;base64,${png.trim()}" alt="${alt}">`;
  }
  const html = text("text/html");
  if (html !== null) return safeHtml(html);
  const markdown = text("text/markdown");
  if (markdown !== null) return renderMarkdown(markdown);
  return pre(text("text/plain") ?? "");
}

function pre(text: string): string {
  return `<pre>${escapeHtml(text.replace(/\n$/, ""))}</pre>`;
}

function outputHtml(output: Output, id: string): string {
  const put = (kind: string, body: string) =>
    `<div class="output ${kind}">${body}</div>`;
  switch (output.output_type) {
    case "stream":
      return put(output.name, pre(output.text));
    case "error":
      return put("error", pre(output.traceback.join("\n")));
    case "display_data":
    case "execute_result":
      return put("display", bundleHtml(output.data, id));
  }
}

function cellHtml(cell: Cell, number: number): string {
  const id = `cell-${number}`;
  if (cell.cell_type === "markdown") {
    return `<section class="cell markdown" id="${id}">${
      renderMarkdown(cell.source)
    }</section>`;
  }
  const code = cell.cell_type === "code"
    ? hljs.highlight(cell.source, { language: "typescript" }).value
    : escapeHtml(cell.source);
  const outputs = cell.outputs.map((output, i) =>
    outputHtml(output, `${id}-${i + 1}`)
  );
  return [
    `<section class="cell" id="${id}">`,
    `<div class="code"><a class="number" href="#${id}">cell ${number}</a><pre><code>${code}</code></pre></div>`,
    ...outputs,
    "</section>",
  ].join("\n");
}

/** The first heading of the notebook, or its file name. */
function titleOf(notebook: Notebook): string {
  for (const cell of notebook.cells) {
    const [, heading] = cell.cell_type === "markdown"
      ? /^# +(.+)$/m.exec(cell.source) ?? []
      : [];
    if (heading !== undefined) return heading.trim();
  }
  return basename(notebook.path);
}

/**
 * Make a page of an executed notebook: Markdown with formulas, code, outputs, pictures inline.
 *
 * The page loads nothing and runs no script. Texts of outputs are escaped; HTML and SVG of outputs are
 * cut down to what can do no harm.
 *
 * @param notebook The notebook with its outputs.
 * @param made How it was made, one line for the foot of the page.
 * @returns The page; the same notebook gives the same page.
 *
 * @example
 * ```ts
 * import { match } from "node:assert/strict";
 * import { parseNotebook } from "../read_notebook.ts";
 * import { notebookPage } from "./notebook_page.ts";
 *
 * const cells = [{ cell_type: "markdown", source: "# Lengths & <b>" }];
 * const json = JSON.stringify({ nbformat: 4, nbformat_minor: 5, cells });
 * match(notebookPage(parseNotebook(json, "a.ipynb"), ""), /<title>Lengths &amp; &lt;b&gt;</);
 * ```
 */
export function notebookPage(notebook: Notebook, made: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(titleOf(notebook))}</title>
<style>${PAGE_CSS}</style>
</head>
<body>
<main>
${notebook.cells.map((cell, i) => cellHtml(cell, i + 1)).join("\n")}
<footer>${escapeHtml(made)}</footer>
</main>
</body>
</html>
`;
}
