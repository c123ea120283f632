/**
 * `taskflow classify`: intents of messages, by a model or by the offline baseline (Appendix A).
 *
 * @module
 */

import type { Command } from "commander";
import {
  classify,
  featuresId,
  intentPrompt,
  type LabelledBy,
  labelRows,
  loadBaseline,
  type SureLabelling,
} from "@taskflow/classify";
import type { Session } from "@taskflow/session";
import { tableFormat } from "@taskflow/table";
import { TAXONOMY, type Taxonomy } from "@taskflow/taxonomy";
import { resolve } from "node:path";
import { AnswerIsNo, complain, print, printJson, verb } from "../cli/run.ts";
import { openClassifyInput } from "./classify_input.ts";
import { askModel } from "./classify_llm.ts";
import {
  addClassifyOptions,
  checkClassifyOptions,
  type ClassifyOptions,
} from "./classify_options.ts";
import {
  type Classification,
  describeLabels,
  describeSidecar,
  labelsJson,
  makeFolderOf,
  summarise,
  writeLabels,
} from "./classify_output.ts";
import { type Taken, takeSessions } from "./classify_sessions.ts";
import { readTaxonomy } from "./flow_side.ts";

/**
 * Add the verb to the program.
 *
 * @param taskflow The program.
 */
export function addClassify(taskflow: Command): void {
  const command = verb(
    taskflow,
    "classify <path>",
    "Give every user message one intent, each message judged alone. PATH: session exports of any format, or " +
      "a table of messages with a column text. Writes a row a message: file, session, ordinal, position, " +
      "source, timestamp, intent, sha256, probability (baseline), failure (why there is no label), " +
      "classifier, its model, its prompt, and the attributes of the session; the text only with --with-text. " +
      "Intents that are there already are not looked at. With llm, the endpoint is OPENAI_BASE_URL, its key " +
      "OPENAI_API_KEY; the same text is asked about once, every answer is stored before it is used, and a " +
      "run that was stopped or killed goes on where it was.",
    [
      "taskflow classify ~/project/.specstory/history -o labels.parquet",
      "taskflow measure labels.parquet -o out/mine",
      "taskflow classify ~/exports --classifier llm --model gemma-4-31b --concurrency 16 -o labels.parquet",
      "taskflow classify ~/exports --classifier llm --model m --where 'messages>=3' --sample 1000 --dry-run",
      "taskflow classify ~/exports --classifier llm --model m --batch requests.jsonl",
      "taskflow classify ~/exports --classifier llm --model m --responses responses.jsonl -o labels.parquet",
      "taskflow classify ~/exports --classifier llm --model m --shard 3/16 -o labels-3.jsonl",
    ],
    ["net"],
  );
  addClassifyOptions(command).action(action);
}

async function action(
  path: string,
  options: ClassifyOptions,
  command: Command,
): Promise<void> {
  const { out } = options;
  checkClassifyOptions(
    options,
    (name) => command.getOptionValueSource(name) === "cli",
  );
  if (out !== undefined) await checkOut(out, path);
  const taxonomy = await readTaxonomy(options.taxonomy);
  const taken: Taken = {
    all: 0,
    empty: 0,
    sessions: 0,
    labelledBefore: 0,
    standIn: 0,
  };
  const label = options.classifier === "baseline"
    ? labelByBaseline
    : labelByModel;
  const input = await openClassifyInput(path, taxonomy, options);
  const classification = await label(
    takeSessions(input.sessions, options, taken),
    taxonomy,
    options,
    async () => {
      if (taken.sessions === 0) throw nothingTaken(path, taken, options);
      const { inputs, parameters } = await input.done();
      return { taken, inputs, reading: parameters };
    },
  );
  if (out === undefined || classification.asked?.labelled === null) {
    report(classification, options);
    return;
  }
  const summary = summarise(classification.rows.table().rows, taxonomy);
  if (summary.labelled === 0) {
    throw new AnswerIsNo(
      `${describeLabels(summary, classification)}\nNothing is written`,
    );
  }
  await writeLabels(out, classification, options);
  if (options.json) printJson(labelsJson(summary, classification, out));
  else {
    print(
      `${describeLabels(summary, classification)}\nwrote ${out}${
        describeSidecar(out)
      }\nnext: taskflow measure ${out}`,
    );
  }
}

