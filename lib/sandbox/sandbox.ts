/**
 * Opening a sandbox.
 *
 * @module
 */

import { type Limits, limitsOf } from "./limits.ts";
import { openBubblewrap } from "./open_bubblewrap.ts";
import { openContainer } from "./container.ts";
import { probeMachine } from "./probe.ts";
import { findPython } from "./python.ts";
import { SandboxRefused } from "./refuse.ts";
import { trustedScratch } from "./trusted.ts";
import type { BackendName, Job, Sandbox, Scratch } from "./types.ts";

/** Options of {@linkcode openSandbox}. */
export interface SandboxOptions {
  /** Back ends to try, in order. Default bubblewrap, then Podman, then Docker. */
  readonly backends?: readonly Exclude<BackendName, "none">[];
  /** Run commands without any protection where no back end works. Default false: refuse. */
  readonly trustScripts?: boolean;
  /** Called with each warning; the one for `trustScripts` must be seen by the user. */
  readonly onWarning?: (text: string) => void;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<Limits>;
  /** Python to show: a command, or `null` for none. Default as `findPython`. */
  readonly python?: string | null;
  /** Show the packages that were added to Python. Default false: only its standard library. */
  readonly packages?: boolean;
  /** Further folders to show read-only at their own place, for example of a tool chain. */
  readonly tools?: readonly string[];
  /** Use cgroups where they can be written. Default true. */
  readonly cgroups?: boolean;
  /** Use an overlay where it works, else copy trees. Default true. */
  readonly overlay?: boolean;
  /** Image for Docker and Podman; it has to be on this machine. Default `python:3.11-slim`. */
  readonly image?: string;
}

/**
 * Open a sandbox: find a back end whose limits bind on this machine. They are tried out first (about
 * half a second); a sandbox that would only look like one is refused.
 *
 * @param options Back ends, limits, interpreter.
 * @returns The sandbox. It holds nothing open itself; scratch copies do.
 * @throws {SandboxRefused} If no back end works and scripts are not trusted.
 * @throws {RangeError} If a limit or the interpreter cannot be used.
 *
 * @example
 * ```ts ignore
 * const sandbox = await openSandbox();
 * const { exitCode, changed } = await sandbox.run({ tree: "checkout", command: ["sh", "-c", "echo x > y"] });
 * ```
 */
export async function openSandbox(
  options: SandboxOptions = {},
): Promise<Sandbox> {
  const { backends = ["bubblewrap", "podman", "docker"], tools = [] } = options;
  const base = limitsOf(options.limits);
  const python = options.python === null
    ? null
    : await findPython(options.python);
  const machine = await probeMachine();
  const missing: string[] = [];
  for (const backend of backends) {
    const opened = backend === "bubblewrap"
      ? await openBubblewrap(machine, {
        python,
        tools,
        bare: options.packages !== true,
        cgroups: options.cgroups ?? true,
        overlay: options.overlay ?? true,
      })
      : await openContainer(machine, {
        engine: backend,
        image: options.image ?? "python:3.11-slim",
      });
    if ("missing" in opened) {
      missing.push(`${backend}: ${opened.missing.join(", ")}`);
      continue;
    }
    const { owner, mechanisms, scratch } = opened;
    const inner = backend === "bubblewrap" ? python : null;
    return sandboxOf(
      { backend, mechanisms, python: inner, owner },
      base,
      scratch,
    );
  }
  if (options.trustScripts !== true) throw new SandboxRefused(missing);
  options.onWarning?.(
    "WARNING: scripts run WITHOUT a sandbox: they can read and change all that you can " +
      `(${missing.join("; ")})`,
  );
  const mechanisms = { back_end: "none: scripts are trusted" };
  const none = { backend: "none", mechanisms, python, owner: null } as const;
  return sandboxOf(none, base, (tree, limits) => trustedScratch(tree, limits));
}

/** A sandbox around a way to make scratch copies. */
function sandboxOf(
  facts: Omit<Sandbox, "scratch" | "run">,
  base: Limits,
  open: (tree: string | null, limits: Limits) => Promise<Scratch>,
): Sandbox {
  const scratch: Sandbox["scratch"] = ({ tree, limits }) =>
    open(tree, limitsOf(limits, base));
  return {
    ...facts,
    scratch,
    run: async (job: Job) => {
      const copy = await scratch({ tree: job.tree, limits: job.limits ?? {} });
      try {
        const result = await copy.run(job);
        return { ...result, changed: await copy.changes() };
      } finally {
        await copy.close();
      }
    },
  };
}
