const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Make text harmless inside HTML or SVG, as content or in a quoted attribute.
 *
 * @param text Any text.
 * @returns The text with `& < > " '` as entities.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { escapeHtml } from "./escape_html.ts";
 *
 * equal(escapeHtml(`<a href="x">`), "&lt;a href=&quot;x&quot;&gt;");
 * ```
 */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
