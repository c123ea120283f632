/**
 * Requests under way when a run is to end.
 *
 * @module
 */

/** Requests under way. */
export interface UnderWay {
  /** Aborted when they shall give up. */
  readonly signal: AbortSignal;
  /** Do some work that counts as under way. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Forget the caller's signal. */
  dispose(): void;
}

/**
 * Tells requests under way to give up, but only some time after the caller's signal: a request that
 * is cut off is often paid for all the same.
 *
 * @param soft The caller's signal.
 * @param grace Milliseconds that requests under way get after it.
 * @returns Their signal, and where to count them.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { underWay } from "./under_way.ts";
 *
 * const soft = new AbortController();
 * const under = underWay(soft.signal, 10_000);
 * const answer = under.run(() => Promise.resolve(42));
 * soft.abort();
 * equal(await answer, 42);
 * equal(under.signal.aborted, false);
 * ```
 */
export function underWay(soft: AbortSignal, grace: number): UnderWay {
  const hard = new AbortController();
  let running = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    if (running > 0) timer = setTimeout(() => hard.abort(soft.reason), grace);
  };
  soft.addEventListener("abort", start, { once: true });
  return {
    signal: hard.signal,
    async run<T>(work: () => Promise<T>): Promise<T> {
      running++;
      try {
        return await work();
      } finally {
        if (--running === 0) clearTimeout(timer);
      }
    },
    dispose() {
      soft.removeEventListener("abort", start);
      clearTimeout(timer);
    },
  };
}
