/**
 * The Docker and Podman back end: one container a scratch copy. UNTESTED: written from the engines'
 * documentation on a machine where none runs.
 *
 * @module
 */

import { join } from "node:path";
import { compareTrees, parseHashes, parseTree } from "./changes.ts";
import { type Limits, limitsOf } from "./limits.ts";
import type { Opened } from "./open_bubblewrap.ts";
import { type Machine, scriptPath } from "./probe.ts";
import { signsOf } from "./report.ts";
import { mustRun, runTool } from "./run_tool.ts";
import { selfCheck } from "./self_check.ts";
import { supervise } from "./supervise.ts";
import type { Command, CommandResult, Scratch } from "./types.ts";

const ROOT = "/repo";

/** Which engine and image. */
export interface ContainerOptions {
  readonly engine: "docker" | "podman";
  /** Image with `sh`, GNU `find`, `sha256sum` and `python3`; it is never pulled. */
  readonly image: string;
}

/**
 * Set a container engine up and try its limits out.
 *
 * @param machine What is here.
 * @param options Engine and image.
 * @returns The back end, or what is missing.
 */
export async function openContainer(
  machine: Machine,
  options: ContainerOptions,
): Promise<Opened> {
  const { engine, image } = options;
  if (!machine.tools.has(engine)) return { missing: [`no ${engine}`] };
  const { code } = await runTool(engine, ["image", "inspect", image]);
  if (code !== 0) {
    return { missing: [`no engine runs, or no image "${image}" is here`] };
  }
  const scratch = (tree: string | null, limits: Limits) =>
    containerScratch(options, tree, limits);
  try {
    const wrong = await selfCheck((limits) => scratch(null, limits));
    if (wrong.length > 0) return { missing: wrong };
  } catch (error) {
    return {
      missing: [error instanceof Error ? error.message : String(error)],
    };
  }
  const mechanisms = {
    back_end: `${engine} (untested)`,
    image,
    network: "--network none",
    tree: "copy on a sized tmpfs",
    processes: "--pids-limit",
    memory: "--memory",
    cpu: "RLIMIT_CPU of each process",
    wall: "all processes of the container killed",
  };
  return { scratch, mechanisms, owner: null };
}

/**
 * Arguments that start the container of a scratch copy.
 *
 * @param image Image.
 * @param folder Host folder with `given`, shown read-only.
 * @param tree Host folder of the tree, or `null`.
 * @param limits Limits.
 * @returns Arguments after the engine's name.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { containerArgs } from "./container.ts";
 * import { limitsOf } from "./limits.ts";
 *
 * const args = containerArgs("python:3.11-slim", "/host", null, limitsOf({ processes: 9 }));
 * ok(args.join(" ").includes("--network none") && args.includes("--pids-limit=9"));
 * ```
 */
export function containerArgs(
  image: string,
  folder: string,
  tree: string | null,
  limits: Limits,
): string[] {
  const disk = (mode: string) =>
    `rw,exec,nosuid,nodev,size=${Math.floor(limits.diskBytes)},` +
    `nr_inodes=${Math.floor(limits.files)},uid=1000,gid=1000,mode=${mode}`;
  const memory = Math.floor(limits.memoryBytes);
  const cpu = Math.ceil(limits.cpuSeconds);
  const open = Math.floor(limits.openFiles);
  return [
    ...["run", "--detach", "--rm", "--pull", "never", "--init"],
    ...["--network", "none", "--read-only", "--cap-drop", "ALL"],
    ...["--security-opt", "no-new-privileges", "--user", "1000:1000"],
    ...["--hostname", "sandbox", "--shm-size", "16m"],
    `--pids-limit=${Math.floor(limits.processes)}`,
    ...[`--memory=${memory}`, `--memory-swap=${memory}`],
    ...["--ulimit", "core=0", "--ulimit", `nofile=${open}:${open}`],
    ...["--ulimit", `cpu=${cpu}:${cpu + 1}`],
    ...["--tmpfs", `${ROOT}:${disk("755")}`, "--tmpfs", `/tmp:${disk("1777")}`],
    ...["--volume", `${folder}/given:/given:ro`],
    ...(tree === null ? [] : ["--volume", `${tree}:/lower:ro`]),
    ...[image, "sleep", "2147483647"],
  ];
}

