/**
 * What `taskflow measure -o` writes.
 *
 * @module
 */

import { reportJson } from "@taskflow/corpora";
import { featuresId } from "@taskflow/classify";
import {
  type FlowFileOptions,
  type FlowWords,
  foldSmallCells,
  type Measurement,
  toFlowFile,
  toFoldedFlowFile,
} from "@taskflow/flow";
import { byPosition } from "@taskflow/session";
import { inputOf, provenance } from "@taskflow/table";
import type { Publication } from "../cli/publish_options.ts";
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
  /** What `target.json` is made from, or `null` if it is not wanted. */
  readonly publication: Publication | null;
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
  const words = wordsOf(measurement);
  const head: FlowFileOptions = {
    name,
    filter: measurement.where.source,
    standIn,
    provenance: counted,
  };
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
      "flow.json": toJson(toFlowFile(measurement.flow, { ...head, words })),
      ...(options.publication === null ? {} : {
        "target.json": toJson(
          targetOf(measurement, options.publication, { ...head, words }),
        ),
      }),
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

/** Mean words by position in the sessions of the flow. */
function wordsOf({ slice }: Measurement): FlowWords[] {
  return byPosition(slice).flatMap(({ position, messages, meanWords }) =>
    meanWords === null ? [] : [{ position, messages, mean: meanWords }]
  );
}

/**
 * What may be published: folded counts, whose flow it is, and of the provenance what tells nothing
 * about the sessions (no hash of the corpus, from which its owner's copy could be recognised).
 */
function targetOf(
  { vectors, flow }: Measurement,
  { minCell, about }: Publication,
  { words = [], provenance, ...head }: FlowFileOptions,
) {
  return toFoldedFlowFile(foldSmallCells(vectors, minCell), flow.taxonomy, {
    ...head,
    about,
    words: words.filter(({ messages }) => messages >= minCell),
    provenance: {
      parameters: provenance?.["parameters"],
      versions: { taskflow: VERSION },
    },
  });
}
