/**
 * Options of `taskflow classify`.
 *
 * @module
 */

import { type Command, InvalidArgumentError, Option } from "commander";
import { MESSAGE_LIMIT, type Shard } from "@taskflow/classify";
import { type AnswerFormat, FORMATS, type Parameters } from "@taskflow/llm";
import * as z from "zod";
import {
  addReadingOptions,
  type ReadingOptions,
} from "../cli/reading_options.ts";
import { wholeNumber } from "../cli/run.ts";

/** What the options give. */
export interface ClassifyOptions extends ReadingOptions {
  classifier: "baseline" | "llm";
  taxonomy?: string;
  where?: string;
  sample?: number;
  seed: number;
  shard?: Shard;
  withText?: boolean;
  model?: string;
  concurrency: number;
  temperature: number | null;
  maxTokens: number;
  parameters: Parameters;
  reasks: number;
  maxCharacters: number;
  format: AnswerFormat;
  timeout: number;
  store?: string;
  prices?: string;
  maxCost?: number;
  dryRun?: boolean;
  replay?: boolean;
  batch?: string;
  batchRequests: number;
  batchBytes: number;
  responses?: string[];
  visibility: "private" | "public" | "stand-in";
  out?: string;
  json?: boolean;
}

/** Options that only a model understands, by their names in {@linkcode ClassifyOptions}. */
const ASKING = [
  "model",
  "concurrency",
  "temperature",
  "maxTokens",
  "parameters",
  "reasks",
  "maxCharacters",
  "format",
  "timeout",
  "store",
  "prices",
  "maxCost",
  "dryRun",
  "replay",
  "batch",
  "batchRequests",
  "batchBytes",
  "responses",
] as const;

/**
 * Add the options to the verb.
 *
 * @param command The verb.
 * @returns The same verb.
 */
export function addClassifyOptions(command: Command): Command {
  command
    .addOption(
      new Option(
        "--classifier <which>",
        "baseline: offline, the same label every time; llm: a model that is asked about each message alone",
      ).choices(["baseline", "llm"]).default("baseline"),
    )
    .option("--taxonomy <file>", "labels to give (default: the paper's 16)")
    .option(
      "--where <filter>",
      "sessions to classify, e.g. messages>=3 (default: all)",
    )
    .option(
      "--sample <n>",
      "draw n whole sessions of them before anything else",
      wholeNumber(1),
    )
    .option("--seed <n>", "seed of the draw", wholeNumber(0), 1)
    .option(
      "--shard <i/n>",
      "the i-th of n parts of them, by whole sessions: for n machines",
      shardOf,
    )
    .option("--with-text", "add a column with the texts: they are private");
  addReadingOptions(command);
  addModelOptions(command);
  return command
    .addOption(
      new Option(
        "--visibility <kind>",
        "what the sessions are; stand-in marks what is written as made up",
      ).choices(["private", "public", "stand-in"]).default("private"),
    )
    .option(
      "-o, --out <file>",
      "table to write, a row a message (.parquet .jsonl .csv .arrow)",
    )
    .option("--json", "print one JSON object about what was done");
}

