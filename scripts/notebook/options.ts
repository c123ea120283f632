/**
 * Options that the verbs of `notebook` share.
 *
 * @module
 */

import { type Command, InvalidArgumentError } from "commander";
import { isAbsolute, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import {
  findNotebook,
  listNotebooks,
  notebookEnv,
  type RunOptions,
} from "../../lib/notebook/tools.ts";
import { interrupted, wholeNumber } from "../cli/run.ts";

/** Root of the project. */
export const ROOT: string = fileURLToPath(
  new URL("../..", import.meta.url),
).replace(/\/$/, "");

/** What runs of notebooks take from the command line. */
export interface LimitOptions {
  cellTimeout: number;
  timeout: number;
  allow?: string[];
}

function permission(value: string, before: string[] = []): string[] {
  if (!/^(?:net|read|write|env|run|ffi|sys|import)(?:=\S+)?$/.test(value)) {
    throw new InvalidArgumentError(
      "Give a permission of Deno without the dashes, such as net=127.0.0.1 or run.",
    );
  }
  return [...before, value];
}

/**
 * Add the folder option.
 *
 * @param command The verb.
 * @returns The verb.
 */
export function addFolder(command: Command): Command {
  return command.option(
    "--dir <folder>",
    "folder of the notebooks (default: notebooks/ of the project)",
  );
}

/**
 * Add the options of everything that runs notebooks.
 *
 * @param command The verb.
 * @returns The verb.
 */
export function addLimits(command: Command): Command {
  return command
    .option(
      "--cell-timeout <seconds>",
      "longest time for one cell",
      wholeNumber(1),
      300,
    )
    .option(
      "--timeout <seconds>",
      "longest time for one notebook",
      wholeNumber(1),
      1800,
    )
    .option(
      "--allow <permission>",
      "one more permission for scripts, such as net=127.0.0.1; repeat it for more (the kernel always has all)",
      permission,
    );
}

/**
 * Notebooks that the user names.
 *
 * @param names Names, paths or leading numbers.
 * @param all Whether all notebooks of the folder are meant.
 * @param folder The folder, or nothing for the project's.
 * @returns Paths.
 * @throws {RangeError} If none is named, or a name fits none or several.
 */
export async function chosen(
  names: readonly string[],
  all: boolean,
  folder: string | undefined,
): Promise<string[]> {
  const where = folder ?? join(ROOT, "notebooks");
  if (all) return (await listed(where)).map(fromHere);
  if (names.length === 0) {
    throw new RangeError(
      "Cannot tell which notebook: name one, such as 01, or use --all",
    );
  }
  const paths = names.every((name) => name.endsWith(".ipynb"))
    ? []
    : await listed(where);
  return names.map((name) => fromHere(findNotebook(name, paths)));
}

async function listed(folder: string): Promise<string[]> {
  try {
    return await listNotebooks(folder);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new RangeError(
      `Cannot list notebooks: no folder "${fromHere(folder)}" (--dir)`,
    );
  }
}

/**
 * A path as the user would write it.
 *
 * @param path Any path.
 * @returns The path from here if it lies below, else as it is.
 */
export function fromHere(path: string): string {
  if (!isAbsolute(path)) return path;
  const short = relative(Deno.cwd(), path);
  return short.startsWith("..") ? path : short;
}

/**
 * How to run notebooks.
 *
 * @param limits Options from the command line.
 * @param parameters Whether the user's environment reaches the notebook.
 * @param onCell Called with each cell that begins.
 * @returns Options of a runner.
 */
export function runOptions(
  limits: LimitOptions,
  parameters: boolean,
  onCell: (cell: number) => void,
): RunOptions {
  return {
    root: ROOT,
    cellTimeout: limits.cellTimeout * 1000,
    timeout: limits.timeout * 1000,
    allow: limits.allow ?? [],
    env: notebookEnv(Deno.env.toObject(), parameters, Deno.cwd()),
    signal: interrupted.signal,
    onCell,
  };
}

/**
 * Read a notebook file for a verb.
 *
 * @param path Its path.
 * @returns Its text.
 * @throws {RangeError} If there is no such file.
 */
export async function readFile(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new RangeError(
      `Cannot read notebook "${path}": there is no such file`,
    );
  }
}
