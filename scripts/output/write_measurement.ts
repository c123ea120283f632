/**
 * What `taskflow measure -o` writes.
 *
 * @module
 */

import { reportJson } from "@taskflow/corpora";
import { featuresId } from "@taskflow/classify";
import { toFlowFile } from "@taskflow/flow";
import { inputOf, provenance } from "@taskflow/table";
import { readingParameters } from "../cli/reading_options.ts";
import { VERSION } from "../cli/version.ts";
import type { MeasuredCorpus } from "../verbs/measure_corpus.ts";
import { measurementOutput } from "./measurement_output.ts";
import { toJson, writeOutput } from "./write_output.ts";

/** How to write a measured corpus. */
export interface WriteMeasurementOptions {
  readonly name: string;
  /** Path of the label file, or `null`. */
  readonly labels: string | null;
  readonly replicates: number;
  readonly seed: number;
  readonly visibility: "public" | "private" | "stand-in";
  readonly signal: AbortSignal;
}

/**
 * Write a measured corpus to a folder.
 *
 * @param folder Where.
 * @param corpus What was read and measured.
 * @param options Name, parameters, provenance.
 */
export async function writeMeasurement(
  folder: string,
  corpus: MeasuredCorpus,
  options: WriteMeasurementOptions,
): Promise<void> {
  const { name, labels, replicates, seed, visibility, signal } = options;
  const { measurement, report } = corpus;
  const standIn = visibility === "stand-in";
  const facts = {
    inputs: [
      ...(report.corpusHash === null
        ? []
        : [{ name, sha256: report.corpusHash }]),
      ...(labels === null ? [] : [await inputOf(labels)]),
    ],
    parameters: {
      where: measurement.where.source,
      ...readingParameters(report),
      taxonomy: measurement.taxonomy.hash,
      classifier: corpus.classified === null
        ? "none"
        : `baseline ${featuresId()}`,
    },
    seed: null,
    versions: { taskflow: VERSION, deno: Deno.version.deno },
    visibility,
  };
  // Counts know no chance; only the intervals in the tables do.
  const counted = provenance(facts);
  const made = replicates === 0 ? counted : provenance({
    ...facts,
    parameters: { ...facts.parameters, replicates },
    seed,
  });
  const filter = measurement.where.source;
  await writeOutput(folder, {
    title: `Task flow of ${name}`,
    intro: standIn
      ? "Stand-in data: these sessions were made up, not measured."
      : "Measured with the SWE-TaskFlow workbench.",
    parts: measurementOutput(corpus, {
      name,
      prefix: "",
      standIn,
      replicates,
      seed,
      signal,
    }),
    files: {
      "ingest.json": toJson(reportJson(report)),
      "flow.json": toJson(
        toFlowFile(measurement.flow, {
          name,
          filter,
          standIn,
          provenance: counted,
        }),
      ),
    },
    provenance: made,
    run: {
      written: new Date().toISOString(),
      seconds: corpus.seconds,
      megabytes: report.bytes / 1e6,
      messages: report.kept,
    },
  });
}
