/**
 * Git, kept away from what repositories and users configure: no hooks, filters, helpers or fetches.
 *
 * @module
 */

import { join, resolve } from "node:path";
import { mustRun, runTool, type ToolResult } from "./run_tool.ts";

const ENV = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
} as const;

const OPTIONS = [
  ...["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"],
  ...["-c", "core.attributesFile=/dev/null", "-c", "core.autocrlf=false"],
  ...["-c", "protocol.allow=never", "-c", "safe.directory=*"],
];

/** Runs git on one object store. */
export interface Git {
  /** Run it; the exit code is the caller's to judge. */
  readonly run: (
    args: readonly string[],
    stdin?: Uint8Array<ArrayBuffer>,
    env?: Readonly<Record<string, string>>,
  ) => Promise<ToolResult>;
  /** Run it; anything but success is an error. */
  readonly must: (
    action: string,
    args: readonly string[],
    stdin?: Uint8Array<ArrayBuffer>,
    env?: Readonly<Record<string, string>>,
  ) => Promise<string>;
}

/**
 * Git on a folder of its own that borrows another repository's objects: that repository's
 * configuration is never read.
 *
 * @param folder Folder to make; it stays small.
 * @param objects The other repository's `objects` folder, or `null` for objects of its own.
 * @returns Git.
 */
export async function openGit(
  folder: string,
  objects: string | null,
): Promise<Git> {
  await Deno.mkdir(join(folder, "objects", "info"), { recursive: true });
  await Deno.mkdir(join(folder, "objects", "pack"), { recursive: true });
  await Deno.mkdir(join(folder, "refs"), { recursive: true });
  await Deno.writeTextFile(join(folder, "HEAD"), "ref: refs/heads/none\n");
  await Deno.writeTextFile(
    join(folder, "config"),
    "[core]\n\trepositoryformatversion = 0\n\tbare = false\n",
  );
  if (objects !== null) {
    await Deno.writeTextFile(
      join(folder, "objects", "info", "alternates"),
      `${JSON.stringify(resolve(objects))}\n`,
    );
  }
  const full = (args: readonly string[]) => [
    `--git-dir=${folder}`,
    ...OPTIONS,
    ...args,
  ];
  const options = (
    stdin: Uint8Array<ArrayBuffer> | undefined,
    env: Readonly<Record<string, string>> | undefined,
  ) => ({ ...(stdin === undefined ? {} : { stdin }), env: { ...ENV, ...env } });
  return {
    run: (args, stdin, env) => runTool("git", full(args), options(stdin, env)),
    must: (action, args, stdin, env) =>
      mustRun(action, "git", full(args), options(stdin, env)),
  };
}

/**
 * Apply a patch to a folder that is no repository. Paths that lead out of it are refused.
 *
 * @param folder The folder.
 * @param patch A unified diff.
 * @throws {Error} If it does not apply.
 */
export async function applyPatch(folder: string, patch: string): Promise<void> {
  await mustRun("apply the patch", "git", [
    ...OPTIONS,
    ...["apply", "--whitespace=nowarn", "-"],
  ], {
    stdin: new TextEncoder().encode(patch),
    cwd: folder,
    env: { ...ENV, GIT_CEILING_DIRECTORIES: resolve(folder, "..") },
  });
}
