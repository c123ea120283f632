/**
 * No sandbox at all: commands run as this user, in a copy of the tree. Only on `--trust-scripts`.
 *
 * @module
 */

import { join } from "node:path";
import { compareTrees, parseHashes, parseTree } from "./changes.ts";
import { type Limits, limitsOf } from "./limits.ts";
import { scriptPath } from "./probe.ts";
import { signsOf } from "./report.ts";
import { mustRun, runTool } from "./run_tool.ts";
import { supervise } from "./supervise.ts";
import type { Command, CommandResult, Scratch } from "./types.ts";

/**
 * A copy of a tree in which trusted commands run. Of the limits, only wall clock, output, processor time
 * and open files are kept.
 *
 * @param tree Folder to copy, or `null` for an empty one.
 * @param limits Limits of commands that ask for nothing else.
 * @returns The copy.
 */
export async function trustedScratch(
  tree: string | null,
  limits: Limits,
): Promise<Scratch> {
  const folder = await Deno.makeTempDir({ prefix: "taskflow-trusted-" });
  const root = join(folder, "repo");
  await Deno.mkdir(root);
  await Deno.mkdir(join(folder, "home"));
  if (tree !== null) {
    await mustRun("copy the tree", "cp", ["-a", `${tree}/.`, root]);
  }
  const before = await snapshot(root);
  return {
    root,
    run: (command) => runTrusted(folder, root, limits, command),
    changes: async () => {
      const after = await snapshot(root);
      const differing = [...before.hashes].filter(([path, hash]) =>
        after.hashes.get(path) !== hash
      );
      const paths = new Set(differing.map(([path]) => path));
      return compareTrees(before.entries, after.entries, paths);
    },
    close: () => Deno.remove(folder, { recursive: true }),
  };
}

async function runTrusted(
  folder: string,
  root: string,
  base: Limits,
  command: Command,
): Promise<CommandResult> {
  command.signal?.throwIfAborted();
  const limits = limitsOf(command.limits, base);
  const given = join(folder, "given");
  await Deno.mkdir(given, { recursive: true });
  for (const [name, bytes] of Object.entries(command.given ?? {})) {
    await Deno.writeFile(join(given, name), bytes);
  }
  const kept: [string, Uint8Array][] = [];
  for (const [path, bytes] of Object.entries(command.replace ?? {})) {
    const full = join(root, path);
    kept.push([full, await Deno.readFile(full)]);
    await Deno.writeFile(full, bytes);
  }
  await Deno.writeFile(
    join(folder, "stdin"),
    command.stdin ?? new Uint8Array(),
  );
  const words = command.command.map((word) =>
    word.startsWith("/given/") ? join(folder, word) : word
  );
  const env = { HOME: join(folder, "home"), ...command.env };
  try {
    const ended = await supervise([
      "sh",
      scriptPath("trusted.sh"),
      join(folder, "code"),
      join(folder, "stdin"),
      join(root, command.cwd ?? "."),
      String(Math.ceil(limits.cpuSeconds)),
      String(Math.floor(limits.openFiles)),
      "env",
      ...Object.entries({ ...env, LANG: "C.UTF-8" }).map(([k, v]) =>
        `${k}=${v}`
      ),
      ...words,
    ], { ...limits, signal: command.signal });
    command.signal?.throwIfAborted();
    const code = Number(await Deno.readTextFile(join(folder, "code")));
    const reached = new Set(signsOf(ended.stderr));
    if (ended.stopped === "wall") reached.add("wall");
    if (ended.stopped === "output") reached.add("output");
    if (code === 128 + 24) reached.add("cpu");
    return {
      exitCode: ended.stopped === "wall" ? 124 : code,
      stdout: ended.stdout,
      stderr: ended.stderr,
      timedOut: reached.has("wall") || reached.has("cpu"),
      limits: [...reached],
      networkAttempts: null,
      seconds: ended.seconds,
    };
  } finally {
    for (const [path, bytes] of kept) await Deno.writeFile(path, bytes);
  }
}

async function snapshot(root: string) {
  const list = (args: string[], stdin?: Uint8Array<ArrayBuffer>) =>
    runTool(
      "sh",
      [scriptPath("list.sh"), ...args, root],
      stdin === undefined ? {} : { stdin },
    );
  const entries = parseTree((await list(["tree"])).stdout);
  const files = [...entries.values()].filter(({ kind }) => kind === "f");
  const names = files.map(({ path }) => `${path}\0`).join("");
  const { stdout } = await list(["hash"], new TextEncoder().encode(names));
  return { entries, hashes: parseHashes(stdout) };
}
