/**
 * Ctrl-C as an AbortSignal.
 *
 * @module
 */

/** A signal that Ctrl-C aborts, until it is disposed of. */
export interface Interrupt extends Disposable {
  /** Aborted by the first Ctrl-C. */
  readonly signal: AbortSignal;
}

/**
 * Turn the first Ctrl-C into an abort, so that what is under way can finish. A second one ends the
 * process at once with exit code 130; that loses nothing which is stored.
 *
 * @param onInterrupt Called on the first, to tell the user what happens now.
 * @returns The signal; declare it with `using`, and Ctrl-C is itself again afterwards.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { interrupt } from "@taskflow/llm";
 *
 * using control = interrupt();
 * equal(control.signal.aborted, false);
 * ```
 */
export function interrupt(onInterrupt: () => void = () => {}): Interrupt {
  const controller = new AbortController();
  const listener = () => {
    if (controller.signal.aborted) Deno.exit(130);
    controller.abort(new DOMException("Interrupted", "AbortError"));
    onInterrupt();
  };
  Deno.addSignalListener("SIGINT", listener);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      Deno.removeSignalListener("SIGINT", listener);
    },
  };
}
