/**
 * Outputs as they come in, cell by cell, in the order in which a notebook stores them.
 *
 * @module
 */

import type { Bundle, DisplayOptions } from "./host.ts";
import type { Output } from "./nbformat.ts";

/** The outputs of a run so far. */
export interface OutputLog {
  /** Add text that a cell printed. */
  stream(cell: number, name: "stdout" | "stderr", text: string): void;
  /** Add a display of a cell, or replace the one with this id, in whichever cell it is. */
  display(cell: number, bundle: Bundle, options: DisplayOptions): void;
  /** Add an output as it is. */
  add(cell: number, output: Output): void;
  /** Outputs by cell number. */
  readonly outputs: Map<number, Output[]>;
}

type Stream = Extract<Output, { output_type: "stream" }>;
type Display = Extract<Output, { output_type: "display_data" }>;

/**
 * Start a log of outputs.
 *
 * Between two displays, text on standard output becomes one output and text on standard error the
 * next: in which order a process wrote to the two is not known everywhere.
 *
 * @returns An empty log.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { outputLog } from "./output_log.ts";
 *
 * const log = outputLog();
 * log.stream(1, "stdout", "a\n");
 * log.stream(1, "stderr", "!\n");
 * log.stream(1, "stdout", "b\n");
 * equal(log.outputs.get(1)?.length, 2);
 * ```
 */
export function outputLog(): OutputLog {
  const outputs = new Map<number, Output[]>();
  const displays = new Map<string, Display>();

  function add(cell: number, output: Output): void {
    const list = outputs.get(cell) ?? [];
    list.push(output);
    outputs.set(cell, list);
  }

  return {
    outputs,
    add,
    stream(cell, name, text) {
      if (text === "") return;
      const list = outputs.get(cell) ?? [];
      const since = list.findLastIndex((one) => one.output_type !== "stream");
      const open = list.slice(since + 1).find((one): one is Stream =>
        one.output_type === "stream" && one.name === name
      );
      if (open !== undefined) {
        open.text += text;
        return;
      }
      const output: Stream = { output_type: "stream", name, text };
      const other = list.at(-1);
      const goesFirst = name === "stdout" && since < list.length - 1;
      if (goesFirst && other !== undefined) list.splice(-1, 1, output, other);
      else add(cell, output);
    },
    display(cell, bundle, { id, update }) {
      const { data, metadata } = bundle;
      const shown = id === null ? undefined : displays.get(id);
      if (update && shown !== undefined) {
        Object.assign(shown, { data: { ...data }, metadata: { ...metadata } });
        return;
      }
      const output: Display = {
        output_type: "display_data",
        data: { ...data },
        metadata: { ...metadata },
      };
      if (id !== null) displays.set(id, output);
      add(cell, output);
    },
  };
}
