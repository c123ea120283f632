/**
 * `taskflow messages`: the user messages of a corpus, one a row.
 *
 * @module
 */

import { type Command, Option } from "commander";
import { messageRows, messageSchemaOf, openCorpus } from "@taskflow/corpora";
import type { Session } from "@taskflow/session";
import {
  inputOf,
  provenance,
  sidecarPath,
  tableFormat,
  writeRows,
} from "@taskflow/table";
import {
  addReadingOptions,
  readingOf,
  type ReadingOptions,
  readingParameters,
} from "../cli/reading_options.ts";
import { readingProgress } from "../cli/reading_progress.ts";
import { complain, interrupted, print, printJson, verb } from "../cli/run.ts";
import { VERSION } from "../cli/version.ts";
import { readTaxonomy } from "./flow_side.ts";

interface Options extends ReadingOptions {
  labels?: string;
  taxonomy?: string;
  withText?: boolean;
  visibility: "private" | "public" | "stand-in";
  out: string;
  json?: boolean;
}

/**
 * Add the verb to the program.
 *
 * @param taskflow The program.
 */
export function addMessages(taskflow: Command): void {
  const messages = verb(
    taskflow,
    "messages",
    "Write the user messages of a corpus, one a row: file, session, ordinal, position, source, " +
      "timestamp, intent if known, sha256, words, characters; the text only with --with-text. " +
      "The table can be labelled (column intent) and given back: to --labels, or to measure.",
    [
      "taskflow messages ~/project/.specstory/history -o messages.jsonl",
      "taskflow messages ~/exports --with-text -o to-label.csv      # texts leave the exports",
      "taskflow measure ~/exports --labels to-label.csv -o out/mine",
      "taskflow messages data/sample/specstory --labels data/sample/labels.csv -o labelled.parquet",
      "taskflow measure labelled.parquet",
      "taskflow messages chats.csv --columns session=conversation_id,role=from,text=value -o messages.jsonl",
    ],
  );
  addReadingOptions(messages)
    .argument(
      "<path>",
      "folder or file of session exports, or labelled sessions",
    )
    .option("--labels <file>", "intents to join to the messages (.csv .jsonl)")
    .option(
      "--taxonomy <file>",
      "taxonomy of the labels (default: the paper's 16)",
    )
    .option("--with-text", "add a column with the texts: they are private")
    .addOption(
      new Option(
        "--visibility <kind>",
        "what the sessions are; stand-in marks what is written as made up",
      ).choices(["private", "public", "stand-in"]).default("private"),
    )
    .requiredOption(
      "-o, --out <file>",
      "table to write (.jsonl .csv .parquet .arrow); texts in .csv that a spreadsheet would run " +
        "begin with '",
    )
    .option("--json", "print one JSON object about what was written")
    .action(action);
}

async function action(path: string, options: Options): Promise<void> {
  const { out, labels, withText = false } = options;
  tableFormat(out);
  const taxonomy = await readTaxonomy(options.taxonomy);
  const line = readingProgress(path);
  const { sessions, report, join } = await openCorpus(path, {
    taxonomy,
    ...readingOf(options),
    ...(labels === undefined ? {} : { labels }),
    signal: interrupted.signal,
    onProgress: line.onProgress,
  });
  const labelInput = labels === undefined ? null : await inputOf(labels);
  const counts = { sessions: 0, empty: 0, labelled: 0 };
  const counted = async function* (): AsyncGenerator<Session> {
    for await (const session of sessions) {
      interrupted.signal.throwIfAborted();
      if (session.messages.length === 0) counts.empty++;
      else counts.sessions++;
      for (const { intent } of session.messages) {
        if (intent !== null) counts.labelled++;
      }
      yield session;
    }
  };
  const name = path.replace(/\/+$/, "").split("/").at(-1) || "corpus";
  const rows = await writeRows(
    out,
    messageRows(counted(), withText),
    messageSchemaOf(withText),
    {
      metadata: () => ({
        schema_version: "1",
        sessions_without_messages: String(counts.empty),
        provenance: JSON.stringify(provenance({
          inputs: [
            ...(report.corpusHash === null
              ? []
              : [{ name, sha256: report.corpusHash }]),
            ...(labelInput === null ? [] : [labelInput]),
          ],
          parameters: {
            ...readingParameters(report),
            withText,
            taxonomy: taxonomy.hash,
          },
          seed: null,
          versions: { taskflow: VERSION, deno: Deno.version.deno },
          visibility: options.visibility,
        })),
      }),
    },
  );
  line.done(report);
  const joined = join();
  for (const warning of joined?.warnings ?? []) complain(`note: ${warning}`);
  const isText = ["csv", "jsonl"].includes(tableFormat(out));
  if (options.json) {
    printJson({
      out,
      messages: rows,
      labelled: counts.labelled,
      sessions: counts.sessions,
      sessionsWithoutMessages: counts.empty,
      withText,
      rules: report.rules,
      decisions: report.decisions,
      labels: joined,
    });
  } else {
    print(
      `wrote ${rows} messages of ${counts.sessions} sessions to ${out} ` +
        `(${counts.labelled} with an intent; ${counts.empty} sessions have no message)` +
        (isText ? `\ntypes and provenance are in ${sidecarPath(out)}` : ""),
    );
  }
}
