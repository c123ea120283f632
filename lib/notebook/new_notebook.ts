import type { Cell, Notebook } from "./nbformat.ts";

/**
 * A new notebook in the form that all of ours have: first cell the question, what goes in and how
 * long it takes; last cell exercises.
 *
 * @param path Path that its file will have.
 * @param title Its heading.
 * @returns The notebook, ready to run.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { newNotebook } from "./new_notebook.ts";
 *
 * equal(newNotebook("09_x.ipynb", "X").cells.length, 4);
 * ```
 */
export function newNotebook(path: string, title: string): Notebook {
  const cell = (
    cell_type: Cell["cell_type"],
    id: string,
    source: string,
  ): Cell => ({ cell_type, id, source, metadata: {}, outputs: [] });
  return {
    path,
    metadata: {},
    cells: [
      cell(
        "markdown",
        "question",
        `# ${title}\n\n**Question.** What do we want to know?\n\n**What goes in.** Which data, and where they come from.\n\n**How long it takes.** A few seconds.`,
      ),
      cell("code", "imports", 'import { md, show } from "@taskflow/notebook";'),
      cell(
        "code",
        "by-hand",
        "const lengths = [1, 3, 5];\nconst long = lengths.filter((messages) => messages >= 3);\nawait show(md`**${long.length}** of ${lengths.length} sessions are long`);",
      ),
      cell(
        "markdown",
        "exercises",
        "## Exercises\n\n1. Change a number and say before you run it what comes out.",
      ),
    ],
  };
}
