/**
 * Measure a benchmark of single-message tasks as a corpus is measured (Appendix C, step 5).
 *
 * @module
 */

import {
  type PromptKind,
  readTaskLabels,
  readTasks,
  taskSessions,
} from "@taskflow/benchmark";
import { classifySessions, loadBaseline } from "@taskflow/classify";
import {
  addInput,
  emptyReport,
  keepSession,
  leaveOut,
} from "@taskflow/corpora";
import { measure } from "@taskflow/flow";
import { compileWhere } from "@taskflow/session";
import { sha256File } from "@taskflow/table";
import type { Taxonomy } from "@taskflow/taxonomy";
import { basename } from "node:path";
import { complain } from "../cli/run.ts";
import type { MeasuredCorpus } from "./measure_corpus.ts";

/** How to measure tasks. */
export interface MeasureTasksOptions {
  readonly labels?: string;
  readonly labelColumn?: string;
  readonly classifier?: "baseline";
  readonly prompt: PromptKind;
  readonly where: string;
  readonly taxonomy: Taxonomy;
}

/**
 * Measure tasks: each is a session of one message.
 *
 * @param path File of tasks.
 * @param options Labels or classifier, which prompt, filter.
 * @returns What was read and measured.
 */
export async function measureTasks(
  path: string,
  options: MeasureTasksOptions,
): Promise<MeasuredCorpus> {
  const { taxonomy } = options;
  const started = performance.now();
  const { tasks, malformed } = await readTasks(path, {
    prompt: options.prompt,
  });
  const labels = options.labels === undefined
    ? new Map<string, string>()
    : await readTaskLabels(options.labels, {
      taxonomy,
      ...(options.labelColumn === undefined
        ? {}
        : { column: options.labelColumn }),
    });
  const file = basename(path);
  const report = emptyReport();
  const { size } = await Deno.stat(path);
  const sha256 = await sha256File(path);
  addInput(report, "benchmark-task", { file, bytes: size, sha256 });
  report.corpusHash = sha256;
  for (const _ of tasks) keepSession(report, "benchmark-task", 1);
  for (const { line, instance_id, reason } of malformed) {
    complain(`left out: ${reason}`);
    const place = { file, line, session: instance_id };
    leaveOut(report, "benchmark-task", "unreadable", place);
  }
  const classified = options.classifier === undefined
    ? null
    : { classified: 0, labelled: 0, withoutText: 0 };
  const sessions = taskSessions(tasks, labels);
  const measurement = await measure(
    classified === null
      ? sessions
      : classifySessions(sessions, loadBaseline(), classified),
    { taxonomy, where: compileWhere(options.where) },
  );
  const matched =
    tasks.filter(({ instance_id }) => labels.has(instance_id)).length;
  return {
    path,
    measurement,
    report,
    join: options.labels === undefined ? null : {
      key: "instance_id",
      labels: labels.size,
      blank: 0,
      matched,
      unlabelled: tasks.length - matched,
      unused: 0,
      unusedFiles: [],
      elsewhere: labels.size - matched,
      elsewhereFiles: [],
      warnings: [],
    },
    classified,
    labelledBy: [],
    stress: [],
    seconds: (performance.now() - started) / 1000,
  };
}
