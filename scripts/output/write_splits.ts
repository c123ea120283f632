/**
 * Files of splits.
 *
 * @module
 */

import { writeAtomically } from "@taskflow/table";
import type { SplitResult } from "./describe_splits.ts";
import { writeBeside } from "../cli/write_beside.ts";

/** Where the splits come from. */
export interface SplitOrigin {
  readonly inputs: readonly string[];
  readonly parameters: Readonly<
    Record<string, string | number | boolean | null>
  >;
  readonly seed: number | null;
}

/**
 * Write the splits, beside them the tasks that stay single-turn, where turns are labelled the
 * sessions of their labels, and the provenance.
 *
 * @param path The file of the splits, `.jsonl`.
 * @param result What was made.
 * @param origin Inputs and parameters.
 */
export async function writeSplits(
  path: string,
  result: SplitResult,
  origin: SplitOrigin,
): Promise<void> {
  const { written, funnel } = result;
  const beside = (name: string) => path.replace(/\.[^./]+$/, `.${name}.jsonl`);
  await writeAtomically(path, lines(written));
  await writeAtomically(
    beside("single-turn"),
    lines(
      funnel.single.map((one) => ({
        schema_version: "single-turn/v1",
        ...one,
      })),
    ),
  );
  const labelled = written.filter(({ labels, parts }) =>
    labels !== null && parts !== null
  );
  if (labelled.length > 0) {
    await writeAtomically(
      beside("sessions"),
      lines(labelled.map(({ instance_id, labels, parts }) => ({
        session: instance_id,
        intents: (parts ?? []).map((_, i) => labels?.[`${i + 1}`] ?? null),
      }))),
    );
  }
  await writeBeside(path, origin.inputs, origin.parameters, origin.seed);
}

function* lines(rows: Iterable<unknown>): Generator<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`;
}
