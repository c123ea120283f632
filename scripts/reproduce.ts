/**
 * `deno task reproduce`: the paper's tables, and the task flow of what the project ships, as one
 * page with all tables and figures.
 *
 * @module
 */

import { inputOf, provenance } from "@taskflow/table";
import { LONG_SLICE } from "@taskflow/session";
import { TAXONOMY } from "@taskflow/taxonomy";
import { fileURLToPath } from "node:url";
import { progress } from "./cli/progress.ts";
import { interrupted, print, program, run } from "./cli/run.ts";
import { VERSION } from "./cli/version.ts";
import { alignmentOutput } from "./output/alignment_output.ts";
import { describeMeasurement } from "./output/describe_measurement.ts";
import { measurementOutput } from "./output/measurement_output.ts";
import { paperOutput } from "./output/paper_output.ts";
import { writeOutput } from "./output/write_output.ts";
import { readFlowFile } from "./verbs/flow_side.ts";
import { measureCorpus } from "./verbs/measure_corpus.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SAMPLE = `${ROOT}data/sample/sessions.jsonl`;
const TARGET = `${ROOT}data/targets/production-standin.json`;
const SPECSTORY = `${ROOT}data/targets/specstory.json`;
const NAME = "sample (stand-in)";
const REPLICATES = 1000;
const SEED = 1;

const command = program(
  "reproduce",
  "Write tables, figures and one page from what the project ships.",
).option("-o, --out <folder>", "where to write", `${ROOT}out`)
  .action(reproduce);

async function reproduce({ out }: { out: string }): Promise<void> {
  const started = performance.now();
  const corpus = await measureCorpus(SAMPLE, {
    where: LONG_SLICE,
    taxonomy: TAXONOMY,
  });
  const alignment = alignmentOutput(
    corpus.measurement,
    await readFlowFile(TARGET),
    [await readFlowFile(SPECSTORY)],
  );
  const made = provenance({
    inputs: await Promise.all([
      inputOf(SAMPLE, "data/sample/sessions.jsonl"),
      inputOf(TARGET, "data/targets/production-standin.json"),
      inputOf(SPECSTORY, "data/targets/specstory.json"),
    ]),
    parameters: { where: LONG_SLICE, replicates: REPLICATES },
    seed: SEED,
    versions: { taskflow: VERSION, deno: Deno.version.deno },
    visibility: "stand-in",
  });
  const line = progress("writing");
  let files = 0;
  await writeOutput(out, {
    title: "SWE-TaskFlow workbench",
    intro:
      "The paper's tables recomputed from what it prints, and the task flow of the sample corpus. " +
      "The sample sessions and the production target are **stand-ins**: the sample was made for " +
      "this project, and the target satisfies what the paper publishes of its own.",
    parts: [
      ...measurementOutput(corpus, {
        name: NAME,
        prefix: "sample",
        standIn: true,
        replicates: REPLICATES,
        seed: SEED,
        signal: interrupted.signal,
      }),
      alignment,
      ...paperOutput(),
    ],
    files: {},
    provenance: made,
    run: { written: new Date().toISOString() },
  }, (name) => line.update(`${++files}: ${name}`));
  const seconds = (performance.now() - started) / 1000;
  line.done(`done in ${seconds.toFixed(1)} s`);
  print(
    `${describeMeasurement(NAME, corpus).text}\n\n` +
      `Wrote ${out}: open ${out}/index.html; tables/ has CSV and Markdown, figures/ has SVG, PNG ` +
      `and Vega-Lite JSON.`,
  );
}

await run(command, Deno.args);
