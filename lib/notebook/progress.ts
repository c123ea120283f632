/**
 * Progress of long work in a notebook: one display, updated in place.
 *
 * @module
 */

import { escapeHtml } from "./escape_html.ts";
import { type Bundle, findHost } from "./host.ts";
import { pause, send } from "./show.ts";

/** A running progress bar. */
export interface Progress {
  /** Say how much is done; updates less than 100 ms after the last one are not sent. */
  update(done: number): Promise<void>;
  /** Fill the bar and leave it; call it even where `update()` reached the total. */
  finish(): Promise<void>;
}

/** Time between two updates, in ms. */
const EVERY = 100;

const WIDTH = 20;

let bars = 0;

function bundle(label: string, done: number, total: number): Bundle {
  const filled = total > 0 ? Math.floor(WIDTH * Math.min(1, done / total)) : 0;
  const bar = "#".repeat(filled) + ".".repeat(WIDTH - filled);
  return {
    data: {
      "text/html": `<label>${escapeHtml(label)} ` +
        `<progress value="${done}" max="${total}"></progress> ` +
        `${done} of ${total}</label>`,
      "text/plain": `${label} [${bar}] ${done} of ${total}`,
    },
    metadata: {},
  };
}

/** In a plain process: one line on standard error, rewritten in a terminal, else only at the end. */
function printLine(shown: Bundle, last: boolean): void {
  const terminal = Deno.stderr.isTerminal();
  if (!terminal && !last) return;
  const text = `${terminal ? "\r" : ""}${shown.data["text/plain"]}`;
  Deno.stderr.writeSync(new TextEncoder().encode(last ? `${text}\n` : text));
}

/**
 * Show the progress of work whose size is known.
 *
 * The last state carries no time, so that a notebook's outputs stay the same from run to run.
 *
 * @param label What is going on; untrusted text is allowed.
 * @param total Steps in all, 0 or more.
 * @returns The bar; `await` its calls.
 * @throws {RangeError} If `total` is negative or no number.
 *
 * @example
 * ```ts ignore
 * import { progress } from "@taskflow/notebook";
 *
 * const bar = await progress("Reading sessions", files.length);
 * for (const [i, file] of files.entries()) {
 *   await read(file);
 *   await bar.update(i + 1);
 * }
 * await bar.finish();
 * ```
 *
 * @example
 * ```ts
 * import { rejects } from "node:assert/strict";
 * import { progress } from "@taskflow/notebook";
 *
 * await rejects(progress("Reading", -1), RangeError);
 * ```
 */
export async function progress(
  label: string,
  total: number,
): Promise<Progress> {
  if (!(total >= 0)) {
    throw new RangeError(
      `Cannot show progress "${label}": ${total} is not a number of steps`,
    );
  }
  const id = `taskflow-progress-${++bars}`;
  let last = 0;
  async function put(done: number, end: boolean, first = false): Promise<void> {
    last = performance.now();
    const shown = bundle(label, done, total);
    if (findHost().kind === "plain") printLine(shown, end);
    else await send(shown, { id, update: !first });
    if (end && findHost().kind === "kernel") await pause(EVERY / 2);
  }
  await put(0, false, true);
  return {
    async update(done) {
      if (performance.now() - last >= EVERY) await put(done, false);
    },
    finish: () => put(total, true),
  };
}
