/**
 * Write the stand-in production target, one file per reading of Section 2, and the lengths behind
 * it. Deterministic: the same inputs give the same bytes.
 *
 *     deno run -A scripts/data/make_standin_target.ts [folder, default data/targets]
 *
 * @module
 */

import { createHash } from "node:crypto";
import { LENGTH_BINS, transitionNames } from "@taskflow/flow";
import { TAXONOMY } from "@taskflow/taxonomy";
import { EXCLUDED_SHARE, lengthFacts, sampleSizes } from "./standin_facts.ts";
import {
  fullSampleIntents,
  type IntentModel,
  longSliceIntents,
  type Status,
  transitions,
} from "./standin_intents.ts";
import { binned, type LengthModel, standinLengths } from "./standin_lengths.ts";

const LEGEND: Record<Status, string> = {
  published: "printed in the paper, under the reading of this file",
  derived: "forced by a printed number",
  constrained:
    "not fixed alone: printed numbers fix a combination of these cells",
  assumed: "set by an assumption listed in provenance.assumptions",
  free: "nothing published fixes it: greatest entropy",
};

const P_L_STATUS: Record<(typeof LENGTH_BINS)[number], Status> = {
  "1": "published",
  "2": "published",
  "3": "derived",
  "4": "constrained",
  "5": "constrained",
  "6-10": "constrained",
  "11+": "constrained",
};

/** START>* stands for every cell from START to an intent, and so on. */
const P_R_STATUS: Record<string, Status> = {
  "START>END": "assumed",
  "START>*": "free",
  "*>END": "free",
  "*>*": "free",
};

const INPUTS = [
  "data/paper/numbers.json",
  "data/paper/table2_tfas_production.csv",
];

interface Variant {
  readonly file: string;
  readonly name: string;
  readonly note: string;
  readonly intents: IntentModel;
}

function variants(meanLong: number): Variant[] {
  const open =
    "The paper does not say whether 25.9 % bug-fix and 18.9 % new-feature are shares " +
    "of all sessions or of long ones, nor whether the shares are of 16 or of 13 intents. ";
  return [
    {
      file: "production-standin.json",
      name: "production (stand-in)",
      note: open +
        "Read here as shares of all 16 intents in long sessions: P_T = share / (1 - e), " +
        "e = 0.05.",
      intents: longSliceIntents(EXCLUDED_SHARE),
    },
    {
      file: "production-standin-of-13.json",
      name: "production (stand-in, shares of 13 intents)",
      note: open +
        "Read here as shares of the 13 retained intents in long sessions: P_T = share.",
      intents: longSliceIntents(0),
    },
    {
      file: "production-standin-full-sample.json",
      name: "production (stand-in, leading shares of all sessions)",
      note: open +
        "Read here as shares of all 16 intents, the two leading ones in all sessions, " +
        "question and explain in long sessions.",
      intents: fullSampleIntents(EXCLUDED_SHARE, meanLong),
    },
  ];
}

/** Mean number of messages of the sessions in a length range. */
function meanOf(lengths: Float64Array, from: number, to: number): number {
  let [mass, messages] = [0, 0];
  for (let n = from; n <= Math.min(to, lengths.length - 1); n++) {
    mass += lengths[n] ?? 0;
    messages += n * (lengths[n] ?? 0);
  }
  return messages / mass;
}

function assumptions(model: LengthModel): Record<string, unknown> {
  const facts = lengthFacts();
  const retained = (1 - EXCLUDED_SHARE) * facts.mean;
  return {
    excluded_share: EXCLUDED_SHARE,
    sample: sampleSizes(),
    messages_per_long_session: facts.mean,
    least_share_of_eight_or_more: facts.eightOrMore,
    mean_of_bin_6_to_10: meanOf(model.lengths, 6, 10),
    mean_of_bin_11_plus: meanOf(model.lengths, 11, Infinity),
    retained_messages_per_session: retained,
    start_mass: 1 / (retained + 1),
    start_to_end: "0: every long session keeps a retained message",
    length_multipliers: {
      ratio: model.ratio,
      from_eight: model.fromEight,
      pull: model.pull,
    },
  };
}

function named(
  names: readonly string[],
  cells: ArrayLike<number>,
): Record<string, number> {
  return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? 0]));
}

function flowFile(
  variant: Variant,
  model: LengthModel,
): Record<string, unknown> {
  const { shares, status } = variant.intents;
  const retained = (1 - EXCLUDED_SHARE) * lengthFacts().mean;
  const P_R = named(transitionNames(TAXONOMY), transitions(shares, retained));
  delete P_R["START>END"];
  return {
    schema_version: 1,
    kind: "task-flow",
    name: variant.name,
    stand_in: true,
    taxonomy: {
      name: TAXONOMY.name,
      hash: TAXONOMY.hash,
      labels: TAXONOMY.labels,
    },
    filter: "messages>=3",
    reading_note: variant.note,
    distributions: {
      P_L: named(LENGTH_BINS, binned(model.lengths)),
      P_T: named(TAXONOMY.retained, shares),
      P_R,
    },
    published: {
      legend: LEGEND,
      P_L: P_L_STATUS,
      P_T: status,
      P_R: P_R_STATUS,
    },
    provenance: {
      made_by: "scripts/data/make_standin_target.ts",
      method: "data/targets/README.md",
      inputs: INPUTS.map((path) => ({
        path,
        sha256: createHash("sha256").update(Deno.readFileSync(path)).digest(
          "hex",
        ),
        kind: "public",
      })),
      assumptions: assumptions(model),
    },
  };
}

/**
 * All files of the stand-in target.
 *
 * @returns File name to contents.
 *
 * @example
 * ```ts
 * import { ok } from "node:assert/strict";
 * import { standinFiles } from "./make_standin_target.ts";
 *
 * ok(standinFiles().has("production-standin.json"));
 * ```
 */
export function standinFiles(): Map<string, string> {
  const facts = lengthFacts();
  const model = standinLengths(facts);
  const files = new Map(
    variants(facts.mean).map((variant) => [
      variant.file,
      JSON.stringify(flowFile(variant, model), null, 2) + "\n",
    ]),
  );
  const rows = [...model.lengths].map((p, n) => `${n},${p}\n`).slice(3);
  files.set(
    "production-standin-lengths.csv",
    `messages,share\n${rows.join("")}`,
  );
  return files;
}

if (import.meta.main) {
  const folder = Deno.args[0] ?? "data/targets";
  Deno.mkdirSync(folder, { recursive: true });
  for (const [name, text] of standinFiles()) {
    Deno.writeTextFileSync(`${folder}/${name}`, text);
    Deno.stdout.writeSync(new TextEncoder().encode(`${folder}/${name}\n`));
  }
}