/** A run without labels: an estimate, or requests for somebody to answer. */
function report(
  classification: Classification,
  { json, dryRun, model }: ClassifyOptions,
): void {
  const files = classification.asked?.batch ?? [];
  if (json) {
    printJson(labelsJson(null, classification, null));
    return;
  }
  for (const { path, requests, bytes } of files) {
    print(
      `wrote ${path}: ${requests.toLocaleString("en-US")} requests, ${
        (bytes / 1e6).toFixed(1)
      } MB`,
    );
  }
  if (dryRun) print("nothing was asked (--dry-run)");
  else if (files.length === 0) print("every question is answered already");
  else {
    print(
      `have them answered by "${model}", then run again with --responses FILES -o labels.parquet ` +
        `in place of --batch`,
    );
  }
}

async function checkOut(out: string, path: string): Promise<void> {
  tableFormat(out);
  if (resolve(out) === resolve(path)) {
    throw new RangeError(
      `Cannot write to "${out}": it is what is read; name another file with -o`,
    );
  }
  await makeFolderOf(out);
}

function nothingTaken(
  path: string,
  { all }: Taken,
  { where, shard }: ClassifyOptions,
): RangeError {
  const because = all === 0
    ? "it has no sessions"
    : where !== undefined
    ? `none of its ${all} sessions passes "${where}"`
    : shard !== undefined
    ? `none of its ${all} sessions is in shard ${shard.index}/${shard.of}`
    : `none of its ${all} sessions has a message`;
  return new RangeError(`Cannot classify "${path}": ${because}`);
}

type Finish = () => Promise<
  Pick<Classification, "taken" | "inputs" | "reading">
>;

async function labelByBaseline(
  sessions: AsyncIterable<Session>,
  taxonomy: Taxonomy,
  { withText }: ClassifyOptions,
  finish: Finish,
): Promise<Classification> {
  if (taxonomy.hash !== TAXONOMY.hash) {
    throw new RangeError(
      `Cannot classify under taxonomy "${taxonomy.name}": the baseline knows the paper's 16 intents; ` +
        `use --classifier llm`,
    );
  }
  const by: LabelledBy = {
    classifier: "baseline",
    model: featuresId(),
    promptVersion: null,
  };
  const baseline = loadBaseline();
  const rows = labelRows(by, withText);
  for await (const session of sessions) {
    await rows.add(
      session,
      session.messages.map(({ text }): SureLabelling => {
        if (text === null || text.trim() === "") {
          return { intent: null, failure: "no-text", probability: null };
        }
        const { intent, probabilities } = classify(baseline, text);
        // Four digits say all that calibration can.
        const probability = Math.round(1e4 * Math.max(...probabilities)) / 1e4;
        return { intent, failure: null, probability };
      }),
    );
  }
  return { by, rows, taxonomy, asked: null, ...await finish() };
}

async function labelByModel(
  sessions: AsyncIterable<Session>,
  taxonomy: Taxonomy,
  options: ClassifyOptions,
  finish: Finish,
): Promise<Classification> {
  const prompt = intentPrompt(taxonomy, { limit: options.maxCharacters });
  const all = await Array.fromAsync(sessions);
  const read = await finish();
  const texts = all.flatMap(({ messages }) => messages.map(({ text }) => text));
  if (texts.every((text) => text === null)) {
    throw new TypeError(
      "Cannot ask a model: the messages have no texts; taskflow messages writes them with --with-text",
    );
  }
  const asked = await askModel(texts, prompt, options);
  const by: LabelledBy = {
    classifier: "llm",
    model: options.model ?? "",
    promptVersion: prompt.version,
  };
  const rows = labelRows(by, options.withText);
  const labels = asked.labelled?.labels ?? [];
  let at = 0;
  for (const session of asked.labelled === null ? [] : all) {
    const own = labels.slice(at, at += session.messages.length);
    await rows.add(
      session,
      own.map((label) => ({ ...label, probability: null })),
    );
  }
  if (asked.batch.length > 0 && asked.labelled !== null) {
    for (const { path, requests } of asked.batch) {
      complain(`wrote ${path}: ${requests} requests`);
    }
  }
  return { by, rows, taxonomy, asked, ...read };
}
