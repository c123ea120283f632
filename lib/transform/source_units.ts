/**
 * The pieces that an issue text is made of.
 *
 * @module
 */

import { sentencesOf } from "./sentences.ts";

/** A piece of a text. */
export interface SourceUnit {
  /** Bullets are items of lists, flattened ones too; sentences those of a paragraph. */
  readonly kind: "heading" | "bullet" | "sentence" | "code";
  readonly text: string;
  /** Columns that the first line is indented by; 0 for all but nested items of lists. */
  readonly depth: number;
}

const HEADING =
  /^\s*(?:#{1,6}\s+\S.*|\*\*[^*]+\*\*:?|[A-Z][\w /&'()-]{0,50}:)\s*$/;
const BULLET = /^\s*(?:[-*•+–]+(?=[\s`"'A-Z])\s*|\(?\d{1,2}[.)]\s+)/;
/** " - " or " -The" in the middle of a line, after the end of a sentence or a heading's colon. */
const FLAT = /(?<=[.;:!?)\]`"'\w])\s+[-•*]\s*(?=[A-Z`"'‘“<(]|[a-z]+[A-Z(_.])/g;

/**
 * Cut a text into its pieces, in order: headings, items of lists (each with its continuation lines),
 * sentences of paragraphs, fenced code. A list that was flattened into one line (`- One. - Two.`) is
 * cut into its items.
 *
 * @param text The text, decoded.
 * @returns Its pieces; together they hold all of it but markers of lists and white space.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { sourceUnits } from "./source_units.ts";
 *
 * const units = sourceUnits("# Crash\n\nIt fails. Always.\n- Mend it. - Log it.");
 * deepEqual(units.map(({ kind, text }) => `${kind}: ${text}`), [
 *   "heading: Crash",
 *   "sentence: It fails.",
 *   "sentence: Always.",
 *   "bullet: Mend it.",
 *   "bullet: Log it.",
 * ]);
 * ```
 */
export function sourceUnits(text: string): SourceUnit[] {
  const units: SourceUnit[] = [];
  let block:
    | { kind: "bullet" | "sentence"; lines: string[]; depth: number }
    | null = null;
  let fence: string[] | null = null;
  const close = () => {
    if (block === null) return;
    const whole = block.lines.join("\n").trim();
    const { kind, depth } = block;
    block = null;
    if (whole === "") return;
    if (kind === "sentence") {
      for (const sentence of sentencesOf(whole)) {
        units.push({ kind, text: sentence, depth: 0 });
      }
      return;
    }
    for (const item of whole.split(FLAT)) {
      if (item.trim() !== "") units.push({ kind, text: item.trim(), depth });
    }
  };
  for (const line of text.replaceAll("\r\n", "\n").split("\n")) {
    if (/^\s*(?:```|~~~)/.test(line)) {
      if (fence === null) {
        close();
        fence = [];
      } else {
        units.push({ kind: "code", text: fence.join("\n"), depth: 0 });
        fence = null;
      }
    } else if (fence !== null) fence.push(line);
    else if (line.trim() === "") close();
    else if (HEADING.test(line) && !BULLET.test(line)) {
      close();
      units.push({
        kind: "heading",
        text: line.replace(/[#*]/g, "").trim(),
        depth: 0,
      });
    } else if (BULLET.test(line)) {
      close();
      block = {
        kind: "bullet",
        lines: [line.replace(BULLET, "")],
        depth: line.search(/\S/),
      };
    } else if (block === null) {
      block = {
        kind: isFlat(line) ? "bullet" : "sentence",
        lines: [line],
        depth: 0,
      };
    } else block.lines.push(line);
  }
  close();
  if (fence !== null && fence.length > 0) {
    units.push({ kind: "code", text: fence.join("\n"), depth: 0 });
  }
  return units;
}

/** Whether a line without a marker of its own holds a list all the same. */
function isFlat(line: string): boolean {
  return [...line.matchAll(FLAT)].length >= 2;
}
