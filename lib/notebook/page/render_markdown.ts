/**
 * Markdown of notebooks as HTML, with formulas as MathML.
 *
 * @module
 */

import katex from "katex";
import {
  Marked,
  type RendererObject,
  type TokenizerAndRendererExtension,
} from "marked";
import { escapeHtml } from "../escape_html.ts";

const formula: TokenizerAndRendererExtension = {
  name: "formula",
  level: "inline",
  start: (source) => source.indexOf("$"),
  tokenizer(source) {
    const [raw, block, inline] =
      /^\$\$([^$]+?)\$\$|^\$(?!\s)((?:\\.|[^$\\\n])+?)(?<!\s)\$(?!\d)/.exec(
        source,
      ) ?? [];
    if (raw === undefined) return undefined;
    const text = block ?? inline ?? "";
    return { type: "formula", raw, text, display: block !== undefined };
  },
  renderer: (token) =>
    katex.renderToString(String(token["text"]).trim(), {
      output: "mathml",
      displayMode: token["display"] === true,
      throwOnError: false,
    }),
};

/** Where a link may lead: the web, a mail program, or within the page. */
const LINK = /^(?:https?:\/\/|mailto:|#)/i;

const renderer: RendererObject = {
  // HTML in Markdown is shown as it is written, whoever wrote it.
  html: ({ text }) => escapeHtml(text),
  link({ href, tokens }) {
    const text = this.parser.parseInline(tokens);
    return LINK.test(href) ? `<a href="${escapeHtml(href)}">${text}</a>` : text;
  },
  image: ({ href, text }) =>
    /^data:image\/(?:png|jpeg|gif|svg\+xml);base64,[\w+/=]+$/.test(href)
      ? `<img src="${href}" alt="${escapeHtml(text)}">`
      : escapeHtml(text),
};

const marked = new Marked({ renderer, extensions: [formula] });

/**
 * Render Markdown with `$inline$` and `$$display$$` formulas.
 *
 * @param source The Markdown; HTML in it is shown as text, links that run code are dropped.
 * @returns HTML that is safe to put into a page.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { renderMarkdown } from "./render_markdown.ts";
 *
 * equal(renderMarkdown("*a* <b>").trim(), "<p><em>a</em> &lt;b&gt;</p>");
 * ```
 */
export function renderMarkdown(source: string): string {
  return marked.parse(source, { async: false });
}
