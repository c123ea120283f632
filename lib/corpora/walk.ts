/**
 * The files below a folder, in an order that does not depend on the machine.
 *
 * @module
 */

import { join, sep } from "node:path";
import { compareCodePoints } from "./compare_code_points.ts";
import type { FileReason } from "./report.ts";

/** One file below the folder. */
export interface WalkEntry {
  /** Path relative to the folder, with `/`; the name alone if a file was given. */
  readonly file: string;
  /** Why it must not be opened, or `null`. */
  readonly problem:
    | { readonly reason: FileReason; readonly detail: string }
    | null;
}

/** Folders that hold no exports, only copies of other people's files. */
const IGNORED = new Set([".git", "node_modules"]);

interface Pending {
  readonly file: string;
  readonly kind: "file" | "folder" | "link" | "other";
}

/**
 * Walk a folder, or give the one file.
 *
 * Files come sorted by the code points of their whole relative path. Hidden folders are walked
 * (`.specstory`), `.git` and `node_modules` are not. Symbolic links are not followed: what they point
 * to inside the folder is walked under its own name, what lies outside was not asked for and is
 * named. Memory holds the names of the folders on the way to the current file.
 *
 * @param root A folder or a file; if it is itself a link, it is followed.
 * @returns The files in order; such as cannot be opened carry the problem.
 * @throws {Deno.errors.NotFound} If there is nothing at the path.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { walk } from "@taskflow/corpora";
 *
 * const folder = await Deno.makeTempDir();
 * await Deno.mkdir(`${folder}/a`);
 * for (const file of ["a/x", "a.md", "a-b"]) await Deno.writeTextFile(`${folder}/${file}`, "");
 * const files = await Array.fromAsync(walk(folder), ({ file }) => file);
 * deepEqual(files, ["a-b", "a.md", "a/x"]);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function* walk(root: string): AsyncGenerator<WalkEntry> {
  const real = await realRoot(root);
  if ((await Deno.stat(real)).isFile) {
    yield { file: real.slice(real.lastIndexOf(sep) + 1), problem: null };
    return;
  }
  const pending: Pending[] = [{ file: "", kind: "folder" }];
  for (let next; (next = pending.pop()) !== undefined;) {
    const { file, kind } = next;
    const path = join(real, file);
    if (kind === "file") yield { file, problem: null };
    else if (kind === "folder") {
      const found = list(path, file);
      if (Array.isArray(found)) {
        for (const entry of found.reverse()) pending.push(entry);
      } else {yield {
          file,
          problem: {
            reason: "unopenable",
            detail: `the folder stays shut: ${found.name}`,
          },
        };}
    } else {
      const problem = kind === "link" ? await linkProblem(path, real) : {
        reason: "unopenable" as const,
        detail: "it is a device, pipe or socket, not a file",
      };
      if (problem !== null) yield { file, problem };
    }
  }
}

async function realRoot(root: string): Promise<string> {
  try {
    return await Deno.realPath(root);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Deno.errors.NotFound(
      `Cannot read "${root}": there is no such file or folder; check the path ` +
        `(session exports are often in a hidden folder such as .specstory/history)`,
      { cause: error },
    );
  }
}

/** Contents of a folder in order, or the error that kept it shut. */
function list(path: string, folder: string): Pending[] | Error {
  const entries: Pending[] = [];
  try {
    for (const entry of Deno.readDirSync(path)) {
      if (entry.isDirectory && IGNORED.has(entry.name)) continue;
      const file = folder === "" ? entry.name : `${folder}/${entry.name}`;
      const kind = entry.isSymlink
        ? "link"
        : entry.isDirectory
        ? "folder"
        : entry.isFile
        ? "file"
        : "other";
      entries.push({ file, kind });
    }
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
  // With the slash that follows it, a folder sorts among files as its content does.
  const key = ({ file, kind }: Pending) =>
    kind === "folder" ? `${file}/` : file;
  return entries.sort((a, b) => compareCodePoints(key(a), key(b)));
}

async function linkProblem(
  path: string,
  root: string,
): Promise<WalkEntry["problem"]> {
  try {
    const target = await Deno.realPath(path);
    if (target === root || target.startsWith(root + sep)) return null;
    return {
      reason: "leaves-folder",
      detail:
        "it is a link to something outside the folder: give that path as well, or copy it",
    };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return {
      reason: "unopenable",
      detail: `it is a link that leads nowhere: ${error.name}`,
    };
  }
}
