/**
 * `taskflow measure`: from a folder of session exports to a task flow (Section 2).
 *
 * @module
 */

import { type Command, Option } from "commander";
import type { PromptKind } from "@taskflow/benchmark";
import { featuresId } from "@taskflow/classify";
import { parseStressSlices } from "@taskflow/flow";
import { LONG_SLICE } from "@taskflow/session";
import { basename, resolve } from "node:path";
import {
  complain,
  interrupted,
  print,
  printJson,
  verb,
  wholeNumber,
} from "../cli/run.ts";
import {
  addReadingOptions,
  type ReadingOptions,
} from "../cli/reading_options.ts";
import {
  addPublishOptions,
  publicationOf,
  type PublishOptions,
  unsaid,
} from "../cli/publish_options.ts";
import { makeFolder } from "../cli/make_folder.ts";
import { describeMeasurement } from "../output/describe_measurement.ts";
import { writeMeasurement } from "../output/write_measurement.ts";
import { readJson, readTaxonomy } from "./flow_side.ts";
import { measureCorpus, type MeasuredCorpus } from "./measure_corpus.ts";
import { measureTasks } from "./measure_tasks.ts";

interface Options extends ReadingOptions, PublishOptions {
  tasks?: string;
  prompt: PromptKind;
  labels?: string;
  labelColumn?: string;
  classifier?: "baseline";
  where?: string;
  taxonomy?: string;
  name?: string;
  stress?: string;
  bootstrap: number;
  seed: number;
  visibility: "private" | "public" | "stand-in";
  out?: string;
  json?: boolean;
}

/**
 * Add the verb to the program.
 *
 * @param taskflow The program.
 */
export function addMeasure(taskflow: Command): void {
  const measure = verb(
    taskflow,
    "measure",
    "Measure the task flow of a corpus of sessions.",
    [
      "taskflow measure data/sample/specstory --labels data/sample/labels.csv --visibility stand-in -o out/sample",
      "taskflow measure labels.parquet --where 'messages>=3 and agent == \"cursor\"' -o out/cursor",
      "taskflow measure --tasks tasks.jsonl --labels labels.csv -o out/bench",
      "taskflow measure ~/project/.specstory/history --classifier baseline -o out/mine",
      "taskflow measure ~/project/.specstory/history        # lengths and words only",
      "taskflow measure labels.parquet -o out/t --min-cell 5 --population 'CLI users' --window 2026-05",
    ],
  );
  addPublishOptions(addReadingOptions(measure))
    .argument(
      "[path]",
      "folder of session exports, or labelled sessions (.jsonl .csv .parquet .arrow)",
    )
    .option(
      "--tasks <file>",
      "measure a benchmark of issue-derived tasks instead: one message a task",
    )
    .addOption(
      new Option(
        "--prompt <kind>",
        "of a task: statement, requirements and interface, or the statement alone",
      ).choices(["full", "statement"]).default("full"),
    )
    .option("--labels <file>", "intents to join to the messages (.csv .jsonl)")
    .option(
      "--label-column <name>",
      "with --tasks: column of the intent in the file of labels",
    )
    .addOption(
      new Option(
        "--classifier <name>",
        "give messages without a label an intent: baseline (offline; 64 % agreement in " +
          "cross-validation over repositories, see lib/classify/README.md)",
      ).choices(["baseline"]),
    )
    .option(
      "--where <filter>",
      `sessions that make up the flow (default: ${LONG_SLICE}; with --tasks: all)`,
    )
    .option(
      "--name <name>",
      "name of the corpus in pictures (default: the last part of the path)",
    )
    .option(
      "--stress <file>",
      "count declared slices apart, for example data/stress_slices.json",
    )
    .option(
      "--bootstrap <n>",
      "replicates for 95 % intervals, 0 for none",
      wholeNumber(0),
      1000,
    )
    .option("--seed <n>", "seed of the bootstrap", wholeNumber(0), 1)
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
      "write flow.json, tables, figures and index.html there",
    )
    .option("--json", "print one JSON object")
    .action(action);
}

async function action(
  path: string | undefined,
  options: Options,
): Promise<void> {
  const name = nameOf(inputPath(path, options), options.name);
  if (options.out !== undefined) await makeFolder(options.out);
  const taxonomy = await readTaxonomy(options.taxonomy);
  // Told before the reading, so that nobody waits for a refusal.
  if (publicationOf(options, null) !== null && options.out === undefined) {
    throw new RangeError("Cannot write target.json: name a folder with -o");
  }
  const stress = options.stress === undefined ? [] : parseStressSlices(
    await readJson(options.stress, "stress slices"),
    options.stress,
    taxonomy,
  );
  const corpus = options.tasks === undefined
    ? await measureCorpus(inputPath(path, options), {
      ...options,
      where: options.where ?? LONG_SLICE,
      taxonomy,
      stress,
    })
    : await measureTasks(options.tasks, {
      ...options,
      where: options.where ?? "messages>=1",
      taxonomy,
    });
  const { replicates, seed } = {
    replicates: options.bootstrap,
    seed: options.seed,
  };
  const publication = publicationOf(options, classifierOf(options, corpus));
  if (options.out !== undefined) {
    await writeMeasurement(options.out, corpus, {
      name,
      replicates,
      seed,
      labels: options.labels ?? null,
      publication,
      visibility: corpus.measurement.standIn ? "stand-in" : options.visibility,
      signal: interrupted.signal,
    });
    complain(`wrote ${options.out}: open ${options.out}/index.html`);
    const missing = publication === null ? [] : unsaid(publication);
    if (missing.length > 0) {
      complain(
        `target.json does not say all of whose flow it is: ${
          missing.join(", ")
        }`,
      );
    }
  }
  if (options.json) printJson(describeMeasurement(name, corpus).json);
  else print(describeMeasurement(name, corpus).text);
}

/** Exactly one of the two ways to name what is measured. */
function inputPath(path: string | undefined, { tasks }: Options): string {
  if (path !== undefined && tasks !== undefined) {
    throw new TypeError(
      `Cannot measure both "${path}" and the tasks of "${tasks}": give one of them`,
    );
  }
  const given = path ?? tasks;
  if (given !== undefined) return given;
  throw new TypeError(
    "Cannot measure nothing: give a folder of session exports, or --tasks FILE",
  );
}

function classifierOf(
  { classifier }: Options,
  { labelledBy }: MeasuredCorpus,
): string | null {
  const all = [
    ...labelledBy,
    ...(classifier === undefined ? [] : [`baseline ${featuresId()}`]),
  ];
  return all.length === 0 ? null : [...new Set(all)].join(" and ");
}

function nameOf(path: string, given: string | undefined): string {
  const name = (given ?? basename(resolve(path))).trim();
  if (name !== "") return name;
  throw new RangeError("Cannot name the corpus: give --name some text");
}
