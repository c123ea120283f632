/**
 * `notebook check`: the gate.
 *
 * @module
 */

import type { Command } from "commander";
import { checkNotebooks, formatFinding } from "../../lib/notebook/tools.ts";
import { progress } from "../cli/progress.ts";
import { AnswerIsNo, print, printJson, verb } from "../cli/run.ts";
import {
  addFolder,
  addLimits,
  chosen,
  type LimitOptions,
  readFile,
  runOptions,
} from "./options.ts";

interface Options extends LimitOptions {
  kernel?: boolean;
  dir?: string;
  json?: boolean;
}

/**
 * Add the verb to the program.
 *
 * @param notebook The program.
 */
export function addCheck(notebook: Command): void {
  const command = verb(
    notebook,
    "check [names...]",
    "Check notebooks (all, if none is named): normal form, format, types, promises, lint, a run without errors, committed outputs equal to the run's.",
    [
      "notebook check",
      "notebook check 01 --kernel",
      "notebook check --dir my-notebooks --json",
    ],
    ["net", "run"],
  );
  addLimits(addFolder(command))
    .option("--kernel", "also run in the Deno kernel and compare cell by cell")
    .option("--json", "print one JSON object")
    .action(async (names: string[], options: Options) => {
      const paths = await chosen(names, names.length === 0, options.dir);
      const files = await Promise.all(
        paths.map(async (path) => ({ path, json: await readFile(path) })),
      );
      const bar = progress("check");
      const found = await checkNotebooks(files, {
        ...runOptions(options, false, () => {}),
        kernel: options.kernel ?? false,
        onStep: bar.update,
      });
      const total = `${paths.length} ${
        paths.length === 1 ? "notebook" : "notebooks"
      }`;
      bar.done(`${total}, ${found.length} findings`);
      if (options.json) {
        printJson({
          ok: found.length === 0,
          notebooks: paths,
          findings: found,
        });
      } else if (found.length > 0) {
        print(found.map(formatFinding).join("\n"));
      } else print(`${total}: all is well`);
      if (found.length > 0) {
        const wrong = new Set(found.map((one) => one.notebook)).size;
        throw new AnswerIsNo(`${wrong} of ${total} did not pass`);
      }
    });
}
