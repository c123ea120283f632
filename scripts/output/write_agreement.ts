/**
 * What `taskflow agree -o` writes.
 *
 * @module
 */

import { confusedPairs } from "@taskflow/classify";
import { TABLE_1 } from "@taskflow/paper";
import {
  agreementTable,
  alignmentSpreadTable,
  alignmentTable,
  coefficientTable,
  confusedPairsTable,
  confusionHeatmap,
  flowPairsTable,
  intentAgreementTable,
  intentBars,
  intentSpreadTable,
} from "@taskflow/plot";
import type { Interval } from "@taskflow/flow";
import { inputOf, provenance } from "@taskflow/table";
import { VERSION } from "../cli/version.ts";
import { agreementJson } from "./agreement_json.ts";
import { type AgreementRun, revisionText } from "./describe_agreement.ts";
import { type OutputPart, toJson, writeOutput } from "./write_output.ts";

/** Where a run comes from. */
export interface WriteAgreementOptions {
  readonly inputs: readonly string[];
  readonly seed: number;
  /** What the labels are. */
  readonly visibility: "public" | "private" | "stand-in";
}

/** Label sets that one chart of intents can tell apart. */
const MOST = 6;

/**
 * Write a run to a folder.
 *
 * @param folder Where.
 * @param run What was found.
 * @param options Inputs, seed, visibility.
 */
export async function writeAgreement(
  folder: string,
  run: AgreementRun,
  options: WriteAgreementOptions,
): Promise<void> {
  const { inputs, seed, visibility } = options;
  const { measured, join, reading, flows } = run;
  const standIn = visibility === "stand-in";
  // The other flow may be a stand-in where the labels are not.
  const either = standIn || run.against?.standIn === true;
  const parts = [
    { ...agreementPart(run), standIn },
    { ...confusionPart(run, standIn), standIn },
    { ...flowPart(run, standIn), standIn: either },
    ...(run.noise === null
      ? []
      : [{ ...noisePart(run, run.noise), standIn: either }]),
  ];
  await writeOutput(folder, {
    title: `Agreement of ${measured.names.join(", ")}`,
    intro: "How far label sets agree, and what their disagreement does to a " +
      "task flow. Agreement is not accuracy: all sets may be wrong alike.",
    parts,
    files: { "agreement.json": toJson(agreementJson(run)) },
    provenance: provenance({
      inputs: await namedInputs(inputs),
      parameters: {
        ...reading,
        cluster: run.cluster,
        replicates: measured.replicates,
        minMessages: flows.minMessages,
        joinedBy: join.key,
        noise: run.noise?.replicates ?? 0,
        least: run.least,
        labelSets: measured.names.join(", "),
        taxonomy: join.ratings.taxonomy.hash,
      },
      seed,
      versions: { taskflow: VERSION, deno: Deno.version.deno },
      visibility: either ? "stand-in" : visibility,
    }),
    run: { written: new Date().toISOString(), messages: measured.messages },
  });
}

/** Inputs by name; two files of one name are told apart by a number. */
async function namedInputs(paths: readonly string[]) {
  const seen = new Map<string, number>();
  return await Promise.all([...new Set(paths)].map(async (path) => {
    const made = await inputOf(path);
    const nth = (seen.get(made.name) ?? 0) + 1;
    seen.set(made.name, nth);
    return nth === 1 ? made : { ...made, name: `${made.name} (${nth})` };
  }));
}

function agreementPart(run: AgreementRun): OutputPart {
  const { measured } = run;
  const [head = "", ...lines] = revisionText(run);
  return {
    heading: "Agreement",
    text: [
      `**${head.charAt(0).toUpperCase()}${head.slice(1)}**`,
      lines.join("\n"),
    ],
    figures: [],
    tables: [
      {
        name: "table-1",
        caption: "Table 1: exact agreement, beside the paper's three models",
        table: agreementTable(
          measured,
          TABLE_1.map(({ pair, exact_agreement_pct }) => ({
            pair,
            exact: exact_agreement_pct / 100,
          })),
        ),
      },
      {
        name: "coefficients",
        caption: "Agreement beyond chance",
        table: coefficientTable(measured),
      },
      {
        name: "intents",
        caption: "Agreement by intent, all pairs together",
        table: intentAgreementTable(measured.intents),
      },
      ...(measured.pairs.length < 2
        ? []
        : measured.pairs.map(({ names, intents }, at) => ({
          name: `intents-${at + 1}`,
          caption: `Agreement by intent, ${names.join(" / ")}`,
          table: intentAgreementTable(intents),
        }))),
    ],
  };
}

