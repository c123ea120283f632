/**
 * A thread that reads files for `readAhead()`: it gets a {@linkcode WorkerStart}, then one
 * {@linkcode WorkerFile} after another, and answers each with its events.
 *
 * @module
 */

/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />

import { ADAPTERS } from "./adapters.ts";
import { type FileEvent, fileEvents, type FileReading } from "./file_events.ts";
import type { PlannedFile } from "./plan_reading.ts";
import { newScratch } from "./source_file.ts";

/** What a thread is told first. */
export type WorkerStart = Omit<FileReading, "scratch">;

/** A file to read; the adapter is given by its place among all adapters. */
export interface WorkerFile extends Omit<PlannedFile, "adapter"> {
  readonly adapter: number;
}

let reading: FileReading | null = null;
/** Files are read one after another: they share the memory they are read into. */
let turn: Promise<void> = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<WorkerStart | WorkerFile>) => {
  if ("adapter" in data) turn = turn.then(() => answer(data));
  else reading = { ...data, scratch: newScratch() };
};

async function answer(file: WorkerFile): Promise<void> {
  const adapter = ADAPTERS[file.adapter];
  if (reading === null || adapter === undefined) {
    throw new TypeError(
      `Cannot read "${file.file}": the thread was not started`,
    );
  }
  const events: FileEvent[] = [];
  for await (const batch of fileEvents({ ...file, adapter }, reading)) {
    for (const event of batch) events.push(event);
  }
  self.postMessage(events);
}
