/**
 * `taskflow select families.jsonl`: families, target and limits to a selection file.
 *
 * @module
 */

import { readRecords } from "@taskflow/benchmark";
import { DEFAULT_READING } from "@taskflow/flow";
import {
  assign,
  type Assignment,
  atMost,
  type Constraints,
  type FamilyInstance,
  familyInstance,
  type FamilyOptions,
  flowOf,
  freedomsUsed,
  heldOut,
  type Licences,
  licencesSchema,
  optimism,
  robustness,
  selectCandidates,
  selectionFile,
  selectionReport,
  shadowPrices,
  summariseSelection,
  variantTable,
} from "@taskflow/select";
import { type Family, familySchema, variantOf } from "@taskflow/transform";
import { basename } from "node:path";
import * as z from "zod";
import { complain, interrupted, print, printJson } from "../cli/run.ts";
import { writeResult } from "../cli/write_result.ts";
import {
  describeChecks,
  describeFreedoms,
  describePrices,
  describeReport,
  describeScore,
  describeVariants,
} from "../output/describe_selection.ts";
import { writeSelectionFigures } from "../output/selection_figures.ts";
import { readJson } from "./flow_side.ts";
import { search } from "./select.ts";
import { limitsOfOptions, type SelectOptions } from "./select_options.ts";
import { readTarget, type Target } from "./select_target.ts";

/**
 * Select candidates of families.
 *
 * @param path The families.
 * @param options The options.
 */
export async function selectFamilies(
  path: string,
  options: SelectOptions,
): Promise<void> {
  const target = await readTarget(options);
  const families = await readFamilies(path);
  const licences = await readLicences(options.licences);
  const wanted = familyOptions(families, options);
  const flow = target.side.flow(DEFAULT_READING);
  const built = familyInstance(families, flow, wanted);
  for (const note of notesOf(built)) complain(note);
  const timed = search(built.instance, options);
  const { selected, seconds } = timed;
  const assignments = assign(built, selected.selection, wanted);
  const report = selectionReport(built, assignments);
  const freedoms = freedomsUsed(report, licences);
  const prices = shadowPrices(selected);
  const standIn = built.standIn || target.side.standIn;
  const checks = await check(target, built, assignments, wanted, options, {
    bound: selected.bound,
  });
  if (options.out !== undefined) {
    await writeResult(options.out, {
      json: {
        ...selectionFile(built.instance, selected),
        stand_in: standIn,
        assignments,
        report,
        freedoms,
        shadow_prices: {
          cells: prices.cells,
          limits: prices.limits,
          runners_up: prices.runnersUp.slice(0, 100),
        },
        ...(checks === null ? {} : {
          variants: checks.variants.map(({ flow: _, ...row }) => row),
          robustness: checks.conventions,
          held_out: { split: checks.before, selection: checks.after },
          optimism: checks.optimism,
        }),
      },
      rows: assignments.map(({ instance_id, repo, pattern, turns }) => ({
        instance_id,
        repo,
        pattern,
        turns: turns.length,
        trajectory: turns.map((turn) =>
          turn.kind === "issue" ? turn.part : turn.question_id
        ).join(","),
        intents: turns.map(({ intent }) => intent).join(","),
      })),
      inputs: [path, target.path],
      parameters: parametersOf(options),
      seed: options.seed,
      visibility: standIn ? "stand-in" : "private",
    });
  }
  if (options.figures !== undefined) {
    await writeSelectionFigures(options.figures, timed.steps, report, standIn);
  }
  if (options.json) {
    printJson(summariseSelection(selected, seconds));
    return;
  }
  print(
    [
      ...describeScore(built.instance.tasks, selected, seconds),
      "",
      ...describeReport(report),
      ...describeFreedoms(freedoms),
      "",
      ...describePrices(prices),
      ...(checks === null ? [] : [
        "",
        ...describeVariants(checks.variants, standIn),
        "",
        ...describeChecks(
          checks.conventions,
          checks.before,
          checks.after,
          checks.optimism,
        ),
      ]),
    ].join("\n"),
  );
}

async function readFamilies(path: string): Promise<Family[]> {
  const families: Family[] = [];
  const name = basename(path);
  for await (const { line, unit, record, problem } of readRecords(path)) {
    const place = `Cannot read families "${name}": ${unit} ${line}`;
    if (record === null) throw new SyntaxError(`${place}: ${problem}`);
    const row = familySchema.safeParse(record);
    if (!row.success) {
      const [issue] = row.error.issues;
      throw new TypeError(
        `${place}: "${issue?.path.join(".")}" ${
          issue?.message ?? "is wrong"
        }; ` +
          `families are what "taskflow candidates" writes`,
      );
    }
    families.push(row.data);
  }
  if (families.length === 0) {
    throw new TypeError(`Cannot read families "${name}": it has no rows`);
  }
  return families;
}

