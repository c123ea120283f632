/**
 * `taskflow align`: how well a benchmark's task flow fits a target's (Appendix F).
 *
 * @module
 */

import { type Command, Option } from "commander";
import type { Reading } from "@taskflow/flow";
import { print, printJson, verb, wholeNumber } from "../cli/run.ts";
import { writeResult } from "../cli/write_result.ts";
import {
  describeMatrix,
  describePair,
  pairRows,
  sticksJson,
} from "../output/describe_align.ts";
import { alignSides } from "./align_sides.ts";
import { type FlowSide, readSide, readTaxonomy } from "./flow_side.ts";

interface Options extends Reading {
  target: string[];
  benchmark: string[];
  beside?: string[];
  minMessages?: number;
  where?: string;
  bootstrap?: number;
  seed: number;
  taxonomy?: string;
  out?: string;
  json?: boolean;
}

/**
 * Add the verb to the program.
 *
 * @param taskflow The program.
 */
export function addAlign(taskflow: Command): void {
  verb(
    taskflow,
    "align",
    "Score how well a benchmark's task flow fits a target's (TFAS); several of either give a matrix.",
    [
      "taskflow align --target data/targets/production-standin.json --benchmark out/sample/flow.json",
      "taskflow align --target t.jsonl --benchmark b.jsonl --min-messages 3 --json",
      "taskflow align --target labels.parquet --benchmark b.csv --where 'agent == \"cursor\"' --bootstrap 1000",
      "taskflow align --target a.parquet b.parquet --benchmark pro.json split.json",
    ],
  )
    .requiredOption(
      "--target <file...>",
      "flow file (.json), or labelled sessions (.jsonl .csv .parquet .arrow)",
    )
    .requiredOption("--benchmark <file...>", "the same, never filtered")
    .option(
      "--beside <file...>",
      "other corpora, filtered as the target: how near and far they are",
    )
    .option(
      "--min-messages <n>",
      "keep target sessions with at least n messages",
      wholeNumber(0),
    )
    .option(
      "--where <filter>",
      "keep target sessions that pass, e.g. 'messages>=3 and agent == \"codex\"'",
    )
    .addOption(
      new Option(
        "--length-of <which>",
        "session length over all messages, or retained ones",
      )
        .choices(["all", "retained"]).default("all"),
    )
    .addOption(
      new Option(
        "--empty-session <how>",
        "a session left without messages: START>END, or skipped",
      )
        .choices(["edge", "skip"]).default("edge"),
    )
    .option(
      "--bootstrap <n>",
      "95 % intervals from n replicates of the target's sessions",
      wholeNumber(1),
    )
    .option("--seed <n>", "seed of the bootstrap", wholeNumber(0), 1)
    .option(
      "--taxonomy <file>",
      "taxonomy of labelled sessions (default: the paper's 16)",
    )
    .option(
      "-o, --out <file>",
      "write the result (.json .csv .jsonl .parquet .arrow)",
    )
    .option("--json", "print one JSON object")
    .action(action);
}

async function action(options: Options): Promise<void> {
  const reading: Reading = {
    lengthOf: options.lengthOf,
    emptySession: options.emptySession,
  };
  const taxonomy = await readTaxonomy(options.taxonomy);
  const readAll = async (paths: readonly string[], where: string | null) => {
    const sides: FlowSide[] = [];
    for (const path of paths) sides.push(await readSide(path, where, taxonomy));
    return sides;
  };
  const where = filterOf(options);
  const targets = await readAll(options.target, where);
  const benchmarks = await readAll(options.benchmark, null);
  const beside = options.beside ?? [];
  const others = await readAll(beside, where);
  const { pairs, sticks } = alignSides(targets, benchmarks, others, {
    reading,
    replicates: options.bootstrap ?? null,
    seed: options.seed,
  });
  const drawn = options.bootstrap === undefined
    ? {}
    : { replicates: options.bootstrap, seed: options.seed };
  const [only, ...more] = pairs;
  const [stick] = sticks;
  const single = only !== undefined && stick !== undefined && more.length === 0;
  const result = single
    ? {
      ...only.scores,
      ...reading,
      yardsticks: sticksJson(stick),
      ...(only.intervals === undefined ? {} : { intervals: only.intervals }),
      ...drawn,
    }
    : {
      pairs: pairs.map(({ target, benchmark, scores, intervals }) => ({
        target: target.name,
        benchmark: benchmark.name,
        ...scores,
        ...(intervals === undefined ? {} : { intervals }),
      })),
      targets: sticks.map((one) => ({
        target: one.target.name,
        yardsticks: sticksJson(one),
      })),
      ...reading,
      ...drawn,
    };
  if (options.out !== undefined) {
    const standIn = [...targets, ...benchmarks].some((side) => side.standIn);
    await writeResult(options.out, {
      json: result,
      rows: pairs.flatMap((pair) =>
        pairRows(pair).map((row) =>
          single ? row : {
            target: pair.target.name,
            benchmark: pair.benchmark.name,
            ...row,
          }
        )
      ),
      inputs: [...options.target, ...options.benchmark, ...beside],
      parameters: {
        ...reading,
        filter: targets[0]?.filter ?? "none",
        replicates: options.bootstrap ?? 0,
      },
      seed: options.bootstrap === undefined ? null : options.seed,
      visibility: standIn ? "stand-in" : "private",
    });
  }
  if (options.json) printJson(result);
  else {
    print(
      single
        ? describePair(only, stick, reading)
        : describeMatrix(pairs, sticks, reading),
    );
  }
}

function filterOf({ minMessages, where }: Options): string | null {
  const parts = [
    ...(minMessages === undefined ? [] : [`messages>=${minMessages}`]),
    ...(where === undefined ? [] : [`(${where})`]),
  ];
  return parts.length === 0 ? null : parts.join(" and ");
}
