/**
 * `notebook clean`, `notebook new`, `notebook list`: notebook files without running them.
 *
 * @module
 */

import type { Command } from "commander";
import { join } from "node:path";
import {
  formatCells,
  formatNotebook,
  newNotebook,
  parseNotebook,
  withoutOutputs,
} from "../../lib/notebook/tools.ts";
import { print, printJson, verb } from "../cli/run.ts";
import { addFolder, chosen, fromHere, readFile, ROOT } from "./options.ts";

/**
 * Add `clean` to the program.
 *
 * @param notebook The program.
 */
export function addClean(notebook: Command): void {
  const command = verb(
    notebook,
    "clean [names...]",
    "Put notebooks into normal form: cells formatted, metadata noise and execution counts gone.",
    ["notebook clean 01", "notebook clean --all --outputs"],
    ["run"],
  );
  addFolder(command)
    .option("--all", "every notebook of the folder")
    .option("--outputs", "take the outputs out, too")
    .option("--json", "print one JSON object")
    .action(async (
      names: string[],
      options: {
        all?: boolean;
        outputs?: boolean;
        dir?: string;
        json?: boolean;
      },
    ) => {
      const paths = await chosen(names, options.all ?? false, options.dir);
      const changed: string[] = [];
      for (const path of paths) {
        const json = await readFile(path);
        const [formatted] = await formatCells(
          [parseNotebook(json, path)],
          ROOT,
        );
        if (formatted === undefined) continue;
        const clean = formatNotebook(
          options.outputs ? withoutOutputs(formatted) : formatted,
        );
        if (clean === json) continue;
        await Deno.writeTextFile(path, clean);
        changed.push(path);
      }
      if (options.json) printJson({ notebooks: paths, changed });
      else {
        print(
          changed.length === 0
            ? "Nothing to clean"
            : changed.map((path) => `Cleaned ${path}`).join("\n"),
        );
      }
    });
}

/**
 * Add `new` to the program.
 *
 * @param notebook The program.
 */
export function addNew(notebook: Command): void {
  const command = verb(
    notebook,
    "new <name>",
    "Start a notebook: first cell the question, last cell exercises.",
    ["notebook new 09_my_corpus"],
    ["run"],
  );
  addFolder(command)
    .option("--title <text>", "its heading (default: from the name)")
    .option("--json", "print one JSON object")
    .action(async (
      name: string,
      options: { title?: string; dir?: string; json?: boolean },
    ) => {
      if (!/^[\w-]+$/.test(name)) {
        throw new RangeError(
          `Cannot name a notebook "${name}": use letters, digits, "_" and "-"`,
        );
      }
      const path = fromHere(
        join(options.dir ?? join(ROOT, "notebooks"), `${name}.ipynb`),
      );
      const words = name.replace(/^\d+_/, "").replaceAll("_", " ");
      const title = options.title ??
        words.slice(0, 1).toUpperCase() + words.slice(1);
      const [made] = await formatCells([newNotebook(path, title)], ROOT);
      try {
        await Deno.writeTextFile(
          path,
          formatNotebook(made ?? newNotebook(path, title)),
          { createNew: true },
        );
      } catch (error) {
        if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
        throw new RangeError(`Cannot start notebook "${path}": it exists`);
      }
      if (options.json) printJson({ notebook: path });
      else print(path);
    });
}

/**
 * Add `list` to the program.
 *
 * @param notebook The program.
 */
export function addList(notebook: Command): void {
  const command = verb(
    notebook,
    "list",
    "List the notebooks with their headings.",
    ["notebook list", "notebook list --json"],
  );
  addFolder(command)
    .option("--json", "print one JSON object")
    .action(async (options: { dir?: string; json?: boolean }) => {
      const paths = await chosen([], true, options.dir);
      const notebooks = await Promise.all(paths.map(async (path) => {
        const { cells } = parseNotebook(await readFile(path), path);
        const [, title] = cells.map((cell) => /^# +(.+)$/m.exec(cell.source))
          .find((heading) => heading !== null) ?? [];
        return { notebook: path, title: title ?? null, cells: cells.length };
      }));
      if (options.json) printJson({ notebooks });
      else {
        print(
          notebooks.map(({ notebook, title, cells }) =>
            `${notebook}  ${title ?? ""} (${cells} cells)`
          ).join("\n"),
        );
      }
    });
}
