/**
 * `taskflow compare`: corpora side by side (Appendix B).
 *
 * @module
 */

import { type Command, Option } from "commander";
import type { Reading } from "@taskflow/flow";
import { LONG_SLICE } from "@taskflow/session";
import { makeFolder } from "../cli/make_folder.ts";
import { progress } from "../cli/progress.ts";
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
import { compareJson, describeComparison } from "../output/describe_compare.ts";
import { writeComparison } from "../output/write_compare.ts";
import { compareCorpora } from "./compare_corpora.ts";
import { type CompareInputOptions, readCompared } from "./compare_inputs.ts";
import { readTaxonomy } from "./flow_side.ts";

interface Options extends ReadingOptions, Reading {
  labels?: string;
  where: string;
  bootstrap: number;
  seed: number;
  cluster?: string;
  weight?: string;
  capPerUser?: number;
  by?: string;
  taxonomy?: string;
  visibility: "private" | "public" | "stand-in";
  out?: string;
  json?: boolean;
}

const UNITS = ["user", "repository", "folder"];
const FACETS = ["month", "source", "agent", "repository", "folder"];

/**
 * Add the verb to the program.
 *
 * @param taskflow The program.
 */
export function addCompare(taskflow: Command): void {
  const compare = verb(
    taskflow,
    "compare",
    "Compare corpora: TFAS of every pair with its interval, and whether they can be told apart.",
    [
      "taskflow compare cursor.parquet codex.parquet aider.jsonl",
      "taskflow compare exports/specstory exports/codex --labels labels.csv --bootstrap 10000 -o out/compare",
      "taskflow compare before=a.jsonl after=b.jsonl --where 'messages>=3 and agent == \"cursor\"'",
      "taskflow compare sessions.parquet --by month            # drift: each month against the next",
      "taskflow compare sessions.parquet --weight user         # every person counts the same",
      "taskflow compare out/a/flow.json out/b/flow.json        # counts only: no intervals, no test",
    ],
  );
  addReadingOptions(compare)
    .argument(
      "<input...>",
      "labelled sessions (.jsonl .csv .parquet .arrow), folders of exports (with --labels), or " +
        "flow files (.json); NAME=PATH gives a name",
    )
    .option(
      "--labels <file>",
      "intents to join to the messages of exports (.csv .jsonl)",
    )
    .option(
      "--where <filter>",
      "sessions that are compared, of every input",
      LONG_SLICE,
    )
    .option(
      "--bootstrap <n>",
      "replicates for 95 % intervals, and permutations of the test; 0 for none",
      wholeNumber(0),
      1000,
    )
    .option("--seed <n>", "seed of the random draws", wholeNumber(0), 1)
    .addOption(
      new Option(
        "--cluster <unit>",
        "resample whole users or repositories instead of sessions (folder: the first part of the " +
          "path; with --weight: its unit)",
      ).choices(UNITS),
    )
    .addOption(
      new Option(
        "--weight <unit>",
        "count every user or repository the same, however many sessions it has",
      ).choices(UNITS),
    )
    .option(
      "--cap-per-user <n>",
      "count users with more than n sessions as if they had n",
      wholeNumber(1),
    )
    .addOption(
      new Option(
        "--by <facet>",
        "split the inputs, and compare the parts (month: each with the next)",
      ).choices(FACETS),
    )
    .addOption(
      new Option(
        "--length-of <which>",
        "session length over all messages, or retained ones",
      ).choices(["all", "retained"]).default("all"),
    )
    .addOption(
      new Option(
        "--empty-session <how>",
        "a session left without messages: START>END, or skipped",
      ).choices(["edge", "skip"]).default("edge"),
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
    .option(
      "-o, --out <folder>",
      "write tables, figures and index.html there",
    )
    .option("--json", "print one JSON object")
    .action(action);
}

async function action(
  args: readonly string[],
  options: Options,
): Promise<void> {
  const design = designOf(options);
  if (options.out !== undefined) await makeFolder(options.out);
  const taxonomy = await readTaxonomy(options.taxonomy);
  const read = await readCompared(args, { ...options, ...design }, taxonomy);
  if (read.corpora.length < 2 && design.weight === undefined) {
    throw new RangeError(
      `Cannot compare one corpus with itself: name another, or split it with --by month`,
    );
  }
  const line = progress("comparing");
  const comparison = await compareCorpora(read, {
    ...design,
    where: options.where,
    ...(options.by === undefined ? {} : { by: options.by }),
    reading: {
      lengthOf: options.lengthOf,
      emptySession: options.emptySession,
    },
    replicates: options.bootstrap,
    seed: options.seed,
    signal: interrupted.signal,
    onStep: ({ what, done, all }) => line.update(`${done} of ${all} ${what}`),
  });
  if (options.out !== undefined) {
    await writeComparison(options.out, comparison, options.visibility);
    complain(`wrote ${options.out}: open ${options.out}/index.html`);
  }
  if (options.json) printJson(compareJson(comparison));
  else print(describeComparison(comparison));
}

/** What is resampled, and how sessions are weighted. */
function designOf(
  { cluster, weight, capPerUser }: Options,
): Pick<CompareInputOptions, "cluster" | "weight" | "cap"> {
  if (weight !== undefined && capPerUser !== undefined) {
    throw new RangeError(
      "Cannot both weight and cap: --weight user counts every user once, which leaves nothing to cap",
    );
  }
  const unit = weight ?? (capPerUser === undefined ? undefined : "user");
  if (unit !== undefined && cluster !== undefined && cluster !== unit) {
    throw new RangeError(
      `Cannot resample by ${cluster} while weighting by ${unit}: give --cluster ${unit}, or none`,
    );
  }
  const resampled = cluster ?? unit;
  return {
    ...(resampled === undefined ? {} : { cluster: resampled }),
    ...(unit === undefined ? {} : { weight: unit }),
    ...(capPerUser === undefined ? {} : { cap: capPerUser }),
  };
}
