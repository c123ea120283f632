/**
 * Stability of a flow for the terminal, and as JSON.
 *
 * @module
 */

import type { Component, MergeRow, Needed, Stability } from "@taskflow/flow";
import { formatComponent, formatCount, formatScore } from "@taskflow/plot";
import type { Input } from "@taskflow/table";
import type { ComparedCorpus } from "../verbs/compare_inputs.ts";
import { textTable } from "./text_table.ts";

/** What was measured. */
export interface StabilityResult {
  readonly corpus: ComparedCorpus;
  readonly inputs: readonly Input[];
  readonly stability: Stability;
  readonly merges: readonly MergeRow[];
  /** What is split: sessions, users, repositories. */
  readonly unit: string;
  readonly where: string;
  readonly draws: number;
  readonly seed: number;
}

const COMPONENTS: readonly (readonly [Component, string])[] = [
  ["S_L", "length"],
  ["S_T", "intent"],
  ["S_R", "transition"],
];

/** "bug-fix+debug", "none", or "all 6 of them". */
export function mergeName({ merges }: MergeRow): string {
  if (merges.length === 0) return "none";
  return merges.length === 1
    ? merges[0]?.join("+") ?? ""
    : `all ${merges.length} of them`;
}

/** A number of units, and how sure it is. */
export function neededText(needed: Needed, unit: string): string {
  if (needed.units === null) return "unknown";
  const about = needed.extrapolated ? "about " : "";
  return `${about}${formatCount(needed.units)} ${unit}s` +
    (needed.extrapolated ? " (extrapolated)" : "");
}

/**
 * The verdicts, one sentence a component.
 *
 * @param result What was measured.
 * @returns Sentences.
 */
export function verdicts({ stability, unit }: StabilityResult): string[] {
  const { needed, tolerance, units, points } = stability;
  const last = points.at(-1);
  return COMPONENTS.map(([key, name]) => {
    const { units: from, extrapolated } = needed[key];
    const shown = `two samples of ${
      formatCount(last?.units ?? null)
    } ${unit}s score ${key} ${
      formatComponent(last?.scores[key]?.mean ?? null)
    }`;
    if (from === null) {
      return `The ${name} component is not stable to ${tolerance}: ${shown}, and it does not rise with the sample fast enough to say when it will be.`;
    }
    const when = `The ${name} component is stable to ${tolerance} from about ${
      formatCount(from)
    } ${unit}s`;
    const how = extrapolated ? ` (extrapolated: ${shown})` : "";
    return units >= from
      ? `${when} on${how}; this corpus has ${formatCount(units)}.`
      : `${when} on${how}; this corpus has only ${formatCount(units)}.`;
  });
}

/**
 * Describe stability.
 *
 * @param result What was measured.
 * @returns Lines for the terminal.
 */
export function describeStability(result: StabilityResult): string {
  const { corpus, stability, merges, unit, where } = result;
  const mean = (value: { readonly mean: number } | null) => value?.mean ?? null;
  return [
    `${corpus.name}${corpus.standIn ? " (stand-in)" : ""}: ${
      formatCount(stability.units)
    } ${unit}s with ${where}; two samples without a ${unit} in common`,
    "",
    ...textTable(
      [`${unit}s each`, "S_L", "S_T", "S_R", "TFAS"],
      stability.points.map(({ units, scores }) => [
        formatCount(units),
        formatComponent(mean(scores.S_L)),
        formatComponent(mean(scores.S_T)),
        formatComponent(mean(scores.S_R)),
        formatScore(mean(scores.TFAS)),
      ]),
    ),
    "",
    ...verdicts(result),
    "",
    "What merging intents would buy, two halves against each other:",
    ...textTable(
      ["merged", "intents", "S_T", "S_R", "transitions stable from"],
      merges.map((row) => [
        mergeName(row),
        `${row.intents}`,
        formatComponent(mean(row.scores.S_T)),
        formatComponent(mean(row.scores.S_R)),
        neededText(row.needed, unit),
      ]),
    ),
  ].join("\n");
}

/**
 * Stability as JSON.
 *
 * @param result What was measured.
 * @returns One object.
 */
export function stabilityJson(
  result: StabilityResult,
): Record<string, unknown> {
  const { corpus, stability, merges, unit, where, draws, seed } = result;
  return {
    name: corpus.name,
    stand_in: corpus.standIn,
    ...stability,
    verdicts: verdicts(result),
    merges,
    unit,
    where,
    draws,
    seed,
  };
}
