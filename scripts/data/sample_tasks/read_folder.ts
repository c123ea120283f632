/**
 * The text files below a folder.
 *
 * @module
 */

/**
 * Read all files below a folder.
 *
 * @param folder The folder.
 * @returns Path below it, with `/`, to text; sorted by path.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { readFolder } from "./read_folder.ts";
 *
 * ok(readFolder("data/sample/tasks/source").has("waymark/repo.json"));
 * ```
 */
export function readFolder(folder: string): Map<string, string> {
  const files: [string, string][] = [];
  const read = (path: string) => {
    for (const { name, isDirectory } of Deno.readDirSync(`${folder}/${path}`)) {
      const inside = path === "" ? name : `${path}/${name}`;
      if (isDirectory) read(inside);
      else files.push([inside, Deno.readTextFileSync(`${folder}/${inside}`)]);
    }
  };
  read("");
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}
