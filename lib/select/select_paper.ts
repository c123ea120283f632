/**
 * The paper's search on an instance, with the bound of the whole family beside it.
 *
 * @module
 */

import { boundTfas } from "./bound/bound.ts";
import { relax } from "./bound/relaxation.ts";
import { explainLimits, LimitsError } from "./explain_limits.ts";
import type { Instance } from "./instance.ts";
import { buildProblem, unitsOf } from "./problem.ts";
import { type PaperSearch, paperSearch } from "./search/paper_search.ts";
import type { PaperSearchOptions } from "./search/paper_search.ts";
import { finish, type SearchStep, type Selected } from "./select.ts";

/** Issue turns that the paper's search keeps (our reading of Table 2). */
export const PAPER_ISSUE_TURNS = 3;

/** A selection of the paper's search. */
export interface PaperSelected extends Selected {
  readonly search: PaperSearch;
}

/**
 * Keep the candidates that the paper's search varies: number and place of questions, with three issue
 * turns. A task without such a candidate keeps all of its own.
 *
 * @param instance The instance.
 * @returns The instance with fewer candidates, and per group the positions that are left.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { exampleInstance, keepIssueTurns } from "@taskflow/select";
 *
 * deepEqual(keepIssueTurns(exampleInstance()).positions, [[0, 1, 2], [0, 1]]);
 * ```
 */
export function keepIssueTurns(
  instance: Instance,
): { readonly instance: Instance; readonly positions: number[][] } {
  const { sequences, groups } = instance;
  const positions = groups.map(({ c }) => {
    const all = [...c.keys()];
    const kept = all.filter((at) => {
      const sequence = sequences[c[at] ?? 0];
      return sequence !== undefined &&
        sequence.t.length - sequence.q === PAPER_ISSUE_TURNS;
    });
    return kept.length === 0 ? all : kept;
  });
  return {
    positions,
    instance: {
      ...instance,
      groups: groups.map((group, g) => ({
        ...group,
        c: (positions[g] ?? []).map((at) => group.c[at] ?? 0),
      })),
    },
  };
}

/**
 * Select as the paper does.
 *
 * @param instance The instance.
 * @param options Restarts, sweeps, seed, progress.
 * @returns The best selection of all restarts, with the certified bound of the whole family.
 * @throws {LimitsError} If no restart met the limits.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { exampleInstance, selectAsPaper } from "@taskflow/select";
 *
 * const { tfas, bound } = selectAsPaper(exampleInstance(), { restarts: 2 });
 * ok(tfas <= bound);
 * ```
 */
export function selectAsPaper(
  instance: Instance,
  options: PaperSearchOptions & {
    readonly onProgress?: (step: SearchStep) => void;
  } = {},
): PaperSelected {
  const problem = buildProblem(instance);
  const reasons = explainLimits(problem);
  if (reasons.length > 0) throw new LimitsError(reasons);
  const bound = relax(problem).groups.length === 0 ? null : boundTfas(problem);
  const { onProgress } = options;
  const kept = keepIssueTurns(instance);
  const search = paperSearch(buildProblem(kept.instance), {
    ...options,
    onRestart: (score, best) => {
      options.onRestart?.(score, best);
      onProgress?.({
        phase: "restart",
        bound: bound?.tfas ?? null,
        tfas: best,
      });
    },
  });
  if (search.units === null) {
    throw new LimitsError([
      "no restart of the paper's search met all limits; the default search meets them if they can be met",
    ]);
  }
  const reduced = finish(buildProblem(kept.instance), search.units, null);
  const selection = reduced.selection.map((entries, g) =>
    entries.map(([at, units]): [number, number] => [
      kept.positions[g]?.[at] ?? 0,
      units,
    ])
  );
  const whole = finish(problem, unitsOf(problem, selection), bound);
  return { ...whole, selection, search };
}
