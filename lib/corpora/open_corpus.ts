/**
 * Sessions from whatever is at a path: a folder or file of exports, or a table of labelled sessions,
 * with labels joined on request.
 *
 * @module
 */

import type { Session } from "@taskflow/session";
import { readLines } from "@taskflow/table";
import { TAXONOMY, type Taxonomy } from "@taskflow/taxonomy";
import { resolve } from "node:path";
import { ADAPTERS } from "./adapters.ts";
import { type ChatColumns, chatTable } from "./chat_table.ts";
import { checkLabel } from "./labelled_line.ts";
import { fitRules } from "./fit_rules.ts";
import { joinLabels } from "./join_labels.ts";
import type { JoinReport } from "./join_report.ts";
import { readLabelled } from "./labelled.ts";
import { type Labels, readLabels } from "./labels.ts";
import { readCorpus, type ReadCorpusOptions } from "./read_corpus.ts";
import { readHead } from "./read_head.ts";
import type { IngestReport } from "./report.ts";
import { newScratch } from "./source_file.ts";
import { tableColumns } from "./table_head.ts";

/** How to open a corpus. */
export interface OpenCorpusOptions extends ReadCorpusOptions {
  /**
   * Path of a label file to join, for exports; see `readLabels()`. Without `rules`, those under which
   * the labels fit best are used; the report names them.
   */
  readonly labels?: string;
  /** Labels that may occur (default the paper's 16). */
  readonly taxonomy?: Taxonomy;
  /**
   * Names of the columns of a table that are not called as expected: of labelled sessions
   * (`readLabelled()`), or of chats (`chatTable()`) where there is a `role`, no labels, or a folder.
   */
  readonly columns?: Readonly<Record<string, string>>;
}

/** A corpus that is open for reading. */
export interface OpenCorpus {
  /** The sessions; they can be iterated once. */
  readonly sessions: AsyncIterable<Session>;
  /** What was read and left out; complete once the sessions are all taken. */
  readonly report: IngestReport;
  /** How labels and messages met so far, or `null` without a label file. */
  readonly join: () => JoinReport | null;
}

/**
 * Open a corpus.
 *
 * @param path A folder or file of exports, or a table of labelled sessions (CSV, Parquet, Arrow IPC,
 * or JSONL that looks like one).
 * @param options Labels, taxonomy, rules, progress.
 * @returns The sessions with their reports.
 * @throws {Deno.errors.NotFound} If there is nothing at the path.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { openCorpus } from "@taskflow/corpora";
 *
 * const path = await Deno.makeTempFile({ suffix: ".jsonl" });
 * await Deno.writeTextFile(path, `{"session":"s-1","intents":["bug-fix","tests"]}\n`);
 * const { sessions } = await openCorpus(path);
 * equal((await Array.fromAsync(sessions))[0]?.messages.length, 2);
 * await Deno.remove(path);
 * ```
 */
export async function openCorpus(
  path: string,
  options: OpenCorpusOptions = {},
): Promise<OpenCorpus> {
  const { labels: labelPath, taxonomy = TAXONOMY, columns, ...reading } =
    options;
  const chats = columns !== undefined && await isOfChats(path, columns);
  if (!chats && (columns !== undefined || await isLabelledTable(path))) {
    const { sessions, report } = await readLabelled(path, {
      taxonomy,
      ...(columns === undefined ? {} : { columns }),
    });
    return { sessions, report, join: () => null };
  }
  const labels = labelPath === undefined
    ? null
    : await readLabels(labelPath, taxonomy);
  // Labels without a word on their rules: those they fit best.
  const rules = reading.rules ??
    (labelPath === undefined
      ? "default"
      : (await fitRules(path, labelPath, taxonomy, reading))[0]?.rules ??
        "default");
  const { sessions: found, report } = readCorpus(path, {
    ...reading,
    ...(chats ? { adapters: [chatTable(columns), ...ADAPTERS] } : {}),
    rules,
  });
  const sessions = chats ? checked(found, taxonomy) : found;
  return {
    sessions: labels === null
      ? sessions
      : joined(sessions, labels, resolve(path)),
    report,
    join: () => labels?.report() ?? null,
  };
}

async function* joined(
  sessions: AsyncIterable<Session>,
  labels: Labels,
  root: string,
): AsyncGenerator<Session> {
  for await (const session of sessions) yield joinLabels(session, labels, root);
}

/** The sessions; a label that the taxonomy does not have stops the reading. */
async function* checked(
  sessions: AsyncIterable<Session>,
  taxonomy: Taxonomy,
): AsyncGenerator<Session> {
  for await (const session of sessions) {
    for (const { intent } of session.messages) {
      const place = `"${session.file}", session "${session.id}"`;
      if (intent !== null) checkLabel(intent, taxonomy, place);
    }
    yield session;
  }
}

/** Whether names of columns are those of chats, and not of labelled sessions. */
async function isOfChats(
  path: string,
  { role, position, intent }: ChatColumns,
): Promise<boolean> {
  if (role !== undefined) return true;
  try {
    if (!(await Deno.stat(path)).isFile) return true;
  } catch (error) {
    // The table reader says that there is nothing at the path.
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
  if (position !== undefined || intent !== undefined) return false;
  const there = tableColumns(readHead(path, newScratch())) ?? [];
  return !there.includes("position") && !there.includes("intent");
}

/** Tables that are no session export of any tool. */
const TABLE = /\.(csv|arrow|ipc|feather)$/i;
const PARQUET = /\.parquet$/i;
const LINES = /\.(jsonl|ndjson)$/i;

/** Whether a file holds labelled sessions; for JSONL its first line tells. */
async function isLabelledTable(path: string): Promise<boolean> {
  if (TABLE.test(path)) return true;
  if (PARQUET.test(path)) return !isExport(path);
  if (!LINES.test(path)) return false;
  for await (const { text } of readLines(path)) {
    if (text.trim() === "") continue;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      // Not JSON: no export either; the table reader names file and line.
      return true;
    }
    if (typeof value !== "object" || value === null) return true;
    const has = (key: string) => Object.hasOwn(value, key);
    return has("session") && (has("intents") || has("intent")) ||
      has("schema_version") && has("messages") && has("ordinal");
  }
  return true;
}

/** Whether a file is an export; some tools export Parquet. */
function isExport(path: string): boolean {
  try {
    const head = readHead(path, newScratch());
    return ADAPTERS.some((adapter) => adapter.detect(head));
  } catch (error) {
    // The table reader says what is wrong with the path.
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
