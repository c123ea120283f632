/**
 * The interpreter that runs proof scripts.
 *
 * @module
 */

import { mustRun } from "./run_tool.ts";

/** A Python interpreter. */
export interface Python {
  /** The interpreter itself, links followed, never one of a virtual environment. */
  readonly executable: string;
  /** Where its library is, to be shown read-only. */
  readonly prefix: string;
  /** For example `3.11.7`. */
  readonly version: string;
  /** Folders of packages that were added to it. */
  readonly packages: readonly string[];
}

const ASK = `import os, platform, site, sys
name = getattr(sys, "_base_executable", None) or sys.executable
print(os.path.realpath(name))
print(os.path.realpath(sys.base_prefix))
print(platform.python_version())
base = sys.base_prefix
for path in dict.fromkeys(site.getsitepackages([base]) + [os.path.join(base, "lib", "python3", "dist-packages")]):
    if os.path.isdir(path):
        print(os.path.realpath(path))`;

/**
 * Find the Python interpreter behind a command. Virtual environments and version managers' shims are
 * followed to the installation they stand for.
 *
 * @param command Name or path; default `TASKFLOW_PYTHON`, else `python3` on the `PATH`.
 * @returns The interpreter.
 * @throws {RangeError} If it cannot be run, or is older than 3.8.
 *
 * @example
 * ```ts
 * import { rejects } from "node:assert/strict";
 * import { findPython } from "@taskflow/sandbox";
 *
 * await rejects(() => findPython("/no/such/python"), /Cannot use Python "\/no\/such\/python"/);
 * ```
 */
export async function findPython(
  command: string = Deno.env.get("TASKFLOW_PYTHON") ?? "python3",
): Promise<Python> {
  let answer: string;
  const env = {
    PATH: Deno.env.get("PATH") ?? "",
    HOME: Deno.env.get("HOME") ?? "/",
  };
  try {
    answer = await mustRun("ask it", command, ["-I", "-c", ASK], { env });
  } catch (error) {
    throw new RangeError(
      `Cannot use Python "${command}": ${
        error instanceof Error ? error.message : error
      }; install Python 3.8 or newer, or name it in TASKFLOW_PYTHON`,
      { cause: error },
    );
  }
  const [executable = "", prefix = "", version = "", ...packages] = answer
    .trim().split("\n");
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (!executable.startsWith("/") || major < 3 || (major === 3 && minor < 8)) {
    throw new RangeError(
      `Cannot use Python "${command}": it is ${version}, proof scripts need 3.8 or newer`,
    );
  }
  return { executable, prefix, version, packages };
}
