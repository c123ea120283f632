import { type DisplayOptions, findHost } from "./host.ts";
import type { Bundle } from "./host.ts";
import { printPlain } from "./print_plain.ts";
import { toBundles } from "./to_bundle.ts";

/** The display that nothing replaces. */
const ONCE: DisplayOptions = { id: null, update: false };

/**
 * How long a display is given to reach the frontend, in ms. Frontends drop what arrives after the
 * cell has ended; with this pause none of 160 measured displays came late, under load too.
 */
const SETTLE = 50;

/**
 * How long text printed before a display is given to get ahead of it, in ms: the kernel sends the two
 * through different queues.
 */
const BEFORE = 5;

/** Displays sent to the kernel so far; the kernel runner checks that it got as many. */
const COUNT = Symbol.for("taskflow.notebook.shown");

/** Wait for `ms` milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Send one bundle to where this code runs.
 *
 * @param bundle What to show.
 * @param options Whether it can be, or does, replace another display.
 * @returns Resolves once the display is on its way; in the kernel it may still need to settle.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { send } from "./show.ts";
 * import { installSink } from "./host.ts";
 *
 * const seen: unknown[] = [];
 * installSink({ display: (bundle) => seen.push(bundle) });
 * await send({ data: { "text/plain": "x" }, metadata: {} }, { id: null, update: false });
 * installSink(null);
 * equal(seen.length, 1);
 * ```
 */
export async function send(
  bundle: Bundle,
  options: DisplayOptions,
): Promise<void> {
  const host = findHost();
  if (host.kind === "runner") host.sink.display(bundle, options);
  else if (host.kind === "plain") printPlain(bundle);
  else {
    const number = Number(Reflect.get(globalThis, COUNT) ?? 0) + 1;
    Reflect.set(globalThis, COUNT, number);
    const type = options.update ? "update_display_data" : "display_data";
    await host.broadcast(type, {
      data: bundle.data,
      metadata: bundle.metadata,
      transient: {
        taskflow_display: number,
        ...(options.id === null ? {} : { display_id: options.id }),
      },
    });
  }
}

/**
 * Show values in a notebook, in order: figures, tables, Markdown, HTML, text, or anything else.
 *
 * Works in the Deno kernel (JupyterLab, VS Code), under `deno task notebook run`, and in a plain Deno
 * process, where it prints text to standard output. Always `await` it: what is shown after a cell has
 * ended gets lost, and the gate refuses a call without.
 *
 * @param values What to show; see `toBundles()` for how each kind is shown.
 * @returns Resolves when the displays have arrived.
 * @throws {TypeError} If a value's `Jupyter.display` method does not return an object.
 *
 * @example
 * ```ts
 * import { md, show } from "@taskflow/notebook";
 *
 * await show(md`## Two intents`, [{ intent: "tests", messages: 3 }]);
 * ```
 */
export async function show(...values: readonly unknown[]): Promise<void> {
  const kernel = findHost().kind === "kernel";
  if (kernel) await pause(BEFORE);
  for (const value of values) {
    for (const bundle of await toBundles(value)) await send(bundle, ONCE);
  }
  if (kernel) await pause(SETTLE);
}
