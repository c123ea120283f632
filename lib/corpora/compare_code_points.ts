/**
 * Order of texts by Unicode code points.
 *
 * @module
 */

/**
 * Compare two texts by code points, as most languages and file tools do. `<` on strings compares
 * UTF-16 units, which puts emoji before some CJK signs.
 *
 * @param a A text.
 * @param b A text.
 * @returns Negative, zero or positive, for `Array.prototype.sort`.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { compareCodePoints } from "@taskflow/corpora";
 *
 * deepEqual(["\u{1F600}", "\uFF21"].sort(compareCodePoints), ["\uFF21", "\u{1F600}"]);
 * ```
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x === y) continue;
    // Surrogates stand for the highest code points, but are not the highest units.
    const [surrogateA, surrogateB] = [isSurrogate(x), isSurrogate(y)];
    return surrogateA === surrogateB ? x - y : surrogateA ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
