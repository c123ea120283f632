/**
 * Options of `taskflow select` and how their values are read.
 *
 * @module
 */

import { type Command, InvalidArgumentError, Option } from "commander";
import {
  type AtMost,
  type Constraints,
  PATTERNS,
  type Preference,
  PREFERENCES,
} from "@taskflow/select";
import { wholeNumber } from "../cli/run.ts";

/** What the options give. */
export interface SelectOptions {
  instance?: string;
  pool?: string;
  take?: number;
  target?: string;
  where?: string;
  minMessages?: number;
  search: "certified" | "paper";
  restarts: number;
  sweeps: number;
  seed: number;
  tolerance: number;
  tasks?: number;
  atMost?: AtMost[];
  placement?: Record<string, [number, number]>;
  turns?: Record<string, [number, number]>;
  minTurns: number;
  maxTurns?: number;
  freeOrder?: boolean;
  fix?: [string, string][];
  forbid?: [string, string][];
  budget?: number;
  turnCost?: { issue: number; question: number };
  prefer?: Preference;
  slack: number;
  licences?: string;
  variants?: boolean;
  table: "2" | "3";
  bootstrap?: number;
  optimism?: number;
  figures?: string;
  out?: string;
  json?: boolean;
}

/** A list of values from an option that may be repeated. */
function each<T>(read: (value: string) => T) {
  return (value: string, before: T[] | undefined): T[] => [
    ...(before ?? []),
    read(value),
  ];
}

/** `50..90`, `50..`, `..90` or `60`. */
function range(text: string): [number, number] {
  const [, low = "", dots, high = ""] = /^(\d*)(?:(\.\.)(\d*))?$/.exec(text) ??
    [];
  if (low === "" && high === "") {
    throw new InvalidArgumentError(
      `Give a range such as 50..90, 50.. or ..90, not "${text}".`,
    );
  }
  const least = Number(low);
  const most = dots === undefined
    ? least
    : high === ""
    ? Number.MAX_SAFE_INTEGER
    : Number(high);
  if (least > most) {
    throw new InvalidArgumentError(`"${text}" begins above its end.`);
  }
  return [least, most];
}

function named(known: (name: string) => boolean, what: string) {
  return (
    value: string,
    before: Record<string, [number, number]> | undefined,
  ): Record<string, [number, number]> => {
    const at = value.indexOf("=");
    const name = value.slice(0, at);
    if (at < 1 || !known(name)) {
      throw new InvalidArgumentError(`Give ${what}=50..90.`);
    }
    return { ...before, [name]: range(value.slice(at + 1)) };
  };
}

function atMost(value: string): AtMost {
  const [, most, kind] = /^(\d+)\/(repository|language)$/.exec(value) ?? [];
  if (kind !== "repository" && kind !== "language") {
    throw new InvalidArgumentError(
      "Give a number and what of: 100/repository or 200/language.",
    );
  }
  return { most: Number(most), kind };
}

function candidate(value: string): [string, string] {
  const at = value.lastIndexOf("=");
  if (at < 1) {
    throw new InvalidArgumentError(
      "Give a task and its turns: INSTANCE_ID=1,q-1,23.",
    );
  }
  return [value.slice(0, at), value.slice(at + 1)];
}

function positive(value: string): number {
  const number = Number(value);
  if (!(number > 0 && number < Infinity)) {
    throw new InvalidArgumentError("Give a number above 0.");
  }
  return number;
}

function turnCost(value: string): { issue: number; question: number } {
  const costs = new Map(
    value.split(",").map((part) => {
      const [name = "", cost = ""] = part.split("=");
      return [name.trim(), Number(cost)];
    }),
  );
  const [issue, question] = [costs.get("issue"), costs.get("question")];
  const good = (cost: number | undefined) => cost !== undefined && cost >= 0;
  if (!good(issue) || !good(question) || costs.size !== 2) {
    throw new InvalidArgumentError(
      "Give both costs: issue=0.6,question=0.1.",
    );
  }
  return { issue: issue ?? 0, question: question ?? 0 };
}

/**
 * Add the options to the verb.
 *
 * @param verb The verb.
 * @returns The verb.
 */
