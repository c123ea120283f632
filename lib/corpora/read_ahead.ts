/**
 * Reading files in other threads before their turn comes.
 *
 * @module
 */

import { setImmediate } from "node:timers";
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
  /**
   * Bytes of all files from which on threads are started (default 800 MiB): their memory, about
   * 100 MB, is worth it where minutes are at stake.
   */
  readonly worthBytes?: number;
}

/** Files that are read before their turn, at most; longer files wait for it, to be streamed. */
const AHEAD = 32;
const LONGEST = 64 * 2 ** 20;
/** Bytes that a thread has before it, so that it never waits for this one. */
const QUEUE = 4 * 2 ** 20;

/** What happened in a file; `null` if the thread that read it broke. */
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
    worthBytes = 800 * 2 ** 20,
  } = options;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const alone: FileReader = {
    events: (planned) => fileEvents(planned, reading),
    [Symbol.dispose]: () => {},
  };
  if (threads < 1 || files.length < 2 || bytes < worthBytes) return alone;

  const places = new Map(files.map((planned, at) => [planned, at]));
  /** Files handed out, until their turn: what happened in them, or who will tell. */
  const jobs = new Map<number, { read: FileEvent[] | null; job: Job }>();
  const { folder, rules } = reading;
  const start: WorkerStart = { folder, rules };
  const pool = Array.from({ length: threads }, () => openThread(start));
  /** The file whose turn it is, and the first that was not handed out. */
  let turn = 0;
  let next = 0;
  /** The next file that another may read, taken from the rest. */
  const takeNext = (): { at: number; work: WorkerFile } | null => {
    while (next < files.length && next <= turn + AHEAD) {
      const at = next++;
      const planned = files[at];
      const work = planned === undefined ? null : workOf(planned, reading);
      if (at > turn && work !== null) return { at, work };
    }
    return null;
  };
  const handOut = (at: number, job: Job) => {
    const entry: { read: FileEvent[] | null; job: Job } = { read: null, job };
    jobs.set(at, entry);
    void job.then((read) => {
      entry.read = read;
      feed();
    });
  };
  const feed = () => {
    for (const thread of pool) {
      while (thread.waiting() < QUEUE) {
        const taken = takeNext();
        if (taken === null) return;
        handOut(taken.at, thread.read(taken.work));
      }
    }
  };
  /** Read a file here instead of waiting. */
  const help = async (): Promise<boolean> => {
    const taken = takeNext();
    const planned = taken === null ? undefined : files[taken.at];
    if (taken === null || planned === undefined) return false;
    const batches = await Array.fromAsync(fileEvents(planned, reading));
    const read = batches.flat();
    jobs.set(taken.at, { read, job: Promise.resolve(read) });
    return true;
  };
  return {
    async *events(planned) {
      turn = places.get(planned) ?? turn;
      feed();
      const entry = jobs.get(turn);
      while (entry !== undefined && entry.read === null) {
        if (!await help()) break;
        // What the threads have done is heard of between two turns of the event loop.
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
      jobs.delete(turn);
      const read = await entry?.job ?? null;
      if (read === null) yield* fileEvents(planned, reading);
      else yield read;
    },
    [Symbol.dispose]() {
      for (const thread of pool) thread.stop();
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
  /** Read a file, after those asked for before; `null` if the thread is broken. */
  read(work: WorkerFile): Job;
  /** Bytes that it has still to read. */
  waiting(): number;
  stop(): void;
}

function openThread(start: WorkerStart): Thread {
  const url = new URL("./read_worker.ts", import.meta.url);
  const worker = new Worker(url, { type: "module" });
  const asked: { size: number; answer: (read: FileEvent[] | null) => void }[] =
    [];
  let broken = false;
  const fail = () => {
    broken = true;
    for (const { answer } of asked.splice(0)) answer(null);
  };
  worker.onmessage = ({ data }: MessageEvent<FileEvent[]>) =>
    asked.shift()?.answer(data);
  worker.onerror = (event) => {
    // The files are read in this thread instead, where an error has its place in the report.
    event.preventDefault();
    worker.terminate();
    fail();
  };
  worker.postMessage(start);
  return {
    read: (work) =>
      new Promise((answer) => {
        if (broken) return answer(null);
        asked.push({ size: work.size, answer });
        worker.postMessage(work);
      }),
    waiting: () =>
      broken ? Infinity : asked.reduce((sum, { size }) => sum + size, 0),
    stop() {
      worker.terminate();
      fail();
    },
  };
}
