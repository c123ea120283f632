/**
 * Data selection: which real sessions of a pool together match a target.
 *
 * @module
 */

import type { TaskFlow } from "@taskflow/flow";
import { familyTarget } from "./family_target.ts";
import { type Instance, parseInstance } from "./instance.ts";

/** Sessions of a pool that count alike are one group. */
export interface PoolInstance {
  readonly instance: Instance;
  /** Session ids of each group, in the order of the pool. */
  readonly sessions: readonly (readonly string[])[];
}

/**
 * The instance of taking some sessions of a pool.
 *
 * @param pool Sessions with the intents of all their messages; empty ones are left out.
 * @param target The target.
 * @param take How many to take.
 * @returns The instance: a group per distinct sequence of intents, one candidate each, the rest left out.
 * @throws {RangeError} If the pool has fewer sessions than are to be taken, or a label is unknown.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { countFlow, taskFlow } from "@taskflow/flow";
 * import { poolInstance, selectCandidates } from "@taskflow/select";
 *
 * const pool = [["debug", "tests"], ["bug-fix", "tests"], ["bug-fix", "tests"]];
 * const target = taskFlow(countFlow([["bug-fix", "tests"]]));
 * const { instance } = poolInstance(
 *   pool.map((intents, at) => ({ session: `s-${at}`, intents })),
 *   target,
 *   2,
 * );
 * deepEqual(selectCandidates(instance).selection, [[], [[0, 2]]]);
 * ```
 */
export function poolInstance(
  pool: Iterable<{
    readonly session: string;
    readonly intents: readonly string[];
  }>,
  target: TaskFlow,
  take: number,
): PoolInstance {
  const { taxonomy } = target;
  const groups = new Map<string, { t: number[]; sessions: string[] }>();
  let count = 0;
  for (const { session, intents } of pool) {
    if (intents.length === 0) continue;
    count++;
    const t = intents.map((intent) => {
      const code = taxonomy.codeOf.get(intent);
      if (code !== undefined) return code;
      throw new RangeError(
        `Cannot take sessions: intent "${intent}" of "${session}" is not in taxonomy "${taxonomy.name}"`,
      );
    });
    const key = t.join();
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { t, sessions: [session] });
    else known.sessions.push(session);
  }
  if (take > count || take < 1) {
    throw new RangeError(
      `Cannot take ${take} sessions: the pool has ${count} with a message`,
    );
  }
  const all = [...groups.values()];
  return {
    sessions: all.map(({ sessions }) => sessions),
    instance: parseInstance({
      format: "tfas-selection/v1",
      labels: [...taxonomy.labels],
      retained: [...taxonomy.retained],
      conventions: target.reading,
      tasks: count,
      target: familyTarget(target),
      sequences: all.map(({ t }) => ({ t, p: "none", q: 0 })),
      groups: all.map(({ sessions }, at) => ({ n: sessions.length, c: [at] })),
      ...(take === count ? {} : { constraints: { tasks: [take, take] } }),
    }, "pool"),
  };
}
