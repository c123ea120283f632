/**
 * Selection: both searches, and the paper's search with a full recount per trial.
 *
 * `deno bench -A scripts/bench/select_bench.ts`
 */

import { randomBelow } from "@taskflow/flow";
import {
  buildProblem,
  type Instance,
  paperSearch,
  parseInstance,
  type Problem,
  scoreUnits,
  selectCandidates,
} from "@taskflow/select";

const path = new URL(
  "../../tests/oracle/selection/paper-700.json",
  import.meta.url,
);
const instance: Instance = parseInstance(
  JSON.parse(Deno.readTextFileSync(path)),
  "paper-700",
);
const problem = buildProblem(instance);

/** One sweep over all tasks from a random start, every trial counted from scratch. */
function recountingSweep({ size, start, vector }: Problem): number {
  const random = randomBelow(1);
  const units = new Int32Array(vector.length);
  const tasks: [group: number, column: number][] = [];
  size.forEach((n, g) => {
    const first = start[g] ?? 0;
    for (let i = 0; i < n; i++) {
      const column = first + random((start[g + 1] ?? 0) - first);
      units[column] = (units[column] ?? 0) + 1;
      tasks.push([g, column]);
    }
  });
  let best = scoreUnits(problem, units).tfas ?? 0;
  for (const [g, from] of tasks) {
    let at = from;
    for (let to = start[g] ?? 0; to < (start[g + 1] ?? 0); to++) {
      if (to === at) continue;
      units[at] = (units[at] ?? 0) - 1;
      units[to] = (units[to] ?? 0) + 1;
      const score = scoreUnits(problem, units).tfas ?? 0;
      if (score > best) [best, at] = [score, to];
      else {
        units[at] = (units[at] ?? 0) + 1;
        units[to] = (units[to] ?? 0) - 1;
      }
    }
  }
  return best;
}

Deno.bench("bound, rounding, polish: certified", {
  group: "select 700 tasks",
  baseline: true,
}, () => {
  selectCandidates(instance);
});

Deno.bench("paper's search, 64 restarts, incremental", {
  group: "select 700 tasks",
  n: 3,
}, () => {
  paperSearch(problem, { restarts: 64 });
});

Deno.bench("paper's search, one restart, incremental", {
  group: "one restart",
  baseline: true,
}, () => {
  paperSearch(problem, { restarts: 1 });
});

Deno.bench("one sweep of one restart, recounting", {
  group: "one restart",
  n: 3,
}, () => {
  recountingSweep(problem);
});
