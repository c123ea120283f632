/**
 * What this machine has to build a sandbox from.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { mustRun } from "./run_tool.ts";

/** A cgroup controller in whose group further groups can be made. */
export interface Controller {
  readonly version: 1 | 2;
  readonly name: "pids" | "memory" | "cpuacct";
  /** Group under which to make a command's own. */
  readonly path: string;
}

/** Facts about this machine. */
export interface Machine {
  /** Uid this process runs under; 0 is root. */
  readonly uid: number;
  /** Paths of tools that are here, by name. */
  readonly tools: ReadonlyMap<string, string>;
  /** Options bubblewrap knows: versions differ in them. */
  readonly bubblewrap: ReadonlySet<string>;
  readonly controllers: readonly Controller[];
}

/** Path of a script of this room. */
export function scriptPath(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/**
 * Find out what this machine has. Needs the permission to run programs.
 *
 * @returns The facts.
 * @throws {Error} If there is no `sh`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { parseProbe } from "./probe.ts";
 *
 * const machine = parseProbe("uid 0\ntool bwrap /usr/bin/bwrap\nbwrap --size\ncgroup 1 pids /sys/fs/cgroup/pids\n");
 * equal(machine.tools.get("bwrap"), "/usr/bin/bwrap");
 * equal(machine.controllers[0]?.version, 1);
 * ```
 */
export async function probeMachine(): Promise<Machine> {
  return parseProbe(
    await mustRun("look at this machine", "sh", [scriptPath("probe.sh")]),
  );
}

/**
 * Read what `probe.sh` printed.
 *
 * @param text One fact a line.
 * @returns The facts.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { parseProbe } from "./probe.ts";
 *
 * equal(parseProbe("uid 1000\n").uid, 1000);
 * ```
 */
export function parseProbe(text: string): Machine {
  let uid = -1;
  const tools = new Map<string, string>();
  const bubblewrap = new Set<string>();
  const controllers: Controller[] = [];
  for (const line of text.split("\n")) {
    const [kind, a = "", b = "", ...rest] = line.split(" ");
    if (kind === "uid") uid = Number(a);
    if (kind === "tool") tools.set(a, [b, ...rest].join(" "));
    if (kind === "bwrap") bubblewrap.add(a);
    if (kind !== "cgroup") continue;
    const path = rest.join(" ").replace(/\/+$/, "");
    if (b === "pids" || b === "memory" || b === "cpuacct") {
      controllers.push({ version: a === "2" ? 2 : 1, name: b, path });
    }
  }
  return { uid, tools, bubblewrap, controllers };
}
