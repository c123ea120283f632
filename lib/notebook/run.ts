/**
 * What running a notebook takes and gives, in the kernel or as a script.
 *
 * @module
 */

import type { Place } from "./extract.ts";
import type { Output } from "./nbformat.ts";

/** How to run a notebook. */
export interface RunOptions {
  /** Root of the project: its `deno.json` has the import map; places in its files are shown from it. */
  readonly root: string;
  /** Longest time for one cell, in ms. */
  readonly cellTimeout: number;
  /** Longest time for the whole run, in ms. */
  readonly timeout: number;
  /** Environment of the notebook; nothing else is handed on. */
  readonly env: Readonly<Record<string, string>>;
  /** More permissions for the script, such as `net=127.0.0.1`; the kernel always has all. */
  readonly allow: readonly string[];
  /** Ends the run; what was executed is kept. */
  readonly signal: AbortSignal;
  /** Called with the number of each cell that begins. */
  readonly onCell: (cell: number) => void;
}

/** Why and where a run stopped. */
export interface Failure extends Place {
  /** Name and message of the error, or what happened instead of one. */
  readonly message: string;
}

/** What a run gave. */
export interface RunResult {
  /** How it ended. */
  readonly status: "done" | "failed" | "timeout" | "interrupted";
  /** Outputs by cell number (from 1), of all cells that were begun. */
  readonly outputs: ReadonlyMap<number, readonly Output[]>;
  /** Why it ended, unless it is done. */
  readonly failure: Failure | null;
  /** Time from the start until the first cell began, in ms; `null` if none did. */
  readonly startup: number | null;
}

/** Variables that a process needs to work at all; parameters are handed on by `run`. */
const SYSTEM =
  /^(?:PATH|HOME|USER|USERPROFILE|TMPDIR|TMP|TEMP|SYSTEMROOT|LOCALAPPDATA|APPDATA|DENO_.*|NPM_.*|npm_config_.*|XDG_.*|SSL_.*|(?:HTTPS?|ALL|NO)_PROXY|(?:https?|all|no)_proxy)$/;

/**
 * The environment in which a notebook gives the same outputs everywhere: time zone UTC, English, no
 * colours.
 *
 * @param env The environment of this process.
 * @param parameters Whether to hand on all of it, parameters of notebooks included; otherwise only
 * what a process needs to work.
 * @param from Folder from which the user's relative paths count.
 * @returns Variables for the notebook.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { notebookEnv } from "./run.ts";
 *
 * equal(notebookEnv({ CORPUS: "x" }, false, "/")["CORPUS"], undefined);
 * ```
 */
export function notebookEnv(
  env: Readonly<Record<string, string>>,
  parameters: boolean,
  from: string,
): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) =>
    parameters || SYSTEM.test(name)
  );
  return {
    ...Object.fromEntries(kept),
    TZ: "UTC",
    LANG: "en_US.UTF-8",
    LC_ALL: "en_US.UTF-8",
    NO_COLOR: "1",
    TASKFLOW_CWD: from,
  };
}
