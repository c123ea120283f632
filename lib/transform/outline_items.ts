/**
 * What an issue asks for, one item after another, as its own lists say it.
 *
 * @module
 */

import { sentencesOf } from "./sentences.ts";
import { type SourceUnit, sourceUnits } from "./source_units.ts";

/** One item that must stay together. */
export interface OutlineItem {
  /** The item as it is asked for, with nested items and code below it. */
  readonly text: string;
}

/** Begins like the continuation of the item before. */
const LEANS =
  /^(?:it|this|that|they|these|those|both|its|their|such|otherwise|if so|in (?:this|that|these) cases?|additionally|also|furthermore|moreover|similarly|likewise|then|the (?:same|latter|former|above)|for (?:this|these)|as (?:above|described)|when (?:this|it)|e\.g\.|for example)\b/i;
const ANNOUNCES = /(?::|\bas follows\.?|\bthe following\.?)\s*$/i;
const UP = /\b(?:above|previously|aforementioned|mentioned|earlier)\b/i;

/**
 * The items of a list of requirements. What cannot stand alone is kept with what it leans on: nested
 * items and code with the item above them, a list with the line that announces it, a heading with
 * what it heads, and "It must also ..." with the item before.
 *
 * @param requirements The text; without a list, its sentences are the items.
 * @returns The items in order.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { outlineItems } from "./outline_items.ts";
 *
 * const items = outlineItems("- Add a cache.\n- It must expire.\n- Accept these ages:\n  - a day\n  - a week");
 * deepEqual(items.map(({ text }) => text), [
 *   "- Add a cache.\n- It must expire.",
 *   "- Accept these ages:\n  - a day\n  - a week",
 * ]);
 * ```
 */
export function outlineItems(requirements: string): OutlineItem[] {
  const units = sourceUnits(requirements);
  const top = Math.min(
    ...units.filter(({ kind }) => kind === "bullet").map(({ depth }) => depth),
  );
  const listed =
    units.filter(({ kind, depth }) => kind === "bullet" && depth <= top)
      .length >= 2;
  const items: string[][] = [];
  let open = false;
  let announced: SourceUnit | null = null;
  for (const unit of units) {
    const last = items.at(-1);
    const below = unit.kind === "bullet" && unit.depth > top;
    const nested = unit.kind === "code" || below || continues(announced, unit);
    const leans = unit.kind !== "heading" &&
      (LEANS.test(unit.text) || UP.test(sentencesOf(unit.text)[0] ?? ""));
    const stays = unit.kind === "sentence" &&
      // In a list, a paragraph between items belongs to the item above it.
      (announced !== null || listed && !open);
    const line = rendered(unit, below);
    if (last !== undefined && (open || nested || leans || stays)) {
      last.push(line);
    } else items.push([line]);
    open = unit.kind === "heading";
    if (ANNOUNCES.test(unit.text) && unit.kind !== "code") announced = unit;
    // What was announced has come, one level below: the next item is one of its own.
    else if (!nested || unit.kind === "code" || below) announced = null;
  }
  return items.map((lines) => ({ text: lines.join("\n") }));
}

/** Whether an item is among those that the line before announces, though not indented. */
function continues(
  announced: SourceUnit | null,
  { kind, depth, text }: SourceUnit,
): boolean {
  if (announced === null || kind !== "bullet") return false;
  return announced.kind !== "bullet" ||
    depth >= announced.depth && !/\b(?:must|should|shall)\b/i.test(text);
}

function rendered({ kind, text }: SourceUnit, nested: boolean): string {
  if (kind === "code") return `\`\`\`\n${text}\n\`\`\``;
  if (kind === "bullet") return `${nested ? "  " : ""}- ${text}`;
  return text;
}
