/**
 * The flow file: a task flow as JSON that others can recompute TFAS from (Appendix C, step 4).
 *
 * It holds integer counts (a measured flow) or probabilities (a published or stand-in one), and
 * nothing about any one session.
 *
 * @module
 */

import { parseTaxonomy, TAXONOMY, type Taxonomy } from "@taskflow/taxonomy";
import * as z from "zod";
import {
  emptyCounts,
  END,
  type FlowCounts,
  LENGTH_BINS,
  SANKEY_POSITIONS,
  START,
  transitionMap,
  transitionNames,
} from "./counts.ts";
import { normalise } from "./divergence.ts";
import {
  DEFAULT_READING,
  type Reading,
  retainedIntents,
  type TaskFlow,
  taskFlow,
} from "./task_flow.ts";

const count = z.number().int().nonnegative();
const countMap = z.record(z.string(), count);
const weightMap = z.record(z.string(), z.number().nonnegative());

/** Schema of a flow file. */
export const flowFileSchema = z.looseObject({
  schema_version: z.literal(1),
  kind: z.literal("task-flow"),
  /** What was measured, for people. */
  name: z.string().min(1),
  /** True if the flow is made up to satisfy published constraints, or made for this project. */
  stand_in: z.boolean(),
  taxonomy: z.looseObject({
    name: z.string(),
    hash: z.string(),
    labels: z.array(z.string()),
    /** Full intents, only for a taxonomy other than the paper's 16. */
    intents: z.array(z.unknown()).optional(),
  }),
  /** Filter on sessions that was applied before counting, for example `messages>=3`. */
  filter: z.string(),
  counts: z.strictObject({
    sessions: z.strictObject({ all: count, empty: count }),
    L: z.strictObject({ all: countMap, retained: countMap }),
    T: countMap,
    R: countMap,
    positions: z.array(countMap).max(SANKEY_POSITIONS),
  }).optional(),
  distributions: z.strictObject({
    P_L: weightMap,
    P_T: weightMap,
    P_R: weightMap,
  }).optional(),
  provenance: z.record(z.string(), z.unknown()).optional(),
});

/** A flow file as stored. */
export type FlowFileJson = z.infer<typeof flowFileSchema>;

/** A flow file as read. */
export interface FlowFile {
  readonly name: string;
  readonly standIn: boolean;
  readonly filter: string;
  readonly taxonomy: Taxonomy;
  /** Integer counts, or `null` where only probabilities are known. */
  readonly counts: FlowCounts | null;
  /**
   * The task flow under a reading.
   *
   * @throws {RangeError} If the file holds probabilities and the reading is not the default one.
   */
  readonly flow: (reading?: Reading) => TaskFlow;
}

/** What a measured flow file says besides its counts. */
export interface FlowFileOptions {
  readonly name: string;
  readonly filter: string;
  readonly standIn?: boolean;
  readonly provenance?: Record<string, unknown>;
}

/**
 * Counts as a flow file.
 *
 * @param counts Counts of the filtered sessions.
 * @param options Name, filter, stand-in flag, provenance.
 * @returns An object to be written with `JSON.stringify`; {@linkcode parseFlowFile} reads it back.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { countFlow, parseFlowFile, toFlowFile } from "@taskflow/flow";
 *
 * const counts = countFlow([["bug-fix", "other", "tests"]]);
 * const file = toFlowFile(counts, { name: "one session", filter: "messages>=3" });
 * deepEqual(parseFlowFile(JSON.parse(JSON.stringify(file)), "x.json").counts, counts);
 * ```
 */
export function toFlowFile(
  counts: FlowCounts,
  options: FlowFileOptions,
): FlowFileJson {
  const { taxonomy } = counts;
  const { labels } = taxonomy;
  return {
    schema_version: 1,
    kind: "task-flow",
    name: options.name,
    stand_in: options.standIn ?? false,
    taxonomy: {
      name: taxonomy.name,
      hash: taxonomy.hash,
      labels: [...labels],
      ...(taxonomy.hash === TAXONOMY.hash
        ? {}
        : { intents: [...taxonomy.intents] }),
    },
    filter: options.filter,
    counts: {
      sessions: { ...counts.sessions },
      L: {
        all: named(LENGTH_BINS, counts.lengthAll),
        retained: named(LENGTH_BINS, counts.lengthRetained),
      },
      T: named(labels, counts.intents),
      R: transitionMap(counts),
      positions: positionNames(taxonomy).map((names, position) =>
        named(
          names,
          counts.positions.subarray(
            position * names.length,
            (position + 1) * names.length,
          ),
          true,
        )
      ),
    },
    ...(options.provenance === undefined
      ? {}
      : { provenance: options.provenance }),
  };
}

