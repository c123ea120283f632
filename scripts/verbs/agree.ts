/**
 * `taskflow agree`: how far label sets agree, and what their disagreement does to a flow (Appendix A,
 * Table 1; Appendix C, step 3).
 *
 * @module
 */

import { type Command, InvalidArgumentError, Option } from "commander";
import {
  agreement,
  ALPHA_LIMITS,
  completeSessions,
  joinLabelTables,
  labelledFlows,
  labelNoise,
  noiseConfusions,
  type Ratings,
  ratingsOf,
  sessionOf,
  toRevise,
} from "@taskflow/classify";
import type { Reading } from "@taskflow/flow";
import type { Taxonomy } from "@taskflow/taxonomy";
import { makeFolder } from "../cli/make_folder.ts";
import {
  AnswerIsNo,
  complain,
  interrupted,
  print,
  printJson,
  verb,
  wholeNumber,
} from "../cli/run.ts";
import {
  type AgreementRun,
  describeAgreement,
} from "../output/describe_agreement.ts";
import { agreementJson } from "../output/agreement_json.ts";
import { writeAgreement } from "../output/write_agreement.ts";
import { readFlowFile, readTaxonomy } from "./flow_side.ts";
import { readLabelTables } from "./label_tables.ts";

interface Options extends Reading {
  columns?: readonly string[];
  names?: readonly string[];
  cluster: string;
  minMessages?: number;
  against?: string;
  noise: number;
  noiseOn?: string;
  least: number;
  require?: number;
  bootstrap: number;
  seed: number;
  taxonomy?: string;
  visibility: "private" | "public" | "stand-in";
  out?: string;
  json?: boolean;
}

/**
 * Add the verb to the program.
 *
 * @param taskflow The program.
 */
export function addAgree(taskflow: Command): void {
  verb(
    taskflow,
    "agree <labels...>",
    "Compare labels that classifiers or people gave to the same messages: exact agreement (Table 1), " +
      "kappas, alpha, F1 by intent, confusions, and the flow under each. Files are joined by file, " +
      "session and sha256, else by file, session and position, else by session and position, else by id. " +
      "Agreement is not accuracy: for that, see taskflow gold.",
    [
      "taskflow agree labels-a.parquet labels-b.parquet labels-c.parquet -o out/agree",
      "taskflow agree readers.csv --columns reader_a,reader_b --cluster repository",
      "taskflow agree a.csv b.csv --noise 200 --noise-on corpus.parquet --against data/targets/production-standin.json",
      "taskflow agree a.jsonl b.jsonl --require 0.667      # exit with 1 if alpha is lower",
    ],
  )
    .option(
      "--columns <names>",
      "label columns: of one file all that are compared; of several one for all, or one each " +
        "(default: intent, or the columns that hold labels only)",
      list,
    )
    .option("--names <names>", "what to call the label sets, in order", list)
    .option(
      "--cluster <by>",
      "what the bootstrap resamples as a whole: session, repository (a column, or the first two " +
        "folders of file), or any column",
      "session",
    )
    .option(
      "--bootstrap <n>",
      "replicates for 95 % intervals, 0 for none",
      wholeNumber(0),
      1000,
    )
    .option("--seed <n>", "seed of all random numbers", wholeNumber(0), 1)
    .option(
      "--min-messages <n>",
      "sessions that make up the flows (default: 3; 1 where files have no sessions)",
      wholeNumber(1),
    )
    .addOption(
      new Option(
        "--length-of <which>",
        "session length over all messages, or retained ones",
      )
        .choices(["all", "retained"]).default("all"),
    )
    .addOption(
      new Option(
        "--empty-session <how>",
        "a session left without messages: START>END, or skipped",
      )
        .choices(["edge", "skip"]).default("edge"),
    )
    .option(
      "--against <flow.json>",
      "a flow to align the one under each label set with: a target's or a benchmark's",
    )
    .option(
      "--noise <n>",
      "relabel n times as the others disagree with the first set: the spread of P_T, P_R, S_k and TFAS",
      wholeNumber(0),
      0,
    )
    .option(
      "--noise-on <labels>",
      "relabel this corpus (default: the messages that are compared)",
    )
    .option(
      "--least <f1>",
      "intents agreed upon less are named for revision",
      share,
      ALPHA_LIMITS.tentative,
    )
    .option(
      "--require <alpha>",
      "exit with 1 unless Krippendorff's alpha is at least this",
      share,
    )
    .option(
      "--taxonomy <file>",
      "taxonomy of the labels (default: the paper's 16)",
    )
    .addOption(
      new Option(
        "--visibility <kind>",
        "what the labels are; stand-in marks what is written as made up",
      ).choices(["private", "public", "stand-in"]).default("private"),
    )
    .option(
      "-o, --out <folder>",
      "write tables, figures, agreement.json and index.html there",
    )
    .option("--json", "print one JSON object")
    .action(action);
}

