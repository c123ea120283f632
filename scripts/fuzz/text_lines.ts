/**
 * Lines of a stream of text.
 *
 * @module
 */

/**
 * Split text into lines.
 *
 * @returns A stream of lines; an unfinished last one is dropped, since its writer was ended.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { textLines } from "./text_lines.ts";
 *
 * const text = ReadableStream.from(["a\nb", "c\nd"]);
 * deepEqual(await Array.fromAsync(text.pipeThrough(textLines())), ["a", "bc"]);
 * ```
 */
export function textLines(): TransformStream<string, string> {
  let rest = "";
  return new TransformStream({
    transform(chunk, controller) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) controller.enqueue(line);
    },
  });
}
