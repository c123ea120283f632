/**
 * Neighbouring turns sent as one.
 *
 * @module
 */

/** Between texts that are sent together. */
const BETWEEN = "\n\n";

/**
 * The ways to send parts in order as fewer turns: each is a list of turns, each turn named by its
 * parts ("1", "23"). For three parts 123 | 1,23 | 12,3 | 1,2,3 (Appendix F).
 *
 * @param parts How many parts there are, from 1 to 9.
 * @returns Plans, fewest turns first.
 * @throws {RangeError} If there are none or more than nine.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { issuePlans } from "@taskflow/transform";
 *
 * deepEqual(issuePlans(3), [["123"], ["1", "23"], ["12", "3"], ["1", "2", "3"]]);
 * ```
 */
export function issuePlans(parts: number): string[][] {
  if (!Number.isInteger(parts) || parts < 1 || parts > 9) {
    throw new RangeError(
      `Cannot merge ${parts} parts: give a whole number from 1 to 9`,
    );
  }
  const plans: string[][] = [];
  for (let cuts = 0; cuts < 2 ** (parts - 1); cuts++) {
    const plan = [""];
    for (let part = 1; part <= parts; part++) {
      plan.push(`${plan.pop() ?? ""}${part}`);
      // The highest bit stands for the first gap, so that later cuts come first.
      if (part < parts && (cuts >> (parts - 1 - part)) & 1) plan.push("");
    }
    plans.push(plan);
  }
  return plans.sort((a, b) =>
    a.length - b.length || (a[0] ?? "").length - (b[0] ?? "").length
  );
}

/**
 * The names of all turns that merging can give: "1", "2", "3", "12", "23", "123".
 *
 * @param parts How many parts there are, from 1 to 9.
 * @returns Names, shorter ones first.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { mergeVariants } from "@taskflow/transform";
 *
 * deepEqual(mergeVariants(3), ["1", "2", "3", "12", "23", "123"]);
 * ```
 */
export function mergeVariants(parts: number): string[] {
  const names = new Set(issuePlans(parts).flat());
  return [...names].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

/**
 * The text of one turn: its parts with an empty line between.
 *
 * @param parts The parts of a split.
 * @param variant Its name: neighbouring numbers from 1.
 * @returns The text.
 * @throws {RangeError} If the name is no run of neighbouring parts that there are.
 *
 * @example
 * ```ts
 * import { equal, throws } from "node:assert/strict";
 * import { mergeParts } from "@taskflow/transform";
 *
 * equal(mergeParts(["a", "b", "c"], "23"), "b\n\nc");
 * throws(() => mergeParts(["a", "b", "c"], "13"), RangeError);
 * ```
 */
export function mergeParts(parts: readonly string[], variant: string): string {
  const numbers = [...variant].map(Number);
  const texts = numbers.map((number, i) =>
    i > 0 && number !== (numbers[i - 1] ?? 0) + 1
      ? undefined
      : parts[number - 1]
  );
  if (texts.length === 0 || texts.includes(undefined)) {
    throw new RangeError(
      `Cannot merge parts "${variant}": name neighbouring parts from 1 to ${parts.length}`,
    );
  }
  return texts.join(BETWEEN);
}

/**
 * The Concat condition: all parts in one message (Appendix H).
 *
 * @param parts The parts of a split.
 * @returns The message.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { concatParts } from "@taskflow/transform";
 *
 * equal(concatParts(["a", "b"]), "a\n\nb");
 * ```
 */
export function concatParts(parts: readonly string[]): string {
  return parts.join(BETWEEN);
}
