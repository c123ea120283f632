/**
 * Tool blocks of a SpecStory file.
 *
 * @module
 */

/** A part of a file; the end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Pair the lines that open and close `<tool-use>` blocks. Blocks nest where a tool prints another
 * session's file; if such a print is cut, so that the outer block seems open for ever, the next
 * closing line ends it.
 *
 * @param openings Starts of lines that open a block, in order.
 * @param closings Ends of lines that close one, in order.
 * @returns Disjoint blocks in order, and the start of a block that is never closed (then the file
 * may be cut) or -1.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { toolBlocks } from "@taskflow/corpora";
 *
 * deepEqual(toolBlocks([10, 20, 90], [30, 40]), { blocks: [{ start: 10, end: 40 }], unclosed: 90 });
 * ```
 */
export function toolBlocks(
  openings: readonly number[],
  closings: readonly number[],
): { blocks: Span[]; unclosed: number } {
  const blocks: Span[] = [];
  const open: number[] = [];
  let at = 0;
  for (const end of closings) {
    while ((openings[at] ?? Infinity) < end) open.push(openings[at++] ?? 0);
    const start = open.pop();
    if (start !== undefined) blocks.push({ start, end });
  }
  let unclosed = -1;
  let first = 0;
  for (const start of [...open, ...openings.slice(at)]) {
    while ((closings[first] ?? Infinity) < start) first++;
    const end = closings[first];
    if (end !== undefined) blocks.push({ start, end });
    else if (unclosed < 0) unclosed = start;
  }
  return { blocks: disjoint(blocks), unclosed };
}

function disjoint(spans: Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) {
      merged[merged.length - 1] = { start: last.start, end: span.end };
    }
  }
  return merged;
}
