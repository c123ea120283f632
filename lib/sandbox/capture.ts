/**
 * A running command's output, up to a limit.
 *
 * @module
 */

/** A budget of bytes that two streams share. */
export interface Budget {
  left: number;
}

/**
 * Read a stream to its end and keep what fits the budget.
 *
 * @param stream The stream; it is drained even after the budget is used up.
 * @param budget Bytes left to keep; goes down.
 * @param onFull Called once, with the first byte that does not fit.
 * @returns The text kept.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { capture } from "./capture.ts";
 *
 * let full = 0;
 * const stream = new Blob(["abcdef"]).stream();
 * equal(await capture(stream, { left: 4 }, () => full++), "abcd");
 * equal(full, 1);
 * ```
 */
export async function capture(
  stream: ReadableStream<Uint8Array>,
  budget: Budget,
  onFull: () => void,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let full = false;
  for await (const chunk of stream) {
    const kept = chunk.subarray(0, budget.left);
    budget.left -= kept.length;
    text += decoder.decode(kept, { stream: true });
    if (kept.length === chunk.length || full) continue;
    full = true;
    onFull();
  }
  return text + decoder.decode();
}
