/**
 * From candidate families to a selection instance.
 *
 * @module
 */

import type { TaskFlow } from "@taskflow/flow";
import type { Taxonomy } from "@taskflow/taxonomy";
import {
  type Candidate,
  candidateName,
  candidatesOf,
  type CandidateTurn,
  type Family,
  labelSignature,
} from "@taskflow/transform";
import { familyTarget } from "./family_target.ts";
import { type Constraints, type Instance, parseInstance } from "./instance.ts";

/** What may be selected, beyond the limits of an instance. */
export interface FamilyOptions {
  /** Turns of a candidate at least (default 3: the long slice). */
  readonly minTurns?: number;
  /** Turns of a candidate at most (default: no limit). */
  readonly maxTurns?: number;
  /** Whether questions may come in any order (default false). */
  readonly freeOrder?: boolean;
  readonly constraints?: Constraints;
  /** The one candidate that a task may get, by name (`1,q-1,23`). */
  readonly fixed?: ReadonlyMap<string, string>;
  /** Candidates that a task may not get, by name. */
  readonly forbidden?: ReadonlyMap<string, ReadonlySet<string>>;
  /** Expected cost of an issue turn and of a question turn; needed by a limit on cost. */
  readonly turnCost?: { readonly issue: number; readonly question: number };
}

/** An instance with the tasks behind it. */
export interface FamilyInstance {
  readonly instance: Instance;
  /** Families of each group, by `instance_id`. */
  readonly families: readonly (readonly Family[])[];
  /** Families that are set aside for stress slices: they never enter TFAS. */
  readonly stressed: readonly Family[];
  /** Families without a candidate that has turns enough; they are not in the instance. */
  readonly without: readonly Family[];
  /** Whether a family or the target is a stand-in. */
  readonly standIn: boolean;
}

/**
 * Build the instance of some families. Tasks whose turns have the same labels are one group; stress
 * slices are taken out first.
 *
 * @param families The families; ids may not repeat.
 * @param target The target flow; all three distributions must have mass.
 * @param options Turns, limits, fixed and forbidden candidates, costs.
 * @returns The instance.
 * @throws {RangeError} If the target is undefined, an id occurs twice, a fixed or forbidden candidate or
 * its task is not there, or nothing can be selected.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { countFlow, taskFlow } from "@taskflow/flow";
 * import { familyInstance } from "@taskflow/select";
 * import { familySchema } from "@taskflow/transform";
 *
 * const family = familySchema.parse({
 *   schema_version: "family/v1",
 *   instance_id: "a-1",
 *   repo: "a/a",
 *   parts: 2,
 *   issue: { "1": "debug", "2": "bug-fix", "12": "bug-fix" },
 *   questions: [{ question_id: "q-1", intent: "explain" }],
 * });
 * const target = taskFlow(countFlow([["explain", "debug", "bug-fix"]]));
 * equal(familyInstance([family], target).instance.groups[0]?.c.length, 3);
 * ```
 */
export function familyInstance(
  families: Iterable<Family>,
  target: TaskFlow,
  options: FamilyOptions = {},
): FamilyInstance {
  const { constraints = {} } = options;
  const { taxonomy } = target;
  const sequences = sequenceTable(taxonomy, options);
  const groups = new Map<string, { families: Family[]; c: number[] }>();
  const [stressed, without]: Family[][] = [[], []];
  const seen = new Set<string>();
  const perTask = tasksNamed(options);
  let standIn = false;
  for (const family of families) {
    const { instance_id, stress, repo, repo_language } = family;
    if (seen.has(instance_id)) {
      throw new RangeError(
        `Cannot select: "${instance_id}" has two families; give each task once`,
      );
    }
    seen.add(instance_id);
    standIn ||= family.stand_in;
    if (stress !== null) {
      stressed!.push(family);
      continue;
    }
    const key = [
      labelSignature(family),
      constraints.repository === undefined ? "" : repo,
      constraints.language === undefined ? "" : repo_language ?? "",
      perTask.has(instance_id) ? instance_id : "",
    ].join("\n");
    const known = groups.get(key);
    if (known !== undefined) {
      known.families.push(family);
      continue;
    }
    const c = sequences.of(family);
    if (c.length === 0) without!.push(family);
    else groups.set(key, { families: [family], c });
  }
  const unknown = [...perTask].find((id) => !seen.has(id));
  if (unknown !== undefined) {
    throw new RangeError(
      `Cannot fix or forbid a candidate of "${unknown}": there is no such task among the families`,
    );
  }
  if (groups.size === 0) {
    throw new RangeError(
      `Cannot select: none of the ${seen.size} families has a candidate of ` +
        `${options.minTurns ?? 3} turns or more`,
    );
  }
  const sorted = [...groups.values()];
  for (const group of sorted) {
    group.families.sort((a, b) => a.instance_id < b.instance_id ? -1 : 1);
  }
  return {
    instance: parseInstance({
      format: "tfas-selection/v1",
      labels: [...taxonomy.labels],
      retained: [...taxonomy.retained],
      conventions: target.reading,
      tasks: sorted.reduce((sum, { families }) => sum + families.length, 0),
      target: familyTarget(target),
      sequences: sequences.all,
      groups: sorted.map(({ families: [first, ...rest], c }) => ({
        n: rest.length + 1,
        c,
        ...(constraints.repository === undefined || first === undefined
          ? {}
          : { repository: first.repo }),
        ...(constraints.language === undefined ||
            first?.repo_language === null || first === undefined
          ? {}
          : { language: first.repo_language }),
      })),
      ...(Object.keys(constraints).length === 0 ? {} : { constraints }),
    }, "families"),
    families: sorted.map(({ families }) => families),
    stressed: stressed!,
    without: without!,
    standIn,
  };
}

