/**
 * One side of an alignment: a flow file, or labelled sessions counted on the spot.
 *
 * @module
 */

import { readLabelled } from "@taskflow/corpora";
import {
  type FlowCounts,
  type FlowFile,
  measure,
  parseFlowFile,
  type SessionVectors,
  taskFlow,
} from "@taskflow/flow";
import { compileWhere } from "@taskflow/session";
import { parseTaxonomy, TAXONOMY, type Taxonomy } from "@taskflow/taxonomy";
import { complain } from "../cli/run.ts";

/** A target or a benchmark, ready to be aligned. */
export interface FlowSide extends
  Pick<
    FlowFile,
    "name" | "standIn" | "taxonomy" | "flow" | "fixes" | "words"
  > {
  readonly path: string;
  /** Filter that was applied, or `none`. */
  readonly filter: string;
  readonly counts: FlowCounts | null;
  /** Sessions one by one, where the input has them. */
  readonly vectors: SessionVectors | null;
}

/**
 * Read a taxonomy file, or give the paper's 16.
 *
 * @param path Path of a taxonomy file, or undefined.
 * @returns The taxonomy.
 */
export async function readTaxonomy(
  path: string | undefined,
): Promise<Taxonomy> {
  return path === undefined
    ? TAXONOMY
    : parseTaxonomy(await readJson(path, "taxonomy"), path);
}

/**
 * Read a flow file.
 *
 * @param path Path of the file.
 * @returns The flow file.
 */
export async function readFlowFile(path: string): Promise<FlowFile> {
  return parseFlowFile(await readJson(path, "flow file"), path);
}

/**
 * Read a JSON file.
 *
 * @param path Path of the file.
 * @param what What it should hold, for error messages.
 * @returns The parsed value.
 * @throws {SyntaxError} If it is not JSON.
 */
export async function readJson(path: string, what: string): Promise<unknown> {
  const text = (await readText(path, what)).replace(/^\uFEFF/, "");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(
      `Cannot read ${what} "${path}": not JSON (${
        error instanceof Error ? error.message : error
      })`,
    );
  }
}

async function readText(path: string, what: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      throw new Deno.errors.NotFound(
        `Cannot read ${what} "${path}": there is no such file`,
      );
    }
    throw error;
  }
}

/**
 * Read a side.
 *
 * @param path A flow file (`.json`) or labelled sessions (`.jsonl`, `.csv`, `.parquet`, `.arrow`).
 * @param where Filter to apply to sessions, or `null`; flow files are already filtered.
 * @param taxonomy Labels of the sessions.
 * @returns The side.
 * @throws {RangeError} If a filter is given for a flow file.
 */
export async function readSide(
  path: string,
  where: string | null,
  taxonomy: Taxonomy,
): Promise<FlowSide> {
  if (path.endsWith(".json")) {
    if (where !== null) {
      throw new RangeError(
        `Cannot filter "${path}" by "${where}": a flow file holds counts, not sessions; ` +
          `filter when measuring (taskflow measure --where), or give labelled sessions`,
      );
    }
    return { ...await readFlowFile(path), path, vectors: null };
  }
  const { sessions, report } = await readLabelled(path, { taxonomy });
  const filter = compileWhere(where ?? "messages>=1");
  const { flow, vectors, sessions: totals, standIn } = await measure(sessions, {
    taxonomy,
    where: filter,
  });
  for (const { file, line, message } of report.warnings) {
    complain(`warning: ${file}${line === null ? "" : `:${line}`}: ${message}`);
  }
  if (totals.all === 0) {
    complain(`warning: "${path}" has no sessions with a message`);
  } else if (totals.passed === 0) {
    complain(
      `warning: none of the ${totals.all} sessions of "${path}" passes "${where}"`,
    );
  }
  if (totals.unlabelled > 0) {
    complain(
      `warning: ${totals.unlabelled} of ${totals.passed} sessions of "${path}" have messages ` +
        `without an intent and are left out`,
    );
  }
  return {
    path,
    name: path.split("/").at(-1) ?? path,
    standIn,
    filter: where ?? "none",
    taxonomy,
    counts: flow,
    vectors,
    fixes: () => true,
    words: null,
    flow: (reading) => taskFlow(flow, reading),
  };
}
