/**
 * `taskflow align`: how well a benchmark's task flow fits a target's (Appendix F).
 *
 * @module
 */

import { type Command, Option } from "commander";
import {
  align,
  type Alignment,
  type AlignmentIntervals,
  bootstrapAlignment,
  type Interval,
  mapCounts,
  type Reading,
  taskFlow,
} from "@taskflow/flow";
import { TAXONOMY } from "@taskflow/taxonomy";
import {
  complain,
  interrupted,
  print,
  printJson,
  verb,
  wholeNumber,
} from "../cli/run.ts";
import { writeResult } from "../cli/write_result.ts";
import { type FlowSide, readSide, readTaxonomy } from "./flow_side.ts";

interface Options extends Reading {
  target: string;
  benchmark: string;
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
    "Score how well a benchmark's task flow fits a target's (TFAS).",
    [
      "taskflow align --target data/targets/production-standin.json --benchmark out/sample/flow.json",
      "taskflow align --target t.jsonl --benchmark b.jsonl --min-messages 3 --json",
      "taskflow align --target labels.parquet --benchmark b.csv --where 'agent == \"cursor\"' --bootstrap 1000",
    ],
  )
    .requiredOption(
      "--target <file>",
      "flow file (.json), or labelled sessions (.jsonl .csv .parquet .arrow)",
    )
    .requiredOption("--benchmark <file>", "the same, never filtered")
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
  const target = await readSide(options.target, filterOf(options), taxonomy);
  const benchmark = await readSide(options.benchmark, null, taxonomy);
  if (benchmark.filter !== "none" && target.filter !== benchmark.filter) {
    complain(
      `note: the flow of "${benchmark.name}" was counted with filter "${benchmark.filter}", ` +
        `that of "${target.name}" with "${target.filter}"`,
    );
  }
  const [P, Q] = onOneTaxonomy(target, benchmark, reading);
  const scores = align(P, Q);
  const intervals = options.bootstrap === undefined
    ? undefined
    : bootstrap(target, Q, reading, options.bootstrap, options.seed);
  const result = {
    ...scores,
    ...reading,
    ...(intervals === undefined
      ? {}
      : { intervals, replicates: options.bootstrap, seed: options.seed }),
  };
  if (options.out !== undefined) {
    await writeResult(options.out, {
      json: result,
      rows: rowsOf(scores, intervals),
      inputs: [options.target, options.benchmark],
      parameters: {
        ...reading,
        filter: target.filter,
        replicates: options.bootstrap ?? 0,
      },
      seed: options.bootstrap === undefined ? null : options.seed,
      visibility: target.standIn || benchmark.standIn ? "stand-in" : "private",
    });
  }
  if (options.json) printJson(result);
  else print(describe(target, benchmark, reading, scores, intervals));
}

function filterOf({ minMessages, where }: Options): string | null {
  const parts = [
    ...(minMessages === undefined ? [] : [`messages>=${minMessages}`]),
    ...(where === undefined ? [] : [`(${where})`]),
  ];
  return parts.length === 0 ? null : parts.join(" and ");
}

/** Both flows under one taxonomy; extended ones are mapped to the 16 by parent. */
function onOneTaxonomy(
  target: FlowSide,
  benchmark: FlowSide,
  reading: Reading,
) {
  if (target.taxonomy.hash === benchmark.taxonomy.hash) {
    return [target.flow(reading), benchmark.flow(reading)] as const;
  }
  const mapped = (side: FlowSide) => {
    if (side.taxonomy.hash === TAXONOMY.hash) return side.flow(reading);
    if (side.counts === null) {
      throw new RangeError(
        `Cannot map "${side.path}" from taxonomy "${side.taxonomy.name}" to the paper's 16: ` +
          `it holds probabilities, not counts`,
      );
    }
    complain(
      `note: "${side.name}" is mapped from "${side.taxonomy.name}" to the paper's 16`,
    );
    return taskFlow(mapCounts(side.counts), reading);
  };
  return [mapped(target), mapped(benchmark)] as const;
}

function bootstrap(
  target: FlowSide,
  benchmark: ReturnType<FlowSide["flow"]>,
  reading: Reading,
  replicates: number,
  seed: number,
): AlignmentIntervals | undefined {
  if (target.vectors === null) {
    throw new RangeError(
      `Cannot bootstrap "${target.path}": a flow file has no sessions to resample; ` +
        `give the labelled sessions themselves`,
    );
  }
  const { signal } = interrupted;
  return bootstrapAlignment(target.vectors, [benchmark], {
    replicates,
    seed,
    reading,
    signal,
  })
    .benchmarks[0];
}

const COMPONENTS = ["S_L", "S_T", "S_R", "TFAS"] as const;

function rowsOf(scores: Alignment, intervals: AlignmentIntervals | undefined) {
  return COMPONENTS.map((component) => ({
    component,
    value: scores[component],
    low: intervals?.[component].low ?? null,
    high: intervals?.[component].high ?? null,
    bias: intervals?.[component].bias ?? null,
  }));
}

function describe(
  target: FlowSide,
  benchmark: FlowSide,
  reading: Reading,
  scores: Alignment,
  intervals: AlignmentIntervals | undefined,
): string {
  const side = (
    name: string,
    { name: of, standIn, filter, counts }: FlowSide,
  ) =>
    `${name.padEnd(10)} ${of}${
      standIn && !of.includes("stand-in") ? " (stand-in)" : ""
    }, filter ${filter}` +
    (counts === null ? ", shares only" : `, ${counts.sessions.all} sessions`);
  const lines = COMPONENTS.map((component) => {
    const digits = component === "TFAS" ? 1 : 3;
    return `${component.padEnd(10)} ${number(scores[component], digits)}` +
      band(intervals?.[component], digits);
  });
  return [
    side("target", target),
    side("benchmark", benchmark),
    `reading    ${reading.lengthOf}/${reading.emptySession}`,
    "",
    ...lines,
  ].join("\n");
}

function number(value: number | null, digits: number): string {
  return value === null ? "undefined" : value.toFixed(digits);
}

function band(interval: Interval | undefined, digits: number): string {
  if (interval === undefined) return "";
  const { low, high, bias } = interval;
  return `  [${number(low, digits)}, ${number(high, digits)}], bias ${
    number(bias, digits + 1)
  }`;
}
