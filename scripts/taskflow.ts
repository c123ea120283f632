/** The command line of the workbench: `deno task taskflow VERB ...`. */

import { program, run } from "./cli/run.ts";
import { addAgree } from "./verbs/agree.ts";
import { addAlign } from "./verbs/align.ts";
import { addCandidates } from "./verbs/candidates.ts";
import { addCompare } from "./verbs/compare.ts";
import { addCertify } from "./verbs/certify.ts";
import { addCheckSplit } from "./verbs/check_split.ts";
import { addClassify } from "./verbs/classify.ts";
import { addGap } from "./verbs/gap.ts";
import { addGold } from "./verbs/gold.ts";
import { addInspect } from "./verbs/inspect.ts";
import { addMeasure } from "./verbs/measure.ts";
import { addMessages } from "./verbs/messages.ts";
import { addSelect } from "./verbs/select.ts";
import { addProve } from "./verbs/prove.ts";
import { addStability } from "./verbs/stability.ts";
import { addSplit } from "./verbs/split.ts";
import { addTasks } from "./verbs/tasks.ts";

const taskflow = program(
  "taskflow",
  "Measure how people use a coding agent, and how far a benchmark is from that.",
);
addInspect(taskflow);
addMessages(taskflow);
addClassify(taskflow);
addMeasure(taskflow);
addAlign(taskflow);
addAgree(taskflow);
addCompare(taskflow);
addStability(taskflow);
addGap(taskflow);
addGold(taskflow);
addTasks(taskflow);
addSplit(taskflow);
addCheckSplit(taskflow);
addProve(taskflow);
addCandidates(taskflow);
addSelect(taskflow);
addCertify(taskflow);

await run(taskflow, Deno.args);
