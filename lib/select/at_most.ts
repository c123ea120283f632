/**
 * Diversity limits over a pool of tasks: so many of a repository or language at most.
 *
 * @module
 */

import type { Family } from "@taskflow/transform";
import type { Constraints } from "./instance.ts";

/** So many tasks of each repository or language at most. */
export interface AtMost {
  readonly kind: "repository" | "language";
  readonly most: number;
}

/**
 * Limits that say "at most so many of each", by name, and how many tasks they leave.
 *
 * @param families The families; those of stress slices and without candidates left out.
 * @param limits What is limited.
 * @param tasks Tasks to select; `null` for as many as the limits allow.
 * @returns Constraints with the number of tasks.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { atMost } from "@taskflow/select";
 *
 * const families = ["a/a", "a/a", "b/b"].map((repo) => ({ repo, repo_language: null }));
 * deepEqual(atMost(families, [{ kind: "repository", most: 1 }], null), {
 *   repository: { "a/a": [0, 1], "b/b": [0, 1] },
 *   tasks: [2, 2],
 * });
 * ```
 */
export function atMost(
  families: readonly Pick<Family, "repo" | "repo_language">[],
  limits: readonly AtMost[],
  tasks: number | null,
): Constraints {
  const constraints: Constraints = {};
  let left = families.length;
  for (const { kind, most } of limits) {
    const counts = new Map<string, number>();
    let unnamed = 0;
    for (const { repo, repo_language } of families) {
      const name = kind === "repository" ? repo : repo_language;
      if (name === null) unnamed++;
      else counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    constraints[kind] = Object.fromEntries(
      [...counts.keys()].sort().map((name) => [name, [0, most]]),
    );
    let reach = unnamed;
    for (const count of counts.values()) reach += Math.min(count, most);
    left = Math.min(left, reach);
  }
  const wanted = tasks ?? left;
  return { ...constraints, tasks: [wanted, wanted] };
}