export function addSelectOptions(verb: Command): Command {
  return verb
    .option("--target <file>", "flow file, or labelled sessions of the target")
    .option(
      "--min-messages <n>",
      "keep target sessions with at least n messages",
      wholeNumber(0),
    )
    .option("--where <filter>", "keep target sessions that pass")
    .option(
      "--instance <file>",
      "solve an instance (tfas-selection/v1) instead",
    )
    .option("--pool <file>", "take real sessions of this pool instead")
    .option("--take <n>", "sessions to take of the pool", wholeNumber(1))
    .addOption(
      new Option(
        "--search <which>",
        "certified: relaxation, rounding, polish; paper: random restarts and sweeps",
      ).choices(["certified", "paper"]).default("certified"),
    )
    .option(
      "--restarts <n>",
      "restarts of the paper's search",
      wholeNumber(1),
      64,
    )
    .option("--sweeps <n>", "sweeps of a restart at most", wholeNumber(1), 20)
    .option(
      "--seed <n>",
      "seed of the paper's search, QA-random, bootstrap",
      wholeNumber(0),
      1,
    )
    .option(
      "--tolerance <x>",
      "bound above the relaxed optimum, in ln TFAS",
      positive,
      1e-8,
    )
    .option(
      "--tasks <n>",
      "select n tasks, leave the others out",
      wholeNumber(1),
    )
    .option(
      "--at-most <n/kind>",
      "n tasks of each repository or language at most; may be repeated",
      each(atMost),
    )
    .option(
      "--placement <pattern=range>",
      "tasks with a pattern (none, before, after, interleaved); may be repeated",
      named(
        (name) => PATTERNS.some((pattern) => pattern === name),
        "before",
      ),
    )
    .option(
      "--turns <n=range>",
      "tasks with n turns; may be repeated",
      named((name) => /^[1-9]\d*$/.test(name), "4"),
    )
    .option(
      "--min-turns <n>",
      "turns of a candidate at least",
      wholeNumber(1),
      3,
    )
    .option("--max-turns <n>", "turns of a candidate at most", wholeNumber(1))
    .option("--free-order", "let questions come in any order")
    .option(
      "--fix <id=turns>",
      "give a task this candidate; may be repeated",
      each(candidate),
    )
    .option(
      "--forbid <id=turns>",
      "never this candidate; may be repeated",
      each(candidate),
    )
    .option("--budget <cost>", "expected cost of all turns at most", positive)
    .option(
      "--turn-cost <costs>",
      "what a turn costs: issue=0.6,question=0.1 (default: 1 each, a budget of turns)",
      turnCost,
    )
    .addOption(
      new Option(
        "--prefer <criterion>",
        "choose among near-optimal selections by this",
      ).choices([...PREFERENCES]),
    )
    .option("--slack <tfas>", "TFAS to give up for --prefer", positive, 0.01)
    .option(
      "--licences <file>",
      "evidence that freedoms do not change difficulty",
    )
    .option(
      "--variants",
      "add the fixed variants of Table 2, conventions, held-out statistics",
    )
    .addOption(
      new Option(
        "--table <n>",
        "published values beside the variants: Table 2 or 3",
      )
        .choices(["2", "3"]).default("2"),
    )
    .option(
      "--bootstrap <n>",
      "intervals of the variants from n replicates",
      wholeNumber(1),
    )
    .option(
      "--optimism <n>",
      "tune again on n resamples of the target",
      wholeNumber(1),
    )
    .option("--figures <folder>", "draw the search and the placements")
    .option(
      "-o, --out <file>",
      "write the selection (.json), or its table (.csv .parquet ...)",
    )
    .option("--json", "print one JSON object");
}

/**
 * The limits that options ask for, without those on repositories and languages.
 *
 * @param options The options.
 * @returns Limits.
 */
export function limitsOfOptions(options: SelectOptions): Constraints {
  const { placement, turns, budget, tasks } = options;
  return {
    ...(tasks === undefined ? {} : { tasks: [tasks, tasks] }),
    ...(placement === undefined ? {} : { placement }),
    ...(turns === undefined ? {} : { turns }),
    ...(budget === undefined ? {} : { cost: [0, budget] }),
  };
}
