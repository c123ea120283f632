/**
 * Execute one cell in a kernel and wait until all of its outputs are here.
 *
 * @module
 */

import * as z from "zod";
import type { JupyterMessage } from "./jupyter_message.ts";
import type { Kernel } from "./kernel.ts";
import { outputSchema } from "./nbformat.ts";
import type { OutputLog } from "./output_log.ts";

/** An error as the kernel tells it. */
export interface KernelError {
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: readonly string[];
}

/** How the execution of a cell ended. */
export type CellEnd =
  | { readonly kind: "ok" }
  | { readonly kind: "error"; readonly error: KernelError }
  /** The kernel is gone. */
  | { readonly kind: "dead" }
  /** The kernel sent a display that did not arrive. */
  | { readonly kind: "lost"; readonly missing: number };

const errorSchema = z.object({
  ename: z.string(),
  evalue: z.string(),
  traceback: z.array(z.string()),
});

const streamSchema = z.object({
  name: z.enum(["stdout", "stderr"]),
  text: z.string(),
});

const displaySchema = z.object({
  data: z.record(z.string(), z.unknown()),
  metadata: z.record(z.string(), z.unknown()).default({}),
  transient: z.object({
    display_id: z.string().nullish(),
    taskflow_display: z.number().optional(),
  }).default({}),
});

/**
 * Code that says on every path that outputs take that it came through: what was sent before it on
 * the same path has then arrived too. It also tells how many displays `show()` has sent.
 */
function drainCode(word: string): string {
  return `{ const c = globalThis.console; c.log("${word}"); c.error("${word}"); }
await Deno.jupyter.broadcast("display_data", {
  data: { "text/plain": "${word}" },
  metadata: {},
  transient: {
    taskflow_display: globalThis[Symbol.for("taskflow.notebook.shown")] ?? 0,
  },
});
undefined`;
}

/** Displays of `show()` that have arrived, by number, over the life of one kernel. */
export type Arrived = Set<number>;

/** Takes the messages of a cell; {@linkcode CellReader.open} holds the paths not drained yet. */
interface CellReader {
  readonly open: Set<"stdout" | "stderr" | "display" | "idle">;
  sent: number;
  take(message: JupyterMessage): void;
}

function cellReader(
  cell: number,
  word: string,
  log: OutputLog,
  arrived: Arrived,
): CellReader {
  const reader: CellReader = {
    open: new Set(["stdout", "stderr", "display", "idle"]),
    sent: 0,
    take({ header, content }) {
      if (header.msg_type === "stream") {
        const { name, text } = streamSchema.parse(content);
        const at = text.indexOf(word);
        log.stream(cell, name, at < 0 ? text : text.slice(0, at));
        if (at >= 0) reader.open.delete(name);
      } else if (/^(?:update_)?display_data$/.test(header.msg_type)) {
        const { data, metadata, transient } = displaySchema.parse(content);
        const number = transient.taskflow_display;
        if (data["text/plain"] === word) {
          reader.open.delete("display");
          reader.sent = number ?? 0;
          return;
        }
        if (number !== undefined) arrived.add(number);
        log.display(cell, { data, metadata }, {
          id: transient.display_id ?? null,
          update: header.msg_type === "update_display_data",
        });
      } else if (header.msg_type === "execute_result") {
        log.add(
          cell,
          outputSchema.parse({ ...content, output_type: "execute_result" }),
        );
      }
    },
  };
  return reader;
}

/** Wait for the reply to a request; `null` if the kernel is gone. */
async function replyTo(
  kernel: Kernel,
  id: string,
): Promise<JupyterMessage | null> {
  for (;;) {
    const reply = await kernel.reply();
    if (reply === null || reply.parent === id) return reply;
  }
}

/**
 * Execute one cell and wait for all of its outputs.
 *
 * Jupyter's "idle" does not mean that all has arrived: text and displays take different queues inside
 * the kernel. So a second, hidden request sends a mark down each of them, and the cell has ended when
 * all marks are here.
 *
 * @param kernel The kernel.
 * @param cell Number of the cell.
 * @param source Its source.
 * @param log Where its outputs go.
 * @param arrived Displays arrived so far in this kernel; extended.
 * @returns How it ended. It waits as long as the kernel does.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { startKernel } from "./kernel.ts";
 * import { executeCell } from "./kernel_cell.ts";
 * import { outputLog } from "./output_log.ts";
 *
 * const kernel = await startKernel({ cwd: ".", env: Deno.env.toObject() });
 * const log = outputLog();
 * await executeCell(kernel, 1, "console.log(1 + 1)", log, new Set());
 * await kernel.stop();
 * equal(log.outputs.get(1)?.length, 1);
 * ```
 */
export async function executeCell(
  kernel: Kernel,
  cell: number,
  source: string,
  log: OutputLog,
  arrived: Arrived,
): Promise<CellEnd> {
  const word = crypto.randomUUID();
  const reader = cellReader(cell, word, log, arrived);
  const reply = await executed(kernel, source, false, reader);
  if (reply === null) return { kind: "dead" };
  if (await executed(kernel, drainCode(word), true, reader) === null) {
    return { kind: "dead" };
  }
  reader.open.delete("idle");
  while (reader.open.size > 0) {
    const message = await kernel.output();
    if (message === null) return { kind: "dead" };
    reader.take(message);
  }
  for (let number = 1; number <= reader.sent; number++) {
    if (!arrived.has(number)) return { kind: "lost", missing: number };
  }
  const error = errorSchema.safeParse(reply.content);
  return error.success ? { kind: "error", error: error.data } : { kind: "ok" };
}

/** Execute code and read outputs until the kernel is idle again. */
async function executed(
  kernel: Kernel,
  code: string,
  hidden: boolean,
  reader: CellReader,
): Promise<JupyterMessage | null> {
  const id = await kernel.execute(code, hidden);
  const reply = replyTo(kernel, id);
  for (;;) {
    const message = await kernel.output();
    if (message === null) return null;
    reader.take(message);
    const idle = message.content["execution_state"] === "idle";
    if (idle && message.parent === id) return await reply;
  }
}
