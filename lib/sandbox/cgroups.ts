/**
 * The cgroups of one command: what is written where.
 *
 * @module
 */

import type { Limits } from "./limits.ts";
import type { Controller } from "./probe.ts";

/** Plan of a command's cgroups. */
export interface CgroupPlan {
  /** Lines for `supervise.sh`: `DIR FILE VALUE`; `?` before a file that may be missing, `-` for none. */
  readonly lines: readonly string[];
  /** For `watch.sh`: file that counts processor time, and the count at which to stop; or `null`. */
  readonly cpu: { readonly file: string; readonly units: number } | null;
}

/**
 * Plan the cgroups of a command.
 *
 * @param controllers Controllers that can be used.
 * @param limits Limits of the command.
 * @param id Name of the groups, unique.
 * @returns What to write, and where processor time is counted.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { planCgroups } from "./cgroups.ts";
 * import { limitsOf } from "./limits.ts";
 *
 * const pids = { version: 1, name: "pids", path: "/sys/fs/cgroup/pids" } as const;
 * const { lines, cpu } = planCgroups([pids], limitsOf(), "x");
 * deepEqual(lines, ["/sys/fs/cgroup/pids/taskflow-x pids.max 67"]);
 * equal(cpu, null);
 * ```
 */
export function planCgroups(
  controllers: readonly Controller[],
  limits: Limits,
  id: string,
): CgroupPlan {
  const bytes = Math.floor(limits.memoryBytes);
  // Bubblewrap's two processes and the subshell before them are in the group as well.
  const processes = Math.floor(limits.processes) + 3;
  const micros = Math.floor(limits.cpuSeconds * 1e6);
  const lines: string[] = [];
  let cpu: CgroupPlan["cpu"] = null;
  for (const { version, name, path } of controllers) {
    const group = `${path}/taskflow-${id}`;
    if (name === "pids") lines.push(`${group} pids.max ${processes}`);
    if (name === "memory" && version === 1) {
      lines.push(
        `${group} memory.limit_in_bytes ${bytes}`,
        `${group} ?memory.memsw.limit_in_bytes ${bytes}`,
      );
    }
    if (name === "memory" && version === 2) {
      lines.push(
        `${group} memory.max ${bytes}`,
        `${group} ?memory.swap.max 0`,
        `${group} ?memory.oom.group 1`,
      );
      cpu = { file: `${group}/cpu.stat`, units: micros };
    }
    if (name === "cpuacct") {
      lines.push(`${group} - -`);
      cpu = { file: `${group}/cpuacct.usage`, units: micros * 1000 };
    }
  }
  return { lines, cpu };
}
