/**
 * `taskflow gold report`: precision and recall of a classifier, and shares of intents corrected by them.
 *
 * @module
 */

import type { Command } from "commander";
import {
  checkGoldAnswer,
  correctIntents,
  goldDesign,
  goldReport,
  parseGoldKey,
} from "@taskflow/classify";
import type { Taxonomy } from "@taskflow/taxonomy";
import { makeFolder } from "../cli/make_folder.ts";
import {
  complain,
  interrupted,
  print,
  printJson,
  verb,
  wholeNumber,
} from "../cli/run.ts";
import {
  describeGold,
  goldJson,
  type GoldRun,
} from "../output/describe_gold.ts";
import { writeGold } from "../output/write_gold.ts";
import { readFlowFile, readJson, readTaxonomy } from "./flow_side.ts";
import { cellOf, readSheet } from "./gold_sheet.ts";

interface Options {
  key: string;
  flow?: string;
  bootstrap: number;
  seed: number;
  taxonomy?: string;
  out?: string;
  json?: boolean;
}

/**
 * Add the verb to its parent.
 *
 * @param gold The parent.
 */
export function addGoldReport(gold: Command): void {
  verb(
    gold,
    "report <gold.csv>",
    "Precision and recall by intent, weighted to the corpus that the sheet was drawn from, and that " +
      "corpus's P_T corrected. With --flow, the P_T of another corpus under the same classifier is " +
      "corrected by inverting the matrix of P(predicted | gold).",
    [
      "taskflow gold report gold.csv --key sheet.key.json",
      "taskflow gold report gold.csv --key sheet.key.json --flow out/mine/flow.json -o out/gold",
    ],
  )
    .summary("Report how right a classifier is, and correct P_T.")
    .requiredOption("--key <file.json>", "key that gold sample wrote")
    .option(
      "--flow <flow.json>",
      "flow measured with the same classifier, to be corrected",
    )
    .option(
      "--bootstrap <n>",
      "replicates for 95 % intervals, 0 for none",
      wholeNumber(0),
      1000,
    )
    .option("--seed <n>", "seed of the bootstrap", wholeNumber(0), 1)
    .option(
      "--taxonomy <file>",
      "taxonomy of the labels (default: the paper's 16)",
    )
    .option("-o, --out <folder>", "write tables, figure and index.html there")
    .option("--json", "print one JSON object")
    .action(action);
}

async function action(path: string, options: Options): Promise<void> {
  const { seed, bootstrap: replicates } = options;
  if (options.out !== undefined) await makeFolder(options.out);
  const taxonomy = await readTaxonomy(options.taxonomy);
  const key = parseGoldKey(
    await readJson(options.key, "gold key"),
    options.key,
  );
  const known = new Set(key.items.map(({ id }) => id));
  const { labels, agreed } = await readGold(path, known, taxonomy);
  const design = goldDesign(key, labels, taxonomy);
  const resampling = { replicates, seed, signal: interrupted.signal };
  const flow = options.flow === undefined
    ? null
    : await readFlowFile(options.flow);
  if (flow !== null && flow.counts === null) {
    throw new RangeError(
      `Cannot correct "${options.flow}": it holds probabilities, not counts; ` +
        `give the flow file that taskflow measure -o wrote`,
    );
  }
  if (flow !== null && flow.taxonomy.hash !== taxonomy.hash) {
    throw new RangeError(
      `Cannot correct "${options.flow}": it is counted under taxonomy "${flow.taxonomy.name}", ` +
        `not under "${taxonomy.name}"; name it with --taxonomy`,
    );
  }
  const run: GoldRun = {
    taxonomy,
    agreed,
    report: goldReport(design, resampling),
    corrected: flow === null || flow.counts === null ? null : {
      name: flow.name,
      standIn: flow.standIn,
      ...correctIntents(flow.counts.intents, design, resampling),
    },
  };
  if (options.out !== undefined) {
    await writeGold(options.out, run, {
      inputs: [
        path,
        options.key,
        ...(options.flow === undefined ? [] : [options.flow]),
      ],
      seed,
    });
    complain(`wrote ${options.out}: open ${options.out}/index.html`);
  }
  if (options.json) printJson(goldJson(run));
  else print(describeGold(run));
}

/** Gold labels by id, and how many the two people agreed upon, where the file says so. */
async function readGold(
  path: string,
  known: ReadonlySet<string>,
  taxonomy: Taxonomy,
) {
  const rows = await readSheet(path, ["id", "gold"]);
  const labels = new Map<string, string>();
  const seen = new Map<string, string>();
  for (const row of rows) {
    const [id, intent] = [cellOf(row, "id") ?? "", cellOf(row, "gold")];
    const { place } = row;
    checkGoldAnswer({ id, intent, place, text: null }, taxonomy);
    const before = seen.get(id);
    if (before !== undefined || !known.has(id)) {
      throw new RangeError(
        `Cannot read gold labels ${place}: row "${id}" ${
          before === undefined
            ? "is not in the key; take the key of this sheet"
            : `is there twice, see ${before}; keep one of the two`
        }`,
      );
    }
    seen.set(id, place);
    if (intent !== null) labels.set(id, intent);
  }
  const twice = rows.filter((row) =>
    cellOf(row, "first") !== null && cellOf(row, "second") !== null
  );
  const same =
    twice.filter((row) => cellOf(row, "first") === cellOf(row, "second"))
      .length;
  return {
    labels,
    agreed: twice.length === 0 ? null : { rows: twice.length, same },
  };
}
