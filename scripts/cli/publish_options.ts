/**
 * Options that say whose flow it is, and ask for a target that may be published (Appendix C, steps 1
 * and 4).
 *
 * @module
 */

import type { Command } from "commander";
import type { FlowAbout } from "@taskflow/flow";
import { wholeNumber } from "./run.ts";

/** What the options hold. */
export interface PublishOptions {
  minCell?: number;
  population?: string;
  surface?: string;
  window?: string;
  date?: string;
  labelledBy?: string;
}

/**
 * Add the options to a verb.
 *
 * @param command The verb.
 * @returns The same verb.
 */
export function addPublishOptions(command: Command): Command {
  return command
    .option(
      "--min-cell <n>",
      "write target.json too: what may be published, cells of fewer than n sessions folded into one",
      wholeNumber(2),
    )
    .option("--population <text>", "target.json: whose sessions these are")
    .option("--surface <text>", "target.json: on which product surface")
    .option("--window <text>", "target.json: when the sessions took place")
    .option("--date <text>", "target.json: when the flow was measured")
    .option(
      "--labelled-by <text>",
      "target.json: classifier and prompt version, where the labels do not say",
    );
}

/** What target.json is made from, or `null` if it is not wanted. */
export interface Publication {
  readonly minCell: number;
  readonly about: FlowAbout;
}

/**
 * What the options ask for.
 *
 * @param options The options.
 * @param classifier What labelled the messages, or `null` where that is not known.
 * @returns The publication, or `null` without `--min-cell`.
 * @throws {RangeError} If the flow is described but `--min-cell` is missing.
 */
export function publicationOf(
  options: PublishOptions,
  classifier: string | null,
): Publication | null {
  const { minCell, population, surface, window, date, labelledBy } = options;
  const texts = [population, surface, window, date, labelledBy];
  if (minCell === undefined) {
    if (texts.every((text) => text === undefined)) return null;
    throw new RangeError(
      "Cannot describe a target: add --min-cell 5, which writes target.json",
    );
  }
  return {
    minCell,
    about: {
      population: population ?? null,
      surface: surface ?? null,
      window: window ?? null,
      date: date ?? null,
      classifier: labelledBy ?? classifier,
    },
  };
}

/**
 * What a publication leaves unsaid.
 *
 * @param publication The publication.
 * @returns Option names, for a warning.
 */
export function unsaid({ about }: Publication): string[] {
  const names = {
    population: "--population",
    surface: "--surface",
    window: "--window",
    date: "--date",
    classifier: "--labelled-by",
  } as const;
  return Object.entries(names).filter(([key]) =>
    about[key as keyof FlowAbout] === null
  ).map(([, option]) => option);
}
