/**
 * Finding out whether bubblewrap contains commands on this machine, and how.
 *
 * @module
 */

import { join } from "node:path";
import { bubblewrapScratch, type BubblewrapSetup } from "./bubblewrap.ts";
import type { Limits } from "./limits.ts";
import { limitsOf } from "./limits.ts";
import type { Controller, Machine } from "./probe.ts";
import type { Python } from "./python.ts";
import { type Architecture, seccompFilter } from "./seccomp.ts";
import { selfCheck } from "./self_check.ts";
import type { Scratch } from "./types.ts";

/** Uid for commands where this process is root: from the range that systemd keeps for such uses. */
export const SANDBOX_UID = 64_700;

/** A back end that works here, or what is missing. */
export type Opened =
  | {
    readonly scratch: (
      tree: string | null,
      limits: Limits,
    ) => Promise<Scratch>;
    readonly mechanisms: Readonly<Record<string, string>>;
    readonly owner: number | null;
  }
  | { readonly missing: readonly string[] };

/** Options of {@linkcode openBubblewrap}. */
export interface OpenBubblewrapOptions {
  readonly python: Python | null;
  readonly tools: readonly string[];
  /** Whether Python's added packages are hidden. */
  readonly bare: boolean;
  /** Whether cgroups may be used where they can be. */
  readonly cgroups: boolean;
  /** Whether an overlay may be used where it works. */
  readonly overlay: boolean;
}

/**
 * Set bubblewrap up and try its limits out.
 *
 * @param machine What is here.
 * @param options What to show and to use.
 * @returns The back end, or what is missing.
 */
export async function openBubblewrap(
  machine: Machine,
  { python, tools, bare, cgroups, overlay }: OpenBubblewrapOptions,
): Promise<Opened> {
  const missing = [
    ...["bwrap", "unshare", "nsenter", "prlimit", "find", "mount", "bash"],
    ...(machine.uid === 0 ? ["setpriv"] : []),
  ].filter((tool) => !machine.tools.has(tool)).map((tool) => `no ${tool}`);
  if (machine.tools.has("bwrap")) {
    for (const option of ["--args", "--block-fd", "--json-status-fd"]) {
      if (!machine.bubblewrap.has(option)) {
        missing.push(`this bubblewrap has no ${option}`);
      }
    }
  }
  if (missing.length > 0) return { missing };
  const controllers = cgroups ? usable(machine.controllers) : [];
  const setup: BubblewrapSetup = {
    machine,
    controllers,
    owner: machine.uid === 0 ? SANDBOX_UID : null,
    overlay: false,
    filter: filterFor(Deno.build.arch),
    system: await systemFolders(),
    python,
    bare,
    tools,
  };
  try {
    const wrong = await selfCheck((limits) =>
      bubblewrapScratch(setup, null, limits)
    );
    if (wrong.length > 0) return { missing: wrong };
    const works = overlay && await overlayWorks(setup);
    return {
      scratch: (tree, limits) =>
        bubblewrapScratch({ ...setup, overlay: works }, tree, limits),
      mechanisms: mechanismsOf(setup, works),
      owner: setup.owner,
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { missing: [`bubblewrap does not start here (${why})`] };
  }
}

/** Controllers of one version: the one that has most of them. */
function usable(all: readonly Controller[]): readonly Controller[] {
  const of = (version: 1 | 2) => all.filter((c) => c.version === version);
  return of(2).length >= of(1).length ? of(2) : of(1);
}

function filterFor(architecture: string): Uint8Array | null {
  const known: readonly string[] = ["x86_64", "aarch64"];
  return known.includes(architecture)
    ? seccompFilter(architecture as Architecture)
    : null;
}

async function systemFolders(): Promise<BubblewrapSetup["system"]> {
  const found = [];
  for (const name of ["bin", "sbin", "lib", "lib32", "lib64", "libx32"]) {
    const at = `/${name}`;
    try {
      const { isSymlink } = await Deno.lstat(at);
      const from = isSymlink ? await Deno.readLink(at) : at;
      found.push({ from, at, link: isSymlink });
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return found;
}

/** Everything a proof may do to a tree, done in a small one: old kernels fail at some of it. */
const OVERLAY_CHECK =
  `rm -r d && mkdir d && echo x >d/g && echo y >>a && mv b c && rm e && ! ls d/f`;

async function overlayWorks(setup: BubblewrapSetup): Promise<boolean> {
  const tree = await Deno.makeTempDir();
  try {
    await Deno.mkdir(join(tree, "d"));
    for (const name of ["a", "b", "e", "d/f"]) {
      await Deno.writeTextFile(join(tree, name), name);
      await own(join(tree, name));
    }
    await own(join(tree, "d"));
    await own(tree);
    const limits = limitsOf();
    const scratch = await bubblewrapScratch(
      { ...setup, overlay: true },
      tree,
      limits,
    );
    try {
      const { exitCode } = await scratch.run({
        command: ["sh", "-c", OVERLAY_CHECK],
      });
      const changes = await scratch.changes();
      const found = changes.map(({ path, change }) => `${change[0]}:${path}`);
      return exitCode === 0 &&
        found.join() === "m:a,r:b,a:c,r:d/f,a:d/g,r:e";
    } finally {
      await scratch.close();
    }
  } catch {
    // An overlay that cannot be mounted is no failure: trees are then copied.
    return false;
  } finally {
    await Deno.remove(tree, { recursive: true });
  }

  async function own(path: string): Promise<void> {
    if (setup.owner !== null) await Deno.chown(path, setup.owner, setup.owner);
  }
}

function mechanismsOf(
  { machine, controllers, owner, filter }: BubblewrapSetup,
  overlay: boolean,
): Record<string, string> {
  const group = (name: string) => {
    const found = controllers.find((one) => one.name === name);
    return found && `cgroup v${found.version} ${name}`;
  };
  return {
    back_end: "bubblewrap",
    rights: owner === null
      ? "this user, no capabilities, in a user namespace"
      : `uid ${owner}, no capabilities, in a user namespace`,
    network: "a network namespace of its own",
    system_calls: filter === null
      ? `not filtered on ${Deno.build.arch}`
      : "seccomp filter",
    tree: overlay ? "overlay on a read-only tree" : "copy",
    disk: "tmpfs of that size",
    files: "tmpfs with that many inodes",
    processes: group("pids") ?? "RLIMIT_NPROC in a user namespace",
    memory: group("memory") ??
      "RLIMIT_DATA of each process, and a watch of their sum every 0.1 s",
    cpu: group("cpuacct") ??
      (controllers.some((c) => c.version === 2 && c.name === "memory")
        ? "cgroup v2 cpu.stat"
        : "RLIMIT_CPU of each process"),
    output: "counted as it arrives",
    wall: "PID namespace killed",
    run_as_root: String(machine.uid === 0),
  };
}
