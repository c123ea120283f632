/**
 * Ways of speaking, found in prose.
 *
 * @module
 */

/** A way of speaking. */
export interface Phrase {
  readonly severity: "error" | "warning";
  /** Case-insensitive, global. */
  readonly shape: RegExp;
}

/** A place where something is spoken of so. */
export interface Spoken {
  readonly severity: "error" | "warning";
  /** The words. */
  readonly words: string;
  /** Offset in the prose. */
  readonly at: number;
}

/**
 * Make phrases of one severity. In a shape a space stands for white space of any length,
 * and a space with a question mark for white space or none.
 *
 * @param severity How sure they are.
 * @param shapes Regular expressions.
 * @returns The phrases.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { phrases } from "./phrase.ts";
 *
 * equal(phrases("error", [/in part two/])[0]?.shape.flags, "giu");
 * ```
 */
export function phrases(
  severity: Phrase["severity"],
  shapes: readonly RegExp[],
): Phrase[] {
  return shapes.map(({ source }) => ({
    severity,
    shape: new RegExp(
      source.replaceAll(" ?", "\\s*").replaceAll(" ", "\\s+"),
      "giu",
    ),
  }));
}

/**
 * The prose of a text: code and quotations are blanked out, so that a message to be shown or a name
 * is not taken for speech; apostrophes are straight.
 *
 * @param text The text.
 * @returns Prose of the same length.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { proseOf } from "./phrase.ts";
 *
 * equal(proseOf('Show "see above" in `next`.'), "Show ___________ in ______.");
 * ```
 */
export function proseOf(text: string): string {
  return text
    .replace(/[‘’]/g, "'")
    .replace(
      /```[^]*?(?:```|$)|`[^`\n]*`|"[^"\n]{1,200}"|“[^”\n]{1,200}”/g,
      (piece) => "_".repeat(piece.length),
    );
}

/**
 * Find phrases in a part. Words that the source uses itself are matter, not talk about the
 * conversation, and are passed over.
 *
 * @param prose Prose of the part, see {@linkcode proseOf}.
 * @param list The phrases.
 * @param source Prose of the source.
 * @returns Where they are, one at most for each phrase.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { phrases, spoken } from "./phrase.ts";
 *
 * const list = phrases("error", [/the next message/]);
 * equal(spoken("More in the next message.", list, "").length, 1);
 * equal(spoken("Quote the next message.", list, "Quote the next message").length, 0);
 * ```
 */
export function spoken(
  prose: string,
  list: readonly Phrase[],
  source: string,
): Spoken[] {
  const known = source.toLowerCase().replace(/\s+/g, " ");
  return list.flatMap(({ severity, shape }): Spoken[] => {
    for (const { 0: words, index } of prose.matchAll(shape)) {
      const said = words.toLowerCase().replace(/\s+/g, " ").trim();
      if (!known.includes(said)) return [{ severity, words, at: index }];
    }
    return [];
  });
}

/**
 * The words of a place with a few around them.
 *
 * @returns A piece of the text.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { around } from "./phrase.ts";
 *
 * equal(around("Use the names above, sorted.", { at: 14, words: "above" }), "Use the names above, sorted.");
 * ```
 */
export function around(
  text: string,
  { at, words }: Pick<Spoken, "at" | "words">,
): string {
  const from = Math.max(0, at - 30);
  return text.slice(
    from === 0 ? 0 : text.indexOf(" ", from) + 1,
    at + words.length + 30,
  );
}
