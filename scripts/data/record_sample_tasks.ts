/**
 * Run the sample tasks and write what was seen beside their sources (`observed.json`): tests that
 * fail at base and pass after the fix, exit codes of the proofs, outputs of the trajectories. Needs
 * bash, git, Python 3 and Node.js; afterwards run `make_sample_tasks.ts`.
 *
 *     deno run -A scripts/data/record_sample_tasks.ts
 *
 * @module
 */

import { sampleTaskFiles, writeSampleTasks } from "./make_sample_tasks.ts";
import { TASKS } from "./sample_tasks/checkout.ts";
import { taskCommits } from "./sample_tasks/history.ts";
import { observe } from "./sample_tasks/observe.ts";
import { readSampleRepos } from "./sample_tasks/source.ts";

if (import.meta.main) {
  const repos = readSampleRepos(`${TASKS}/source`);
  const scratch = Deno.makeTempDirSync({ prefix: "taskflow-record-" });
  try {
    writeSampleTasks(scratch, sampleTaskFiles(repos, false));
    for (const commit of repos.flatMap(taskCommits)) {
      const seen = await observe(commit, `${scratch}/repos`);
      const path = `${TASKS}/source/${commit.commit.folder}/observed.json`;
      Deno.writeTextFileSync(path, `${JSON.stringify(seen, null, 1)}\n`);
      Deno.stdout.writeSync(new TextEncoder().encode(`${path}\n`));
    }
  } finally {
    Deno.removeSync(scratch, { recursive: true });
  }
}
