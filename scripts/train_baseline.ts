/**
 * Train the baseline classifier and measure it.
 *
 *     deno run -A scripts/train_baseline.ts                     # cross-validates what ships, writes the model
 *     deno run -A scripts/train_baseline.ts --cross-validate    # all approaches and settings, writes the report
 *
 * Labelled messages come from `--labels` (default `$TASKFLOW_SHARED/labels` or `../shared/labels`), our
 * own from `data/models/extra_messages.jsonl`. Both runs print their figures; the same inputs give the
 * same bytes.
 */

import { parseArgs } from "node:util";
import {
  type Approach,
  APPROACHES,
  fitShipped,
  prepare,
  SHIPPED,
} from "./train/approaches.ts";
import { fitTemperature } from "./train/calibrate.ts";
import { crossValidate } from "./train/cross_validate.ts";
import {
  readAgreement,
  readLabelled,
  readOwn,
  readReference,
} from "./train/dataset.ts";
import { argmax } from "./train/evaluate.ts";
import { extractAll, type Extracted } from "./train/extract.ts";
import { pack } from "./train/pack.ts";
import { figures, report } from "./train/report.ts";
import { tune } from "./train/tune.ts";

const models = new URL("../data/models/", import.meta.url);

const { values } = parseArgs({
  args: Deno.args,
  options: {
    labels: { type: "string" },
    "cross-validate": { type: "boolean", default: false },
  },
});
const folder = values.labels ??
  `${Deno.env.get("TASKFLOW_SHARED") ?? "../shared"}/labels`;

const encoder = new TextEncoder();
const say = (line: string) => {
  Deno.stderr.writeSync(encoder.encode(`${line}\n`));
};
const percent = (share: number) => (100 * share).toFixed(1);

const labelled = extractAll(await readLabelled(folder));
const own = extractAll(
  await readOwn(new URL("extra_messages.jsonl", models).pathname),
);
const examples = labelled.map(({ example }) => example);
say(`${labelled.length} labelled messages, ${own.length} of our own`);

function validate(approach: Approach): Float64Array[] {
  const start = performance.now();
  const scores = crossValidate(approach, labelled, own);
  const { accuracy, macroF1, distinct } = figures(examples, scores.map(argmax));
  say(
    `${approach.name}: accuracy ${percent(accuracy)}, macro-F1 ${
      percent(macroF1)
    }, each text once ${percent(distinct.accuracy)} / ${
      percent(distinct.macroF1)
    } (${((performance.now() - start) / 1000).toFixed(0)} s)`,
  );
  return scores;
}

/** Train on everything and write the model. */
async function ship(temperature: number, all: readonly Extracted[]) {
  const prepared = prepare(all, SHIPPED);
  const file = pack(
    prepared.vocabulary,
    fitShipped(prepared, SHIPPED),
    temperature,
  );
  await Deno.writeTextFile(
    new URL("baseline.json", models),
    JSON.stringify(file) + "\n",
  );
  say(`data/models/baseline.json: ${file.rows} features`);
}

const shipped = APPROACHES.at(-1);
if (shipped === undefined) throw new RangeError("Cannot train: no approach");
if (values["cross-validate"]) {
  const table = APPROACHES.map((approach) => {
    const scores = validate(approach);
    return { name: approach.name, scores };
  });
  const last = table.at(-1)?.scores ?? [];
  const measured = {
    ...report(
      examples,
      last,
      await readReference(folder),
      await readAgreement(folder),
    ),
    own_messages: own.length,
    approaches: table.map(({ name, scores }) => ({
      name,
      ...figures(examples, scores.map(argmax)),
    })),
    tuning: tune(
      labelled,
      own,
      last.map(argmax),
      (name) => say(`setting: ${name}`),
    ),
  };
  await Deno.writeTextFile(
    new URL("report.json", models),
    JSON.stringify(measured, null, 2) + "\n",
  );
  say("data/models/report.json written");
} else {
  const scores = validate(shipped);
  await ship(
    fitTemperature(scores, examples.map(({ label }) => label)),
    [...labelled, ...own],
  );
}
