/**
 * Freedoms of a selection and what licenses them (Appendix C, step 6): a higher TFAS may be bought by
 * changing what the benchmark measures, so each freedom needs evidence that it does not.
 *
 * @module
 */

import * as z from "zod";
import type { SelectionReport } from "./report.ts";

/** What a selection may vary from task to task. */
export const FREEDOMS = [
  "placement",
  "question-count",
  "merging",
  "original-prompt",
  "leaving-tasks-out",
] as const;

/** See {@linkcode FREEDOMS}. */
export type Freedom = typeof FREEDOMS[number];

/** Schema of a licence file: evidence by freedom. */
export const licencesSchema = z.strictObject({
  schema_version: z.literal("licences/v1"),
  licences: z.array(z.strictObject({
    freedom: z.enum(FREEDOMS),
    /** What was run and found: difference in resolve rate with its interval, tasks, runs. */
    evidence: z.string().min(1),
    /** Where it stands: a pilot file, a publication. */
    source: z.string().min(1),
  })),
});

/** Evidence for some freedoms. */
export type Licences = z.infer<typeof licencesSchema>["licences"];

/** A freedom that a selection uses. */
export interface FreedomUsed {
  readonly freedom: Freedom;
  /** Tasks for which it was used. */
  readonly tasks: number;
  /** The evidence, or `unlicensed`. */
  readonly licence: "unlicensed" | {
    readonly evidence: string;
    readonly source: string;
  };
}

/**
 * The freedoms that a selection uses, each with its licence.
 *
 * @param report Numbers of the selection.
 * @param licences Evidence that is there.
 * @returns Freedoms that were used by at least one task.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { freedomsUsed, selectionReport } from "@taskflow/select";
 *
 * const built = { families: [], stressed: [], without: [] };
 * deepEqual(freedomsUsed(selectionReport(built, []), []), []);
 * ```
 */
export function freedomsUsed(
  report: SelectionReport,
  licences: Licences,
): FreedomUsed[] {
  const { byPattern, questions, merged, original, tasks } = report;
  const placed = ["before", "after", "interleaved"].map((pattern) =>
    byPattern[pattern] ?? 0
  );
  const used: Record<Freedom, number> = {
    placement: placed.reduce((sum, n) => sum + n, 0),
    "question-count": questions.dropped,
    merging: merged,
    "original-prompt": original,
    "leaving-tasks-out": tasks.pool - tasks.selected,
  };
  return FREEDOMS.filter((freedom) => used[freedom] > 0).map((freedom) => {
    const found = licences.find((licence) => licence.freedom === freedom);
    return {
      freedom,
      tasks: used[freedom],
      licence: found === undefined
        ? "unlicensed"
        : { evidence: found.evidence, source: found.source },
    };
  });
}
