/**
 * Reading files in other threads before their turn comes.
 *
 * @module
 */

import { ADAPTERS } from "./adapters.ts";
import { type FileEvent, fileEvents, type FileReading } from "./file_events.ts";
import type { PlannedFile } from "./plan_reading.ts";
import type { WorkerFile, WorkerStart } from "./read_worker.ts";

/** Reads files, each when its turn comes. */
export interface FileReader extends Disposable {
  /** What happens in a file. Files are asked for in the order in which they were announced. */
  events(planned: PlannedFile): AsyncIterable<FileEvent[]>;
}

/** When threads are worth their start, and how far they go ahead. */
export interface ReadAheadOptions {
  /** Other threads (default: one less than the processors, at most 3). */
  readonly threads?: number;
  /** Bytes of all files from which on threads are started (default 48 MiB). */
  readonly worthBytes?: number;
}

/** Files that are read before their turn, at most; longer files wait for it, to be streamed. */
const AHEAD = 24;
const LONGEST = 64 * 2 ** 20;

/** A file that a thread reads; `null` if the thread failed. */
type Job = Promise<FileEvent[] | null>;

/**
 * Prepare to read files. What is read, and in which order it is given, does not depend on threads.
 *
 * @param files All files, in the order in which they will be asked for.
 * @param reading Where and how.
 * @param options Threads.
 * @returns The reader; dispose of it to stop its threads.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { newScratch, readAhead, RULES, specstory } from "@taskflow/corpora";
 *
 * const folder = await Deno.makeTempDir();
 * await Deno.writeTextFile(`${folder}/a.md`, "## SpecStory\n\n## Hi\n\n_**User**_\n\nHi\n");
 * const planned = {
 *   file: "a.md",
 *   size: 36,
 *   parts: [],
 *   adapter: specstory,
 *   links: [],
 *   checkpoint: null,
 * };
 * const reading = { folder, rules: RULES.default, scratch: newScratch() };
 * {
 *   using reader = readAhead([planned], reading);
 *   const events = (await Array.fromAsync(reader.events(planned))).flat();
 *   equal(events[0]?.kind, "session");
 * }
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export function readAhead(
  files: readonly PlannedFile[],
  reading: FileReading,
  options: ReadAheadOptions = {},
): FileReader {
  const {
    threads = Math.min(3, navigator.hardwareConcurrency - 1),
    worthBytes = 48 * 2 ** 20,
  } = options;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const alone: FileReader = {
    events: (planned) => fileEvents(planned, reading),
    [Symbol.dispose]: () => {},
  };
  if (threads < 1 || files.length < 2 || bytes < worthBytes) return alone;

  const places = new Map(files.map((planned, at) => [planned, at]));
  const jobs = new Map<number, Job>();
  const idle: Thread[] = [];
  const all: Thread[] = [];
  /** The file whose turn it is, and the first that no thread has looked at. */
  let turn = 0;
  let next = 1;
  const assign = () => {
    while (idle.length > 0 && next < files.length && next <= turn + AHEAD) {
      const at = next++;
      const planned = files[at];
      const work = planned === undefined ? null : workOf(planned, reading);
      const thread = work === null ? undefined : idle.pop();
      if (work === null || thread === undefined) continue;
      const job = thread.read(work).then((events) => {
        if (events !== null) idle.push(thread);
        assign();
        return events;
      });
      jobs.set(at, job);
    }
  };
  const start: WorkerStart = { folder: reading.folder, rules: reading.rules };
  for (let n = 0; n < threads; n++) all.push(openThread(start));
  idle.push(...all);
  assign();
  return {
    async *events(planned) {
      turn = places.get(planned) ?? turn;
      next = Math.max(next, turn + 1);
      assign();
      const job = jobs.get(turn);
      jobs.delete(turn);
      const read = await job ?? null;
      if (read === null) yield* fileEvents(planned, reading);
      else yield read;
    },
    [Symbol.dispose]() {
      for (const thread of all) thread.stop();
    },
  };
}

/** What a thread is told about a file, or `null` if it is not for threads. */
function workOf(
  planned: PlannedFile,
  { unpacking }: FileReading,
): WorkerFile | null {
  const { file, adapter, size, parts } = planned;
  if (unpacking?.packed.has(file)) return null;
  const index = ADAPTERS.indexOf(adapter);
  if (index < 0 || size > LONGEST || parts.length > 0) return null;
  return { ...planned, adapter: index };
}

interface Thread {
  /** Read a file; `null` if the thread is broken. */
  read(work: WorkerFile): Job;
  stop(): void;
}

function openThread(start: WorkerStart): Thread {
  const url = new URL("./read_worker.ts", import.meta.url);
  const worker = new Worker(url, { type: "module" });
  let answer: (events: FileEvent[] | null) => void = () => {};
  let broken = false;
  worker.onmessage = ({ data }: MessageEvent<FileEvent[]>) => answer(data);
  worker.onerror = (event) => {
    // The file is read in this thread instead, where an error has its place in the report.
    event.preventDefault();
    broken = true;
    answer(null);
  };
  worker.postMessage(start);
  return {
    read: (work) =>
      new Promise((resolve) => {
        if (broken) return resolve(null);
        answer = resolve;
        worker.postMessage(work);
      }),
    stop() {
      broken = true;
      worker.terminate();
      answer(null);
    },
  };
}