async function action(
  paths: readonly string[],
  options: Options,
): Promise<void> {
  if (options.out !== undefined) await makeFolder(options.out);
  const taxonomy = await readTaxonomy(options.taxonomy);
  const { signal } = interrupted;
  const { seed, bootstrap: replicates, against } = options;
  const tables = await readLabelTables(paths, {
    taxonomy,
    cluster: options.cluster,
    ...(options.columns === undefined ? {} : { columns: options.columns }),
  });
  const join = joinLabelTables(tables, taxonomy);
  const ratings = renamed(join.ratings, options.names);
  for (const { name, unmatched, rows, examples } of join.files) {
    if (unmatched === 0) continue;
    complain(
      `note: ${unmatched} of ${rows} rows of "${name}" are not in every file, e.g. ${
        examples.slice(0, 3).join("; ").replace(
          /([0-9a-f]{12})[0-9a-f]{52}/g,
          "$1...",
        )
      }`,
    );
  }
  const reading: Reading = {
    lengthOf: options.lengthOf,
    emptySession: options.emptySession,
  };
  const minMessages = options.minMessages ?? (join.hasSessions ? 3 : 1);
  const other = against === undefined ? null : await readFlowFile(against);
  const flow = other?.flow(reading);
  const resampling = { replicates, seed, signal };
  const measured = agreement(ratings, resampling);
  const run: AgreementRun = {
    join: { ...join, ratings },
    cluster: options.cluster,
    measured,
    least: options.least,
    revision: toRevise(measured, options.least),
    reading,
    flows: labelledFlows(ratings, {
      ...resampling,
      reading,
      minMessages,
      ...(flow === undefined ? {} : { against: flow }),
    }),
    against: other === null
      ? null
      : { name: other.name, standIn: other.standIn },
    noise: options.noise === 0 ? null : {
      corpus: options.noiseOn ?? ratings.names[0] ?? "",
      ...labelNoise(
        await noiseSessions(ratings, options.noiseOn, minMessages, taxonomy),
        noiseConfusions(ratings, 0, {
          replicates: options.noise,
          seed,
          signal,
        }),
        {
          replicates: options.noise,
          seed,
          reading,
          signal,
          ...(flow === undefined ? {} : { against: flow }),
        },
      ),
    },
  };
  if (options.out !== undefined) {
    await writeAgreement(options.out, run, {
      inputs: [
        ...paths,
        ...(options.noiseOn === undefined ? [] : [options.noiseOn]),
        ...(against === undefined ? [] : [against]),
      ],
      seed,
      visibility: options.visibility,
    });
    complain(`wrote ${options.out}: open ${options.out}/index.html`);
  }
  if (options.json) printJson(agreementJson(run));
  else print(describeAgreement(run));
  const alpha = measured.alpha.estimate;
  if (
    options.require !== undefined &&
    !(alpha !== null && alpha >= options.require)
  ) {
    throw new AnswerIsNo(
      `Krippendorff's alpha is ${
        alpha?.toFixed(3) ?? "undefined"
      }, below the ${options.require} required: revise the definitions before a target is fixed`,
    );
  }
}

function list(value: string): string[] {
  const names = value.split(",").map((name) => name.trim());
  if (names.every((name) => name !== "")) return names;
  throw new InvalidArgumentError("Write names separated by commas.");
}

function share(value: string): number {
  const number = Number(value);
  if (value.trim() !== "" && number >= 0 && number <= 1) return number;
  throw new InvalidArgumentError("Give a number from 0 to 1.");
}

function renamed(
  ratings: Ratings,
  names: readonly string[] | undefined,
): Ratings {
  if (names === undefined) return ratings;
  if (
    names.length !== ratings.names.length || new Set(names).size < names.length
  ) {
    throw new RangeError(
      `Cannot name the label sets ${
        names.map((name) => `"${name}"`).join(", ")
      }: ` +
        `there are ${ratings.names.length} (${
          ratings.names.join(", ")
        }); give each a name of its own`,
    );
  }
  return { ...ratings, names };
}

/** Sessions to be relabelled, as intent codes. */
async function noiseSessions(
  ratings: Ratings,
  path: string | undefined,
  minMessages: number,
  taxonomy: Taxonomy,
): Promise<ArrayLike<number>[]> {
  if (path === undefined) {
    const { sessions } = completeSessions(ratings, { sets: [0], minMessages });
    return sessions.map(({ codes }) => codes[0] ?? []);
  }
  const [table] = await readLabelTables([path, path], {
    taxonomy,
    cluster: "session",
  });
  if (table === undefined) return [];
  const [column] = table.columns;
  const corpus = ratingsOf(
    ["corpus", "the same"],
    table.rows.map((place, row) => ({
      session: sessionOf(place) ?? `message ${row}`,
      position: place.position ?? row,
      labels: [column?.labels[row] ?? null, null],
    })).sort((a, b) => a.position - b.position),
    taxonomy,
  );
  const { sessions, incomplete } = completeSessions(corpus, {
    sets: [0],
    minMessages,
  });
  if (sessions.length === 0) {
    throw new RangeError(
      `Cannot relabel "${path}": no session of at least ${minMessages} messages is labelled ` +
        `throughout; give --min-messages, or another corpus`,
    );
  }
  if (incomplete > 0) {
    complain(
      `note: ${incomplete} sessions of "${path}" have messages without a label and are left out`,
    );
  }
  return sessions.map(({ codes }) => codes[0] ?? []);
}
