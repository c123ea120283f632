/**
 * Bubblewrap's arguments: what a command sees.
 *
 * @module
 */

/** A path shown in the sandbox, read-only. */
export interface Shown {
  /** Where it is outside. */
  readonly from: string;
  /** Where the command sees it. */
  readonly at: string;
}

/** What a command sees and gets. */
export interface View {
  /** Folder with `fs` and `etc`. */
  readonly session: string;
  /** Name of the options this bubblewrap knows. */
  readonly options: ReadonlySet<string>;
  /** Links of the system's root (`/bin` to `usr/bin`), and folders where it has no links. */
  readonly system: readonly (Shown & { readonly link: boolean })[];
  readonly shown: readonly Shown[];
  readonly env: Readonly<Record<string, string>>;
  /** Folder to start in, absolute. */
  readonly cwd: string;
}

/** The tree's place in the sandbox. */
export const ROOT = "/repo";
/** Uid and gid that commands see themselves under. */
export const INNER_ID = "1000";

/**
 * The arguments for `--args`: namespaces, mounts, environment.
 *
 * @param view What the command sees.
 * @returns The arguments, one a string.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { bubblewrapArgs } from "./bubblewrap_args.ts";
 *
 * const view = { session: "/s", options: new Set<string>(), system: [], shown: [], env: {}, cwd: "/repo" };
 * const args = bubblewrapArgs(view);
 * ok(args.includes("--unshare-net") && args.includes("--clearenv"));
 * ok(!args.includes("--disable-userns"));
 * ```
 */
export function bubblewrapArgs(view: View): string[] {
  const { session, options, system, shown, env, cwd } = view;
  const optional = (...args: [string, ...string[]]) =>
    options.has(args[0]) ? args : [];
  return [
    ...["--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc"],
    ...["--unshare-uts", "--uid", INNER_ID, "--gid", INNER_ID],
    ...optional("--unshare-cgroup-try"),
    ...["--hostname", "sandbox", "--cap-drop", "ALL"],
    ...["--die-with-parent", "--new-session"],
    ...optional("--disable-userns"),
    "--clearenv",
    ...Object.entries(env).flatMap((
      [name, value],
    ) => ["--setenv", name, value]),
    ...["--ro-bind", "/usr", "/usr"],
    ...system.flatMap(({ from, at, link }) => [
      link ? "--symlink" : "--ro-bind",
      from,
      at,
    ]),
    ...["--proc", "/proc", "--dev", "/dev"],
    ...["--ro-bind", `${session}/etc`, "/etc"],
    ...["--ro-bind-try", "/etc/alternatives", "/etc/alternatives"],
    ...["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"],
    ...["--bind", `${session}/fs/tmp`, "/tmp"],
    ...["--symlink", "../tmp", "/var/tmp"],
    ...["--bind", `${session}/fs/home`, "/home/sandbox"],
    ...["--bind", `${session}/fs/shm`, "/dev/shm"],
    ...["--bind", `${session}/fs/tree`, ROOT],
    ...shown.flatMap(({ from, at }) => ["--ro-bind", from, at]),
    ...["--remount-ro", "/dev", "--remount-ro", "/"],
    ...["--chdir", cwd],
  ];
}
