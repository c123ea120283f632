/**
 * What a selection is made of, as Appendix F reports it.
 *
 * @module
 */

import {
  placementPattern,
  type QuestionSlots,
  questionSlots,
} from "@taskflow/transform";
import type { Assignment, FamilyInstance } from "./family_instance.ts";
import { PATTERNS } from "./instance.ts";

/** Numbers of a selection. */
export interface SelectionReport {
  /** Tasks selected, of how many; tasks set aside for stress slices; tasks without a long candidate. */
  readonly tasks: {
    readonly selected: number;
    readonly pool: number;
    readonly stressed: number;
    readonly without: number;
  };
  /** Questions of the selected tasks: in the pool, kept, dropped. */
  readonly questions: {
    readonly pool: number;
    readonly kept: number;
    readonly dropped: number;
  };
  /** Sessions by number of questions: index 0 for none. */
  readonly byQuestions: readonly number[];
  /** Sessions by placement pattern. */
  readonly byPattern: Readonly<Record<string, number>>;
  /** Sessions by number of turns. */
  readonly byTurns: Readonly<Record<string, number>>;
  /** Questions before the first issue turn, between issue turns, after the last. */
  readonly bySlot: QuestionSlots;
  /** Sessions whose issue turns are merged, or are the original prompt. */
  readonly merged: number;
  readonly original: number;
}

/**
 * Report a selection.
 *
 * @param built The instance with its families.
 * @param assignments What each task got.
 * @returns The numbers.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { selectionReport } from "@taskflow/select";
 *
 * const built = { families: [], stressed: [], without: [], standIn: false };
 * deepEqual(selectionReport(built, []).byQuestions, [0, 0, 0, 0]);
 * ```
 */
export function selectionReport(
  built: Pick<FamilyInstance, "families" | "stressed" | "without">,
  assignments: readonly Assignment[],
): SelectionReport {
  const families = built.families.flat();
  const byId = new Map(families.map((family) => [family.instance_id, family]));
  const byQuestions = [0, 0, 0, 0];
  const byPattern: Record<string, number> = Object.fromEntries(
    PATTERNS.map((pattern) => [pattern, 0]),
  );
  const byTurns: Record<string, number> = {};
  const slots = { before: 0, between: 0, after: 0 };
  let [pool, kept, merged, original] = [0, 0, 0, 0];
  for (const { instance_id, turns } of assignments) {
    const questions = turns.map(({ kind }) => kind === "qa");
    const count = questions.filter((question) => question).length;
    byQuestions[count] = (byQuestions[count] ?? 0) + 1;
    const pattern = placementPattern(questions);
    byPattern[pattern] = (byPattern[pattern] ?? 0) + 1;
    byTurns[turns.length] = (byTurns[turns.length] ?? 0) + 1;
    const { before, between, after } = questionSlots(questions);
    slots.before += before;
    slots.between += between;
    slots.after += after;
    pool += byId.get(instance_id)?.questions.length ?? 0;
    kept += count;
    const parts = turns.flatMap((turn) =>
      turn.kind === "issue" ? [turn.part] : []
    );
    if (parts.includes("original")) original++;
    else if (parts.some((part) => part.length > 1)) merged++;
  }
  return {
    tasks: {
      selected: assignments.length,
      pool: families.length,
      stressed: built.stressed.length,
      without: built.without.length,
    },
    questions: { pool, kept, dropped: pool - kept },
    byQuestions,
    byPattern,
    byTurns,
    bySlot: slots,
    merged,
    original,
  };
}
