/** Run and check notebooks: `deno task notebook VERB ...`. */

import { program, run } from "./cli/run.ts";
import { addCheck } from "./notebook/check.ts";
import { addClean, addList, addNew } from "./notebook/files.ts";
import { addRun } from "./notebook/run.ts";

const notebook = program(
  "notebook",
  "Run the workbench's notebooks as scripts or in the Deno kernel, and check them.",
);
addRun(notebook);
addCheck(notebook);
addClean(notebook);
addNew(notebook);
addList(notebook);

await run(notebook, Deno.args);
