/**
 * `taskflow select`: one candidate a task so that TFAS is highest, with a certificate (Appendix F).
 *
 * @module
 */

import type { Command } from "commander";
import {
  type Instance,
  LimitsError,
  parseInstance,
  prefer,
  type SearchStep,
  selectAsPaper,
  selectCandidates,
  type Selected,
  selectionFile,
  summariseSelection,
} from "@taskflow/select";
import { AnswerIsNo, interrupted, print, printJson, verb } from "../cli/run.ts";
import { progress } from "../cli/progress.ts";
import { writeResult } from "../cli/write_result.ts";
import { describeScore } from "../output/describe_selection.ts";
import { readJson } from "./flow_side.ts";
import { selectFamilies } from "./select_families.ts";
import {
  addSelectOptions,
  limitsOfOptions,
  type SelectOptions,
} from "./select_options.ts";
import { selectPool } from "./select_pool.ts";

/**
 * Add the verb to the program.
 *
 * @param taskflow The program.
 */
export function addSelect(taskflow: Command): void {
  const command = verb(
    taskflow,
    "select [families]",
    "Choose one candidate a task so that TFAS is highest, and prove how much more was possible.",
    [
      "taskflow select families.jsonl --target data/targets/production-standin.json -o selection.json",
      "taskflow select families.jsonl --target t.json --search paper --restarts 64 --sweeps 20 --seed 1",
      "taskflow select families.jsonl --target t.json --at-most 100/repository --placement before=50..90 --tasks 500",
      "taskflow select families.jsonl --target sessions.jsonl --min-messages 3 --variants --bootstrap 1000",
      "taskflow select --instance paper-700.json --json",
      "taskflow select --pool sessions.parquet --take 200 --target t.json -o taken.csv",
    ],
  );
  addSelectOptions(command).action(action);
}

async function action(
  families: string | undefined,
  options: SelectOptions,
): Promise<void> {
  const given = [families, options.instance, options.pool].filter((path) =>
    path !== undefined
  );
  if (given.length !== 1) {
    throw new TypeError(
      "Cannot select: give one of families.jsonl, --instance and --pool",
    );
  }
  try {
    if (families !== undefined) await selectFamilies(families, options);
    else if (options.pool !== undefined) {
      await selectPool(options.pool, options);
    } else await selectInstance(options.instance ?? "", options);
  } catch (error) {
    if (error instanceof LimitsError) throw new AnswerIsNo(error.message);
    throw error;
  }
}

/** A selection with the time it took and how its search went. */
export interface Timed {
  readonly selected: Selected;
  readonly seconds: number;
  readonly steps: readonly SearchStep[];
}

/**
 * Run the search that the options name.
 *
 * @param instance The instance.
 * @param options The options.
 * @returns The selection.
 */
export function search(instance: Instance, options: SelectOptions): Timed {
  const line = progress("select");
  const steps: SearchStep[] = [];
  const onProgress = (step: SearchStep) => {
    interrupted.signal.throwIfAborted();
    steps.push(step);
    line.update(
      `${step.phase}, TFAS ${step.tfas?.toFixed(3) ?? "-"} of at most ${
        step.bound?.toFixed(3) ?? "-"
      }`,
    );
  };
  const { restarts, sweeps, seed, tolerance } = options;
  const start = performance.now();
  const found = options.search === "paper"
    ? selectAsPaper(instance, {
      restarts,
      sweeps,
      seed,
      onProgress,
      signal: interrupted.signal,
    })
    : selectCandidates(instance, { tolerance, onProgress });
  const selected = options.prefer === undefined
    ? found
    : prefer(instance, found, options.prefer, options.slack);
  return { selected, seconds: (performance.now() - start) / 1000, steps };
}

async function selectInstance(
  path: string,
  options: SelectOptions,
): Promise<void> {
  const stored = parseInstance(await readJson(path, "instance"), path);
  const limits = limitsOfOptions(options);
  const instance = Object.keys(limits).length === 0 ? stored : {
    ...stored,
    constraints: { ...stored.constraints, ...limits },
  };
  const { selected, seconds } = search(instance, options);
  const summary = summariseSelection(selected, seconds);
  if (options.out !== undefined) {
    const { selection } = selected;
    await writeResult(options.out, {
      json: selectionFile(instance, selected),
      rows: selection.flatMap((entries, group) =>
        entries.map(([position, units]) => ({ group, position, units }))
      ),
      inputs: [path],
      parameters: { search: options.search, tolerance: options.tolerance },
      seed: options.search === "paper" ? options.seed : null,
      visibility: "stand-in",
    });
  }
  if (options.json) printJson(summary);
  else print(describeScore(instance.tasks, selected, seconds).join("\n"));
}
