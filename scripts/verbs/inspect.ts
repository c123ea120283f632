/**
 * `taskflow inspect`: what is in a folder, what counts, and what does not and why.
 *
 * @module
 */

import type { Command } from "commander";
import { type IngestReport, openCorpus, reportJson } from "@taskflow/corpora";
import {
  fromRows,
  provenance,
  tableFormat,
  writeAtomically,
  writeTable,
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
import { describeReport, formatRows } from "../output/describe_report.ts";

interface Options extends ReadingOptions {
  out?: string;
  json?: boolean;
}

/**
 * Add the verb to the program.
 *
 * @param taskflow The program.
 */
export function addInspect(taskflow: Command): void {
  const inspect = verb(
    taskflow,
    "inspect",
    "Show what is in a folder of session exports: formats, sessions, messages, what was left out " +
      "and why, with examples (file, line and session id, never text).",
    [
      "taskflow inspect ~/project/.specstory/history",
      "taskflow inspect exports.zip --json",
      "taskflow inspect ~/exports --rules labels -o report.json",
      "taskflow inspect ~/exports -o formats.csv            # the table by format",
      "taskflow inspect chats.parquet --columns session=conversation_id,role=from,text=value",
    ],
  );
  addReadingOptions(inspect)
    .argument(
      "<path>",
      "folder or file of session exports, or labelled sessions",
    )
    .option(
      "-o, --out <file>",
      "write the whole report (.json) or the table by format (.csv .jsonl .parquet .arrow)",
    )
    .option("--json", "print one JSON object")
    .action(action);
}

async function action(path: string, options: Options): Promise<void> {
  if (options.out !== undefined && !options.out.endsWith(".json")) {
    tableFormat(options.out);
  }
  const line = readingProgress(path);
  const { sessions, report } = await openCorpus(path, {
    ...readingOf(options),
    signal: interrupted.signal,
    onProgress: line.onProgress,
  });
  let failure: unknown = null;
  try {
    for await (const _ of sessions);
    line.done(report);
  } catch (error) {
    // Nothing was read: what was found instead is still worth showing.
    if (report.files.unread === 0 || interrupted.signal.aborted) throw error;
    failure = error;
  }
  if (options.out !== undefined) {
    await write(options.out, path, report);
    complain(`wrote ${options.out}`);
  }
  if (options.json) printJson(reportJson(report));
  else print(describeReport(report));
  if (failure !== null) throw failure;
}

async function write(
  out: string,
  path: string,
  report: IngestReport,
): Promise<void> {
  const name = path.replace(/\/+$/, "").split("/").at(-1) || "corpus";
  const made = provenance({
    inputs: report.corpusHash === null
      ? []
      : [{ name, sha256: report.corpusHash }],
    parameters: readingParameters(report),
    seed: null,
    versions: { taskflow: VERSION, deno: Deno.version.deno },
    visibility: "private",
  });
  if (out.endsWith(".json")) {
    const json = { ...reportJson(report), provenance: made };
    await writeAtomically(out, `${JSON.stringify(json, null, 2)}\n`);
  } else {
    await writeTable(out, fromRows(formatRows(report)), {
      metadata: { provenance: JSON.stringify(made) },
    });
  }
}
