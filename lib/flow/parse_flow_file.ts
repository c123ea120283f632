/**
 * Read a flow file and check it.
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
  transitionNames,
} from "./counts.ts";
import { normalise } from "./divergence.ts";
import {
  type FlowFile,
  type FlowFileJson,
  flowFileSchema,
  positionNames,
} from "./flow_file.ts";
import { foldedTaskFlow } from "./fold_small_cells.ts";
import {
  DEFAULT_READING,
  retainedIntents,
  type TaskFlow,
  taskFlow,
} from "./task_flow.ts";

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
  const forms = [file.counts, file.distributions, file.folded];
  if (forms.filter((form) => form !== undefined).length !== 1) {
    throw new TypeError(
      `Cannot read flow file "${where}": it needs one of "counts", "distributions" and "folded"`,
    );
  }
  const taxonomy = taxonomyOf(file, where);
  const counts = file.counts === undefined
    ? null
    : countsOf(file.counts, taxonomy, where);
  const fixed = file.distributions !== undefined
    ? distributionsOf(file.distributions, taxonomy, where)
    : file.folded !== undefined
    ? foldedOf(file.folded, taxonomy, where)
    : null;
  const holds = file.folded === undefined ? "probabilities" : "folded counts";
  return {
    name: file.name,
    standIn: file.stand_in,
    filter: file.filter,
    taxonomy,
    counts,
    about: file.about ?? null,
    words: file.words ?? null,
    fixes: (part, cell) => isFixed(file.published?.[part], cell),
    flow: (reading = DEFAULT_READING) => {
      if (counts !== null) return taskFlow(counts, reading);
      const { lengthOf, emptySession } = DEFAULT_READING;
      if (
        reading.lengthOf !== lengthOf ||
        reading.emptySession !== emptySession || !fixed
      ) {
        throw new RangeError(
          `Cannot read "${where}" as ${reading.lengthOf}/${reading.emptySession}: ` +
            `it holds ${holds} for ${lengthOf}/${emptySession} only, not counts`,
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

/** A transition's status stands under its own name, or under a group such as `START>*`. */
function isFixed(
  statuses: Record<string, string> | undefined,
  cell: string,
): boolean {
  if (statuses === undefined) return true;
  const [from = "", to = ""] = cell.split(">");
  const groups = [cell, `${from}>*`, `*>${to}`, "*>*"];
  const status = groups.map((name) =>
    Object.hasOwn(statuses, name) ? statuses[name] : undefined
  ).find((status) => status !== undefined);
  return status === undefined || status === "published" ||
    status === "derived";
}

function foldedOf(
  stored: NonNullable<FlowFileJson["folded"]>,
  taxonomy: Taxonomy,
  where: string,
): TaskFlow {
  const mask = (part: "L" | "T" | "R", names: readonly string[]) => {
    for (const name of Object.keys(stored[part].cells)) {
      if (names.includes(name)) continue;
      throw new RangeError(
        `Cannot read flow file "${where}", folded.${part}: "${name}" is not one of its cells`,
      );
    }
    return Uint8Array.from(
      names,
      (name) => Object.hasOwn(stored[part].cells, name) ? 0 : 1,
    );
  };
  const { L, T, R, sessions, min_cell: minCell } = stored;
  const lengths = Object.values(L.cells).reduce((sum, n) => sum + n, L.other);
  if (lengths !== sessions) {
    throw new RangeError(
      `Cannot read flow file "${where}", folded.L: sessions add up to ${lengths}, not ${sessions}`,
    );
  }
  const fold = {
    P_L: mask("L", LENGTH_BINS),
    P_T: mask("T", taxonomy.retained),
    P_R: mask("R", transitionNames(taxonomy)),
  };
  return foldedTaskFlow({ minCell, sessions, L, T, R, fold }, taxonomy);
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