/** Tasks with candidates of their own. */
function tasksNamed({ fixed, forbidden }: FamilyOptions): Set<string> {
  return new Set([...(fixed?.keys() ?? []), ...(forbidden?.keys() ?? [])]);
}

/** Distinct sequences of labels and placements, numbered as they come. */
function sequenceTable(taxonomy: Taxonomy, options: FamilyOptions) {
  const ids = new Map<string, number>();
  const all: Instance["sequences"] = [];
  return {
    all,
    of(family: Family): number[] {
      return allowed(family, options).map((candidate) => {
        const t = candidate.turns.map(({ intent }) => codeOf(taxonomy, intent));
        const { pattern: p, questions: q } = candidate;
        const key = `${t}|${p}|${q}`;
        const known = ids.get(key);
        if (known !== undefined) return known;
        const { turnCost } = options;
        all.push({
          t,
          p,
          q,
          ...(turnCost === undefined ? {} : {
            cost: q * turnCost.question + (t.length - q) * turnCost.issue,
          }),
        });
        ids.set(key, ids.size);
        return ids.size - 1;
      });
    },
  };
}

function codeOf(taxonomy: Taxonomy, intent: string): number {
  const code = taxonomy.codeOf.get(intent);
  if (code !== undefined) return code;
  throw new RangeError(
    `Cannot select: intent "${intent}" of a family is not in taxonomy "${taxonomy.name}" of the target`,
  );
}

/**
 * The candidates that a family offers, in the order of its group's positions: one for each order of
 * labels, placement pattern and number of questions; the first, least merged one stands for the rest.
 *
 * @param family The family.
 * @param options Turns, fixed and forbidden candidates.
 * @returns The candidates.
 * @throws {RangeError} If a fixed or forbidden candidate does not exist.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { allowed } from "@taskflow/select";
 * import { familySchema } from "@taskflow/transform";
 *
 * const family = familySchema.parse({
 *   schema_version: "family/v1",
 *   instance_id: "a-1",
 *   repo: "a/a",
 *   original: "bug-fix",
 * });
 * equal(allowed(family, { minTurns: 1 }).length, 1);
 * equal(allowed(family, {}).length, 0);
 * ```
 */
export function allowed(
  family: Family,
  options: FamilyOptions,
): Candidate[] {
  const { minTurns = 3, maxTurns = Infinity, freeOrder = false } = options;
  const { instance_id } = family;
  const fixed = options.fixed?.get(instance_id);
  const forbidden = new Set(options.forbidden?.get(instance_id) ?? []);
  const found: Candidate[] = [];
  const seen = new Set<string>();
  let fixedFound = fixed === undefined;
  for (const candidate of candidatesOf(family, { freeOrder })) {
    const { turns, pattern, questions } = candidate;
    if (fixed !== undefined || forbidden.size > 0) {
      const name = candidateName(turns);
      if (fixed !== undefined && name !== fixed) continue;
      fixedFound = true;
      if (forbidden.delete(name)) continue;
    }
    const long = turns.length >= minTurns && turns.length <= maxTurns;
    if (!long && fixed === undefined) continue;
    const labels = turns.map(({ intent }) => intent).join();
    const key = `${labels}|${pattern}|${questions}`;
    if (seen.has(key)) continue;
    seen.add(key);
    found.push(candidate);
  }
  const missing = fixedFound ? [...forbidden][0] : fixed;
  if (missing !== undefined && (!fixedFound || fixed === undefined)) {
    throw new RangeError(
      `Cannot ${
        fixedFound ? "forbid" : "fix"
      } candidate "${missing}" of "${instance_id}": it has no such candidate`,
    );
  }
  return found;
}

/** One task with the candidate that it got. */
export interface Assignment {
  readonly instance_id: string;
  readonly repo: string;
  readonly group: number;
  readonly position: number;
  readonly pattern: Candidate["pattern"];
  readonly turns: readonly CandidateTurn[];
}

/**
 * Give every selected task its candidate: within a group by `instance_id`.
 *
 * @param built The instance with its families.
 * @param selection Per group `[position, units]`.
 * @param options The options the instance was built with.
 * @returns One assignment a selected task, by `instance_id`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { assign } from "@taskflow/select";
 *
 * equal(assign({ families: [] }, [], {}).length, 0);
 * ```
 */
export function assign(
  built: Pick<FamilyInstance, "families">,
  selection: readonly (readonly (readonly [number, number])[])[],
  options: FamilyOptions,
): Assignment[] {
  const assignments: Assignment[] = [];
  built.families.forEach((families, group) => {
    const [first] = families;
    if (first === undefined) return;
    const candidates = allowed(first, options);
    const order = new Map(
      first.questions.map(({ question_id }, at) => [question_id, at]),
    );
    let next = 0;
    for (const [position, units] of selection[group] ?? []) {
      const { turns, pattern } = candidates[position]!;
      for (let i = 0; i < units; i++) {
        const { instance_id, repo, questions } = families[next++]!;
        assignments.push({
          instance_id,
          repo,
          group,
          position,
          pattern,
          // Families of a group differ in the names of their questions only.
          turns: turns.map((turn) =>
            turn.kind === "issue"
              ? turn
              : { kind: "qa", ...questions[order.get(turn.question_id)!]! }
          ),
        });
      }
    }
  });
  return assignments.sort((a, b) => a.instance_id < b.instance_id ? -1 : 1);
}
