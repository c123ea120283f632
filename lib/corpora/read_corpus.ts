/**
 * From a folder of exports to sessions and an ingest report.
 *
 * @module
 */

import type { Session } from "@taskflow/session";
import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { setImmediate } from "node:timers";
import type { Adapter } from "./adapter.ts";
import { ADAPTERS } from "./adapters.ts";
import { compareCodePoints } from "./compare_code_points.ts";
import { findFiles } from "./find_files.ts";
import { nothingRecognised } from "./nothing_recognised.ts";
import { PACK_LIMITS, type Packed, type PackLimits } from "./packed.ts";
import { planReading } from "./plan_reading.ts";
import { readAhead } from "./read_ahead.ts";
import { readConversation } from "./read_conversation.ts";
import { emptyReport, type IngestReport, skipFile } from "./report.ts";
import { RULES, type Rules, type RulesName } from "./rules.ts";
import { newScratch } from "./source_file.ts";
import type { Surveyed } from "./survey.ts";
import { newSeen } from "./take_session.ts";
import { temporaryFolder } from "./temporary_folder.ts";
import { walk, type WalkEntry } from "./walk.ts";
import { zipOpener } from "./zip_files.ts";

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
  /** Decisions in which the preset is not followed. */
  readonly decisions?: Partial<Rules>;
  /** Stops the reading: the iteration then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called after every file. */
  readonly onProgress?: (progress: ReadProgress) => void;
  /** Formats to try, in order (default: all). */
  readonly adapters?: readonly Adapter[];
  /** Other threads that large corpora are read in; see `readAhead()`. Nothing but time depends on it. */
  readonly threads?: number;
  /** How far packed files may grow, where the defaults do not do. */
  readonly limits?: Partial<PackLimits>;
}

/** A corpus that is being read. */
export interface Corpus {
  /**
   * The sessions, in order of path, then of place in the file; of a session that is spread over files
   * the first path counts. They can be iterated once.
   */
  readonly sessions: AsyncIterable<Session>;
  /** What was read and left out: grows while sessions are taken, complete once they are all taken. */
  readonly report: IngestReport;
}

/** Milliseconds of reading after which timers and signals get a turn. */
const BREATH = 50;

/**
 * Read session exports of any mixture of formats below a folder.
 *
 * Packed files (`.gz`, `.zst`, `.zip`, told by content) are read as what is in them, within limits.
 *
 * Streams: memory does not grow with the number or content of files, apart from the ids of the
 * sessions and messages and the paths and hashes of the files. Nothing is read before the first
 * session is taken; then the beginning of every file is looked at, which tells its format and which
 * files hold one conversation (`planReading()`), and the files are read one after another.
 * A session id that was met before (of the same agent) is counted once, the first by path; so is a
 * record that resumed and forked sessions repeat. A file that cannot be read is named in the report
 * and does not stop the reading.
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
  const report = emptyReport(options.rules, options.decisions);
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
  const scratch = newScratch();
  const breathe = breather(signal);
  await using temporary = temporaryFolder();
  using opener = zipOpener();
  const limits = { ...PACK_LIMITS, ...options.limits };
  const looking = { folder, scratch, adapters, temporary, opener, limits };
  const surveyed: Surveyed[] = [];
  const packed = new Map<string, Packed>();
  for (const entry of entries) {
    for await (const { packed: how, ...found } of findFiles(entry, looking)) {
      surveyed.push(found);
      if (how !== null) packed.set(found.file, how);
      await breathe();
    }
  }
  // Files of an archive stand where a folder of its name would.
  surveyed.sort((a, b) => compareCodePoints(a.file, b.file));
  const { conversations, unread } = planReading(surveyed);
  const problems = new Map(unread.map(({ file, problem }) => [file, problem]));
  const begins = new Map(conversations.map((files) => [files[0]?.file, files]));
  const rules = { ...RULES[report.rules], ...report.decisions };
  using reader = readAhead(
    conversations.flat(),
    { folder, rules, scratch, unpacking: { packed, temporary } },
    options.threads === undefined ? {} : { threads: options.threads },
  );
  const state = { reader, report, seen: newSeen() };
  let done = 0;
  for (const { file } of surveyed) {
    signal?.throwIfAborted();
    const problem = problems.get(file);
    const files = begins.get(file);
    if (files !== undefined) {
      yield* readConversation(files, state);
      for (const { parts } of files) done += 1 + parts.length;
    } else if (problem) {
      skipFile(report, problem.reason, file, problem.detail);
      done++;
    } else continue;
    const { bytes, kept: messages } = report;
    onProgress?.({ files: done, totalFiles: surveyed.length, bytes, messages });
    await breathe();
  }
  if (report.files.read === 0) {
    throw nothingRecognised(
      path,
      surveyed.map(({ file }) => file),
      report,
      adapters,
    );
  }
  report.inputs.sort((a, b) => compareCodePoints(a.file, b.file));
  report.corpusHash = corpusHash(report);
}

/** Gives timers a turn when it is time, and stops if the signal says so. */
function breather(signal: AbortSignal | undefined): () => Promise<void> {
  let breath = performance.now();
  return async () => {
    signal?.throwIfAborted();
    if (performance.now() - breath < BREATH) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    breath = performance.now();
  };
}

function corpusHash({ inputs }: IngestReport): string {
  const lines = inputs.map(({ file, sha256 }) => `${file}\0${sha256}`);
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}
