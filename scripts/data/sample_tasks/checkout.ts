/**
 * The sample repositories as git repositories: needs `git`, nothing else.
 *
 * @module
 */

import { runCommand } from "./run_command.ts";
import type { Tree } from "./git_objects.ts";
import { dirname } from "node:path";

/** Folder of the committed files. */
export const TASKS = "data/sample/tasks";

/** Name of a repository's folder, stream and run scripts: `owner__name`. */
export function repoFolder(repo: string): string {
  return repo.replace("/", "__");
}

/**
 * Import the sample repositories, each into a folder of its own with branch `main` checked out.
 *
 * @param streams Folder with the `*.fast-import` files.
 * @param folder Where to, made if need be.
 * @returns Folders, sorted by name.
 * @throws {Error} If git fails, for example because a folder is there already.
 *
 * @example
 * ```ts
 * import { checkoutSampleRepos } from "./checkout.ts";
 *
 * if (Deno.env.get("SAMPLE_REPOS") !== undefined) {
 *   await checkoutSampleRepos("data/sample/tasks/repos", Deno.env.get("SAMPLE_REPOS") ?? "");
 * }
 * ```
 */
export async function checkoutSampleRepos(
  streams: string,
  folder: string,
): Promise<string[]> {
  const names = [...Deno.readDirSync(streams)].map(({ name }) => name)
    .filter((name) => name.endsWith(".fast-import")).sort();
  const folders: string[] = [];
  for (const name of names) {
    const target = `${folder}/${name.replace(".fast-import", "")}`;
    Deno.mkdirSync(target, { recursive: true });
    const stream = Deno.realPathSync(`${streams}/${name}`);
    const script =
      'git init -q -b main && git fast-import --quiet < "$STREAM"' +
      " && git reset -q --hard main";
    const { code, output } = await runCommand(script, target, {
      STREAM: stream,
    });
    if (code !== 0) throw new Error(`Cannot import "${name}": ${output}`);
    folders.push(target);
  }
  return folders;
}

/**
 * Write files below a folder.
 *
 * @param folder The folder, made if need be.
 * @param tree Files.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { writeTree } from "./checkout.ts";
 *
 * const folder = Deno.makeTempDirSync();
 * writeTree(folder, new Map([["a/b", "1"]]));
 * equal(Deno.readTextFileSync(`${folder}/a/b`), "1");
 * Deno.removeSync(folder, { recursive: true });
 * ```
 */
export function writeTree(folder: string, tree: Tree): void {
  for (const [path, text] of tree) {
    Deno.mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
    Deno.writeTextFileSync(`${folder}/${path}`, text);
  }
}

if (import.meta.main) {
  const [folder] = Deno.args;
  if (folder === undefined) {
    throw new TypeError("Give a folder to check out into");
  }
  for (const made of await checkoutSampleRepos(`${TASKS}/repos`, folder)) {
    Deno.stdout.writeSync(new TextEncoder().encode(`${made}\n`));
  }
}