async function readLicences(path: string | undefined): Promise<Licences> {
  if (path === undefined) return [];
  const parsed = licencesSchema.safeParse(await readJson(path, "licences"));
  if (parsed.success) return parsed.data.licences;
  throw new TypeError(
    `Cannot read licences "${path}": ${z.prettifyError(parsed.error)}`,
  );
}

/** Options of the instance; limits on repositories need to know which there are. */
function familyOptions(
  families: readonly Family[],
  options: SelectOptions,
): FamilyOptions {
  const { minTurns, maxTurns, freeOrder, budget, turnCost } = options;
  const limits = limitsOfOptions(options);
  const long = families.filter((family) => reaches(family, minTurns));
  const spread: Constraints = options.atMost === undefined
    ? {}
    : atMost(long, options.atMost, options.tasks ?? null);
  const forbidden = new Map<string, Set<string>>();
  for (const [task, name] of options.forbid ?? []) {
    forbidden.set(task, (forbidden.get(task) ?? new Set()).add(name));
  }
  return {
    minTurns,
    ...(maxTurns === undefined ? {} : { maxTurns }),
    freeOrder: freeOrder === true,
    constraints: { ...limits, ...spread },
    ...(options.fix === undefined ? {} : { fixed: new Map(options.fix) }),
    ...(forbidden.size === 0 ? {} : { forbidden }),
    ...(budget === undefined
      ? {}
      : { turnCost: turnCost ?? { issue: 1, question: 1 } }),
  };
}

/** Whether a family has a candidate of so many turns and is in no stress slice. */
function reaches(
  { stress, parts, questions }: Family,
  minTurns: number,
): boolean {
  return stress === null &&
    Math.max(1, parts) + questions.length >= minTurns;
}

function notesOf({ stressed, without }: FamilyInstance): string[] {
  return [
    ...(stressed.length === 0 ? [] : [
      `note: ${stressed.length} tasks of stress slices are set aside and not in TFAS`,
    ]),
    ...(without.length === 0 ? [] : [
      `note: ${without.length} tasks have no candidate with turns enough and are left out`,
    ]),
  ];
}

/** Variants, conventions, held-out statistics and optimism, where they are asked for. */
async function check(
  target: Target,
  built: FamilyInstance,
  assignments: readonly Assignment[],
  wanted: FamilyOptions,
  options: SelectOptions,
  { bound }: { readonly bound: number },
) {
  if (!options.variants && options.optimism === undefined) return null;
  const { side } = target;
  const flow = side.flow(DEFAULT_READING);
  const families = built.families.flat();
  const trajectories = assignments.map(({ turns }) => turns);
  if (
    side.vectors === null &&
    (options.bootstrap !== undefined || options.optimism !== undefined)
  ) {
    throw new RangeError(
      `Cannot resample "${target.path}": a flow file has no sessions; give the labelled sessions`,
    );
  }
  const variants = variantTable(families, flow, { trajectories, bound }, {
    table: options.table === "2" ? 2 : 3,
    seed: options.seed,
    placementSeed: options.seed,
    signal: interrupted.signal,
    ...(side.vectors === null || options.bootstrap === undefined
      ? {}
      : { sessions: side.vectors, replicates: options.bootstrap }),
  });
  const sessions = await target.sessions();
  const split = families.flatMap((family) => {
    const turns = variantOf(family, "split") ?? variantOf(family, "single");
    return turns === null ? [] : [turns.map(({ intent }) => intent)];
  });
  const chosen = trajectories.map((turns) => turns.map(({ intent }) => intent));
  return {
    variants,
    conventions: side.counts === null
      ? null
      : robustness(side.counts, variants),
    before: sessions === null ? null : heldOut(sessions, split),
    after: sessions === null ? null : heldOut(sessions, chosen),
    optimism: side.vectors === null || options.optimism === undefined
      ? null
      : optimism(
        side.vectors,
        flowOf(trajectories, side.taxonomy),
        (other) => {
          const again = familyInstance(families, other, wanted);
          const { selection } = selectCandidates(again.instance, {
            tolerance: 1e-5,
            pairs: 0,
            kicks: 0,
          });
          const tuned = assign(again, selection, wanted);
          return flowOf(tuned.map(({ turns }) => turns), side.taxonomy);
        },
        {
          replicates: options.optimism,
          seed: options.seed,
          signal: interrupted.signal,
        },
      ),
  };
}

function parametersOf(options: SelectOptions) {
  const { search, restarts, sweeps, tolerance, minTurns } = options;
  return {
    search,
    ...(search === "paper" ? { restarts, sweeps } : {}),
    tolerance,
    minTurns,
    maxTurns: options.maxTurns ?? null,
    freeOrder: options.freeOrder === true,
    prefer: options.prefer ?? null,
    slack: options.prefer === undefined ? null : options.slack,
  };
}
