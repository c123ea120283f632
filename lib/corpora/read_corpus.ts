/**
 * From a folder of exports to sessions and an ingest report.
 *
 * @module
 */

import type { Session } from "@taskflow/session";
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import type { Adapter, ReadContext } from "./adapter.ts";
import { ADAPTERS } from "./adapters.ts";
import { nothingRecognised } from "./nothing_recognised.ts";
import {
  addInput,
  emptyReport,
  type IngestReport,
  keep,
  leaveOut,
  skipFile,
  warn,
} from "./report.ts";
import { RULES, type RulesName } from "./rules.ts";
import {
  newScratch,
  type OpenSource,
  openSource,
  type Scratch,
} from "./source_file.ts";
import { unknownFile } from "./unknown_file.ts";
import { walk, type WalkEntry } from "./walk.ts";

/** How far the reading is. */
export interface ReadProgress {
  /** Files looked at, and files in all. */
  readonly files: number;
  readonly totalFiles: number;
  /** Bytes read. */
  readonly bytes: number;
  /** Messages kept. */
  readonly messages: number;
}

/** Options of {@linkcode readCorpus}. */
export interface ReadCorpusOptions {
  /** What counts as a user message (default `default`). */
  readonly rules?: RulesName;
  /** Stops the reading: the iteration then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called after every file. */
  readonly onProgress?: (progress: ReadProgress) => void;
  /** Formats to try, in order (default: all). */
  readonly adapters?: readonly Adapter[];
}

/** A corpus that is being read. */
export interface Corpus {
  /** The sessions, in order of path, then of place in the file. They can be iterated once. */
  readonly sessions: AsyncIterable<Session>;
  /** What was read and left out: grows while sessions are taken, complete once they are all taken. */
  readonly report: IngestReport;
}

/** Milliseconds of reading after which timers and signals get a turn. */
const BREATH = 50;

/**
 * Read session exports of any mixture of formats below a folder.
 *
 * Streams: memory does not grow with the number or content of files, apart from the ids of the
 * sessions and the paths and hashes of the files. Nothing is read before the first session is taken.
 * A session id that was met before (of the same agent) is counted once, the first by path; a file
 * that cannot be read is named in the report and does not stop the reading.
 *
 * @param path A folder or a file.
 * @param options Rules, signal, progress.
 * @returns The sessions and their report. Iterating throws `Deno.errors.NotFound` if there is
 * nothing at the path, TypeError if no file there is an export that is known, and the signal's
 * reason if it is aborted.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { readCorpus } from "@taskflow/corpora";
 *
 * const folder = await Deno.makeTempDir();
 * const text = "## SpecStory\n\n## Greeting\n\n_**User**_\n\nHi\n\n---\n\n_**Assistant**_\n\nHello\n";
 * await Deno.writeTextFile(`${folder}/greeting.md`, text);
 * const { sessions, report } = readCorpus(folder);
 * const [session] = await Array.fromAsync(sessions);
 * deepEqual(session?.messages, [{ text: "Hi", timestamp: null, intent: null }]);
 * equal(report.records, report.kept);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export function readCorpus(
  path: string,
  options: ReadCorpusOptions = {},
): Corpus {
  const report = emptyReport(options.rules);
  return { sessions: readAll(path, options, report), report };
}

async function* readAll(
  path: string,
  options: ReadCorpusOptions,
  report: IngestReport,
): AsyncGenerator<Session> {
  const { signal, onProgress, adapters = ADAPTERS } = options;
  signal?.throwIfAborted();
  const entries: WalkEntry[] = [];
  for await (const entry of walk(path)) {
    signal?.throwIfAborted();
    entries.push(entry);
  }
  const folder = (await Deno.stat(path)).isFile ? dirname(path) : path;
  const state: State = {
    folder,
    report,
    adapters,
    scratch: newScratch(),
    seen: new Map(),
  };
  let breath = performance.now();
  for (const [index, entry] of entries.entries()) {
    signal?.throwIfAborted();
    if (entry.problem === null) yield* readFile(entry.file, state);
    else {skipFile(
        report,
        entry.problem.reason,
        entry.file,
        entry.problem.detail,
      );}
    const { bytes, kept: messages } = report;
    onProgress?.({
      files: index + 1,
      totalFiles: entries.length,
      bytes,
      messages,
    });
    if (performance.now() - breath < BREATH) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    breath = performance.now();
  }
  if (report.files.read === 0) {
    throw nothingRecognised(
      path,
      entries.map(({ file }) => file),
      report,
      adapters,
    );
  }
  report.corpusHash = corpusHash(report);
}

interface State {
  readonly folder: string;
  readonly report: IngestReport;
  readonly adapters: readonly Adapter[];
  readonly scratch: Scratch;
  /** Sessions met, by agent and id: their file and number of messages. */
  readonly seen: Map<
    string,
    { readonly file: string; readonly messages: number }
  >;
}

async function* readFile(file: string, state: State): AsyncGenerator<Session> {
  const { folder, report, adapters, scratch } = state;
  let open: OpenSource;
  try {
    open = openSource(join(folder, file), file, scratch);
  } catch (error) {
    // The name alone: the message has the path on this machine.
    const name = error instanceof Error ? error.name : String(error);
    skipFile(report, "unopenable", file, `it cannot be opened: ${name}`);
    return;
  }
  using source = open;
  const adapter = adapters.find((adapter) => adapter.detect(source.head));
  if (adapter === undefined) {
    const { reason, detail } = unknownFile(source.head);
    skipFile(report, reason, file, detail);
    return;
  }
  try {
    for await (const session of adapter.read(source, context(report, file))) {
      if (take(session, state)) yield session;
    }
    const { cut, ...input } = source.finish();
    addInput(report, { file, ...input });
    if (cut) {
      const message =
        "the file ends inside a character, so it seems to be cut: export it again";
      warn(report, { file, line: null, session: null }, message);
    }
  } catch (error) {
    skipFile(report, "failed", file, messageOf(error));
  }
}

function context(report: IngestReport, file: string): ReadContext {
  return {
    rules: RULES[report.rules],
    leaveOut: (reason, line, session, count = 1) =>
      leaveOut(report, reason, { file, line, session }, count),
    warn: (message, line, session) =>
      warn(report, { file, line, session }, message),
  };
}

/** Count a session; `false` if it was met before. */
function take(session: Session, { report, seen }: State): boolean {
  const { id, source, ordinal, attributes: { agent } } = session;
  const file = session.file ?? "";
  const messages = session.messages.length;
  const key = `${agent ?? source}\0${id}`;
  const first = seen.get(key);
  if (first === undefined) {
    seen.set(key, { file, messages });
    report.sessions.kept++;
    if (messages === 0) report.sessions.empty++;
    keep(report, messages);
    return true;
  }
  const place = { file, line: null, session: id };
  report.sessions.duplicate++;
  if (messages > 0) leaveOut(report, "duplicate-session", place, messages);
  if (messages > first.messages) {
    warn(
      report,
      place,
      `session "${id}" (number ${
        ordinal + 1
      } in this file) has ${messages} messages here, but ` +
        `${first.messages} in "${first.file}", which comes first and counts: ` +
        `take that file away to count this one`,
    );
  }
  return false;
}

function corpusHash({ inputs }: IngestReport): string {
  const lines = inputs.map(({ file, sha256 }) => `${file}\0${sha256}`);
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
