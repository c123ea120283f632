/**
 * `taskflow gold sample`: a blind, stratified sheet for two people.
 *
 * @module
 */

import type { Command } from "commander";
import { type GoldMessage, sampleGold } from "@taskflow/classify";
import { messageRows, openCorpus } from "@taskflow/corpora";
import { inputOf, provenance } from "@taskflow/table";
import type { Taxonomy } from "@taskflow/taxonomy";
import { basename } from "node:path";
import {
  addReadingOptions,
  readingOf,
  type ReadingOptions,
  readingParameters,
} from "../cli/reading_options.ts";
import { readingProgress } from "../cli/reading_progress.ts";
import {
  complain,
  interrupted,
  print,
  printJson,
  verb,
  wholeNumber,
} from "../cli/run.ts";
import { VERSION } from "../cli/version.ts";
import { refuseExisting, writePrivate } from "../cli/write_private.ts";
import { toJson } from "../output/write_output.ts";
import { readTaxonomy } from "./flow_side.ts";
import { sheetText } from "./gold_sheet.ts";
import { readLabelTables } from "./label_tables.ts";

interface Options extends ReadingOptions {
  perIntent: number;
  labels?: string;
  seed: number;
  taxonomy?: string;
  out: string;
  key?: string;
  json?: boolean;
}

/**
 * Add the verb to its parent.
 *
 * @param gold The parent.
 */
export function addGoldSample(gold: Command): void {
  const sample = verb(
    gold,
    "sample",
    "Draw messages for two people to label: the same number of each predicted intent, in random order, " +
      "without the prediction. Messages with one text are one row. The sheet holds texts of messages: " +
      "that is its purpose, so naming it is asking for them. It is written for its owner only and never " +
      "over another file. Beside it come a guide with the definitions, and the key (ids, hashes, " +
      "predicted labels, weights; no texts), which the two people must not see.",
    [
      "taskflow gold sample ~/exports --labels labels.csv --per-intent 30 -o sheet.csv",
      "taskflow gold sample with-text-and-intent.jsonl -o sheet.csv --key key.json",
      "cp sheet.csv anna.csv; cp sheet.csv ben.csv     # each fills the column intent alone",
      "taskflow gold adjudicate anna.csv ben.csv -o gold.csv",
      "taskflow gold report gold.csv --key key.json",
    ],
  );
  addReadingOptions(
    sample.summary("Draw a blind, stratified sheet for two people."),
  )
    .argument(
      "<path>",
      "folder or file of session exports, or a table of messages with text",
    )
    .option(
      "--labels <file>",
      "predicted labels (.csv .jsonl .parquet .arrow; default: the intents in PATH)",
    )
    .option(
      "--per-intent <n>",
      "messages of each predicted intent; all where there are fewer",
      wholeNumber(1),
      30,
    )
    .option("--seed <n>", "seed of the draw", wholeNumber(0), 1)
    .option(
      "--taxonomy <file>",
      "taxonomy of the labels (default: the paper's 16)",
    )
    .requiredOption("-o, --out <sheet.csv>", "the sheet; must not be there yet")
    .option(
      "--key <file.json>",
      "the key (default: the sheet's name with .key.json)",
    )
    .option("--json", "print one JSON object about what was written")
    .action(action);
}

