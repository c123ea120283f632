/**
 * What `taskflow gold report -o` writes.
 *
 * @module
 */

import {
  confusionHeatmap,
  correctedSharesTable,
  goldIntentTable,
} from "@taskflow/plot";
import { inputOf, provenance } from "@taskflow/table";
import { VERSION } from "../cli/version.ts";
import {
  correctionText,
  goldJson,
  type GoldRun,
  goldText,
} from "./describe_gold.ts";
import { type OutputPart, toJson, writeOutput } from "./write_output.ts";

/**
 * Write a run to a folder; it holds no texts.
 *
 * @param folder Where.
 * @param run What was found.
 * @param options Input files and seed.
 */
export async function writeGold(
  folder: string,
  run: GoldRun,
  options: { readonly inputs: readonly string[]; readonly seed: number },
): Promise<void> {
  const { report, taxonomy, corrected } = run;
  const { retained } = taxonomy;
  const parts: (OutputPart & { standIn: boolean })[] = [{
    heading: "The classifier against people",
    standIn: false,
    text: goldText(run),
    figures: [
      confusionHeatmap(report.joint, {
        name: "gold-confusion",
        title: "What people say, and what the classifier says",
        rows: "people",
        columns: "classifier",
      }),
    ],
    tables: [
      {
        name: "gold-intents",
        caption: "Precision and recall by intent, weighted to the corpus",
        table: goldIntentTable(report),
      },
      {
        name: "gold-shares",
        caption: "P_T of the sampled corpus, corrected",
        table: correctedSharesTable(
          retained,
          report.predicted_P_T,
          report.P_T,
        ),
      },
    ],
  }];
  if (corrected !== null) {
    parts.push({
      heading: `Intents of ${corrected.name}, corrected`,
      standIn: corrected.standIn,
      text: correctionText(corrected),
      figures: [],
      tables: [{
        name: "corrected-shares",
        caption: `P_T of ${corrected.name}, corrected by inversion`,
        table: correctedSharesTable(
          retained,
          corrected.predicted,
          corrected.P_T,
        ),
      }, {
        name: "corrected-by-prediction",
        caption: `P_T of ${corrected.name}, corrected by P(gold | predicted)`,
        table: correctedSharesTable(
          retained,
          corrected.predicted,
          corrected.byPrediction,
        ),
      }],
    });
  }
  await writeOutput(folder, {
    title: "Gold labels",
    intro: "What labels by people say of a classifier.",
    parts,
    files: { "gold.json": toJson(goldJson(run)) },
    provenance: provenance({
      inputs: await Promise.all(options.inputs.map((path) => inputOf(path))),
      parameters: {
        replicates: report.replicates,
        taxonomy: taxonomy.hash,
      },
      seed: options.seed,
      versions: { taskflow: VERSION, deno: Deno.version.deno },
      visibility: corrected?.standIn ? "stand-in" : "private",
    }),
    run: { written: new Date().toISOString(), messages: report.sampled },
  });
}
