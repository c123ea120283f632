/**
 * The process in which cases run: it may hang or die, and whoever watches it goes on.
 *
 * @module
 */

import { ADAPTERS } from "@taskflow/corpora";
import { checkCase } from "./check_case.ts";
import { drawOf } from "./draw.ts";
import { mutate } from "./mutate.ts";
import { sourcesOf } from "./sources.ts";

/** What is to be run. */
export interface CasesStart {
  readonly adapter: string;
  readonly seed: number;
  /** First case, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly corpus: string | null;
}

/** What the process says, one JSON object a line. */
export type CaseNews =
  | { readonly kind: "begins"; readonly at: number }
  | {
    readonly kind: "problem";
    readonly at: number;
    readonly problem: string;
  }
  | {
    readonly kind: "done";
    /** Largest resident set, in bytes. */
    readonly peak: number;
    /** Longest case, in milliseconds. */
    readonly slowest: { readonly at: number; readonly milliseconds: number };
  };

/** Resident set that a case must not leave behind, in bytes: 50 MB lines fit in it several times. */
const MEMORY = 2 * 2 ** 30;

/**
 * Run cases, and say what happens.
 *
 * @param start Which.
 * @param say Told of each case before it begins, and of what does not hold.
 */
export async function runCases(
  { adapter: name, seed, from, to, corpus }: CasesStart,
  say: (news: CaseNews) => void,
): Promise<void> {
  const adapter = ADAPTERS.find(({ source }) => source === name);
  const sources = (await sourcesOf(corpus)).get(name);
  if (adapter === undefined || sources === undefined) {
    throw new RangeError(
      `Cannot fuzz "${name}": there is no such adapter; use one of ` +
        ADAPTERS.map(({ source }) => source).join(", "),
    );
  }
  const folder = await Deno.makeTempDir({ prefix: "fuzz-" });
  let peak = 0;
  let slowest = { at: from, milliseconds: 0 };
  try {
    for (let at = from; at < to; at++) {
      say({ kind: "begins", at });
      const draw = drawOf(seed, name, at);
      const { bytes, damage } = mutate(sources.files, draw);
      const begun = performance.now();
      const how = draw.below(2) === 0 ? "all" : "forced";
      const problem = await checkCase(bytes, adapter, how, folder);
      const milliseconds = Math.round(performance.now() - begun);
      if (milliseconds > slowest.milliseconds) slowest = { at, milliseconds };
      const { rss } = Deno.memoryUsage();
      peak = Math.max(peak, rss);
      const grown = rss > MEMORY ? `it leaves ${rss} bytes in memory` : null;
      if (problem === null && grown === null) continue;
      const what = `${problem ?? grown} (damage: ${damage.join(", ")})`;
      say({ kind: "problem", at, problem: what });
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  say({ kind: "done", peak, slowest });
}
