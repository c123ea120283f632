/**
 * From label noise to TFAS: how far a flow moves if every label were given once more by a reader who
 * disagrees as the readers of a sample do. This is a spread, never a correction: agreement is not
 * accuracy, and a second round of disagreement is not the undoing of the first.
 *
 * @module
 */

import {
  addCodes,
  align,
  DEFAULT_READING,
  emptyCounts,
  interval,
  type Reading,
  type TaskFlow,
  taskFlow,
} from "@taskflow/flow";
import { shareDistance } from "./agreement_flows.ts";
import type { Confusion } from "./confusion.ts";
import { noiseChannel, noiseSource } from "./noise_channel.ts";

/** Options of {@linkcode labelNoise}; the same options give the same replicates. */
export interface LabelNoiseOptions {
  /** Number of relabelled corpora (default 200). */
  readonly replicates?: number;
  /** Seed of the generator, an integer (default 1). */
  readonly seed?: number;
  /** Reading of the flow (default `all/edge`). */
  readonly reading?: Reading;
  /** A flow to align every relabelled one with; for example a benchmark's, or a target's. */
  readonly against?: TaskFlow;
  /** Stops the run between replicates. */
  readonly signal?: AbortSignal;
}

/** Where the relabelled corpora lie. */
export interface Spread {
  /** Value under the labels as they are; `null` if undefined. */
  readonly given: number | null;
  /** Mean of the relabelled corpora; not an estimate of the truth. */
  readonly mean: number | null;
  /** 2.5 % quantile of the relabelled corpora. */
  readonly low: number | null;
  /** 97.5 % quantile. */
  readonly high: number | null;
  /** Corpora in which the value was undefined. */
  readonly undefinedReplicates: number;
}

/** Spread of TFAS and its components. */
export interface AlignmentSpread {
  readonly S_L: Spread;
  readonly S_T: Spread;
  readonly S_R: Spread;
  readonly TFAS: Spread;
}

/** What label noise does to a flow. */
export interface LabelNoise {
  readonly replicates: number;
  readonly sessions: number;
  readonly messages: number;
  /** Share of labels that come out different, 0 to 1. */
  readonly changed: Spread;
  /** Share of each retained intent; `null` if P_T is undefined under the labels as they are. */
  readonly P_T: readonly Spread[] | null;
  /** Share of each transition cell. */
  readonly P_R: readonly Spread[] | null;
  /** Half the sum of absolute differences from the P_T as it is. */
  readonly P_T_distance: Spread;
  /** The same of P_R. */
  readonly P_R_distance: Spread;
  /** Alignment of the relabelled flow with the flow as it is. */
  readonly self: AlignmentSpread;
  /** Alignment of the relabelled flow with `against`; `null` without it. */
  readonly against: AlignmentSpread | null;
  /** Labels that the confusion says nothing about in some replicate; they stay as they are. */
  readonly unseen: readonly string[];
}

/**
 * Relabel a corpus many times: every label is redrawn from its row of a confusion, one message
 * independent of the other, and the flow is counted anew.
 *
 * The spread holds what independent disagreement does. How P_T moves on average follows from the
 * confusion alone; but a classifier errs alike on neighbouring messages, which keeps more of the
 * transitions than redrawing one by one does, and leaves more to chance.
 *
 * @param sessions Intent codes of the messages of each session, under the taxonomy of the confusion.
 * @param confusions One confusion (rows: labels as they are), or several, such as resampled ones, used
 * in turn, so that the spread also holds how well the confusion is known. At least one.
 * @param options Replicates, seed, reading, another flow, abort signal.
 * @returns Spreads of P_T, P_R, S_k and TFAS.
 * @throws {RangeError} If there is no confusion.
 *
 * @example
 * ```ts
 * import { equal, ok } from "node:assert/strict";
 * import { confusionOf, labelNoise } from "@taskflow/classify";
 *
 * const sessions = Array.from({ length: 50 }, () => [1, 1, 8]);
 * const noise = labelNoise(sessions, [confusionOf([1, 1, 1, 1, 8], [1, 1, 1, 6, 8])]);
 * equal(noise.P_T?.[1]?.given, 2 / 3);
 * ok(noise.P_T[1].high! < 2 / 3);
 * equal(noise.self.S_L.low, 1);
 * ```
 */
