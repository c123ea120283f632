/**
 * Options of every verb that reads session exports: what counts as a user message.
 *
 * @module
 */

import { type Command, Option } from "commander";
import type { ReadCorpusOptions, Rules, RulesName } from "@taskflow/corpora";

/** What the options give. */
export interface ReadingOptions {
  rules?: RulesName;
  branches?: Rules["branches"];
  bashInput?: Rules["bashInput"];
}

/**
 * Add the options to a verb.
 *
 * @param verb The verb.
 * @returns The verb.
 */
export function addReadingOptions(verb: Command): Command {
  return verb
    .addOption(
      new Option(
        "--rules <preset>",
        "what counts as a user message (default: default; with --labels, what they fit best)",
      ).choices(["default", "labels"]),
    )
    .addOption(
      new Option(
        "--branches <which>",
        "turns taken back by a rewind: counted, or only the last branch (default: all)",
      ).choices(["all", "last"]),
    )
    .addOption(
      new Option(
        "--bash-input <how>",
        "commands typed after !: left out, or kept as execute turns (default: drop)",
      ).choices(["drop", "execute"]),
    );
}

/**
 * What the options mean for reading.
 *
 * @param options Options of the verb.
 * @returns Preset and decisions; empty where nothing was asked for.
 */
export function readingOf(
  { rules, branches, bashInput }: ReadingOptions,
): Pick<ReadCorpusOptions, "rules" | "decisions"> {
  const decisions: Partial<Rules> = {
    ...(branches === undefined ? {} : { branches }),
    ...(bashInput === undefined ? {} : { bashInput }),
  };
  return {
    ...(rules === undefined ? {} : { rules }),
    ...(Object.keys(decisions).length === 0 ? {} : { decisions }),
  };
}

/**
 * What counted as a message, for provenance.
 *
 * @param report The report of the reading.
 * @returns The preset, and every decision in which it was not followed.
 */
export function readingParameters(
  { rules, decisions }: {
    readonly rules: RulesName;
    readonly decisions: Partial<Rules>;
  },
): Record<string, string> {
  return { rules, ...decisions };
}
