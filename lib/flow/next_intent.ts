/**
 * The assistant's side: what people ask next after the agent failed tests, edited nothing, asked back
 * or was interrupted. Outside the task flow and TFAS, which read people's messages only.
 *
 * @module
 */

import { labelCode, TAXONOMY, type Taxonomy } from "@taskflow/taxonomy";
import { type Interval, interval, resample, sumOf } from "./bootstrap.ts";
import { END } from "./counts.ts";
import type { DrawOptions } from "./random_parts.ts";
import { rowsOf } from "./sampling_units.ts";

/** What the agent did between a message and the next one; `null` where it is not known. */
export interface AgentActions {
  /** Whether a run of tests failed. */
  readonly testsFailed: boolean | null;
  /** Files edited or written. */
  readonly edits: number | null;
  /** Whether it ended with a question. */
  readonly askedBack: boolean | null;
  /** Whether the person stopped it. */
  readonly interrupted: boolean | null;
}

/** A message and what the agent did after it. */
export interface AnsweredMessage {
  /** Intent label. */
  readonly intent: string;
  /** `null` where nothing is known. */
  readonly after: AgentActions | null;
}

/** A condition on what the agent did. */
export const CONDITIONS = [
  "tests failed",
  "no edit",
  "asked back",
  "interrupted",
] as const;
/** See {@linkcode CONDITIONS}. */
export type Condition = (typeof CONDITIONS)[number];

/** How often people go on with an intent, given what the agent did. */
export interface NextIntentRow {
  readonly condition: Condition;
  /** Intent of the next message, or `END`. */
  readonly next: string;
  /** Messages after which the condition held, and after which it did not. */
  readonly messages: { readonly held: number; readonly not: number };
  /** Share of `next` where the condition held. */
  readonly share: Interval;
  /** That share minus the one where it did not hold, on the same replicates. */
  readonly difference: Interval;
}

/** Whether each condition held; `null` where it is not known. */
function heldBy(after: AgentActions): (boolean | null)[] {
  const { testsFailed, edits, askedBack, interrupted } = after;
  return [
    testsFailed,
    edits === null ? null : edits === 0,
    askedBack,
    interrupted,
  ];
}

/**
 * Count and bootstrap what comes next.
 *
 * @param sessions Messages in order, one list a session.
 * @param options Replicates of whole sessions, seed, abort signal; `taxonomy` of the labels.
 * @returns One row a condition that ever held and a next step that ever occurred; in the order of
 * conditions and taxonomy.
 * @throws {RangeError} If a label is not in the taxonomy.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { nextIntent } from "@taskflow/flow";
 *
 * const failed = { testsFailed: true, edits: 1, askedBack: false, interrupted: false };
 * const passed = { ...failed, testsFailed: false };
 * const session = [
 *   { intent: "new-feature", after: failed },
 *   { intent: "bug-fix", after: passed },
 * ];
 * const [row] = nextIntent([session], { replicates: 10, seed: 1 });
 * equal(row?.next, "bug-fix");
 * equal(row.share.estimate, 1);
 * equal(row.difference.estimate, 1);
 * ```
 */
export function nextIntent(
  sessions: Iterable<readonly AnsweredMessage[]>,
  options: DrawOptions & { readonly taxonomy?: Taxonomy },
): NextIntentRow[] {
  const { taxonomy = TAXONOMY } = options;
  const steps = [...taxonomy.labels, END];
  const list = [...sessions].filter((messages) =>
    messages.some(({ after }) => after !== null)
  );
  if (list.length === 0) return [];
  // Cells: condition, held or not, what comes next.
  const at = (condition: number, held: boolean, step: number) =>
    (2 * condition + (held ? 1 : 0)) * steps.length + step;
  const rows = rowsOf(taxonomy, list, (messages, cells) => {
    messages.forEach(({ after }, position) => {
      if (after === null) return;
      const next = messages[position + 1];
      const step = next === undefined
        ? taxonomy.labels.length
        : labelCode(taxonomy, next.intent);
      heldBy(after).forEach((held, condition) => {
        if (held !== null) cells[at(condition, held, step)]! += 1;
      });
    });
  }, 2 * CONDITIONS.length * steps.length);
  const share = (cells: Float64Array, condition: number, held: boolean) => {
    const from = at(condition, held, 0);
    const part = cells.subarray(from, from + steps.length);
    const whole = part.reduce((sum, n) => sum + n, 0);
    return (step: number) => whole === 0 ? null : (part[step] ?? 0) / whole;
  };
  const minus = (a: number | null, b: number | null) =>
    a === null || b === null ? null : a - b;
  const both = (cells: Float64Array, condition: number) => {
    const [held, not] = [
      share(cells, condition, true),
      share(cells, condition, false),
    ];
    return steps.map((_, step) => ({
      share: held(step),
      difference: minus(held(step), not(step)),
    }));
  };
  const sums = sumOf(rows);
  const estimates = CONDITIONS.map((_, condition) => both(sums, condition));
  const draws = estimates.map((row) =>
    row.map(() => ({
      share: [] as (number | null)[],
      difference: [] as (number | null)[],
    }))
  );
  for (const cells of resample(rows, options)) {
    draws.forEach((row, condition) => {
      const drawn = both(cells, condition);
      row.forEach(({ share, difference }, step) => {
        share.push(drawn[step]?.share ?? null);
        difference.push(drawn[step]?.difference ?? null);
      });
    });
  }
  const count = (condition: number, held: boolean) => {
    const from = at(condition, held, 0);
    return sums.subarray(from, from + steps.length)
      .reduce((sum, n) => sum + n, 0);
  };
  return CONDITIONS.flatMap((condition, c) => {
    const messages = { held: count(c, true), not: count(c, false) };
    if (messages.held === 0) return [];
    return steps.flatMap((next, step): NextIntentRow[] => {
      const occurs = (sums[at(c, true, step)] ?? 0) +
        (sums[at(c, false, step)] ?? 0);
      const [estimate, drawn] = [estimates[c]?.[step], draws[c]?.[step]];
      if (occurs === 0 || estimate === undefined || drawn === undefined) {
        return [];
      }
      return [{
        condition,
        next,
        messages,
        share: interval(estimate.share, drawn.share),
        difference: interval(estimate.difference, drawn.difference),
      }];
    });
  });
}