export function labelNoise(
  sessions: readonly ArrayLike<number>[],
  confusions: readonly Confusion[],
  options: LabelNoiseOptions = {},
): LabelNoise {
  const { replicates = 200, seed = 1, reading = DEFAULT_READING } = options;
  const { against, signal } = options;
  const [first] = confusions;
  if (first === undefined) {
    throw new RangeError("Cannot redraw labels: there is no confusion");
  }
  const { taxonomy } = first;
  const channels = confusions.map(noiseChannel);
  const redraw = noiseSource(seed);
  const asIs = emptyCounts(taxonomy);
  for (const codes of sessions) addCodes(asIs, codes);
  const messages = asIs.intents.reduce((sum, n) => sum + n, 0);
  const given = taskFlow(asIs, reading);
  const measure = (flow: TaskFlow, changed: number) => [
    messages === 0 ? null : changed / messages,
    shareDistance(given.P_T, flow.P_T),
    shareDistance(given.P_R, flow.P_R),
    ...components(align(given, flow)),
    ...(against === undefined ? [] : components(align(against, flow))),
    ...Array.from(given.P_T ?? [], (_, i) => flow.P_T?.[i] ?? null),
    ...Array.from(given.P_R ?? [], (_, i) => flow.P_R?.[i] ?? null),
  ];
  const values = measure(given, 0);
  const draws = values.map((): (number | null)[] => []);
  const scratch = new Int16Array(
    sessions.reduce((most, { length }) => Math.max(most, length), 0),
  );
  for (let replicate = 0; replicate < replicates; replicate++) {
    signal?.throwIfAborted();
    const channel = channels[replicate % channels.length];
    if (channel === undefined) break;
    const counts = emptyCounts(taxonomy);
    let changed = 0;
    for (const codes of sessions) {
      for (let i = 0; i < codes.length; i++) {
        const code = codes[i] ?? 0;
        const drawn = redraw(channel, code);
        if (drawn !== code) changed++;
        scratch[i] = drawn;
      }
      addCodes(counts, scratch.subarray(0, codes.length));
    }
    measure(taskFlow(counts, reading), changed).forEach((value, at) =>
      draws[at]?.push(value)
    );
  }
  let at = 0;
  const next = () => spreadOf(values[at] ?? null, draws[at++] ?? []);
  const several = (shares: Float64Array | null) =>
    shares === null ? null : Array.from(shares, next);
  const [changed, P_T_distance, P_R_distance] = [next(), next(), next()];
  const aligned = () => ({
    S_L: next(),
    S_T: next(),
    S_R: next(),
    TFAS: next(),
  });
  const self = aligned();
  const other = against === undefined ? null : aligned();
  const unseen = new Set(channels.flatMap(({ unseen }) => unseen));
  return {
    replicates,
    sessions: asIs.sessions.all,
    messages,
    changed,
    P_T_distance,
    P_R_distance,
    self,
    against: other,
    P_T: several(given.P_T),
    P_R: several(given.P_R),
    unseen: taxonomy.labels.filter((_, code) =>
      unseen.has(code) && (asIs.intents[code] ?? 0) > 0
    ),
  };
}

function components(
  { S_L, S_T, S_R, TFAS }: ReturnType<typeof align>,
): (number | null)[] {
  return [S_L, S_T, S_R, TFAS];
}

function spreadOf(
  given: number | null,
  draws: readonly (number | null)[],
): Spread {
  const { low, high, undefinedReplicates } = interval(given, draws);
  const defined = draws.filter((draw) => draw !== null);
  const mean = defined.length === 0
    ? null
    : defined.reduce((sum, draw) => sum + draw, 0) / defined.length;
  return { given, mean, low, high, undefinedReplicates };
}
