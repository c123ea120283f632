/**
 * Markdown and HTML written in a notebook cell, with every value put into it escaped.
 *
 * @module
 */

import { escapeHtml } from "./escape_html.ts";

/** The method by which Deno's kernel and {@linkcode show} ask a value for its representations. */
export const DISPLAY: unique symbol = Symbol.for("Jupyter.display") as never;

/** A value that knows how it is shown, in the kernel too. */
export interface Displayable {
  /** Representations by media type. */
  [DISPLAY](): Record<string, unknown>;
}

/** Markdown or HTML that is safe to show; the only way to make one is a template. */
export interface Markup extends Displayable {
  /** Which of the two. */
  readonly kind: "markdown" | "html";
  /** The source, values escaped. */
  readonly source: string;
}

function markup(kind: Markup["kind"], source: string, plain: string): Markup {
  const type = kind === "html" ? "text/html" : "text/markdown";
  return {
    kind,
    source,
    [DISPLAY]: () => ({ [type]: source, "text/plain": plain }),
  };
}

/** Whether a value was made by {@linkcode md} or {@linkcode html}, so that it may go in as it is. */
function isMarkup(value: unknown, kind: Markup["kind"]): value is Markup {
  return typeof value === "object" && value !== null && DISPLAY in value &&
    "kind" in value && value.kind === kind;
}

/**
 * Make text appear literally in Markdown: no emphasis, link, code, HTML, table or formula of its own.
 *
 * @param text Any text; line breaks become spaces.
 * @returns Markdown that renders as the text.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { escapeMarkdown } from "./markup.ts";
 *
 * equal(escapeMarkdown("<b>*x*</b>"), "&lt;b&gt;\\*x\\*&lt;/b&gt;");
 * ```
 */
export function escapeMarkdown(text: string): string {
  // The dollar sign is an entity: JupyterLab takes \$ for the beginning of a formula.
  return text.replace(/\s+/g, " ").replace(
    /[&<>"'$]|[\\`*_{}[\]()#+\-.!|~:@]/g,
    (character) =>
      character === "$"
        ? "&#36;"
        : escapeHtml(character) === character
        ? `\\${character}`
        : escapeHtml(character),
  );
}

function fill(
  strings: TemplateStringsArray,
  values: readonly unknown[],
  put: (value: unknown) => string,
): string {
  return strings.reduce(
    (text, part, i) => text + part + (i < values.length ? put(values[i]) : ""),
    "",
  );
}

/**
 * Markdown to show, as a template; values put in are escaped and render literally.
 *
 * @param strings Literal parts, taken as Markdown.
 * @param values Values, taken as text; Markdown made by this function goes in as it is.
 * @returns Something to {@linkcode show}.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { md } from "@taskflow/notebook";
 *
 * equal(md`**${3}** of ${"<all>"}`.source, "**3** of &lt;all&gt;");
 * ```
 */
export function md(
  strings: TemplateStringsArray,
  ...values: readonly unknown[]
): Markup {
  const source = fill(
    strings,
    values,
    (value) =>
      isMarkup(value, "markdown")
        ? value.source
        : escapeMarkdown(String(value)),
  );
  return markup("markdown", source, fill(strings, values, plainOf));
}

/**
 * Text as a block of code, every line as it is; goes into {@linkcode md} too, with an empty line before.
 *
 * @param text Any text; the fence is longer than any in it.
 * @param language Its language, letters only, for colours.
 * @returns Something to {@linkcode show}.
 * @throws {RangeError} If the language is not a word.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { codeBlock, md } from "@taskflow/notebook";
 *
 * equal(md`${codeBlock("a *b*")}`.source.split("\n")[1], "a *b*");
 * ```
 */
export function codeBlock(text: string, language = "text"): Markup {
  if (!/^[a-z]+$/.test(language)) {
    throw new RangeError(`Cannot show code: "${language}" is no language`);
  }
  const runs = text.match(/`+/g)?.map((run) => run.length) ?? [];
  const fence = "`".repeat(Math.max(2, ...runs) + 1);
  return markup("markdown", `${fence}${language}\n${text}\n${fence}`, text);
}

/**
 * HTML to show, as a template; values put in are escaped.
 *
 * @param strings Literal parts, taken as HTML.
 * @param values Values, taken as text; HTML made by this function goes in as it is.
 * @returns Something to {@linkcode show}; in a terminal its text without tags is shown.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { html } from "@taskflow/notebook";
 *
 * equal(html`<b>${"<3"}</b>`.source, "<b>&lt;3</b>");
 * ```
 */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly unknown[]
): Markup {
  const source = fill(
    strings,
    values,
    (value) =>
      isMarkup(value, "html") ? value.source : escapeHtml(String(value)),
  );
  const bare = { raw: strings.raw.map((part) => part.replace(/<[^>]*>/g, "")) };
  const plain = String.raw(bare, ...values.map(plainOf));
  return markup("html", source, plain.trim());
}

function plainOf(value: unknown): string {
  const isAny = isMarkup(value, "markdown") || isMarkup(value, "html");
  return isAny ? String(value[DISPLAY]()["text/plain"]) : String(value);
}
