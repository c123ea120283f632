/**
 * How a notebook's process tells the runner what happens: frames on standard output between what the
 * notebook prints there. On standard error every frame leaves a mark of the same number, so that text
 * on both streams falls between the right frames.
 *
 * @module
 */

import * as z from "zod";

/** Begins a frame; followed by the run's secret word, so that printed text cannot pass for one. */
const START = "\x1e";

/** Schema of what a frame says. */
export const frameSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("cell"), cell: z.number() }),
  z.object({
    type: z.literal("display"),
    data: z.record(z.string(), z.unknown()),
    metadata: z.record(z.string(), z.unknown()),
    id: z.string().nullable(),
    update: z.boolean(),
  }),
  z.object({
    type: z.literal("error"),
    name: z.string(),
    message: z.string(),
    stack: z.string(),
    floating: z.boolean(),
  }),
  z.object({ type: z.literal("done") }),
]);

/** What a frame says: a cell begins, a display, an error, the end. */
export type Frame = z.infer<typeof frameSchema>;

/** A piece of a stream: text, or the end of a frame. */
export type Piece = { readonly text: string } | { readonly frame: string };

/**
 * Encode a frame for a stream.
 *
 * @param word The run's secret word.
 * @param body What the frame says, on one line.
 * @returns Text to write.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { encodeFrame, frameReader } from "./frames.ts";
 *
 * const read = frameReader("w");
 * deepEqual(read(`a${encodeFrame("w", "1")}b`), [{ text: "a" }, { frame: "1" }, { text: "b" }]);
 * ```
 */
export function encodeFrame(word: string, body: string): string {
  return `${START}${word} ${body}\n`;
}

/**
 * Take a stream apart into printed text and frames.
 *
 * @param word The run's secret word.
 * @returns A function that takes the next text of the stream and returns the pieces complete so far,
 * in order; the beginning of a frame is held back until it is whole.
 *
 * @example A frame in two parts
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { frameReader } from "./frames.ts";
 *
 * const read = frameReader("w");
 * deepEqual([read("\x1ew 1"), read("2\n")], [[], [{ frame: "12" }]]);
 * ```
 */
export function frameReader(word: string): (text: string) => Piece[] {
  const start = `${START}${word} `;
  // Parts of a frame that has begun but not ended; joined once, frames can be megabytes long.
  let open: string[] | null = null;
  let rest = "";
  return (text) => {
    const pieces: Piece[] = [];
    let left = rest + text;
    rest = "";
    while (left !== "") {
      if (open === null) {
        const at = left.indexOf(start);
        const cut = at < 0 ? left.length - partialAtEnd(left, start) : at;
        if (cut > 0) pieces.push({ text: left.slice(0, cut) });
        if (at < 0) {
          rest = left.slice(cut);
          break;
        }
        open = [];
        left = left.slice(at + start.length);
      }
      const end = left.indexOf("\n");
      open.push(end < 0 ? left : left.slice(0, end));
      if (end < 0) break;
      pieces.push({ frame: open.join("") });
      open = null;
      left = left.slice(end + 1);
    }
    return pieces;
  };
}

/** Length of the longest end of `text` that could be the beginning of `start`. */
function partialAtEnd(text: string, start: string): number {
  for (let n = Math.min(text.length, start.length - 1); n > 0; n--) {
    if (start.startsWith(text.slice(-n))) return n;
  }
  return 0;
}
