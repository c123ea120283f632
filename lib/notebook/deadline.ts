/**
 * The clock of a run: per cell, for all cells, and Ctrl-C.
 *
 * @module
 */

import type { RunOptions } from "./run.ts";

/** Why a run has to stop. */
export interface Stop {
  readonly status: "timeout" | "interrupted";
  readonly message: string;
}

/**
 * Whether a process was ended by Ctrl-C. In a terminal it reaches the notebook's process as soon as
 * ours, which may hear of it later.
 *
 * @param status How the process ended.
 * @returns Whether SIGINT ended it.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { isInterrupt } from "./deadline.ts";
 *
 * equal(isInterrupt({ success: false, code: 130, signal: "SIGINT" }), true);
 * ```
 */
export function isInterrupt(status: Deno.CommandStatus): boolean {
  return status.signal === "SIGINT";
}

/** The running clock. */
export interface Deadline {
  /** A cell begins: its own time starts anew. */
  cell(): void;
  /** The process has been interrupted by itself: Ctrl-C reaches it as well. */
  interrupt(): void;
  /** Why the run had to stop, or `null` so far. */
  readonly stop: Stop | null;
  /** Stop the clock; call it in the end. */
  end(): void;
}

/**
 * Start the clock of a run.
 *
 * @param options Time limits and the signal.
 * @param onStop Called once when time is up or the signal aborts; it has to end the run.
 * @returns The clock.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { startDeadline } from "./deadline.ts";
 *
 * const limits = { cellTimeout: 1000, timeout: 2000, signal: AbortSignal.abort() };
 * const deadline = startDeadline(limits, () => {});
 * equal(deadline.stop?.status, "interrupted");
 * deadline.end();
 * ```
 */
export function startDeadline(
  options: Pick<RunOptions, "cellTimeout" | "timeout" | "signal">,
  onStop: (stop: Stop) => void,
): Deadline {
  const { cellTimeout, timeout, signal } = options;
  let stop: Stop | null = null;
  function end(): void {
    clearTimeout(whole);
    clearTimeout(one);
    signal.removeEventListener("abort", interrupt);
  }
  function give(status: Stop["status"], message: string): void {
    if (stop !== null) return;
    stop = { status, message };
    end();
    onStop(stop);
  }
  const interrupt = () => give("interrupted", "Interrupted");
  const seconds = (ms: number) => `${ms / 1000} s`;
  const late = () =>
    give(
      "timeout",
      `The cell took longer than ${
        seconds(cellTimeout)
      }: raise --cell-timeout or do less in it`,
    );
  let one: ReturnType<typeof setTimeout> | undefined;
  const whole = setTimeout(() =>
    give(
      "timeout",
      `The notebook took longer than ${seconds(timeout)}: raise --timeout`,
    ), timeout);
  signal.addEventListener("abort", interrupt);
  if (signal.aborted) interrupt();
  return {
    cell() {
      clearTimeout(one);
      if (stop === null) one = setTimeout(late, cellTimeout);
    },
    interrupt,
    get stop() {
      return stop;
    },
    end,
  };
}
