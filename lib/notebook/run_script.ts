/**
 * The script runner: a notebook's cells as one module in a Deno process of its own.
 *
 * @module
 */

import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { assembleScript, type ScriptLog } from "./assemble_script.ts";
import { isInterrupt, startDeadline, type Stop } from "./deadline.ts";
import { endProcess } from "./end_process.ts";
import { errorOutput } from "./error_output.ts";
import {
  type CellModule,
  extractCells,
  type Place,
  placeOf,
} from "./extract.ts";
import { frameReader, frameSchema, type Piece } from "./frames.ts";
import type { Notebook } from "./nbformat.ts";
import type { RunOptions, RunResult } from "./run.ts";

/** Permissions of a script unless told otherwise: it reads, and writes into the output folder. */
function permissions(options: RunOptions): string[] {
  return [
    "--allow-read",
    "--allow-env",
    "--allow-sys",
    `--allow-write=${join(options.root, "out")}`,
    ...options.allow.map((permission) => `--allow-${permission}`),
  ];
}

/**
 * Where an error arose: the outermost stack line in the running cell, as the kernel tells it too;
 * for an error before any cell ran, the line that it names.
 *
 * @param cell The running cell.
 * @param began Whether any cell has begun.
 */
function errorPlace(
  module: CellModule,
  url: string,
  stack: string,
  cell: number,
  began: boolean,
): Place {
  const places = stack.split(`${url}:`).slice(1)
    .map((rest) => placeOf(module, parseInt(rest, 10)))
    .filter((place) => place !== null);
  const place = began
    ? places.findLast((place) => place.cell === cell)
    : places[0];
  return place ?? { cell, line: 1 };
}

/** A stack with places in the module told as cells and lines. */
function cellStack(module: CellModule, url: string, stack: string): string {
  return stack.replaceAll(/(file:\S+?):(\d+):\d+/g, (all, file, line) => {
    const place = file === url ? placeOf(module, Number(line)) : null;
    return place === null ? all : `cell ${place.cell}, line ${place.line}`;
  });
}

/** Read a stream to its end; `onPiece` gets text and frames as soon as they are whole. */
async function readPieces(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  word: string,
  onPiece: (piece: Piece) => void,
): Promise<void> {
  const read = frameReader(word);
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    read(text).forEach(onPiece);
  }
}

interface Ended {
  readonly status: Deno.CommandStatus;
  readonly stdout: readonly Piece[];
  readonly stderr: readonly Piece[];
  readonly stop: Stop | null;
  readonly startup: number | null;
}

/** Run the module in a process of its own until it ends or has to be ended. */
async function runModule(
  file: string,
  notebook: Notebook,
  options: RunOptions,
): Promise<Ended> {
  const word = crypto.randomUUID();
  const started = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      `--config=${join(options.root, "deno.json")}`,
      ...permissions(options),
      fileURLToPath(import.meta.resolve("./child.ts")),
    ],
    cwd: dirname(resolve(notebook.path)),
    clearEnv: true,
    env: { ...options.env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const deadline = startDeadline(options, () => endProcess(child));
  const stdout: Piece[] = [];
  const stderr: Piece[] = [];
  let startup: number | null = null;
  const reading = Promise.all([
    readPieces(child.stdout, word, (piece) => {
      stdout.push(piece);
      if ("text" in piece) return;
      const frame = frameSchema.parse(JSON.parse(piece.frame));
      if (frame.type !== "cell") return;
      startup ??= performance.now() - started;
      deadline.cell();
      options.onCell(frame.cell);
    }),
    readPieces(child.stderr, word, (piece) => stderr.push(piece)),
  ]);
  try {
    const order = JSON.stringify({ module: pathToFileURL(file).href, word });
    await new Blob([order]).stream().pipeTo(child.stdin);
    await reading;
    const status = await child.status;
    if (isInterrupt(status)) deadline.interrupt();
    return { status, stdout, stderr, stop: deadline.stop, startup };
  } finally {
    deadline.end();
  }
}

/** What ended a process that neither failed nor came to its end. */
function silentEnd(status: Deno.CommandStatus): string {
  return status.signal === null
    ? `The process ended with code ${status.code}: does a cell call Deno.exit()?`
    : `The process was ended by ${status.signal}: did it run out of memory?`;
}

/** How the run ended, with the error's output added to the log. */
function conclude(
  notebook: Notebook,
  module: CellModule,
  url: string,
  { log, cell, error, done }: ScriptLog,
  { stop, status, startup }: Ended,
  root: string,
): RunResult {
  if (stop === null && error === null && done) {
    return { status: "done", outputs: log.outputs, failure: null, startup };
  }
  const stack = error?.stack ?? "";
  const place = errorPlace(module, url, stack, cell, startup !== null);
  const floating = error?.floating
    ? " (nothing awaits it: the kernel would hide it)"
    : "";
  const told = {
    name: error?.name ??
      (stop?.status === "timeout" ? "TimeoutError" : "Error"),
    message: error === null
      ? stop?.message ?? silentEnd(status)
      : error.message,
    stack: cellStack(module, url, stack),
    place,
  };
  const output = errorOutput(notebook, told, root);
  log.add(place.cell, output);
  const message = `${output.ename}: ${output.evalue}${floating}`;
  return {
    status: error === null && stop !== null ? stop.status : "failed",
    outputs: log.outputs,
    failure: { ...place, message },
    startup,
  };
}

/**
 * Run a notebook's cells as a script, in order and in one module scope.
 *
 * The process starts in the notebook's folder, as the kernel does in JupyterLab and VS Code. An error
 * in a cell ends the run; so does an error that the kernel hides, such as a rejected promise that
 * nobody awaits. A result is returned in every case.
 *
 * @param notebook The notebook; its own outputs are not looked at.
 * @param options Environment, limits, signal.
 * @returns Outputs by cell and how the run ended.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { notebookEnv } from "./run.ts";
 * import { parseNotebook } from "./read_notebook.ts";
 * import { runScript } from "./run_script.ts";
 *
 * const cells = [{ cell_type: "code", source: "console.log(1 + 1);" }];
 * const json = JSON.stringify({ nbformat: 4, nbformat_minor: 5, cells });
 * const { outputs } = await runScript(parseNotebook(json, "a.ipynb"), {
 *   root: Deno.cwd(),
 *   cellTimeout: 10_000,
 *   timeout: 10_000,
 *   env: notebookEnv(Deno.env.toObject(), false, Deno.cwd()),
 *   allow: [],
 *   signal: new AbortController().signal,
 *   onCell: () => {},
 * });
 * deepEqual(outputs.get(1), [{ output_type: "stream", name: "stdout", text: "2\n" }]);
 * ```
 */
export async function runScript(
  notebook: Notebook,
  options: RunOptions,
): Promise<RunResult> {
  const module = await extractCells(notebook);
  const folder = await Deno.makeTempDir({ prefix: "taskflow-notebook-" });
  try {
    const file = join(await Deno.realPath(folder), module.name);
    await Deno.writeTextFile(file, module.text);
    const ended = await runModule(file, notebook, options);
    const first = notebook.cells.findIndex((cell) => cell.cell_type === "code");
    const script = assembleScript(ended.stdout, ended.stderr, first + 1);
    const url = pathToFileURL(file).href;
    return conclude(notebook, module, url, script, ended, options.root);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
