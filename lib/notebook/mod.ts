/**
 * What a notebook imports: showing things, and what comes from outside. The runners and the gate
 * are in `tools.ts`, so that notebooks start fast.
 *
 * @module
 */

export { codeBlock, html, md } from "./markup.ts";
export { DISPLAY, type Displayable, type Markup } from "./markup.ts";
export { escapeMarkdown } from "./markup.ts";
export * from "./parameter.ts";
export * from "./progress.ts";
export { show } from "./show.ts";
export * from "./table.ts";