function named(
  names: readonly string[],
  cells: Float64Array,
  sparse = false,
): Record<string, number> {
  const map: Record<string, number> = {};
  cells.forEach((n, cell) => {
    if (n !== 0 || !sparse) map[names[cell] ?? ""] = n;
  });
  return map;
}

function positionNames({ labels }: Taxonomy): string[][] {
  const names = labels.flatMap((from) =>
    [...labels, END].map((to) => `${from}>${to}`)
  );
  return Array.from({ length: SANKEY_POSITIONS }, () => names);
}

/**
 * Read a flow file.
 *
 * @param value Parsed JSON.
 * @param where Name of the file, for error messages.
 * @returns The flow file.
 * @throws {TypeError} If the value is not a flow file.
 * @throws {RangeError} If it names a label, bin or transition outside its taxonomy, or its counts
 * contradict each other.
 *
 * @example Probabilities instead of counts
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { parseFlowFile } from "@taskflow/flow";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * const file = parseFlowFile({
 *   schema_version: 1,
 *   kind: "task-flow",
 *   name: "always one bug-fix",
 *   stand_in: true,
 *   taxonomy: TAXONOMY,
 *   filter: "messages>=1",
 *   distributions: {
 *     P_L: { "1": 1 },
 *     P_T: { "bug-fix": 1 },
 *     P_R: { "START>bug-fix": 0.5, "bug-fix>END": 0.5 },
 *   },
 * }, "example");
 * equal(file.flow().P_L?.[0], 1);
 * ```
 */
export function parseFlowFile(value: unknown, where: string): FlowFile {
  const parsed = flowFileSchema.safeParse(value);
  if (!parsed.success) {
    throw new TypeError(
      `Cannot read flow file "${where}": ${z.prettifyError(parsed.error)}\n` +
        `A flow file is what "taskflow measure" writes as flow.json`,
    );
  }
  const file = parsed.data;
  if ((file.counts === undefined) === (file.distributions === undefined)) {
    throw new TypeError(
      `Cannot read flow file "${where}": it needs either "counts" or "distributions"`,
    );
  }
  const taxonomy = taxonomyOf(file, where);
  const counts = file.counts === undefined
    ? null
    : countsOf(file.counts, taxonomy, where);
  const fixed = file.distributions === undefined
    ? null
    : distributionsOf(file.distributions, taxonomy, where);
  return {
    name: file.name,
    standIn: file.stand_in,
    filter: file.filter,
    taxonomy,
    counts,
    flow: (reading = DEFAULT_READING) => {
      if (counts !== null) return taskFlow(counts, reading);
      const { lengthOf, emptySession } = DEFAULT_READING;
      if (
        reading.lengthOf !== lengthOf ||
        reading.emptySession !== emptySession || !fixed
      ) {
        throw new RangeError(
          `Cannot read "${where}" as ${reading.lengthOf}/${reading.emptySession}: ` +
            `it holds probabilities for ${lengthOf}/${emptySession} only, not counts`,
        );
      }
      return fixed;
    },
  };
}

function taxonomyOf({ taxonomy }: FlowFileJson, where: string): Taxonomy {
  if (taxonomy.hash === TAXONOMY.hash) {
    if (taxonomy.labels.join() === TAXONOMY.labels.join()) return TAXONOMY;
    throw new RangeError(
      `Cannot read flow file "${where}": its taxonomy hash does not fit its labels`,
    );
  }
  if (taxonomy.intents === undefined) {
    throw new RangeError(
      `Cannot read flow file "${where}": taxonomy "${taxonomy.name}" is not the paper's 16 ` +
        `and the file does not list its intents`,
    );
  }
  const { name, intents } = taxonomy;
  const extended = parseTaxonomy({ schema_version: 1, name, intents }, where);
  if (extended.hash !== taxonomy.hash) {
    throw new RangeError(
      `Cannot read flow file "${where}": its taxonomy hash does not fit its intents`,
    );
  }
  return extended;
}

