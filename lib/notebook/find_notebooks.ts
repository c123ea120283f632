/**
 * Which notebooks a name means.
 *
 * @module
 */

import { basename, join } from "node:path";

/**
 * The notebooks of a folder.
 *
 * @param folder The folder; sub-folders are not looked into.
 * @returns Paths of its `.ipynb` files, in order of their names.
 * @throws {Deno.errors.NotFound} If there is no such folder.
 *
 * @example
 * ```ts
 * import { rejects } from "node:assert/strict";
 * import { listNotebooks } from "./find_notebooks.ts";
 *
 * await rejects(listNotebooks("no/such/folder"), Deno.errors.NotFound);
 * ```
 */
export async function listNotebooks(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (isFile && name.endsWith(".ipynb")) paths.push(join(folder, name));
  }
  return paths.sort();
}

/**
 * Find the notebook that a name means: `01`, `01_measure_target`, or the path of an `.ipynb` file.
 *
 * @param name What the user typed.
 * @param paths Notebooks to choose from.
 * @returns Path of the notebook.
 * @throws {RangeError} If no notebook, or more than one, has that name.
 *
 * @example
 * ```ts
 * import { equal, throws } from "node:assert/strict";
 * import { findNotebook } from "./find_notebooks.ts";
 *
 * const paths = ["notebooks/01_measure_target.ipynb", "notebooks/02_gap.ipynb"];
 * equal(findNotebook("01", paths), paths[0]);
 * throws(() => findNotebook("0", paths), RangeError);
 * ```
 */
export function findNotebook(name: string, paths: readonly string[]): string {
  if (name.endsWith(".ipynb")) return name;
  const named = paths.map((path) => ({
    path,
    base: basename(path, ".ipynb"),
  }));
  const exact = named.find(({ base }) => base === name);
  if (exact !== undefined) return exact.path;
  const fits = named.filter(({ base }) => base.startsWith(`${name}_`));
  const [first, ...more] = fits.length > 0
    ? fits
    : named.filter(({ base }) => base.startsWith(name));
  if (first !== undefined && more.length === 0) return first.path;
  const names = (first === undefined ? named : [first, ...more])
    .map(({ base }) => base).join(", ");
  throw new RangeError(
    first === undefined
      ? `Cannot find notebook "${name}": there are ${names || "none"}`
      : `Cannot choose notebook "${name}": it could be ${names}`,
  );
}
