/**
 * Strings of an issue text that are code, not prose.
 *
 * @module
 */

/** What a string is. Paths, URLs, signatures and numbers cannot be said in other words. */
export type ArtifactKind =
  | "path"
  | "url"
  | "signature"
  | "number"
  | "identifier"
  | "span"
  | "quotation";

/** A string that should survive a rewriting character for character. */
export interface Artifact {
  readonly kind: ArtifactKind;
  readonly text: string;
}

const URL_SHAPE = /\bhttps?:\/\/[^\s`"'<>)\]}]*[^\s`"'<>)\]}.,;:]/g;
const PATH_SHAPE =
  /(?<![\w/@.~-])(?:[~.]{0,2}\/)?(?:[\w@.+-]+\/)+[\w@.+-]*\w\.[A-Za-z][\w]{0,9}\b(?![/(])/g;
const SIGNATURE_SHAPE =
  /\b(?:func|def|function|fn)\s+(?:\([^()\n]*\)\s*)?[A-Za-z_$][\w$.]*\([^()\n]*\)(?:\s*(?:->|:)?\s*(?:\([^()\n]*\)|\*?[\[\]\w.]+(?:<[^<>\n]*>)?))?/g;
const SPAN_SHAPE = /`([^`\n]+)`/g;
const QUOTATION_SHAPE = /"([^"\n]{2,200})"|“([^”\n]{2,200})”/g;
const IDENTIFIER_SHAPE =
  /(?<![\w$])(?:[a-z$][\w$]*?[a-z0-9][A-Z][\w$]*|[A-Z][a-z0-9]+(?:[A-Z][\w$]*)|[A-Za-z$][\w$]*_[\w$]+|_[A-Za-z]\w+|[A-Z]{2,}[a-z]\w+)/g;
const NUMBER_SHAPE =
  /(?<![\w.$#/@-])\d+(?:\.\d+)*(?:x|ms|px|%|[kKMG]i?[bB])?(?![\w/-]|\.\d)/g;

/**
 * The artifacts that a text's own form gives away: web addresses, paths of files, signatures, code in
 * backticks, quoted strings, identifiers (inner capitals or underscores), numbers.
 *
 * @param text The text.
 * @returns Its artifacts by kind, each string once a kind.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { artifactsOf } from "@taskflow/transform";
 *
 * const found = artifactsOf("Let `retry` in src/net/page.ts call fetchPage 3 times.");
 * deepEqual(found.map(({ kind, text }) => `${kind} ${text}`), [
 *   "path src/net/page.ts",
 *   "span retry",
 *   "identifier fetchPage",
 *   "number 3",
 * ]);
 * ```
 */
export function artifactsOf(text: string): Artifact[] {
  const found = new Map<string, Artifact>();
  // Quotation marks inside code belong to the code; numbers of list items are no numbers.
  const prose = text.replace(/```[^]*?(?:```|$)|`[^`\n]*`/g, " ");
  const plain = text
    .replace(/^\s*(?:#+\s*)?(?:step\s+)?\(?\d{1,2}[.):]\s/gim, " ")
    .replace(/(?<=[\s:;.])\(?\d{1,2}[.)]\s+(?=[A-Z`"])/g, " ");
  const take = (kind: ArtifactKind, shape: RegExp, within = text) => {
    for (const match of within.matchAll(shape)) {
      const string = (match[1] ?? match[2] ?? match[0]).trim();
      if (string !== "") found.set(`${kind} ${string}`, { kind, text: string });
    }
  };
  take("url", URL_SHAPE);
  take("path", PATH_SHAPE);
  take("signature", SIGNATURE_SHAPE);
  take("span", SPAN_SHAPE);
  take("quotation", QUOTATION_SHAPE, prose);
  take("identifier", IDENTIFIER_SHAPE);
  take("number", NUMBER_SHAPE, plain);
  return [...found.values()];
}
