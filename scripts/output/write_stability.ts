/**
 * What `taskflow stability -o` writes.
 *
 * @module
 */

import { stabilityCurve } from "@taskflow/plot";
import { provenance } from "@taskflow/table";
import { VERSION } from "../cli/version.ts";
import {
  mergeName,
  neededText,
  stabilityJson,
  type StabilityResult,
  verdicts,
} from "./describe_stability.ts";
import { toJson, writeOutput } from "./write_output.ts";

/**
 * Write stability to a folder.
 *
 * @param folder Where.
 * @param result What was measured.
 * @param visibility What the sessions are.
 */
export async function writeStability(
  folder: string,
  result: StabilityResult,
  visibility: "private" | "public" | "stand-in",
): Promise<void> {
  const { corpus, stability, merges, inputs, unit, where, draws, seed } =
    result;
  const standIn = corpus.standIn || visibility === "stand-in";
  await writeOutput(folder, {
    title: `How stable the task flow of ${corpus.name} is`,
    intro: standIn
      ? "Stand-in data: these sessions were made up, not measured."
      : "Before a target is fixed: is the sample large enough (Appendix C, step 2)?",
    parts: [
      {
        heading: "Stability",
        standIn,
        text: verdicts(result),
        figures: [
          stabilityCurve(stability, {
            name: "stability",
            title: `${corpus.name}: two samples of one corpus`,
            standIn,
          }),
        ],
        tables: [],
      },
      {
        heading: "A coarser taxonomy",
        standIn,
        text: [
          "Merging intents makes transitions stable earlier, and says less. Two halves of the corpus against each other, under each way of merging.",
        ],
        figures: [],
        tables: [{
          name: "merges",
          caption: "What merging intents would buy",
          table: {
            columns: [
              { key: "merged", header: "merged", format: "text" },
              { key: "intents", header: "intents", format: "count" },
              { key: "S_T", header: "S_T", format: "component" },
              { key: "S_R", header: "S_R", format: "component" },
              {
                key: "needed",
                header: "transitions stable from",
                format: "text",
              },
            ],
            rows: merges.map((row) => ({
              merged: mergeName(row),
              intents: row.intents,
              S_T: row.scores.S_T?.mean ?? null,
              S_R: row.scores.S_R?.mean ?? null,
              needed: neededText(row.needed, unit),
            })),
          },
        }],
      },
    ],
    files: { "stability.json": toJson(stabilityJson(result)) },
    provenance: provenance({
      inputs: [...inputs],
      parameters: { where, unit, draws, tolerance: stability.tolerance },
      seed,
      versions: { taskflow: VERSION, deno: Deno.version.deno },
      visibility: standIn ? "stand-in" : visibility,
    }),
    run: { written: new Date().toISOString() },
  });
}
