/**
 * `taskflow gap`: what a target has and a benchmark lacks, as a backlog (Appendix C, step 5).
 *
 * @module
 */

import { type Command, Option } from "commander";
import { gapTable, parseCoverage, summariseGap } from "@taskflow/flow";
import {
  complain,
  interrupted,
  print,
  printJson,
  verb,
  wholeNumber,
} from "../cli/run.ts";
import { describeGap } from "../output/describe_gap.ts";
import { writeGap } from "../output/write_gap.ts";
import { readJson, readSide, readTaxonomy } from "./flow_side.ts";

interface Options {
  target: string;
  benchmark: string;
  source?: string;
  coverage: string;
  where?: string;
  sort: "frequency" | "gain";
  transitions: number;
  bootstrap: number;
  seed: number;
  taxonomy?: string;
  out?: string;
  json?: boolean;
}

/** The two augmentations of the paper. */
const PAPER =
  new URL("../../data/coverage/paper.json", import.meta.url).pathname;

/**
 * Add the verb to the program.
 *
 * @param taskflow The program.
 */
export function addGap(taskflow: Command): void {
  verb(
    taskflow,
    "gap",
    "List what a target has and a benchmark lacks, and what could close it.",
    [
      "taskflow gap --target data/targets/production-standin.json --benchmark out/bench/flow.json",
      "taskflow gap --target t.parquet --where 'messages>=3' --benchmark b.jsonl --bootstrap 1000 -o out/gap",
      "taskflow gap --target t.json --benchmark split/flow.json --source bench/flow.json --sort gain",
    ],
  )
    .requiredOption(
      "--target <file>",
      "flow file (.json), or labelled sessions (.jsonl .csv .parquet .arrow)",
    )
    .requiredOption("--benchmark <file>", "the same, never filtered")
    .option(
      "--source <file>",
      "the benchmark before it was transformed: tells intents that only emerged",
    )
    .option(
      "--coverage <file>",
      "augmentations and what they verify (default: the paper's two, data/coverage/paper.json)",
      PAPER,
    )
    .option("--where <filter>", "keep target sessions that pass")
    .addOption(
      new Option("--sort <by>", "by target share, as in the paper, or by gain")
        .choices(["frequency", "gain"]).default("frequency"),
    )
    .option(
      "--transitions <n>",
      "most frequent target transitions listed",
      wholeNumber(0),
      30,
    )
    .option(
      "--bootstrap <n>",
      "replicates for 95 % intervals where sessions are given, 0 for none",
      wholeNumber(0),
      1000,
    )
    .option("--seed <n>", "seed of the bootstrap", wholeNumber(0), 1)
    .option(
      "--taxonomy <file>",
      "taxonomy of labelled sessions (default: the paper's 16)",
    )
    .option("-o, --out <folder>", "write tables, figure and index.html there")
    .option("--json", "print one JSON object")
    .action(action);
}

async function action(options: Options): Promise<void> {
  const taxonomy = await readTaxonomy(options.taxonomy);
  const coverage = parseCoverage(
    await readJson(options.coverage, "coverage"),
    options.coverage,
    taxonomy,
  );
  const target = await readSide(
    options.target,
    options.where ?? null,
    taxonomy,
  );
  const benchmark = await readSide(options.benchmark, null, taxonomy);
  const source = options.source === undefined
    ? null
    : await readSide(options.source, null, taxonomy);
  const rows = gapTable(
    { flow: target.flow(), vectors: target.vectors },
    {
      flow: benchmark.flow(),
      counts: benchmark.counts,
      vectors: benchmark.vectors,
    },
    {
      coverage,
      fixes: target.fixes,
      transitions: options.transitions,
      sort: options.sort,
      replicates: options.bootstrap,
      seed: options.seed,
      signal: interrupted.signal,
      ...(source === null ? {} : { source: source.flow() }),
    },
  );
  const summary = summariseGap(rows);
  if (options.out !== undefined) {
    await writeGap(options.out, {
      target,
      benchmark,
      source,
      coverage: { ...coverage, path: options.coverage },
      rows,
      summary,
      replicates: options.bootstrap,
      seed: options.seed,
    });
    complain(`wrote ${options.out}: open ${options.out}/index.html`);
  }
  if (options.json) {
    printJson({
      target: target.name,
      benchmark: benchmark.name,
      stand_in: target.standIn || benchmark.standIn,
      coverage: coverage.name,
      summary,
      rows,
    });
  } else print(describeGap(target, benchmark, coverage, rows, summary));
}
