/**
 * Progress of reading a corpus, on standard error.
 *
 * @module
 */

import type { IngestReport, ReadProgress } from "@taskflow/corpora";
import { progress } from "./progress.ts";

/** The progress of one reading. */
export interface ReadingProgress {
  /** For `readCorpus()`. */
  readonly onProgress: (progress: ReadProgress) => void;
  /** End with what was read and how fast; gives the seconds. */
  readonly done: (report: IngestReport) => number;
}

/**
 * Start the progress line of a reading.
 *
 * @param path What is read.
 * @returns Functions to go on and to end.
 */
export function readingProgress(path: string): ReadingProgress {
  const line = progress(`reading ${path}`);
  const started = performance.now();
  return {
    onProgress: ({ files, totalFiles, bytes, messages }) =>
      line.update(
        `${files}/${totalFiles} files, ${megabytes(bytes)} MB, ` +
          `${messages} messages`,
      ),
    done: ({ files, kept, bytes }) => {
      const seconds = (performance.now() - started) / 1000;
      line.done(
        `${files.read} files, ${kept} messages in ${seconds.toFixed(2)} s ` +
          `(${(megabytes(bytes) / seconds).toFixed(0)} MB/s, ` +
          `${Math.round(kept / seconds)} messages/s)`,
      );
      return seconds;
    },
  };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e5) / 10;
}
