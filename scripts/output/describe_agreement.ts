/**
 * Agreement in a page for the terminal.
 *
 * @module
 */

import {
  type Agreement,
  type AlignmentSpread,
  ALPHA_LIMITS,
  type LabelJoin,
  type LabelledFlows,
  type LabelNoise,
  LEAST_SESSIONS,
  type Revision,
  type Spread,
} from "@taskflow/classify";
import type { Interval, Reading } from "@taskflow/flow";
import { PAPER_NUMBERS } from "@taskflow/paper";
import { formatCount, formatShare } from "@taskflow/plot";
import { textTable } from "./text_table.ts";

/** Everything that one run of `taskflow agree` found. */
export interface AgreementRun {
  readonly join: LabelJoin;
  readonly cluster: string;
  readonly measured: Agreement;
  /** F1 below which an intent is named. */
  readonly least: number;
  readonly revision: Revision;
  readonly reading: Reading;
  readonly flows: LabelledFlows;
  /** The flow that each label set's is aligned with, or `null`. */
  readonly against: { readonly name: string; readonly standIn: boolean } | null;
  readonly noise: (LabelNoise & { readonly corpus: string }) | null;
}

/** Exact agreement of the paper's three models, mean of the pairs, 0 to 1. */
export function paperAgreement(): number {
  const found = PAPER_NUMBERS.find(({ id }) =>
    id === "classifier.agreement_mean"
  );
  if (found === undefined) throw new RangeError("Cannot find the paper's mean");
  return found.value / 100;
}

/** Intents and confusions listed in the terminal. */
const TOP = 12;

/**
 * Describe a run.
 *
 * @param run What was found.
 * @returns Lines for people.
 */
export function describeAgreement(run: AgreementRun): string {
  const { measured, join } = run;
  const head = [
    `${measured.names.length} label sets of ${
      counted(measured.messages, "message")
    }` +
    (join.files.length === 1
      ? ""
      : `, ${formatCount(join.shared)} of them in every file`) +
    (join.hasSessions
      ? `, ${counted(measured.sessions, "session")}`
      : " (no column says which session they belong to: each counts as its own)"),
    `${
      join.files.length === 1 ? "" : `joined by ${join.key}; `
    }intervals: 95 %, ${formatCount(measured.replicates)} resamples of ${
      formatCount(measured.clusters)
    } ${run.cluster === "session" ? "sessions" : `clusters by ${run.cluster}`}`,
    ...join.files.filter(({ blank }) => blank > 0).map(({ name, blank }) =>
      `${name}: ${counted(blank, "label")} missing`
    ),
  ];
  return [
    ...head,
    "",
    ...exactLines(measured),
    "",
    ...coefficientLines(measured),
    "",
    ...intentLines(measured),
    "",
    ...flowLines(run),
    ...noiseLines(run),
    "",
    ...revisionText(run),
  ].join("\n");
}

function exactLines({ pairs, mean }: Agreement): string[] {
  return textTable(
    ["exact agreement (Table 1)", "", "95 %", "messages"],
    [
      ...pairs.map(({ names, exact, messages }) => [
        names.join(" / "),
        percent(exact.estimate),
        band(exact, percent),
        formatCount(messages),
      ]),
      ...(pairs.length < 2 ? [] : [[
        "mean of the pairs",
        percent(mean.estimate),
        band(mean, percent),
        "",
      ]]),
      [
        "the paper's three models, mean",
        percent(paperAgreement()),
        "",
        "100 sessions",
      ],
    ],
  );
}

function coefficientLines(
  { pairs, fleiss, alpha, fleissMessages }: Agreement,
): string[] {
  const row = (name: string, value: Interval) => [
    name,
    decimal(value.estimate),
    band(value, decimal),
  ];
  return textTable(["beyond chance", "", "95 %"], [
    ...pairs.map(({ names, kappa }) =>
      row(`Cohen's kappa, ${names.join(" / ")}`, kappa)
    ),
    row(`Fleiss' kappa, ${formatCount(fleissMessages)} messages`, fleiss),
    row("Krippendorff's alpha", alpha),
  ]);
}

function intentLines({ intents }: Agreement): string[] {
  const used = intents.filter(({ f1 }) => f1 !== null);
  const shown = used.toSorted((a, b) => (a.f1 ?? 0) - (b.f1 ?? 0)).slice(
    0,
    TOP,
  );
  return textTable(
    ["agreement by intent, least first", "F1", "95 %", "labels a set"],
    shown.map(({ intent, f1, interval, first, second }) => [
      intent,
      decimal(f1),
      band(interval, decimal),
      formatCount((first + second) / 2),
    ]),
  );
}

