/**
 * The kernel runner: a notebook's cells in a Deno kernel, one by one, as JupyterLab would.
 *
 * @module
 */

import { dirname, resolve } from "node:path";
import { type Deadline, isInterrupt, startDeadline } from "./deadline.ts";
import { errorOutput } from "./error_output.ts";
import type { Place } from "./extract.ts";
import { type Kernel, startKernel } from "./kernel.ts";
import { type CellEnd, executeCell, type KernelError } from "./kernel_cell.ts";
import { findSyntaxProblem, sourceLineOf } from "./kernel_line.ts";
import type { Notebook } from "./nbformat.ts";
import { type OutputLog, outputLog } from "./output_log.ts";
import type { RunOptions, RunResult } from "./run.ts";

/** What is known of an error before it is put into a notebook. */
interface Told {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly line: number;
}

/** The outermost place of a traceback that lies in the cell itself. */
const IN_CELL = /<anonymous>:(\d+):\d+/g;

async function tell(error: KernelError, source: string): Promise<Told> {
  const { ename: name, evalue: message, traceback } = error;
  const stack = traceback.join("\n");
  const problem = traceback.length === 0
    ? await findSyntaxProblem(source)
    : null;
  if (problem !== null) {
    return {
      name: "SyntaxError",
      message: problem.message,
      stack,
      line: problem.line,
    };
  }
  const [, line] = [...stack.matchAll(IN_CELL)].at(-1) ?? [];
  return {
    name,
    message,
    stack,
    line: line === undefined ? 1 : await sourceLineOf(source, Number(line)),
  };
}

/** What stopped the run in a cell, or `null` if it ended well. */
async function problemOf(
  end: CellEnd,
  source: string,
  deadline: Deadline,
  kernel: Kernel,
): Promise<Told | null> {
  const plain = (message: string, name = "Error") => ({
    name,
    message,
    stack: "",
    line: 1,
  });
  if (end.kind === "dead" && isInterrupt(await kernel.status)) {
    deadline.interrupt();
  }
  const { stop } = deadline;
  if (stop !== null) {
    const name = stop.status === "timeout" ? "TimeoutError" : "Error";
    return plain(stop.message, name);
  }
  if (end.kind === "error") return await tell(end.error, source);
  if (end.kind === "lost") {
    return plain(
      `Display ${end.missing} was sent but did not arrive: run again`,
    );
  }
  if (end.kind === "dead") {
    const why = kernel.complaints().trim();
    return plain(
      `The kernel died: ${
        why === "" ? "does the cell call Deno.exit()?" : why
      }`,
    );
  }
  return null;
}

/**
 * Run a notebook's cells in a Deno kernel of its own, started in the notebook's folder. The first
 * error ends the run. A result is returned in every case but one.
 *
 * @param notebook The notebook; its own outputs are not looked at.
 * @param options Environment, limits, signal; the kernel has all permissions whatever is allowed.
 * @returns Outputs by cell and how the run ended.
 * @throws {Error} If the kernel does not start.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { notebookEnv } from "./run.ts";
 * import { parseNotebook } from "./read_notebook.ts";
 * import { runKernel } from "./run_kernel.ts";
 *
 * const cells = [{ cell_type: "code", source: "const a = 1;\n\na.b.c;" }];
 * const json = JSON.stringify({ nbformat: 4, nbformat_minor: 5, cells });
 * const { failure } = await runKernel(parseNotebook(json, "a.ipynb"), {
 *   root: Deno.cwd(),
 *   cellTimeout: 10_000,
 *   timeout: 10_000,
 *   env: notebookEnv(Deno.env.toObject(), false, Deno.cwd()),
 *   allow: [],
 *   signal: new AbortController().signal,
 *   onCell: () => {},
 * });
 * equal(failure?.line, 3);
 * ```
 */
export async function runKernel(
  notebook: Notebook,
  options: RunOptions,
): Promise<RunResult> {
  const started = performance.now();
  const kernel = await startKernel({
    cwd: dirname(resolve(notebook.path)),
    env: options.env,
  });
  const startup = performance.now() - started;
  let stopping: Promise<void> | null = null;
  const stop = () => stopping ??= kernel.stop();
  const deadline = startDeadline(options, stop);
  const log = outputLog();
  const arrived = new Set<number>();
  try {
    for (const [i, cell] of notebook.cells.entries()) {
      if (cell.cell_type !== "code") continue;
      deadline.cell();
      options.onCell(i + 1);
      const end = await executeCell(kernel, i + 1, cell.source, log, arrived);
      const told = await problemOf(end, cell.source, deadline, kernel);
      if (told === null) continue;
      const place = { cell: i + 1, line: told.line };
      return failed(
        notebook,
        { ...told, place },
        log,
        deadline,
        options,
        startup,
      );
    }
    return { status: "done", outputs: log.outputs, failure: null, startup };
  } finally {
    deadline.end();
    await stop();
  }
}

function failed(
  notebook: Notebook,
  told: Told & { readonly place: Place },
  log: OutputLog,
  deadline: Deadline,
  options: RunOptions,
  startup: number,
): RunResult {
  const output = errorOutput(notebook, told, options.root);
  log.add(told.place.cell, output);
  return {
    status: deadline.stop?.status ?? "failed",
    outputs: log.outputs,
    failure: { ...told.place, message: `${output.ename}: ${output.evalue}` },
    startup,
  };
}