function addModelOptions(command: Command): void {
  command
    .option(
      "--model <name>",
      "llm: model, as the endpoint of OPENAI_BASE_URL knows it; its key is OPENAI_API_KEY",
    )
    .option(
      "--concurrency <n>",
      "llm: most requests at once",
      wholeNumber(1),
      8,
    )
    .addOption(
      new Option(
        "--temperature <t>",
        "llm: sampling temperature; none leaves it to the endpoint (some models take only theirs)",
      ).argParser(temperatureOf).default(0),
    )
    .option(
      "--max-tokens <n>",
      "llm: most tokens of an answer, a model's thoughts included",
      wholeNumber(1),
      2048,
    )
    .addOption(
      new Option(
        "--parameters <json>",
        'llm: further fields of the request, e.g. {"reasoning_effort":"low"}',
      ).argParser(parametersOf).default({}, "none"),
    )
    .option(
      "--reasks <n>",
      "llm: ask again after an unusable answer",
      wholeNumber(0),
      1,
    )
    .option(
      "--max-characters <n>",
      "llm: longer messages are cut in the middle",
      wholeNumber(100),
      MESSAGE_LIMIT,
    )
    .addOption(
      new Option(
        "--format <how>",
        "llm: how answers are asked for at first; falls back where the endpoint must (a batch cannot)",
      ).choices(FORMATS).default("schema"),
    )
    .option(
      "--timeout <seconds>",
      "llm: longest time for one request",
      wholeNumber(1),
      120,
    )
    .option(
      "--store <file>",
      "llm: where every answer is kept, and taken from (default: beside the output)",
    )
    .option("--prices <file>", "llm: prices of models (see lib/llm/README.md)")
    .option(
      "--max-cost <dollars>",
      "llm: ask nothing if the estimate is higher, and stop when this is spent",
      dollars,
    )
    .option("--dry-run", "llm: show the estimate, ask nothing")
    .option("--replay", "llm: ask nothing, label what the store has answers to")
    .option(
      "--batch <file>",
      "llm: write what is not answered as OpenAI Batch files, ask nothing",
    )
    .option(
      "--batch-requests <n>",
      "llm: most requests in a batch file",
      wholeNumber(1),
      50_000,
    )
    .option(
      "--batch-bytes <n>",
      "llm: most bytes in a batch file",
      wholeNumber(1),
      200_000_000,
    )
    .option(
      "--responses <files...>",
      "llm: read the answers to batch files, ask nothing",
    );
}

/**
 * Refuse what does not go together, before anything is read.
 *
 * @param options The options.
 * @param given Whether an option stands on the command line.
 * @throws {RangeError} If an option has no meaning beside the others.
 */
export function checkClassifyOptions(
  options: ClassifyOptions,
  given: (name: string) => boolean,
): void {
  const { classifier, out, batch, dryRun, responses, store } = options;
  if (classifier === "baseline") {
    const name = ASKING.find(given);
    if (name !== undefined) {
      throw new RangeError(
        `Cannot classify: ${dashed(name)} is for --classifier llm, ` +
          `the classifier is ${
            given("classifier") ? "" : "by default "
          }baseline`,
      );
    }
  } else if (options.model === undefined) {
    throw new RangeError(
      "Cannot ask a model: name it with --model; its endpoint is OPENAI_BASE_URL, its key OPENAI_API_KEY",
    );
  }
  if (out === undefined && batch === undefined && !dryRun) {
    throw new RangeError(
      "Cannot classify: name the table to write with -o, for example -o labels.parquet",
    );
  }
  if (batch === undefined) return;
  if (out !== undefined && responses === undefined && store === undefined) {
    throw new RangeError(
      "Cannot write labels before there are answers: leave out -o with --batch, " +
        "and give it with --responses later",
    );
  }
  if (responses !== undefined && store === undefined && out === undefined) {
    throw new RangeError(
      "Cannot keep the answers of --responses: say where with --store or -o",
    );
  }
}

function dashed(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function shardOf(value: string): Shard {
  const [, index, of] = /^(\d{1,6})\/(\d{1,6})$/.exec(value) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (shard.index >= 1 && shard.index <= shard.of) return shard;
  throw new InvalidArgumentError(
    "Write which part of how many, from 1/n to n/n, for example 3/16.",
  );
}

function temperatureOf(value: string): number | null {
  if (value === "none") return null;
  return atLeastZero(value) ??
    refuse("Give a number of at least 0, or none.");
}

function dollars(value: string): number {
  return atLeastZero(value) ?? refuse("Give US dollars, for example 2.50.");
}

function atLeastZero(value: string): number | null {
  const number = Number(value);
  return value.trim() !== "" && Number.isFinite(number) && number >= 0
    ? number
    : null;
}

const parametersSchema = z.record(z.string(), z.json());

function parametersOf(value: string): Parameters {
  try {
    return parametersSchema.parse(JSON.parse(value));
  } catch {
    // Whatever is wrong with it, the remedy is the same.
    return refuse(
      'Write a JSON object, for example {"reasoning_effort":"low"}.',
    );
  }
}

function refuse(remedy: string): never {
  throw new InvalidArgumentError(remedy);
}