function flowLines({ flows, against, reading }: AgreementRun): string[] {
  const { sessions, incomplete, minMessages, pairs } = flows;
  const of = `${formatCount(sessions)} sessions of at least ${minMessages} ${
    minMessages === 1 ? "message" : "messages"
  } that every set labels throughout`;
  const left = incomplete > 0
    ? ` (${formatCount(incomplete)} more are not)`
    : "";
  if (sessions === 0 && pairs.every(({ sessions }) => sessions === 0)) {
    return [`flow: undefined, there are ${of}${left}`];
  }
  const row = (name: string, scores: typeof pairs[number]["alignment"]) => [
    name,
    decimal(scores.S_L.estimate),
    decimal(scores.S_T.estimate),
    decimal(scores.S_R.estimate),
    score(scores.TFAS.estimate),
    band(scores.TFAS, score),
    scores.TFAS.bias === null ? "" : scores.TFAS.bias.toFixed(2),
  ];
  return [
    `flow of ${of}${left}, reading ${reading.lengthOf}/${reading.emptySession}`,
    ...textTable(
      [
        "one against the other",
        "S_L",
        "S_T",
        "S_R",
        "TFAS",
        "95 %",
        "bias",
        "P_T off by",
        "P_R off by",
      ],
      pairs.map(({ names, alignment, P_T_distance, P_R_distance }) => [
        ...row(names.join(" / "), alignment),
        points(P_T_distance.estimate),
        points(P_R_distance.estimate),
      ]),
    ),
    ...(against === null ? [] : textTable(
      [
        `each against ${against.name}`,
        "S_L",
        "S_T",
        "S_R",
        "TFAS",
        "95 %",
        "bias",
      ],
      flows.flows.map(({ name, against: scores }) =>
        scores === null ? [name] : row(name, scores)
      ),
    )),
  ];
}

function noiseLines({ noise, measured, against }: AgreementRun): string[] {
  if (noise === null) return [];
  const rows = (name: string, alignment: AlignmentSpread) =>
    (["S_L", "S_T", "S_R", "TFAS"] as const).map((key) => {
      const write = key === "TFAS" ? score : decimal;
      return [`${key} ${name}`, ...spread(alignment[key], write)];
    });
  return [
    "",
    `label noise: ${formatCount(noise.messages)} messages of ${
      formatCount(noise.sessions)
    } sessions of ${noise.corpus}, relabelled ${
      formatCount(noise.replicates)
    } times as the others disagree with ${measured.names[0]}`,
    "  (a spread, not a correction: agreement is not accuracy; labels are redrawn one by one, which blurs transitions more than one classifier's errors do)",
    ...textTable(["", "as it is", "2.5 %", "mean", "97.5 %"], [
      ["labels changed", ...spread(noise.changed, percent)],
      ["P_T off by", ...spread(noise.P_T_distance, points)],
      ["P_R off by", ...spread(noise.P_R_distance, points)],
      ...rows("with itself", noise.self),
      ...(noise.against === null
        ? []
        : rows(`with ${against?.name ?? "the other flow"}`, noise.against)),
    ]),
    ...(noise.unseen.length === 0 ? [] : [
      `  left as they are in resamples without a message of them: ${
        noise.unseen.join(", ")
      }`,
    ]),
  ];
}

/**
 * What to do before a target is fixed.
 *
 * @param run What was found.
 * @returns Sentences, one a line.
 */
export function revisionText(
  { revision, measured, least, join }: AgreementRun,
): string[] {
  const { level, uncertain, fewSessions, intents, rare, confusions } = revision;
  const alpha = decimal(measured.alpha.estimate);
  const limits =
    `reliable from ${ALPHA_LIMITS.reliable}, tentative from ${ALPHA_LIMITS.tentative}`;
  const words = {
    reliable: `alpha ${alpha} is reliable by custom (${limits}).`,
    tentative: `alpha ${alpha} allows tentative conclusions only (${limits}).`,
    low: `alpha ${alpha} is low (${limits}): the definitions are unclear.`,
  };
  const mean = measured.mean.estimate;
  return [
    "before a target is fixed (Appendix C, step 3):",
    `- ${
      level === null
        ? "alpha is undefined: there is nothing to compare."
        : words[level]
    }${uncertain ? " Its interval reaches into a lower level." : ""}`,
    ...(mean === null ? [] : [
      `- exact agreement is ${percent(mean)}, ${
        mean < paperAgreement() ? "below" : "not below"
      } the paper's ${percent(paperAgreement())}.`,
    ]),
    ...(fewSessions
      ? [
        `- ${formatCount(measured.sessions)} ${
          join.hasSessions ? "sessions" : "messages, without sessions"
        }: the check asks for at least ${LEAST_SESSIONS} sessions.`,
      ]
      : []),
    ...(intents.length === 0
      ? [`- no intent with enough labels has an F1 below ${least}.`]
      : [
        `- revise and re-run: the definitions of ${
          intents.map(({ intent, f1 }) => `${intent} (F1 ${decimal(f1)})`)
            .join(", ")
        }.`,
      ]),
    ...(rare.length === 0 ? [] : [
      `- too rare here to be judged: ${
        rare.map(({ intent, f1 }) => `${intent} (F1 ${decimal(f1)})`).join(", ")
      }.`,
    ]),
    ...(confusions.length === 0 ? [] : [
      `- where they part (share of all disagreements): ${
        confusions.map(({ intents, share }) =>
          `${intents.join(" or ")} ${formatShare(share)}`
        ).join(", ")
      }.`,
    ]),
  ];
}

function counted(n: number, what: string): string {
  return `${formatCount(n)} ${what}${n === 1 ? "" : "s"}`;
}

function percent(value: number | null): string {
  return formatShare(value);
}

function points(value: number | null): string {
  return value === null ? "undefined" : `${(100 * value).toFixed(1)} pp`;
}

function decimal(value: number | null): string {
  return value === null ? "undefined" : value.toFixed(3);
}

function score(value: number | null): string {
  return value === null ? "undefined" : value.toFixed(1);
}

function band(
  { low, high }: Interval,
  write: (value: number | null) => string,
): string {
  return low === null || high === null ? "" : `[${write(low)}, ${write(high)}]`;
}

function spread(
  { given, low, mean, high }: Spread,
  write: (value: number | null) => string,
): string[] {
  return [given, low, mean, high].map(write);
}
