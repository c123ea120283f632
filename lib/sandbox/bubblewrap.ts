/**
 * The bubblewrap back end: namespaces, a sized scratch disk, cgroups or resource limits.
 *
 * @module
 */

import { join } from "node:path";
import { bubblewrapArgs, ROOT, type Shown } from "./bubblewrap_args.ts";
import { planCgroups } from "./cgroups.ts";
import { type Limits, limitsOf } from "./limits.ts";
import type { Controller, Machine } from "./probe.ts";
import type { Python } from "./python.ts";
import { scriptPath } from "./probe.ts";
import { parseReport, signsOf } from "./report.ts";
import { openSession, type Session, type TreeMode } from "./session.ts";
import {
  copyChanges,
  fingerprints,
  overlayChanges,
} from "./session_changes.ts";
import { supervise } from "./supervise.ts";
import type { Command, CommandResult, Scratch } from "./types.ts";

/** What the back end works with, once it is known to work here. */
export interface BubblewrapSetup {
  readonly machine: Machine;
  readonly controllers: readonly Controller[];
  /** Uid that commands drop to where this process is root, else `null`. */
  readonly owner: number | null;
  /** Whether an overlay works; otherwise trees are copied. */
  readonly overlay: boolean;
  readonly filter: Uint8Array | null;
  readonly system: readonly (Shown & { readonly link: boolean })[];
  readonly python: Python | null;
  /** Hide the packages that were added to it: only the standard library is the same everywhere. */
  readonly bare: boolean;
  /** Further folders to show at their own place, for example of a tool chain. */
  readonly tools: readonly string[];
}

/** The environment of every command. */
const ENV = {
  HOME: "/home/sandbox",
  LANG: "C.UTF-8",
  LC_ALL: "C.UTF-8",
  NO_COLOR: "1",
  PYTHONDONTWRITEBYTECODE: "1",
  PYTHONHASHSEED: "0",
  TMPDIR: "/tmp",
  TZ: "UTC",
  USER: "sandbox",
};

/**
 * Make a scratch copy whose commands bubblewrap runs.
 *
 * @param setup What works here.
 * @param tree Folder to copy, or `null` for an empty one.
 * @param limits Limits of its disk, and of commands that ask for nothing else.
 * @returns The copy.
 * @throws {Error} If it cannot be made.
 */
export async function bubblewrapScratch(
  setup: BubblewrapSetup,
  tree: string | null,
  limits: Limits,
): Promise<Scratch> {
  const { machine, owner, python, tools } = setup;
  const prefixes = [
    ...(python === null || python.prefix.startsWith("/usr")
      ? []
      : [python.prefix]),
    ...tools,
  ];
  const mode = await treeMode(setup, tree);
  const copied = mode === "copy" && tree !== null
    ? await sizeOf(tree)
    : { bytes: 0, files: 0 };
  const session = await openSession({
    root: machine.uid === 0,
    owner,
    bytes: limits.diskBytes + copied.bytes,
    files: limits.files + copied.files,
    mode,
    tree: tree ?? "",
    binds: prefixes,
  });
  const shown = prefixes.map((at, i) => ({
    from: join(session.path, "bind", String(i)),
    at,
  }));
  for (const at of setup.bare ? python?.packages ?? [] : []) {
    shown.push({ from: join(session.path, "empty"), at });
  }
  let runs = 0;
  let closed = false;
  const before = mode === "copy"
    ? await fingerprints(session, join(session.path, "fs/tree"))
    : null;
  return {
    root: ROOT,
    run: async (command) => {
      if (closed) {
        throw new Error(
          `Cannot run "${command.command[0]}": its scratch copy is closed`,
        );
      }
      const run = join(session.path, "runs", String(++runs));
      try {
        return await runCommand(setup, session, shown, run, limits, command);
      } finally {
        await Deno.remove(run, { recursive: true });
      }
    },
    changes: () =>
      mode === "copy"
        ? copyChanges(session, before ?? new Map())
        : overlayChanges(session, mode),
    close: async () => {
      if (closed) return;
      closed = true;
      await session.close();
    },
  };
}

async function treeMode(
  { overlay, owner }: BubblewrapSetup,
  tree: string | null,
): Promise<TreeMode> {
  if (tree === null) return "empty";
  if (!overlay) return "copy";
  if (owner === null) return "overlay-user";
  // A command that is not the owner of the tree's files could not change them: such a tree is copied.
  return (await Deno.stat(tree)).uid === owner ? "overlay" : "copy";
}

/** What a copy of a tree takes on the scratch disk. */
async function sizeOf(tree: string): Promise<{ bytes: number; files: number }> {
  let bytes = 0;
  let files = 0;
  for await (const { name, isDirectory } of Deno.readDir(tree)) {
    const path = join(tree, name);
    const below = isDirectory ? await sizeOf(path) : {
      bytes: Math.ceil((await Deno.lstat(path)).size / 4096) * 4096,
      files: 0,
    };
    bytes += below.bytes;
    files += below.files + 1;
  }
  return { bytes, files };
}