function fill(
  cells: Float64Array,
  names: readonly string[],
  map: Record<string, number>,
  what: string,
): void {
  for (const [name, n] of Object.entries(map)) {
    const cell = names.indexOf(name);
    if (cell < 0) {
      throw new RangeError(`${what}: "${name}" is not one of its cells`);
    }
    cells[cell] = n;
  }
}

function countsOf(
  stored: NonNullable<FlowFileJson["counts"]>,
  taxonomy: Taxonomy,
  where: string,
): FlowCounts {
  const counts = emptyCounts(taxonomy);
  const what = (part: string) =>
    `Cannot read flow file "${where}", counts.${part}`;
  Object.assign(counts.sessions, stored.sessions);
  fill(counts.lengthAll, LENGTH_BINS, stored.L.all, what("L.all"));
  fill(
    counts.lengthRetained,
    LENGTH_BINS,
    stored.L.retained,
    what("L.retained"),
  );
  fill(counts.intents, taxonomy.labels, stored.T, what("T"));
  fill(counts.transitions, transitionNames(taxonomy), stored.R, what("R"));
  positionNames(taxonomy).forEach((names, position) => {
    const layer = counts.positions.subarray(
      position * names.length,
      (position + 1) * names.length,
    );
    fill(
      layer,
      names,
      stored.positions[position] ?? {},
      what(`positions[${position}]`),
    );
  });
  checkCounts(counts, where);
  return counts;
}

/** Counts of sessions hold together: steps enter and leave each intent as often as it occurs. */
function checkCounts(counts: FlowCounts, where: string): void {
  const { sessions, taxonomy, transitions } = counts;
  const sum = (cells: Float64Array) => cells.reduce((total, n) => total + n, 0);
  const check = (part: string, got: number, want: number, what: string) => {
    if (got === want) return;
    throw new RangeError(
      `Cannot read flow file "${where}", counts.${part}: ${what} add up to ${got}, not ${want}`,
    );
  };
  check("L.all", sum(counts.lengthAll), sessions.all, "sessions");
  const labelled = sum(transitions) > 0 || sum(counts.intents) > 0;
  if (!labelled) {
    check(
      "L.retained",
      sum(counts.lengthRetained),
      0,
      "sessions without intents",
    );
    return;
  }
  const retained = sessions.all - sessions.empty;
  check("L.retained", sum(counts.lengthRetained), retained, "sessions");
  const n = taxonomy.retained.length;
  const messages = retainedIntents(counts);
  for (let i = 0; i <= n; i++) {
    let [row, column] = [0, 0];
    for (let k = 0; k <= n; k++) {
      row += transitions[i * (n + 1) + k] ?? 0;
      column += transitions[k * (n + 1) + i] ?? 0;
    }
    const [from, to] = [taxonomy.retained[i - 1], taxonomy.retained[i]];
    check(
      "R",
      row,
      i === 0 ? sessions.all : messages[i - 1] ?? 0,
      `steps from ${from ?? START}`,
    );
    check(
      "R",
      column,
      i === n ? sessions.all : messages[i] ?? 0,
      `steps to ${to ?? END}`,
    );
  }
  check("R", transitions[n] ?? 0, sessions.empty, `${START}>${END}`);
  const first = counts.positions.length / SANKEY_POSITIONS;
  check(
    "positions",
    sum(counts.positions.subarray(0, first)),
    sessions.all,
    "first messages",
  );
}

function distributionsOf(
  stored: NonNullable<FlowFileJson["distributions"]>,
  taxonomy: Taxonomy,
  where: string,
): TaskFlow {
  const read = (part: "P_L" | "P_T" | "P_R", names: readonly string[]) => {
    const cells = new Float64Array(names.length);
    const what = `Cannot read flow file "${where}", distributions.${part}`;
    fill(cells, names, stored[part], what);
    const sum = cells.reduce((total, p) => total + p, 0);
    if (Math.abs(sum - 1) > 1e-6 && sum !== 0) {
      throw new RangeError(`${what}: entries add up to ${sum}, not 1`);
    }
    return normalise(cells);
  };
  return {
    taxonomy,
    reading: DEFAULT_READING,
    P_L: read("P_L", LENGTH_BINS),
    P_T: read("P_T", taxonomy.retained),
    P_R: read("P_R", transitionNames(taxonomy)),
  };
}
