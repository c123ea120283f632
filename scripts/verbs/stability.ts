/**
 * `taskflow stability`: how many sessions are enough (Appendix C, step 2).
 *
 * @module
 */

import { type Command, InvalidArgumentError, Option } from "commander";
import {
  type Merge,
  mergeGains,
  parseMerges,
  RELATED,
  stability,
} from "@taskflow/flow";
import { LONG_SLICE } from "@taskflow/session";
import type { Taxonomy } from "@taskflow/taxonomy";
import { makeFolder } from "../cli/make_folder.ts";
import {
  addReadingOptions,
  type ReadingOptions,
} from "../cli/reading_options.ts";
import {
  complain,
  interrupted,
  print,
  printJson,
  verb,
  wholeNumber,
} from "../cli/run.ts";
import {
  describeStability,
  stabilityJson,
} from "../output/describe_stability.ts";
import { writeStability } from "../output/write_stability.ts";
import { readCompared } from "./compare_inputs.ts";
import { readTaxonomy } from "./flow_side.ts";

interface Options extends ReadingOptions {
  labels?: string;
  where: string;
  tolerance: number;
  merge?: string;
  draws: number;
  seed: number;
  cluster?: string;
  taxonomy?: string;
  visibility: "private" | "public" | "stand-in";
  out?: string;
  json?: boolean;
}

/**
 * Add the verb to the program.
 *
 * @param taskflow The program.
 */
export function addStability(taskflow: Command): void {
  const stability = verb(
    taskflow,
    "stability",
    "Say how many sessions are enough: how alike two samples of a corpus are, against their size.",
    [
      "taskflow stability labels.parquet",
      "taskflow stability exports/specstory --labels labels.csv -o out/stability",
      "taskflow stability labels.parquet --tolerance 0.02 --merge explain+question,bug-fix+debug",
    ],
  );
  addReadingOptions(stability)
    .argument(
      "<path>",
      "labelled sessions (.jsonl .csv .parquet .arrow), or a folder of exports (with --labels)",
    )
    .option(
      "--labels <file>",
      "intents to join to the messages of exports (.csv .jsonl)",
    )
    .option("--where <filter>", "sessions of the flow", LONG_SLICE)
    .option(
      "--tolerance <x>",
      "how far from 1 a stable S_k may be",
      fraction,
      0.01,
    )
    .option(
      "--merge <groups>",
      "intents that are counted as one, e.g. explain+question,bug-fix+debug (default: pairs that " +
        "are close in meaning)",
    )
    .option("--draws <n>", "random splits a size", wholeNumber(2), 200)
    .option("--seed <n>", "seed of the random splits", wholeNumber(0), 1)
    .addOption(
      new Option(
        "--cluster <unit>",
        "split whole users or repositories instead of sessions",
      ).choices(["user", "repository", "folder"]),
    )
    .option(
      "--taxonomy <file>",
      "taxonomy of the labels (default: the paper's 16)",
    )
    .addOption(
      new Option(
        "--visibility <kind>",
        "what the sessions are; stand-in marks everything written as made up",
      ).choices(["private", "public", "stand-in"]).default("private"),
    )
    .option("-o, --out <folder>", "write table, figure and index.html there")
    .option("--json", "print one JSON object")
    .action(action);
}

function fraction(value: string): number {
  const number = Number(value);
  if (value.trim() !== "" && number > 0 && number < 1) return number;
  throw new InvalidArgumentError("Give a number between 0 and 1.");
}

async function action(path: string, options: Options): Promise<void> {
  if (options.out !== undefined) await makeFolder(options.out);
  const taxonomy = await readTaxonomy(options.taxonomy);
  const merges = mergesOf(options.merge, taxonomy);
  const { corpora: [corpus], inputs } = await readCompared(
    [path],
    options,
    taxonomy,
  );
  if (corpus === undefined || corpus.rows === null) {
    throw new RangeError(
      `Cannot tell how stable "${path}" is: a flow file holds counts, not sessions to split; ` +
        `give the labelled sessions`,
    );
  }
  const draw = {
    replicates: options.draws,
    seed: options.seed,
    tolerance: options.tolerance,
    signal: interrupted.signal,
  };
  const result = {
    corpus,
    inputs,
    stability: stability(corpus.rows, draw),
    merges: mergeGains(corpus.rows, merges, draw),
    unit: options.cluster ?? "session",
    where: options.where,
    draws: options.draws,
    seed: options.seed,
  };
  if (options.out !== undefined) {
    await writeStability(options.out, result, options.visibility);
    complain(`wrote ${options.out}: open ${options.out}/index.html`);
  }
  if (options.json) printJson(stabilityJson(result));
  else print(describeStability(result));
}

/** As asked for, or those related pairs that the taxonomy has. */
function mergesOf(
  text: string | undefined,
  taxonomy: Taxonomy,
): readonly Merge[] {
  return text === undefined
    ? RELATED.filter((merge) =>
      merge.every((label) => taxonomy.retained.includes(label))
    )
    : parseMerges(text, taxonomy);
}
