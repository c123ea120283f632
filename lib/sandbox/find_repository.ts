/**
 * Where a task's repository is, in a folder of repositories.
 *
 * @module
 */

import { dirname, isAbsolute, join, resolve } from "node:path";

/** What a repository is kept as. */
export type Found =
  /** A git repository; `objects` is its object store. */
  | { readonly kind: "git"; readonly path: string; readonly objects: string }
  /** A history as text, for `git fast-import`. */
  | { readonly kind: "history"; readonly path: string }
  /** The files at the base commit, without history. */
  | { readonly kind: "files"; readonly path: string };

/**
 * Find a task's repository. Looked for, in order: `INSTANCE_ID/`, then for the repository `owner/name` the
 * folders `owner__name`, `owner+name`, `owner/name` and `name`, each as it is, with `.git` after it, or with
 * `repo` in it, and the file `owner__name.fast-import`.
 *
 * @param repos Folder of repositories.
 * @param task The task's id and repository.
 * @returns What was found.
 * @throws {RangeError} If the id or repository cannot be a path.
 * @throws {Deno.errors.NotFound} If there is no such repository.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { findRepository } from "@taskflow/sandbox";
 *
 * const repos = await Deno.makeTempDir();
 * await Deno.mkdir(`${repos}/task-1`);
 * deepEqual(await findRepository(repos, { instance_id: "task-1", repo: "me/it" }), {
 *   kind: "files",
 *   path: `${repos}/task-1`,
 * });
 * await Deno.remove(repos, { recursive: true });
 * ```
 */
export async function findRepository(
  repos: string,
  { instance_id, repo }: {
    readonly instance_id: string;
    readonly repo: string;
  },
): Promise<Found> {
  const parts = repo.split("/");
  for (const part of [instance_id, ...parts]) {
    if (!/^[\w.+-]+$/.test(part) || /^\.+$/.test(part) || parts.length > 2) {
      throw new RangeError(
        `Cannot look for the repository "${repo}" of "${instance_id}": ` +
          `"${part}" cannot be the name of a folder`,
      );
    }
  }
  const names = [
    instance_id,
    parts.join("__"),
    parts.join("+"),
    repo,
    parts.at(-1) ?? repo,
  ];
  for (const name of names) {
    for (const tail of ["", ".git", "/repo"]) {
      const path = join(repos, `${name}${tail}`);
      if (!await isFolder(path)) continue;
      const objects = await objectsOf(path);
      if (objects !== null) return { kind: "git", path, objects };
      if (name === instance_id && tail === "") return { kind: "files", path };
    }
  }
  const history = join(repos, `${parts.join("__")}.fast-import`);
  if (await exists(history)) return { kind: "history", path: history };
  throw new Deno.errors.NotFound(
    `Cannot find the repository "${repo}" in "${repos}": put a clone at "${
      parts.join("__")
    }", or the files at the base commit at "${instance_id}"`,
  );
}

/** The object store of a git folder, bare or with a work tree; `null` if it is none. */
async function objectsOf(path: string): Promise<string | null> {
  const inner = join(path, ".git");
  if (await isFolder(join(inner, "objects"))) return join(inner, "objects");
  if (await exists(inner) && !await isFolder(inner)) {
    const [, to] = /^gitdir: (.+)$/m.exec(await Deno.readTextFile(inner)) ?? [];
    if (to !== undefined) return await linkedObjects(resolve(path, to));
  }
  const bare = await isFolder(join(path, "objects")) &&
    await exists(join(path, "HEAD"));
  return bare ? join(path, "objects") : null;
}

/** The object store behind a linked work tree's git folder. */
async function linkedObjects(folder: string): Promise<string | null> {
  const common = join(folder, "commondir");
  if (await exists(common)) {
    const to = (await Deno.readTextFile(common)).trim();
    folder = isAbsolute(to) ? to : resolve(dirname(common), to);
  }
  return await isFolder(join(folder, "objects"))
    ? join(folder, "objects")
    : null;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isDirectory;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound ||
    error instanceof Deno.errors.NotADirectory;
}
