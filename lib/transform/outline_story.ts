/**
 * The statement of an issue, shared out among the turns.
 *
 * @module
 */

import { overlap } from "./outline_partition.ts";
import { type SourceUnit, sourceUnits } from "./source_units.ts";

/** A later part takes a sentence from the first only if it has clearly more in common with it. */
const LEAD = 0.1;
const ANNOUNCES = /:\s*$/;
const LEANS =
  /^(?:it|this|that|they|these|those|both|its|their|such|additionally|furthermore|moreover|otherwise|similarly|likewise|therefore|thus|however|but|and|also|instead|as a result|for example|e\.g\.|in (?:this|that|these))\b/i;

/**
 * Give each piece of the statement to the part that it has most in common with; title and what fits
 * nowhere go to the first. Lists and code stay with the line before them, and sentences that lean on
 * the one before stay with it. Headings go, but for the title.
 *
 * @param statement The statement.
 * @param parts The parts without it.
 * @returns What each part begins with; empty where nothing fits.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { outlineStory } from "./outline_story.ts";
 *
 * const story = outlineStory("# Stale pages\n\nPages are stale. Nobody sees cache statistics.", [
 *   "- Evict pages.",
 *   "- Print cache statistics.",
 * ]);
 * deepEqual(story, ["Stale pages\n\nPages are stale.", "Nobody sees cache statistics."]);
 * ```
 */
export function outlineStory(
  statement: string,
  parts: readonly string[],
): string[] {
  const units = sourceUnits(statement);
  const [first] = units;
  const title = first?.kind === "heading" && !isBare(first.text) ? first : null;
  const shared: string[][] = parts.map(() => []);
  if (title !== null) shared[0]?.push(titleOf(title.text));
  for (const block of blocksOf(units.filter((unit) => unit !== title))) {
    const text = block.map(rendered).join("\n");
    const shares = parts.map((part, g) =>
      overlap(text, part) - (g === 0 ? 0 : LEAD)
    );
    const best = shares.indexOf(Math.max(...shares));
    shared[Math.max(0, best)]?.push(text);
  }
  return shared.map((texts) => paragraphs(texts));
}

/** "Title: Crash on start" -> "Crash on start". */
function titleOf(text: string): string {
  return text.replace(/^(?:issue )?title\s*:?\s*/i, "").trim();
}

/** A heading that only names the kind of what follows. */
function isBare(text: string): boolean {
  return /^\W*(?:title|issue|bug(?: report)?|feature(?: request)?|problem(?: statement)?|description|summary|enhancement|refactor|task|context|background|overview)\W*$/i
    .test(text);
}

/** Pieces that stay together; headings are left out. */
function blocksOf(units: readonly SourceUnit[]): SourceUnit[][] {
  const blocks: SourceUnit[][] = [];
  let heading = true;
  for (const unit of units) {
    if (unit.kind === "heading") {
      heading = true;
      continue;
    }
    const last = blocks.at(-1);
    const before = last?.at(-1);
    const joins = before !== undefined &&
      (unit.kind === "code" || ANNOUNCES.test(before.text) && !heading ||
        unit.kind === "bullet" && !heading && before.kind === "bullet" ||
        unit.kind === "bullet" && before.kind === "sentence" &&
          ANNOUNCES.test(before.text) ||
        LEANS.test(unit.text) && !heading ||
        before.kind === "code" && !heading);
    if (joins) last?.push(unit);
    else blocks.push([unit]);
    heading = false;
  }
  return blocks;
}

function rendered({ kind, text }: SourceUnit): string {
  if (kind === "code") return `\`\`\`\n${text}\n\`\`\``;
  return kind === "bullet" ? `- ${text}` : text;
}

/** Sentences in one paragraph, lists and code in blocks of their own. */
function paragraphs(texts: readonly string[]): string {
  return texts.reduce((all, text, i) => {
    const plain = !/[\n`]{3}|^- |\n/.test(text) &&
      !/\n- [^\n]*$|```$/.test(all);
    return all === "" ? text : all + (plain && i > 1 ? " " : "\n\n") + text;
  }, "");
}
