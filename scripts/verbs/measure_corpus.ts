/**
 * Read a corpus, join its labels, measure it, with progress on standard error.
 *
 * @module
 */

import {
  type IngestReport,
  joinLabels,
  type JoinReport,
  type Labels,
  readCorpus,
  readLabelled,
  readLabels,
} from "@taskflow/corpora";
import { measure, type Measurement } from "@taskflow/flow";
import { compileWhere, type Session } from "@taskflow/session";
import type { Taxonomy } from "@taskflow/taxonomy";
import { resolve } from "node:path";
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
  readonly rules: "default" | "labels";
  readonly taxonomy: Taxonomy;
}

const TABLE = /\.(jsonl|ndjson|csv|parquet|arrow|ipc|feather)$/i;

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
  const { sessions, report } = TABLE.test(path) && options.labels === undefined
    ? await readLabelled(path, { taxonomy })
    : await readCorpus(path, {
      rules: options.rules,
      signal: interrupted.signal,
      onProgress: (at) =>
        line.update(
          `${at.files}/${at.totalFiles} files, ${megabytes(at.bytes)} MB, ` +
            `${at.messages} messages`,
        ),
    });
  const labels = options.labels === undefined
    ? null
    : await readLabels(options.labels, taxonomy);
  const joined = labels === null
    ? sessions
    : join(sessions, labels, resolve(path));
  const measurement = await measure(joined, { taxonomy, where });
  const seconds = (performance.now() - started) / 1000;
  line.done(
    `${report.files.read} files, ${report.kept} messages in ${
      seconds.toFixed(2)
    } s ` +
      `(${(megabytes(report.bytes) / seconds).toFixed(0)} MB/s, ` +
      `${Math.round(report.kept / seconds)} messages/s)`,
  );
  return { path, measurement, report, join: labels?.report() ?? null, seconds };
}

async function* join(
  sessions: AsyncIterable<Session>,
  labels: Labels,
  root: string,
): AsyncGenerator<Session> {
  for await (const session of sessions) yield joinLabels(session, labels, root);
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e5) / 10;
}
