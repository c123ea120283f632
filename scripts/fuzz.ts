/**
 * Damaged exports: nothing may crash, hang, grow without bound, or be lost in silence.
 *
 * `deno task fuzz --help`
 *
 * @module
 */

import { ADAPTERS } from "@taskflow/corpora";
import { Command } from "commander";
import { progress } from "./cli/progress.ts";
import {
  AnswerIsNo,
  print,
  printJson,
  program,
  run,
  wholeNumber,
} from "./cli/run.ts";
import { fuzz } from "./fuzz/fuzz.ts";
import { drawOf } from "./fuzz/draw.ts";
import { mutate } from "./fuzz/mutate.ts";
import { runCases } from "./fuzz/run_cases.ts";
import { sourcesOf } from "./fuzz/sources.ts";

interface Options {
  adapter?: string[];
  cases: number;
  seed: number;
  case?: number;
  keep?: string;
  corpus?: string;
  jobs: number;
  seconds: number;
  json?: boolean;
  child?: string;
}

/** The corpus that is used if it is there and none is given. */
const SHARED = "../shared/corpora";

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

async function action(options: Options): Promise<void> {
  if (options.child !== undefined) {
    await runCases(JSON.parse(options.child), printJson);
    return;
  }
  const { seed, keep } = options;
  const corpus = options.corpus ?? (exists(SHARED) ? SHARED : null);
  const adapters = options.adapter ?? ADAPTERS.map(({ source }) => source);
  const from = options.case ?? 0;
  const to = options.case === undefined ? options.cases : options.case + 1;
  if (keep !== undefined) {
    const [name] = adapters;
    const files = (await sourcesOf(corpus)).get(name ?? "")?.files ?? [];
    const made = mutate(files, drawOf(seed, name ?? "", from));
    await Deno.writeFile(keep, made.bytes);
    print(`wrote ${keep}: ${name}, case ${from}: ${made.damage.join(", ")}`);
    return;
  }
  const line = progress("fuzz");
  const results = await fuzz({
    ...{ adapters, seed, from, to, corpus },
    jobs: options.jobs,
    seconds: options.seconds,
    onCase: (done, all) => line.update(`${done} of ${all} cases`),
  });
  if (options.json) printJson({ seed, corpus: corpus !== null, results });
  else {
    for (const { adapter, cases, real, problems, peak, slowest } of results) {
      print(
        `${adapter.padEnd(16)} ${String(cases).padStart(6)} cases from ` +
          (real > 0 ? `${real} real files` : "synthetic files") +
          `, ${problems.length} problems, slowest ${slowest.milliseconds} ms ` +
          `(case ${slowest.at}), at most ${Math.round(peak / 1e6)} MB`,
      );
      for (const { at, problem } of problems) {
        print(`  --adapter ${adapter} --seed ${seed} --case ${at}: ${problem}`);
      }
    }
  }
  const found = results.reduce((sum, { problems }) => sum + problems.length, 0);
  const missing = results.filter(({ cases, problems }) =>
    cases < to - from && problems.length === 0
  );
  line.done(`${found} problems`);
  if (found > 0) throw new AnswerIsNo(`${found} cases do not hold`);
  if (missing.length > 0) {
    throw new AnswerIsNo(
      `time was up before all cases of ${
        missing.map(({ adapter }) => adapter).join(", ")
      }: give --seconds`,
    );
  }
}

const command: Command = program(
  "fuzz",
  "Damage session exports and read them: no crash, no hang, bounded memory, and kept + left out = " +
    "records. What fails is named with seed and case, to be run again.",
)
  .option("--adapter <name...>", "formats (default: all)")
  .option("--cases <n>", "cases of each format", wholeNumber(1), 2000)
  .option("--seed <n>", "seed of all damage", wholeNumber(0), 1)
  .option("--case <n>", "run this case alone", wholeNumber(0))
  .option("--keep <file>", "write the damaged file of --case there")
  .option(
    "--corpus <folder>",
    `real files to damage (default: ${SHARED}, if it is there); synthetic ones where there are none`,
  )
  .option("--jobs <n>", "processes at a time", wholeNumber(1), 2)
  .option("--seconds <n>", "time for all", wholeNumber(1), 3600)
  .option("--json", "print one JSON object")
  .option("--child <start>", "")
  .addHelpText(
    "after",
    "\nExamples:\n  $ deno task fuzz\n  $ deno task fuzz --adapter codex --cases 50\n" +
      "  $ deno task fuzz --adapter codex --seed 1 --case 17 --keep damaged.jsonl\n",
  )
  .action(action);

await run(command, Deno.args);
