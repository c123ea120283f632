/**
 * Time and gap of a selection against the number of tasks.
 *
 * `deno run -A scripts/bench/select_scaling.ts [tasks...]`
 */

import { selectCandidates } from "@taskflow/select";
import { print } from "../cli/run.ts";
import { makeSelection } from "./make_selection.ts";

const sizes = Deno.args.length > 0
  ? Deno.args.map(Number)
  : [700, 7000, 70_000, 700_000];
print("  tasks  groups  columns  seconds  TFAS     gap");
for (const tasks of sizes) {
  const instance = makeSelection({ tasks, seed: 1 });
  let best = Infinity;
  let line = "";
  for (let run = 0; run < (tasks > 70_000 ? 1 : 3); run++) {
    const start = performance.now();
    const { problem, tfas, bound } = selectCandidates(instance);
    best = Math.min(best, (performance.now() - start) / 1000);
    line = [
      `${tasks}`.padStart(7),
      `${problem.size.length}`.padStart(6),
      `${problem.vector.length}`.padStart(7),
      best.toFixed(2).padStart(7),
      tfas.toFixed(4),
      (bound - tfas).toExponential(1),
    ].join("  ");
  }
  print(line);
}
