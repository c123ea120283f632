/**
 * `notebook run`: execute notebooks, write them with their outputs and as pages.
 *
 * @module
 */

import type { Command } from "commander";
import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import {
  formatNotebook,
  type Notebook,
  notebookPage,
  parseNotebook,
  runKernel,
  type RunResult,
  runScript,
  withOutputs,
} from "../../lib/notebook/tools.ts";
import { progress } from "../cli/progress.ts";
import {
  AnswerIsNo,
  complain,
  interrupted,
  print,
  printJson,
  verb,
} from "../cli/run.ts";
import {
  addFolder,
  addLimits,
  chosen,
  fromHere,
  type LimitOptions,
  readFile,
  ROOT,
  runOptions,
} from "./options.ts";

interface Options extends LimitOptions {
  all?: boolean;
  kernel?: boolean;
  write?: boolean;
  out?: string;
  dir?: string;
  json?: boolean;
}

/** What is told about one notebook. */
interface Report {
  readonly notebook: string;
  readonly status: RunResult["status"];
  readonly cell: number | null;
  readonly line: number | null;
  readonly message: string | null;
  readonly ipynb: string;
  readonly html: string;
}

/**
 * Add the verb to the program.
 *
 * @param notebook The program.
 */
export function addRun(notebook: Command): void {
  const command = verb(
    notebook,
    "run [names...]",
    "Execute notebooks; write each with its outputs (.ipynb) and as a page (.html).",
    [
      "notebook run 01",
      "notebook run 01 --kernel",
      "CORPUS=~/sessions notebook run 01 -o out/mine",
      "notebook run --all --write",
    ],
    ["net", "run"],
  );
  addLimits(addFolder(command))
    .option("--all", "every notebook of the folder")
    .option("--kernel", "in the Deno kernel instead of as a script")
    .option(
      "--write",
      "also put the outputs into the notebook itself; parameters from the environment are left out",
    )
    .option(
      "-o, --out <folder>",
      "where to write (default: out/notebooks/ of the project)",
    )
    .option("--json", "print one JSON object")
    .action(async (names: string[], options: Options) => {
      const paths = await chosen(names, options.all ?? false, options.dir);
      const reports: Report[] = [];
      for (const path of paths) {
        if (interrupted.signal.aborted) break;
        const report = await runOne(path, options);
        reports.push(report);
        if (!options.json) print(lineOf(report));
      }
      const bad = reports.filter((report) => report.status !== "done");
      if (options.json) {
        printJson({ ok: bad.length === 0, notebooks: reports });
      }
      interrupted.signal.throwIfAborted();
      if (bad.length > 0) {
        throw new AnswerIsNo(
          `${bad.length} of ${reports.length} notebooks did not run to the end`,
        );
      }
    });
}

async function runOne(path: string, options: Options): Promise<Report> {
  const json = await readFile(path);
  const notebook = parseNotebook(json, path);
  const bar = progress(path);
  const total = notebook.cells.length;
  const limits = runOptions(
    options,
    !options.write,
    (cell) => bar.update(`cell ${cell} of ${total}`),
  );
  const result = options.kernel
    ? await runKernel(notebook, limits)
    : await runScript(notebook, limits);
  bar.done(result.status);
  const executed = withOutputs(notebook, result.outputs);
  const folder = options.out ?? join(ROOT, "out", "notebooks");
  await Deno.mkdir(folder, { recursive: true });
  const name = basename(path, ".ipynb");
  const ipynb = join(folder, `${name}.ipynb`);
  const html = join(folder, `${name}.html`);
  await Deno.writeTextFile(ipynb, formatNotebook(executed));
  await Deno.writeTextFile(
    html,
    notebookPage(executed, made(executed, result, options)),
  );
  if (options.write && result.status === "done") {
    await Deno.writeTextFile(path, formatNotebook(executed));
  } else if (options.write) {
    complain(`"${path}" keeps its outputs: the run did not come to its end`);
  }
  return {
    notebook: path,
    status: result.status,
    cell: result.failure?.cell ?? null,
    line: result.failure?.line ?? null,
    message: result.failure?.message ?? null,
    ipynb: fromHere(ipynb),
    html: fromHere(html),
  };
}

/** The foot of the page: what was run, on what, and how far it came. */
function made(
  notebook: Notebook,
  result: RunResult,
  options: Options,
): string {
  const source = notebook.cells.map((cell) => cell.source).join("\n");
  const hash = createHash("sha256").update(source).digest("hex");
  const how = options.kernel ? "in the Deno kernel" : "as a script";
  const end = result.status === "done"
    ? ""
    : ` Not complete: ${result.status}.`;
  return `${
    basename(notebook.path)
  }, run ${how} on Deno ${Deno.version.deno}. SHA-256 of its cells: ${
    hash.slice(0, 16)
  }.${end}`;
}

function lineOf(report: Report): string {
  const files = `${report.ipynb}\n${report.html}`;
  return report.message === null
    ? files
    : `${report.notebook}: cell ${report.cell}, line ${report.line}: ${report.message}\n${files}`;
}
