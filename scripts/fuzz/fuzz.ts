/**
 * All cases of several adapters.
 *
 * @module
 */

import { sourcesOf } from "./sources.ts";
import { type FuzzResult, watchCases } from "./watch_cases.ts";

/** Which cases to run, and for how long. */
export interface FuzzOptions {
  readonly adapters: readonly string[];
  readonly seed: number;
  /** First case of each adapter, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Folder of real files, or `null` for made-up ones. */
  readonly corpus: string | null;
  /** Processes at a time. */
  readonly jobs: number;
  /** Time for everything; what is not begun by then is not run. */
  readonly seconds: number;
  readonly onCase?: (done: number, all: number) => void;
}

/** What came of an adapter, and the number of real files that were damaged. */
export type AdapterResult = FuzzResult & { readonly real: number };

/** Milliseconds that a case may take. */
const CASE = 30_000;

/**
 * Run the cases.
 *
 * @param options Which.
 * @returns One result an adapter, in the order given.
 */
export async function fuzz(options: FuzzOptions): Promise<AdapterResult[]> {
  const { adapters, seed, from, to, corpus, jobs, seconds } = options;
  const sources = await sourcesOf(corpus);
  const until = performance.now() + seconds * 1000;
  const results = new Map<string, AdapterResult>();
  const waiting = [...adapters];
  let done = 0;
  const work = async () => {
    for (let adapter; (adapter = waiting.shift()) !== undefined;) {
      const result = await watchCases({ adapter, seed, from, to, corpus }, {
        caseMilliseconds: CASE,
        until,
        onCase: () => options.onCase?.(++done, adapters.length * (to - from)),
      });
      const real = sources.get(adapter)?.names.length ?? 0;
      results.set(adapter, { ...result, real });
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return adapters.flatMap((adapter) => results.get(adapter) ?? []);
}
