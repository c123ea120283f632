/**
 * How much of what breaks the contract is found, and how much is found that is none.
 *
 *     deno run -A scripts/dev/contract_recall.ts SPLITS TASKS
 *
 * Violations are made from the good splits of SPLITS (`violations.ts`); false alarms are counted on
 * the good splits, and on the same with words exchanged and sentences turned.
 *
 * @module
 */

import { readRecords, readTasks } from "@taskflow/benchmark";
import {
  checkSplit,
  FINDING_KINDS,
  sourceUnits,
  type Split,
  splitSchema,
} from "@taskflow/transform";
import { complain, print } from "../cli/run.ts";
import { paraphrasesOf } from "./paraphrases.ts";
import { type Good, violationsOf } from "./violations.ts";

const [splitsPath = "", tasksPath = "", verbose] = Deno.args;
const { tasks } = await readTasks(tasksPath);
const byId = new Map(tasks.map((task) => [task.instance_id, task]));
const rows = (await Array.fromAsync(readRecords(splitsPath))).map((
  { record },
) => splitSchema.parse(record));
const taskOf = ({ instance_id }: Split) => {
  const task = byId.get(instance_id);
  if (task === undefined) {
    throw new RangeError(`There is no task "${instance_id}" in "${tasksPath}"`);
  }
  return task;
};
const good: Good[] = rows.filter(({ eligible }) => eligible).map(
  (split, at) => {
    const { repo } = taskOf(split);
    const foreign = tasks.filter((task) => task.repo !== repo).flatMap((
      { requirements },
      i,
    ) =>
      i % 11 === at % 11
        ? sourceUnits(requirements).slice(0, 1).map(({ text }) => text)
        : []
    );
    return { split, parts: split.parts ?? [], foreign, at };
  },
);

const table = new Map<string, { n: number; found: number; other: number }>();
const count = (key: string, found: boolean, other: boolean) => {
  const row = table.get(key) ?? { n: 0, found: 0, other: 0 };
  table.set(key, {
    n: row.n + 1,
    found: row.found + Number(found),
    other: row.other + Number(other),
  });
};
for (const one of good) {
  for (const { kind, how, split } of violationsOf(one)) {
    const errors = checkSplit(split, taskOf(split)).findings.filter((
      { severity },
    ) => severity === "error");
    const found = errors.some((error) => error.kind === kind);
    count(`${kind} | all`, found, !found && errors.length > 0);
    count(`${kind} | ${how}`, found, !found && errors.length > 0);
    if (!found && verbose === kind) {
      const changed = split.parts?.find((part, i) => part !== one.parts[i]) ??
        "";
      complain(
        `MISSED ${how} ${split.instance_id}\n   ${
          changed.slice(-200).replaceAll("\n", "/")
        }`,
      );
    }
  }
}
print(
  "| kind | made by | made | found under its kind | only under another |\n|---|---|--:|--:|--:|",
);
for (const kind of FINDING_KINDS) {
  for (const [key, { n, found, other }] of table) {
    if (key.startsWith(kind)) {
      print(
        `| ${key} | ${n} | ${found} (${
          (100 * found / n).toFixed(0)
        } %) | ${other} |`,
      );
    }
  }
}

print("\n| no violation | rows | rejected |\n|---|--:|--:|");
for (
  const [name, variants] of [["as they are", (split: Split) => [split]], [
    "paraphrased",
    paraphrasesOf,
  ]] as const
) {
  let [n, rejected] = [0, 0];
  for (const { split } of good) {
    for (const variant of variants(split)) {
      n++;
      const check = checkSplit(variant, taskOf(variant));
      if (check.ok) continue;
      rejected++;
      if (verbose !== undefined) {
        for (const { kind, severity, detail } of check.findings) {
          if (severity === "error") {
            complain(`REJECTED ${variant.instance_id} ${kind} ${detail}`);
          }
        }
      }
    }
  }
  print(
    `| ${name} | ${n} | ${rejected} (${(100 * rejected / n).toFixed(1)} %) |`,
  );
}
