/**
 * What a sandbox is to its users.
 *
 * @module
 */

import type { TreeChange } from "./changes.ts";
import type { LimitName, Limits } from "./limits.ts";
import type { Python } from "./python.ts";

/** What runs the commands; `none` runs them without any protection. */
export type BackendName = "bubblewrap" | "docker" | "podman" | "none";

/** A command to run. */
export interface Command {
  /** Program and arguments; no shell reads them. */
  readonly command: readonly string[];
  /** Folder to start in, from the tree's root; default the root. */
  readonly cwd?: string;
  /** Variables beside the fixed environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input; default empty. */
  readonly stdin?: Uint8Array<ArrayBuffer>;
  /** Files shown read-only at `/given/NAME`. */
  readonly given?: Readonly<Record<string, Uint8Array>>;
  /** Files of the tree that this command sees with other contents, by path; it cannot change them. */
  readonly replace?: Readonly<Record<string, Uint8Array>>;
  /** Limits that differ from the scratch copy's; `diskBytes` and `files` are fixed when it is made. */
  readonly limits?: Partial<Limits>;
  /** Aborting it kills the command. */
  readonly signal?: AbortSignal;
}

/** How a command went. */
export interface CommandResult {
  /** Its exit code; 128 + n where signal n ended it, 124 at the wall clock's limit. */
  readonly exitCode: number;
  /** What it printed, cut at the limit; bytes that are not UTF-8 are replaced. */
  readonly stdout: string;
  /** The same of standard error. */
  readonly stderr: string;
  /** Whether the limit on the wall clock or on processor time ended it. */
  readonly timedOut: boolean;
  /** Limits it ran into, whether or not they ended it. */
  readonly limits: readonly LimitName[];
  /** How often it tried to reach something by network that is not inside the sandbox; `null`: not counted. */
  readonly networkAttempts: number | null;
  /** Seconds from start to end. */
  readonly seconds: number;
}

/** A scratch copy of a tree: commands may write to it, the tree itself stays as it is. */
export interface Scratch {
  /** Path of the copy as commands see it. */
  readonly root: string;
  /** Run a command; one at a time. */
  readonly run: (command: Command) => Promise<CommandResult>;
  /** What differs from the tree: path, kind, mode, size, time and hash of every file. */
  readonly changes: () => Promise<TreeChange[]>;
  /** Kill what still runs and forget the copy. */
  readonly close: () => Promise<void>;
}

/** Options of {@linkcode Sandbox.scratch}. */
export interface ScratchOptions {
  /** Folder to copy; `null` for an empty one. */
  readonly tree: string | null;
  /** Limits that differ from the sandbox's. */
  readonly limits?: Partial<Limits>;
}

/** One command in a scratch copy of its own. */
export interface Job extends Command {
  /** Folder to run it in; `null` for an empty one. */
  readonly tree: string | null;
}

/** How a job went, and what it changed in its copy of the tree. */
export interface JobResult extends CommandResult {
  /** What differs from the tree afterwards. */
  readonly changed: readonly TreeChange[];
}

/** Runs untrusted commands. */
export interface Sandbox {
  /** What runs the commands. */
  readonly backend: BackendName;
  /** How each limit is kept, for reports: `{ processes: "cgroup v1 pids", ... }`. */
  readonly mechanisms: Readonly<Record<string, string>>;
  /** The interpreter of proof scripts, as commands reach it; `null` if none was asked for. */
  readonly python: Python | null;
  /** Uid that should own trees, so that commands may write to their copies without a full copy; or `null`. */
  readonly owner: number | null;
  /** Make a scratch copy for many commands. */
  readonly scratch: (options: ScratchOptions) => Promise<Scratch>;
  /** Run one command in a scratch copy of its own. */
  readonly run: (job: Job) => Promise<JobResult>;
}
