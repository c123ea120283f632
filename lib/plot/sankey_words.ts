/**
 * What a Sankey says about itself: how much is drawn, how much is not.
 *
 * @module
 */

import { formatCount, formatShare } from "./format.ts";
import type { SankeyFlow, Step } from "./sankey_flow.ts";

/** How a Sankey is spoken about. */
export interface SankeyNouns {
  /** What a step is called: `message`, `turn`. */
  readonly step: string;
  /** What is counted, one and many: `session`, `sessions`. */
  readonly unit: readonly [one: string, many: string];
}

const WORDS = ["no", "", "two", "three", "four", "five", "six"];

/**
 * Say how much is drawn.
 *
 * @param flow The flow.
 * @param nouns How it is spoken about.
 * @param population Number before the filter, or `null` where it is not known.
 * @returns "n of N sessions, first five messages".
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countFlow } from "@taskflow/flow";
 * import { sankeyExtent, sankeyFlow } from "@taskflow/plot";
 *
 * const nouns = { step: "turn", unit: ["session", "sessions"] } as const;
 * const flow = sankeyFlow(countFlow([["tests", "execute", "tests"]]), 3);
 * equal(sankeyExtent(flow, nouns, 4), "1 of 4 sessions, first three turns");
 * ```
 */
export function sankeyExtent(
  flow: SankeyFlow,
  nouns: SankeyNouns,
  population: number | null,
): string {
  const { step, unit: [one, many] } = nouns;
  const of = population === null ? "" : ` of ${formatCount(population)}`;
  const noun = (population ?? flow.sessions) === 1 ? one : many;
  const positions = flow.nodes.length;
  const first = positions === 1
    ? `first ${step}`
    : `first ${WORDS[positions] ?? positions} ${step}s`;
  return `${formatCount(flow.sessions)}${of} ${noun}, ${first}`;
}

/**
 * Say what is folded away.
 *
 * @param flow The flow.
 * @param nouns How it is spoken about.
 * @param minShare Share of the sessions under which a band is folded away.
 * @param drawn Which steps are drawn.
 * @returns A sentence without its full stop; `null` where everything is drawn.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countFlow } from "@taskflow/flow";
 * import { sankeyFlow, sankeyRemainder } from "@taskflow/plot";
 *
 * const nouns = { step: "turn", unit: ["session", "sessions"] } as const;
 * const flow = sankeyFlow(countFlow([["tests", "execute"]]), 2);
 * equal(sankeyRemainder(flow, nouns, 0, () => true), null);
 * ```
 */
export function sankeyRemainder(
  flow: SankeyFlow,
  nouns: SankeyNouns,
  minShare: number,
  drawn: (step: Step) => boolean,
): string | null {
  const inner = flow.steps.filter((step) => step.to !== null);
  const folded = inner.filter((step) => !drawn(step));
  if (folded.length === 0) return null;
  const sum = (steps: readonly Step[]) =>
    steps.reduce((n, { sessions }) => n + sessions, 0);
  const [part, whole] = [sum(folded), sum(inner)];
  const { step, unit: [, many] } = nouns;
  const bands = folded.length === 1 ? "band" : "bands";
  return `${formatCount(folded.length)} rare ${bands} (each under ` +
    `${formatShare(minShare)} of the ${many}) not drawn: ${
      formatCount(part)
    } ` +
    `of ${formatCount(whole)} steps from one ${step} to the next ` +
    `(${formatShare(part / whole)})`;
}
