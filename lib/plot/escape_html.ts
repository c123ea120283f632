/**
 * Untrusted text in HTML and XML.
 *
 * @module
 */

/** Characters that XML forbids, and lone surrogates. */
const FORBIDDEN =
  // deno-lint-ignore no-control-regex -- exactly the characters that must not stay
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Replace what XML forbids, such as control characters and lone surrogates, by U+FFFD.
 *
 * @param text Any text.
 * @returns Text that may stand in an XML document once it is escaped.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { replaceForbidden } from "@taskflow/plot";
 *
 * equal(replaceForbidden("a\u0000b"), "a\ufffdb");
 * ```
 */
export function replaceForbidden(text: string): string {
  return text.replace(FORBIDDEN, "\ufffd");
}

/**
 * Escape text for HTML and XML, in elements and in quoted attributes. Characters
 * that XML forbids become U+FFFD.
 *
 * @param text Any text.
 * @returns Text without `& < > " '`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { escapeHtml } from "@taskflow/plot";
 *
 * equal(escapeHtml(`<a href="x">`), "&lt;a href=&quot;x&quot;&gt;");
 * ```
 */
export function escapeHtml(text: string): string {
  return replaceForbidden(text).replace(
    /[&<>"']/g,
    (character) => ESCAPES[character] ?? character,
  );
}
