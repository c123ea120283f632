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
import {
  type ClassifyCounts,
  classifySessions,
  loadBaseline,
} from "@taskflow/classify";
import {
  countStress,
  measure,
  type Measurement,
  type StressCount,
  type StressSlice,
} from "@taskflow/flow";
import { compileWhere, type Session } from "@taskflow/session";
import { TAXONOMY, type Taxonomy } from "@taskflow/taxonomy";
import { readingOf, type ReadingOptions } from "../cli/reading_options.ts";
import { readingProgress } from "../cli/reading_progress.ts";
import { interrupted } from "../cli/run.ts";

/** What was read, and what came of it. */
export interface MeasuredCorpus {
  readonly path: string;
  readonly measurement: Measurement;
  readonly report: IngestReport;
  /** How the labels joined, or `null` without labels. */
  readonly join:
    | (Omit<JoinReport, "key"> & { readonly key: string })
    | null;
  /** What the classifier did, or `null` without one. */
  readonly classified: ClassifyCounts | null;
  /** Classifiers and prompt versions that the labels name themselves, in order met. */
  readonly labelledBy: readonly string[];
  /** Declared stress slices, counted over all sessions, filtered or not. */
  readonly stress: readonly StressCount[];
  /** Seconds that reading and counting took. */
  readonly seconds: number;
}

/** How to read and measure. */
export interface MeasureCorpusOptions extends ReadingOptions {
  readonly labels?: string;
  /** What gives messages without a label an intent; by default nothing. */
  readonly classifier?: "baseline";
  readonly where: string;
  readonly taxonomy: Taxonomy;
  /** Stress slices to count. */
  readonly stress?: readonly StressSlice[];
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
  const line = readingProgress(path);
  const { sessions, report, join } = await openCorpus(path, {
    taxonomy,
    ...readingOf(options),
    signal: interrupted.signal,
    ...(options.labels === undefined ? {} : { labels: options.labels }),
    onProgress: line.onProgress,
  });
  const classified = options.classifier === undefined
    ? null
    : { classified: 0, labelled: 0, withoutText: 0 };
  if (classified !== null && taxonomy.hash !== TAXONOMY.hash) {
    throw new RangeError(
      `Cannot classify under taxonomy "${taxonomy.name}": the baseline knows the paper's 16 intents`,
    );
  }
  const stress = countStress(options.stress ?? []);
  const labelledBy = new Set<string>();
  const measurement = await measure(
    classified === null
      ? sessions
      : classifySessions(sessions, loadBaseline(), classified),
    {
      taxonomy,
      where,
      onSession: (session) => {
        stress.add(session);
        const by = classifierOf(session);
        if (by !== "") labelledBy.add(by);
      },
    },
  );
  const seconds = line.done(report);
  return {
    path,
    measurement,
    report,
    join: join(),
    classified,
    labelledBy: [...labelledBy],
    stress: stress.counts,
    seconds,
  };
}

/** What `taskflow classify` wrote beside its labels, for example `baseline dfa3b371`. */
function classifierOf({ attributes }: Session): string {
  return ["classifier", "classifier_model", "prompt_version"].map((name) =>
    attributes[name] ?? null
  ).filter((value) => value !== null).join(" ");
}
