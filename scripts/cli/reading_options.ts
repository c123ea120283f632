/**
 * Options of every verb that reads session exports: what counts as a user message.
 *
 * @module
 */

import { type Command, InvalidArgumentError, Option } from "commander";
import type { OpenCorpusOptions, Rules, RulesName } from "@taskflow/corpora";

/** What the options give. */
export interface ReadingOptions {
  rules?: RulesName;
  branches?: Rules["branches"];
  bashInput?: Rules["bashInput"];
  columns?: Readonly<Record<string, string>>;
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
        "--columns <map>",
        "what columns of a table are called, e.g. session=conversation_id,intent=label; of chats " +
          "session=conversation_id,role=from,text=value (rows of user, human and prompter count; " +
          "position, timestamp and intent may be missing; a text column of lists of messages is " +
          "one conversation a row)",
      ).argParser(columnMap),
    )
    .addOption(
      new Option(
        "--bash-input <how>",
        "commands typed after !: left out, or kept as execute turns (default: drop)",
      ).choices(["drop", "execute"]),
    );
}

const MEANINGS = [
  "session",
  "role",
  "position",
  "intent",
  "text",
  "timestamp",
  "source",
];

/** `session=conversation_id,intent=label` as a map. */
function columnMap(value: string): Record<string, string> {
  return Object.fromEntries(
    value.split(",").map((part) => {
      const at = part.indexOf("=");
      const [meaning, name] = [
        part.slice(0, at).trim(),
        part.slice(at + 1).trim(),
      ];
      if (at < 1 || name === "" || !MEANINGS.includes(meaning)) {
        throw new InvalidArgumentError(
          `Write MEANING=NAME pairs, with a meaning among ${
            MEANINGS.join(", ")
          }.`,
        );
      }
      return [meaning, name];
    }),
  );
}

/**
 * What the options mean for reading.
 *
 * @param options Options of the verb.
 * @returns Preset and decisions; empty where nothing was asked for.
 */
export function readingOf(
  { rules, branches, bashInput, columns }: ReadingOptions,
): Pick<OpenCorpusOptions, "rules" | "decisions" | "columns"> {
  const decisions: Partial<Rules> = {
    ...(branches === undefined ? {} : { branches }),
    ...(bashInput === undefined ? {} : { bashInput }),
  };
  return {
    ...(rules === undefined ? {} : { rules }),
    ...(columns === undefined ? {} : { columns }),
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
