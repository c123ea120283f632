/**
 * Word forms folded together.
 *
 * @module
 */

/** Endings and what replaces them, tried in order; a stem keeps at least three letters. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/(?:ational|ations?|ators?|ating|ated|ates|ate|ative)$/, "at"],
  [
    /(?:izations?|izing|ized|izes|izer|ize|isations?|ising|ised|ises|ise)$/,
    "iz",
  ],
  [/(?:ssions?|tions?)$/, "t"],
  [/(?:ements?|ments?)$/, ""],
  [/(?:fulness|ness)$/, ""],
  [/(?:ibility|ability|ibly|ably|ible|able)$/, ""],
  [/(?:ities|ity)$/, ""],
  [/(?:ies|ied|y)$/, "i"],
  [/(?:ingly|edly|ings|ing|ers|er|ors|or|ed|es|s|ly|al|ally|e)$/, ""],
];

/**
 * The stem of a word: forms of one word mostly share it. Coarser than Porter's, since a text that
 * was rewritten changes forms freely ("validating" for "validation").
 *
 * @param word A word in lower case.
 * @returns Its stem; a word of up to three letters is its own.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { stem } from "./stem.ts";
 *
 * equal(stem("validating"), stem("validation"));
 * equal(stem("queries"), stem("query"));
 * equal(stem("stopped"), stem("stops"));
 * ```
 */
export function stem(word: string): string {
  if (word.length <= 3) return word;
  let root = word;
  // "settings" -> "setting" -> "sett": endings pile up, two passes are enough.
  for (let pass = 0; pass < 2; pass++) {
    for (const [ending, by] of ENDINGS) {
      const cut = root.replace(ending, by);
      if (cut !== root && cut.length >= 3) {
        root = cut;
        break;
      }
    }
  }
  return root.replace(/([bdfglmnprtz])\1$/, "$1");
}