async function containerScratch(
  { engine, image }: ContainerOptions,
  tree: string | null,
  limits: Limits,
): Promise<Scratch> {
  const folder = await Deno.makeTempDir({ prefix: "taskflow-container-" });
  await Deno.chmod(folder, 0o755);
  await Deno.mkdir(join(folder, "given"), { mode: 0o755 });
  const list = await Deno.readFile(scriptPath("list.sh"));
  await Deno.writeFile(join(folder, "given", "list.sh"), list);
  const id = (await mustRun(
    "start a container",
    engine,
    containerArgs(image, folder, tree, limits),
  )).trim();
  const inside = (args: string[], stdin?: Uint8Array<ArrayBuffer>) =>
    runTool(
      engine,
      ["exec", ...(stdin === undefined ? [] : ["-i"]), id, ...args],
      stdin === undefined ? {} : { stdin },
    );
  if (tree !== null) {
    await mustRun("copy the tree", engine, [
      ...["exec", id, "cp", "-a", "/lower/.", ROOT],
    ]);
  }
  const snapshot = async () => {
    const script = ["sh", "/given/list.sh"];
    const { stdout } = await inside([...script, "tree", ROOT]);
    const entries = parseTree(stdout);
    const names = [...entries.values()].filter(({ kind }) => kind === "f")
      .map(({ path }) => `${path}\0`).join("");
    const bytes = new TextEncoder().encode(names);
    const hashed = await inside([...script, "hash", ROOT], bytes);
    return { entries, hashes: parseHashes(hashed.stdout) };
  };
  const before = await snapshot();
  const run = async (command: Command): Promise<CommandResult> => {
    const wanted = limitsOf(command.limits, limits);
    command.signal?.throwIfAborted();
    for (const [name, bytes] of Object.entries(command.given ?? {})) {
      await Deno.writeFile(join(folder, "given", name), bytes);
    }
    const replaced = Object.entries(command.replace ?? {});
    for (const [path, bytes] of replaced) {
      await inside(
        ["sh", "-c", 'cat >"$1"', "sh", `${ROOT}/${path}`],
        bytes.slice(),
      );
    }
    await Deno.writeFile(
      join(folder, "stdin"),
      command.stdin ?? new Uint8Array(),
    );
    const ended = await supervise([
      ...["sh", scriptPath("container.sh"), join(folder, "code")],
      ...[join(folder, "stdin"), engine, id, "-i"],
      ...["--workdir", join(ROOT, command.cwd ?? ".")],
      ...Object.entries({ LANG: "C.UTF-8", TZ: "UTC", ...command.env })
        .flatMap(([name, value]) => ["--env", `${name}=${value}`]),
      ...[id, ...command.command],
    ], { ...wanted, signal: command.signal });
    command.signal?.throwIfAborted();
    const code = Number(await Deno.readTextFile(join(folder, "code")));
    for (const [path] of replaced) {
      await inside(["cp", "-a", `/lower/${path}`, `${ROOT}/${path}`]);
    }
    const reached = new Set(signsOf(ended.stderr));
    if (ended.stopped === "wall") reached.add("wall");
    if (ended.stopped === "output") reached.add("output");
    return {
      exitCode: ended.stopped === "wall" ? 124 : code,
      stdout: ended.stdout,
      stderr: ended.stderr,
      timedOut: reached.has("wall") || reached.has("cpu"),
      limits: [...reached],
      networkAttempts: null,
      seconds: ended.seconds,
    };
  };
  return {
    root: ROOT,
    run,
    changes: async () => {
      const after = await snapshot();
      const differing = [...before.hashes].filter(([path, hash]) =>
        after.hashes.get(path) !== hash
      ).map(([path]) => path);
      return compareTrees(before.entries, after.entries, new Set(differing));
    },
    close: async () => {
      await runTool(engine, ["kill", id]);
      await Deno.remove(folder, { recursive: true });
    },
  };
}
