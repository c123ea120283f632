/**
 * Packed files as files on disk, for as long as they are read.
 *
 * @module
 */

import { join } from "node:path";
import { type Packed, type PackProblem, unpackTo } from "./packed.ts";
import type { TemporaryFolder } from "./temporary_folder.ts";

/** How to get at packed files. */
export interface Unpacking {
  /** The packed files, by path relative to the folder given. */
  readonly packed: ReadonlyMap<string, Packed>;
  /** Where they are unpacked to. */
  readonly temporary: TemporaryFolder;
}

/** Files that can be opened. */
export interface UnpackedFiles extends AsyncDisposable {
  /** Where a file lies. */
  readonly pathOf: (file: string) => string;
  /** Why a file cannot be unpacked, or only its beginning (`failed`). */
  readonly problems: ReadonlyMap<string, PackProblem>;
}

/**
 * Unpack files that are packed; others stay where they are.
 *
 * @param files Paths relative to the folder given.
 * @param folder The folder.
 * @param unpacking How to get at packed files, if there may be any.
 * @returns The files; dispose of it to remove what was unpacked.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { unpackFiles } from "@taskflow/corpora";
 *
 * await using files = await unpackFiles(["a.md"], "exports");
 * equal(files.pathOf("a.md"), "exports/a.md");
 * ```
 */
export async function unpackFiles(
  files: readonly string[],
  folder: string,
  unpacking?: Unpacking,
): Promise<UnpackedFiles> {
  const paths = new Map<string, string>();
  const problems = new Map<string, PackProblem>();
  for (const file of files) {
    const packed = unpacking?.packed.get(file);
    if (packed === undefined || unpacking === undefined) continue;
    const path = await unpacking.temporary.newPath();
    const problem = await unpackTo(packed, path);
    if (problem !== null) problems.set(file, problem);
    if (problem === null || problem.reason === "failed") paths.set(file, path);
  }
  return {
    pathOf: (file) => paths.get(file) ?? join(folder, file),
    problems,
    async [Symbol.asyncDispose]() {
      for (const path of paths.values()) await Deno.remove(path);
    },
  };
}
