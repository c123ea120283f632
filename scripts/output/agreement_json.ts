/**
 * Agreement as one JSON object.
 *
 * @module
 */

import { confusedPairs } from "@taskflow/classify";
import type { Confusion } from "@taskflow/classify";
import type { AgreementRun } from "./describe_agreement.ts";

/**
 * A run as JSON: what `--json` prints and `agreement.json` holds.
 *
 * @param run What was found.
 * @returns A plain object; `null` is "undefined", never 0.
 */
export function agreementJson(run: AgreementRun): Record<string, unknown> {
  const { join, measured, revision, flows, noise, reading, against } = run;
  const { taxonomy } = join.ratings;
  return {
    schema_version: 1,
    kind: "agreement",
    taxonomy: { name: taxonomy.name, hash: taxonomy.hash },
    names: measured.names,
    joined_by: join.key,
    has_sessions: join.hasSessions,
    messages: measured.messages,
    shared: join.shared,
    sessions: measured.sessions,
    cluster: { by: run.cluster, clusters: measured.clusters },
    replicates: measured.replicates,
    files: join.files,
    pairs: measured.pairs.map(({ names, messages, exact, kappa, ...pair }) => ({
      names,
      messages,
      exact,
      kappa,
      intents: pair.intents,
      confusion: cells(pair.confusion),
    })),
    mean_exact: measured.mean,
    fleiss: { ...measured.fleiss, messages: measured.fleissMessages },
    alpha: measured.alpha,
    intents: measured.intents,
    confusions: confusedPairs(measured.confusion),
    revision: {
      level: revision.level,
      uncertain: revision.uncertain,
      few_sessions: revision.fewSessions,
      least_f1: run.least,
      intents: revision.intents.map(({ intent }) => intent),
      too_rare: revision.rare.map(({ intent }) => intent),
      confusions: revision.confusions.map(({ intents }) => intents),
    },
    flows: {
      reading,
      sessions: flows.sessions,
      incomplete: flows.incomplete,
      min_messages: flows.minMessages,
      pairs: flows.pairs,
      P_T: Object.fromEntries(flows.flows.map(({ name, flow }) => [
        name,
        flow.P_T === null ? null : Object.fromEntries(
          taxonomy.retained.map((label, i) => [label, flow.P_T?.[i] ?? null]),
        ),
      ])),
      against: against === null ? null : {
        name: against.name,
        stand_in: against.standIn,
        scores: Object.fromEntries(
          flows.flows.map(({ name, against }) => [name, against]),
        ),
      },
    },
    noise: noise === null ? null : {
      ...noise,
      P_T: noise.P_T === null ? null : Object.fromEntries(
        taxonomy.retained.map((label, i) => [label, noise.P_T?.[i] ?? null]),
      ),
    },
  };
}

/** `"row>column"` to messages, zero cells left out. */
function cells({ taxonomy: { labels }, counts }: Confusion) {
  const size = labels.length;
  const map: Record<string, number> = {};
  counts.forEach((n, cell) => {
    if (n === 0) return;
    map[`${labels[Math.floor(cell / size)]}>${labels[cell % size]}`] = n;
  });
  return map;
}
