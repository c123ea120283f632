/**
 * What `supervise.sh` reports of a command.
 *
 * @module
 */

import type { LimitName } from "./limits.ts";

/** A command's end as the supervisor saw it. */
export interface Report {
  /** Exit code, or `null` if the command was never started. */
  readonly code: number | null;
  /** Limits that a kernel counter or the watch says were reached. */
  readonly limits: ReadonlySet<LimitName>;
  /** Attempts to leave by network, `null` where nothing counted them. */
  readonly networkAttempts: number | null;
  /** What went wrong with the sandbox itself, or `null`. */
  readonly problem: string | null;
}

/** Counters of `/proc/net/snmp` that go up when something outside is asked for. */
const COUNTERS = ["Ip.OutNoRoutes", "Tcp.AttemptFails", "Udp.NoPorts"];
const COUNTERS6 = ["Ip6OutNoRoutes", "Udp6NoPorts"];

/**
 * Read a report.
 *
 * @param text Lines as the supervisor writes them.
 * @returns What they say.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { parseReport } from "./report.ts";
 *
 * const report = parseReport("code 137\nstarted 12\npids.events max 3\nmemory.oom_control oom_kill 1\n");
 * equal(report.code, 137);
 * deepEqual([...report.limits].sort(), ["memory", "processes"]);
 * ```
 */
export function parseReport(text: string): Report {
  let code: number | null = null;
  let started = false;
  let problem: string | null = null;
  let names: string[] = [];
  let attempts = 0;
  let counted = false;
  const limits = new Set<LimitName>();
  for (const line of text.split("\n")) {
    const [key = "", first = "", second = ""] = line.split(/\s+/);
    const rest = line.slice(key.length + 1);
    if (key === "code") code = Number(first);
    if (key === "started") started = first !== "0";
    if (key === "problem") problem = rest;
    if (key === "left") problem = `processes are left in ${rest}`;
    if (key === "hit") limits.add(first === "memory" ? "memory" : "cpu");
    if (key === "disk" && (first === "0" || second === "0")) limits.add("disk");
    if (key === "pids.events" && first === "max" && second !== "0") {
      limits.add("processes");
    }
    if (
      (key === "memory.oom_control" || key === "memory.events") &&
      first === "oom_kill" && second !== "0"
    ) limits.add("memory");
    if (key === "net") {
      const [protocol = "", ...values] = rest.split(/\s+/);
      if (/^\d|^-/.test(values[0] ?? "")) {
        counted = true;
        names.forEach((name, at) => {
          if (COUNTERS.includes(`${protocol.replace(":", "")}.${name}`)) {
            attempts += Number(values[at]);
          }
        });
      } else names = values;
    }
    if (key === "net6" && COUNTERS6.includes(first)) attempts += Number(second);
  }
  return {
    code: started ? code : null,
    limits,
    networkAttempts: counted ? attempts : null,
    problem,
  };
}

/** What programs say when a limit stops them, where the kernel counts nothing. */
const SIGNS: readonly (readonly [LimitName, RegExp])[] = [
  ["memory", /\bMemoryError\b|Cannot allocate memory|out of memory/i],
  [
    "processes",
    /Resource temporarily unavailable|Cannot fork|can't start new thread|BlockingIOError/i,
  ],
  ["disk", /No space left on device|File too large/i],
  ["openFiles", /Too many open files/i],
];

/**
 * Limits that a command's own words point to.
 *
 * @param text What it printed to standard error.
 * @returns The limits.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { signsOf } from "./report.ts";
 *
 * deepEqual(signsOf("OSError: [Errno 28] No space left on device"), ["disk"]);
 * ```
 */
export function signsOf(text: string): LimitName[] {
  return SIGNS.filter(([, sign]) => sign.test(text)).map(([name]) => name);
}