async function action(path: string, options: Options): Promise<void> {
  const { out, perIntent, seed } = options;
  if (!/\.csv$/i.test(out)) {
    throw new TypeError(
      `Cannot write the sheet "${out}": name a .csv file, which people can open`,
    );
  }
  const key = options.key ?? out.replace(/\.csv$/i, ".key.json");
  const guide = out.replace(/\.csv$/i, ".guide.md");
  const remedy = "name another file, or move it away";
  for (const file of [out, key, guide]) await refuseExisting(file, remedy);
  const taxonomy = await readTaxonomy(options.taxonomy);
  const { messages, facts, done } = await openMessages(path, options, taxonomy);
  const drawn = await sampleGold(messages, { perIntent, seed, taxonomy });
  done();
  const made = provenance({
    inputs: await facts.inputs(),
    parameters: { ...facts.parameters(), perIntent, taxonomy: taxonomy.hash },
    seed,
    versions: { taskflow: VERSION, deno: Deno.version.deno },
    visibility: "private",
  });
  await writePrivate(
    out,
    sheetText(
      ["id", "text", "intent", "remark"],
      drawn.rows.map(({ id, text }) => [id, text, "", ""]),
    ),
    remedy,
  );
  await writePrivate(
    key,
    toJson({ ...drawn.key, provenance: made }),
    remedy,
  );
  await writePrivate(guide, guideText(taxonomy), remedy);
  const { strata, left_out } = drawn.key;
  const sampled = Object.values(strata).reduce(
    (sum, { sampled }) => sum + sampled,
    0,
  );
  if (options.json) {
    printJson({
      sheet: out,
      key,
      guide,
      rows: drawn.rows.length,
      messages: sampled,
      strata,
      left_out,
    });
    return;
  }
  const few = Object.entries(strata).filter(([, { sampled }]) =>
    sampled < perIntent
  );
  const absent = taxonomy.labels.filter((label) => strata[label] === undefined);
  print([
    `wrote ${out}: ${drawn.rows.length} texts of ${sampled} messages, in random order, without labels`,
    `      ${guide}: the definitions`,
    `      ${key}: the key; keep it from the two people`,
    ...(few.length === 0 ? [] : [
      `fewer than ${perIntent}: ${
        few.map(([label, { sampled }]) => `${label} ${sampled}`).join(", ")
      }`,
    ]),
    ...(absent.length === 0 ? [] : [`never predicted: ${absent.join(", ")}`]),
    ...(left_out.without_label + left_out.without_text === 0 ? [] : [
      `left out: ${left_out.without_label} messages without a label, ${left_out.without_text} without a text`,
    ]),
    "next: two copies, one a person; each fills the column intent alone; then taskflow gold adjudicate",
  ].join("\n"));
}

/** Messages of the corpus with their predicted labels, and what to say of their origin. */
async function openMessages(
  path: string,
  options: Options,
  taxonomy: Taxonomy,
) {
  const { labels } = options;
  const isText = labels !== undefined && /\.(csv|jsonl|ndjson)$/i.test(labels);
  const line = readingProgress(path);
  const { sessions, report, join } = await openCorpus(path, {
    taxonomy,
    ...readingOf(options),
    ...(isText ? { labels } : {}),
    signal: interrupted.signal,
    onProgress: line.onProgress,
  });
  const rows = messageRows(sessions, true);
  // Exports take their labels by hash; a table of messages takes them by session and position.
  const joined = labels === undefined || join() !== null;
  return {
    messages: joined ? rows : relabelled(rows, labels, taxonomy),
    done: () => {
      line.done(report);
      for (const warning of join()?.warnings ?? []) {
        complain(`note: ${warning}`);
      }
    },
    facts: {
      inputs: async () => [
        ...(report.corpusHash === null
          ? []
          : [{ name: basename(path), sha256: report.corpusHash }]),
        ...(labels === undefined
          ? []
          : [await inputOf(labels, `labels: ${basename(labels)}`)]),
      ],
      parameters: () => readingParameters(report),
    },
  };
}

async function* relabelled(
  rows: AsyncIterable<GoldMessage & { readonly sha256: string | null }>,
  labels: string,
  taxonomy: Taxonomy,
): AsyncGenerator<GoldMessage> {
  const [table] = await readLabelTables([labels, labels], {
    taxonomy,
    cluster: "session",
  });
  const keyOf = (session: string | null, position: number | null) =>
    `${position} ${session}`;
  const known = new Map(
    (table?.rows ?? []).map((place, row) => [
      keyOf(place.session, place.position),
      { intent: table?.columns[0]?.labels[row] ?? null, sha256: place.sha256 },
    ]),
  );
  const counts = { matched: 0, otherText: 0, without: 0 };
  for await (const row of rows) {
    const label = known.get(keyOf(row.session, row.position));
    const isOther = label !== undefined && label.sha256 !== null &&
      row.sha256 !== null && label.sha256 !== row.sha256;
    if (isOther) counts.otherText++;
    else if (label === undefined) counts.without++;
    else counts.matched++;
    yield {
      ...row,
      intent: label === undefined || isOther ? null : label.intent,
    };
  }
  if (counts.otherText + counts.without > 0) {
    complain(
      `note: labels joined by session and position: ${counts.matched} messages labelled, ` +
        `${counts.without} without a label, ${counts.otherText} labels belong to another text`,
    );
  }
}

function guideText({ intents, name }: Taxonomy): string {
  return [
    `# How to label (${name})`,
    "",
    "Write one label into the column `intent` of every row, exactly as below. Judge each message by " +
    "itself: what does it ask the assistant to do? If it asks for several things, take the one that " +
    "dominates and can be acted on. Do not talk to the other person before both are done; use " +
    "`remark` for doubts.",
    "",
    ...intents.map(({ label, definition }) => `- \`${label}\`: ${definition}`),
    "",
  ].join("\n");
}
