/**
 * Read a corpus, join its labels, measure it, with progress on standard error.
 *
 * @module
 */

import {
  type IngestReport,
  type JoinReport,
  openCorpus,
} from "@taskflow/corpora";
import { measure, type Measurement } from "@taskflow/flow";
import { compileWhere } from "@taskflow/session";
import type { Taxonomy } from "@taskflow/taxonomy";
import { progress } from "../cli/progress.ts";
import { interrupted } from "../cli/run.ts";

/** What was read, and what came of it. */
export interface MeasuredCorpus {
  readonly path: string;
  readonly measurement: Measurement;
  readonly report: IngestReport;
  /** How the labels joined, or `null` without labels. */
  readonly join: JoinReport | null;
  /** Seconds that reading and counting took. */
  readonly seconds: number;
}

/** How to read and measure. */
export interface MeasureCorpusOptions {
  readonly labels?: string;
  readonly where: string;
  /** What counts as a message; by default what the labels fit best. */
  readonly rules?: "default" | "labels";
  readonly taxonomy: Taxonomy;
}

/**
 * Measure a folder or file of exports, or a table of labelled sessions.
 *
 * @param path The folder or file.
 * @param options Labels, filter, taxonomy, rules.
 * @returns What was read and measured.
 */
export async function measureCorpus(
  path: string,
  options: MeasureCorpusOptions,
): Promise<MeasuredCorpus> {
  const { taxonomy } = options;
  const where = compileWhere(options.where);
  const line = progress(`reading ${path}`);
  const started = performance.now();
  const { sessions, report, join } = await openCorpus(path, {
    taxonomy,
    ...(options.rules === undefined ? {} : { rules: options.rules }),
    signal: interrupted.signal,
    ...(options.labels === undefined ? {} : { labels: options.labels }),
    onProgress: (at) =>
      line.update(
        `${at.files}/${at.totalFiles} files, ${megabytes(at.bytes)} MB, ` +
          `${at.messages} messages`,
      ),
  });
  const measurement = await measure(sessions, { taxonomy, where });
  const seconds = (performance.now() - started) / 1000;
  line.done(
    `${report.files.read} files, ${report.kept} messages in ${
      seconds.toFixed(2)
    } s ` +
      `(${(megabytes(report.bytes) / seconds).toFixed(0)} MB/s, ` +
      `${Math.round(report.kept / seconds)} messages/s)`,
  );
  return { path, measurement, report, join: join(), seconds };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e5) / 10;
}
