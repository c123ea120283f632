/**
 * What a command in the sandbox may use.
 *
 * @module
 */

/** Limits of a command; `disk` and `files` are those of its scratch folders together. */
export interface Limits {
  /** Seconds from start to end; then every process of the command is killed. Default 20. */
  readonly wallSeconds: number;
  /** Seconds of processor time: of all processes together under a cgroup, else of each. Default 20. */
  readonly cpuSeconds: number;
  /** Bytes of memory of all processes together. Default 512 MiB. */
  readonly memoryBytes: number;
  /** Processes and threads at one time. Default 64. */
  readonly processes: number;
  /** Bytes of standard output and standard error together. Default 1 MiB. */
  readonly outputBytes: number;
  /** Bytes that fit on the scratch disk: the tree's changes, `/tmp`, home, `/dev/shm`. Default 256 MiB. */
  readonly diskBytes: number;
  /** Files and folders that fit on the scratch disk. Default 20,000. */
  readonly files: number;
  /** Files that one process holds open. Default 256. */
  readonly openFiles: number;
}

/** Names of the limits a command can run into, as they are reported. */
export const LIMIT_NAMES = [
  "wall",
  "cpu",
  "memory",
  "processes",
  "output",
  "disk",
  "openFiles",
] as const;

/** A limit that a command ran into. */
export type LimitName = typeof LIMIT_NAMES[number];

const MIB = 2 ** 20;

/** The limits where nothing else is asked for. */
export const DEFAULT_LIMITS: Limits = {
  wallSeconds: 20,
  cpuSeconds: 20,
  memoryBytes: 512 * MIB,
  processes: 64,
  outputBytes: MIB,
  diskBytes: 256 * MIB,
  files: 20_000,
  openFiles: 256,
};

/** Least values under which a shell still starts. */
const LEAST: Limits = {
  wallSeconds: 0.1,
  cpuSeconds: 1,
  memoryBytes: 16 * MIB,
  processes: 4,
  outputBytes: 1,
  diskBytes: MIB,
  files: 32,
  openFiles: 16,
};

/**
 * Fill in and check limits.
 *
 * @param given Limits that differ from the defaults.
 * @param base The defaults.
 * @returns All limits.
 * @throws {RangeError} If a limit is too small to run anything, or not a finite number.
 *
 * @example
 * ```ts
 * import { equal, throws } from "node:assert/strict";
 * import { limitsOf } from "@taskflow/sandbox";
 *
 * equal(limitsOf({ wallSeconds: 5 }).wallSeconds, 5);
 * equal(limitsOf().processes, 64);
 * throws(() => limitsOf({ processes: 1 }), RangeError);
 * ```
 */
export function limitsOf(
  given: Partial<Limits> = {},
  base: Limits = DEFAULT_LIMITS,
): Limits {
  const limits = { ...base, ...given };
  for (const [name, least] of Object.entries(LEAST)) {
    const value: unknown = limits[name as keyof Limits];
    if (typeof value !== "number" || !(value >= least) || value === Infinity) {
      throw new RangeError(
        `Cannot limit a command: ${name} is ${value}, give a number of at least ${least}`,
      );
    }
  }
  return limits;
}