function confusionPart(
  { measured }: AgreementRun,
  standIn: boolean,
): OutputPart {
  return {
    heading: "Confusion",
    text: ["What one set says where the other says something else."],
    figures: measured.pairs.map(({ names: [rows, columns], confusion }, at) =>
      confusionHeatmap(confusion, {
        name: measured.pairs.length === 1 ? "confusion" : `confusion-${at + 1}`,
        title: `${rows} and ${columns}`,
        rows,
        columns,
        standIn,
      })
    ),
    tables: [{
      name: "confusions",
      caption: "Intents taken for each other, all pairs together",
      table: confusedPairsTable(confusedPairs(measured.confusion)),
    }],
  };
}

function flowPart(run: AgreementRun, standIn: boolean): OutputPart {
  const { flows, against } = run;
  const { sessions, minMessages, incomplete } = flows;
  return {
    heading: "The flow under each label set",
    text: [
      `The same ${sessions} sessions of at least ${minMessages} messages, counted under each label ` +
      `set; ${incomplete} more are not labelled throughout by every set. P_T and P_R differ by half ` +
      `the sum of absolute differences.`,
    ],
    figures: sessions === 0 ? [] : [
      intentBars(flows.flows.slice(0, MOST), {
        name: "intents-by-set",
        title: "Intents under each label set",
        standIn,
      }),
    ],
    tables: [
      {
        name: "flows",
        caption: "Alignment of the flows with one another",
        table: flowPairsTable(flows.pairs),
      },
      ...(against === null ? [] : [{
        name: "against",
        caption: `Alignment of each with ${against.name}`,
        table: alignmentTable(
          flows.flows.flatMap(({ name, against }) =>
            against === null
              ? []
              : [{ name, scores: estimates(against), intervals: against }]
          ),
        ),
      }]),
    ],
  };
}

function estimates(
  { S_L, S_T, S_R, TFAS }: Readonly<
    Record<"S_L" | "S_T" | "S_R" | "TFAS", Interval>
  >,
) {
  return {
    S_L: S_L.estimate,
    S_T: S_T.estimate,
    S_R: S_R.estimate,
    TFAS: TFAS.estimate,
  };
}

function noisePart(
  { join, measured, against }: AgreementRun,
  noise: NonNullable<AgreementRun["noise"]>,
): OutputPart {
  return {
    heading: "Label noise",
    text: [
      `${noise.messages} messages of ${noise.sessions} sessions, relabelled ${noise.replicates} ` +
      `times: each label is redrawn from what the others say where ${
        measured.names[0]
      } says it. ` +
      `**This is a spread, not a correction**: agreement is not accuracy, and the mean of the ` +
      `relabelled corpora is no better than the labels as they are. Labels are redrawn one by one, ` +
      `which blurs transitions more than the errors of one classifier, alike on neighbours, do.`,
    ],
    figures: [],
    tables: [
      {
        name: "noise",
        caption: "Alignment of the relabelled flow with the flow as it is",
        table: alignmentSpreadTable(noise.self),
      },
      ...(noise.against === null ? [] : [{
        name: "noise-against",
        caption: `Alignment of the relabelled flow with ${
          against?.name ?? "the other flow"
        }`,
        table: alignmentSpreadTable(noise.against),
      }]),
      {
        name: "noise-intents",
        caption: "Intent shares (P_T) of relabelled corpora",
        table: intentSpreadTable(noise, join.ratings.taxonomy.retained),
      },
    ],
  };
}
