/**
 * The process that runs a notebook's module for the script runner. It reads one line of JSON from
 * standard input: the module and the run's secret word.
 *
 * @module
 */

import * as z from "zod";
import { onBeginCell } from "./begin_cell.ts";
import { encodeFrame, type Frame } from "./frames.ts";
import { installSink } from "./host.ts";

/** Schema of the line on standard input. */
export const orderSchema = z.object({ module: z.string(), word: z.string() });

const encoder = new TextEncoder();

function writeAll(
  stream: { writeSync(bytes: Uint8Array): number },
  text: string,
): void {
  let bytes = encoder.encode(text);
  while (bytes.length > 0) bytes = bytes.subarray(stream.writeSync(bytes));
}

function errorFrame(error: unknown, floating: boolean): Frame {
  if (error instanceof Error) {
    const { name, message, stack } = error;
    return { type: "error", name, message, stack: stack ?? "", floating };
  }
  const message = typeof error === "string" ? error : Deno.inspect(error);
  return { type: "error", name: "Error", message, stack: "", floating };
}

/** Run the module named on standard input, and say what happens in frames. */
async function main(): Promise<void> {
  const line = await new Response(Deno.stdin.readable).text();
  const { module, word } = orderSchema.parse(JSON.parse(line));
  let frames = 0;
  const put = (frame: Frame) => {
    writeAll(Deno.stderr, encodeFrame(word, String(frames++)));
    writeAll(Deno.stdout, encodeFrame(word, JSON.stringify(frame)));
  };
  const fail = (error: unknown, floating: boolean): never => {
    put(errorFrame(error, floating));
    Deno.exit(1);
  };
  onBeginCell((cell) => put({ type: "cell", cell }));
  installSink({
    display: ({ data, metadata }, { id, update }) =>
      put({
        type: "display",
        data: { ...data },
        metadata: { ...metadata },
        id,
        update,
      }),
  });
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    fail(event.reason, true);
  });
  globalThis.addEventListener("error", (event) => {
    event.preventDefault();
    fail(event.error, true);
  });
  try {
    await import(module);
    // What the last cell left behind may still reject.
    await new Promise((resolve) => setTimeout(resolve, 0));
  } catch (error) {
    fail(error, false);
  }
  put({ type: "done" });
  // Timers and connections that a cell left open do not keep the runner waiting.
  Deno.exit(0);
}

if (import.meta.main) await main();
