/**
 * From the two streams of a notebook's process to outputs by cell.
 *
 * @module
 */

import { type Frame, frameSchema, type Piece } from "./frames.ts";
import { type OutputLog, outputLog } from "./output_log.ts";

/** What a notebook's process said and printed. */
export interface ScriptLog {
  /** Outputs so far. */
  readonly log: OutputLog;
  /** The cell that ran last. */
  readonly cell: number;
  /** The error that ended it, or `null`. */
  readonly error: Extract<Frame, { type: "error" }> | null;
  /** Whether it came to its end. */
  readonly done: boolean;
}

/**
 * Put standard output and standard error into one log. Both hold the same number of frames at the
 * same moments; text between two frames belongs to the cell that was running.
 *
 * @param stdout Pieces of standard output: text, and frames as JSON.
 * @param stderr Pieces of standard error: text, and a mark for every frame.
 * @param firstCell Number of the first code cell: what is printed while modules load is put there.
 * @returns The log.
 * @throws {SyntaxError} If a frame is not JSON.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { assembleScript } from "./assemble_script.ts";
 *
 * const stdout = [{ frame: '{"type":"cell","cell":2}' }, { text: "a\n" }];
 * const stderr = [{ frame: "0" }, { text: "b\n" }];
 * const { log } = assembleScript(stdout, stderr, 2);
 * deepEqual(log.outputs.get(2)?.map((output) => output.output_type), ["stream", "stream"]);
 * ```
 */
export function assembleScript(
  stdout: readonly Piece[],
  stderr: readonly Piece[],
  firstCell: number,
): ScriptLog {
  const log = outputLog();
  const errors = [...stderr];
  let cell = firstCell;
  let error: ScriptLog["error"] = null;
  let done = false;

  /** Standard error up to the next mark, or to its end. */
  function takeErrors(): void {
    for (let piece = errors.shift(); piece; piece = errors.shift()) {
      if ("frame" in piece) return;
      log.stream(cell, "stderr", piece.text);
    }
  }

  for (const piece of stdout) {
    if ("text" in piece) {
      log.stream(cell, "stdout", piece.text);
      continue;
    }
    takeErrors();
    const frame = frameSchema.parse(JSON.parse(piece.frame));
    if (frame.type === "cell") cell = frame.cell;
    else if (frame.type === "display") log.display(cell, frame, frame);
    else if (frame.type === "error") error = frame;
    else done = true;
  }
  // A process that was ended may have left a mark whose frame did not make it.
  for (const piece of errors) {
    if ("text" in piece) log.stream(cell, "stderr", piece.text);
  }
  return { log, cell, error, done };
}