async function runCommand(
  setup: BubblewrapSetup,
  session: Session,
  shown: readonly Shown[],
  run: string,
  base: Limits,
  command: Command,
): Promise<CommandResult> {
  command.signal?.throwIfAborted();
  const limits = limitsOf(command.limits, base);
  const { machine, controllers, owner, python } = setup;
  const given = await giveFiles(run, command);
  const bin = python === null
    ? []
    : [python.executable.replace(/\/[^/]*$/, "")];
  const args = bubblewrapArgs({
    session: session.path,
    options: machine.bubblewrap,
    system: setup.system,
    shown: [...shown, ...given],
    env: {
      ...ENV,
      PATH: [...new Set([...bin, "/usr/local/bin", "/usr/bin", "/bin"])].join(
        ":",
      ),
      ...command.env,
    },
    cwd: join(ROOT, insideTree(command.cwd ?? ".")),
  });
  const id = `${session.path.split("-").at(-1)}-${run.split("/").at(-1)}`;
  const groups = planCgroups(controllers, limits, id);
  const byMemory = !controllers.some(({ name }) => name === "memory");
  await Deno.writeTextFile(
    join(run, "args"),
    args.map((a) => `${a}\0`).join(""),
  );
  await Deno.writeFile(join(run, "filter"), setup.filter ?? new Uint8Array());
  await Deno.writeFile(join(run, "stdin"), command.stdin ?? new Uint8Array());
  await Deno.writeTextFile(
    join(run, "groups"),
    groups.lines.map((line) => `${line}\n`).join(""),
  );
  const watch = [
    groups.cpu?.file ?? "",
    groups.cpu?.units ?? "",
    byMemory ? Math.floor(limits.memoryBytes / 1024) : "",
  ].join(":");
  const argv = [
    ...session.enter,
    "bash",
    scriptPath("supervise.sh"),
    run,
    owner === null ? "-" : String(owner),
    watch,
    "bwrap",
    ...["--args", "5", "--block-fd", "7", "--json-status-fd", "8"],
    ...(setup.filter === null ? [] : ["--seccomp", "6"]),
    "--",
    "/usr/bin/prlimit",
    ...resourceLimits(limits, byMemory),
    "--",
    ...command.command,
  ];
  const { signal } = command;
  const { wallSeconds, outputBytes } = limits;
  const ended = await supervise(argv, { wallSeconds, outputBytes, signal });
  const report = parseReport(await readIfThere(join(run, "report")));
  signal?.throwIfAborted();
  if (report.problem !== null || report.code === null) {
    throw new Error(
      `Cannot run "${command.command[0]}" in the sandbox: ${
        report.problem ?? (ended.stderr.trim() || "it was not started")
      }`,
    );
  }
  const reached = new Set([...report.limits, ...signsOf(ended.stderr)]);
  if (ended.stopped === "wall") reached.add("wall");
  if (ended.stopped === "output") reached.add("output");
  const { code } = report;
  if (code === 128 + 24) reached.add("cpu");
  if (code === 128 + 25) reached.add("disk");
  return {
    exitCode: ended.stopped === "wall" ? 124 : code,
    stdout: ended.stdout,
    stderr: ended.stderr,
    timedOut: reached.has("wall") || reached.has("cpu"),
    limits: [...reached],
    networkAttempts: report.networkAttempts,
    seconds: ended.seconds,
  };
}

function resourceLimits(limits: Limits, byMemory: boolean): string[] {
  const processes = Math.floor(limits.processes) + 2;
  const cpu = Math.ceil(limits.cpuSeconds);
  const values: [string, number][] = [
    ["nproc", processes],
    ["nofile", Math.floor(limits.openFiles)],
    ["fsize", Math.floor(limits.diskBytes)],
    ["core", 0],
    ["msgqueue", 0],
    ["memlock", 65536],
    ...(byMemory
      ? [["data", Math.floor(limits.memoryBytes)] as [string, number]]
      : []),
  ];
  return [
    ...values.map(([name, value]) => `--${name}=${value}:${value}`),
    `--cpu=${cpu}:${cpu + 1}`,
  ];
}

async function giveFiles(run: string, command: Command): Promise<Shown[]> {
  await Deno.mkdir(join(run, "given"), { recursive: true });
  await Deno.mkdir(join(run, "replaced"));
  for (const [name, bytes] of Object.entries(command.given ?? {})) {
    if (!/^[\w.-]+$/.test(name) || /^\.*$/.test(name)) {
      throw new RangeError(
        `Cannot give file "${name}": use letters, digits, "_", "-" and "."`,
      );
    }
    await Deno.writeFile(join(run, "given", name), bytes);
  }
  const shown = [{ from: join(run, "given"), at: "/given" }];
  let at = 0;
  for (const [path, bytes] of Object.entries(command.replace ?? {})) {
    const from = join(run, "replaced", String(at++));
    await Deno.writeFile(from, bytes);
    shown.push({ from, at: join(ROOT, insideTree(path)) });
  }
  return shown;
}

/** A path inside the tree, unchanged; an error for one that leads out. */
function insideTree(path: string): string {
  if (path.startsWith("/") || path.split("/").includes("..")) {
    throw new RangeError(
      `Cannot use "${path}" in the sandbox: give a path from the tree's root, without ".."`,
    );
  }
  return path;
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}
