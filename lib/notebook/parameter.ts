/**
 * What a notebook takes from outside: parameters by environment, files of the project.
 *
 * @module
 */

import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * A parameter of a notebook, set by an environment variable: `CORPUS=~/sessions deno task notebook run 01`.
 *
 * The gate runs notebooks without such variables, so committed outputs are those of the fallback.
 *
 * @param name Name of the variable.
 * @param fallback Value where it is not set or empty.
 * @returns The value.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { parameter } from "@taskflow/notebook";
 *
 * equal(parameter("NOBODY_SETS_THIS", "3"), "3");
 * ```
 */
export function parameter(name: string, fallback: string): string {
  return Deno.env.get(name) || fallback;
}

/**
 * A path of the project, wherever the notebook runs (the kernel starts in the notebook's folder).
 *
 * @param path Path from the project's root.
 * @returns The absolute path; do not print it, it differs between machines.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { projectPath } from "@taskflow/notebook";
 *
 * ok(Deno.statSync(projectPath("deno.json")).isFile);
 * ```
 */
export function projectPath(path: string): string {
  return fileURLToPath(new URL(path, new URL("../../", import.meta.url)));
}

/**
 * A parameter that is a path. What the user gives is meant from where the user stands, the fallback
 * from the project's root.
 *
 * @param name Name of the environment variable.
 * @param fallback Path from the project's root.
 * @returns An absolute path.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { pathParameter, projectPath } from "@taskflow/notebook";
 *
 * equal(pathParameter("NOBODY_SETS_THIS", "data"), projectPath("data"));
 * ```
 */
export function pathParameter(name: string, fallback: string): string {
  const given = Deno.env.get(name);
  if (!given) return projectPath(fallback);
  const home = Deno.env.get("HOME");
  if (given.startsWith("~/") && home) return resolve(home, given.slice(2));
  // The runners start the notebook in its own folder and say where the user stood.
  return resolve(Deno.env.get("TASKFLOW_CWD") || Deno.cwd(), given);
}
