/**
 * Keeping keys out of whatever is written, shown or thrown.
 *
 * @module
 */

/**
 * Shortest secret that is removed. Local servers take any key, and people write "none" or "ollama";
 * removing such words from texts would damage answers and protect nothing.
 */
const SHORTEST = 8;

/** What keys of the large providers look like, also when a server shows them half masked. */
const KEY_LIKE = /\bsk-[A-Za-z0-9_*.-]{6,}/g;

/**
 * A function that removes secrets from texts.
 *
 * @param secrets Secrets; those shorter than 8 characters are taken for placeholders and stay.
 * @returns A function that puts `[key]` in place of each secret, plain, percent-encoded or base64,
 * and (only where `alike` is set) of everything that looks like a key.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { scrubber } from "./scrub.ts";
 *
 * const scrub = scrubber(["correct-horse-battery"]);
 * equal(scrub("Bearer correct-horse-battery"), "Bearer [key]");
 * ```
 */
export function scrubber(
  secrets: readonly string[],
): (text: string, alike?: boolean) => string {
  const forms = new Set<string>();
  for (const secret of secrets.filter(({ length }) => length >= SHORTEST)) {
    forms.add(secret);
    forms.add(encodeURIComponent(secret));
    forms.add(JSON.stringify(secret).slice(1, -1));
    forms.add(new TextEncoder().encode(secret).toBase64());
  }
  return (text, alike = false) => {
    for (const form of forms) text = text.replaceAll(form, "[key]");
    return alike ? text.replace(KEY_LIKE, "[key]") : text;
  };
}
