/**
 * The figures of `data/models/report.json`.
 *
 * @module
 */

import { TAXONOMY } from "@taskflow/taxonomy";
import { featuresId } from "../../lib/classify/baseline_model.ts";
import { APPROACHES, type Settings, SHIPPED } from "./approaches.ts";
import { crossCalibrate, fitTemperature, reliability } from "./calibrate.ts";
import type { Example } from "./dataset.ts";
import {
  accuracy,
  argmax,
  compare,
  confusion,
  macroF1,
  perIntent,
} from "./evaluate.ts";
import { type FlowError, flowError, type TwiceLabelled } from "./flow_error.ts";

/** Accuracy and macro-F1. */
interface Figures {
  readonly accuracy: number;
  readonly macroF1: number;
}

/** Figures on all messages, and on each text counted once. */
export function figures(
  examples: readonly Example[],
  predicted: readonly number[],
): Figures & { readonly distinct: Figures } {
  const occurrences = new Map<string, number>();
  for (const { text } of examples) {
    occurrences.set(text, (occurrences.get(text) ?? 0) + 1);
  }
  const all = confusion(examples, predicted);
  const once = confusion(
    examples,
    predicted,
    ({ text }) => 1 / (occurrences.get(text) ?? 1),
  );
  return {
    accuracy: accuracy(all),
    macroF1: macroF1(all),
    distinct: { accuracy: accuracy(once), macroF1: macroF1(once) },
  };
}

/** The first message of each text in each repository, and the same choice from other lists. */
function firstOfEach(examples: readonly Example[]) {
  const seen = new Set<string>();
  const at = examples.flatMap(({ repository, text }, i) => {
    const key = `${repository}\n${text}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [i];
  });
  return {
    examples: at.flatMap((i) => examples[i] ?? []),
    pick: (codes: readonly number[]) => at.map((i) => codes[i] ?? -1),
  };
}

/** Folds of which samples were read before our own messages were written; the others were not. */
const READ_FOLDS = new Set([0, 1, 2, 3]);

/** Accuracy on the folds that our own messages may lean on, and on those they cannot. */
function byReading(examples: readonly Example[], predicted: readonly number[]) {
  const part = (read: boolean) =>
    accuracy(
      confusion(
        examples,
        predicted,
        ({ fold }) => READ_FOLDS.has(fold) === read ? 1 : 0,
      ),
    );
  return { sampled_folds: part(true), unseen_folds: part(false) };
}

/** The largest confusions, given to predicted. */
function mistakes(examples: readonly Example[], predicted: readonly number[]) {
  const counts = confusion(examples, predicted);
  const k = TAXONOMY.labels.length;
  return [...counts].map((messages, cell) => ({
    given: TAXONOMY.labels[Math.floor(cell / k)] ?? "",
    predicted: TAXONOMY.labels[cell % k] ?? "",
    messages,
  })).filter(({ given, predicted, messages }) =>
    given !== predicted && messages > 0
  ).sort((a, b) => b.messages - a.messages).slice(0, 20);
}

/** Long sessions whose every message is labelled, with a second label each. */
function wholeSessions(
  examples: readonly Example[],
  other: readonly number[],
): TwiceLabelled[] {
  const labelled = new Map<string, number>();
  for (const { session } of examples) {
    labelled.set(session, (labelled.get(session) ?? 0) + 1);
  }
  return examples.flatMap(({ session, position, label, of }, i) =>
    labelled.get(session) === of
      ? [{ session, position, given: label, other: other[i] ?? 0 }]
      : []
  );
}

/** Everything measured of the approach that ships: figures and names of intents, no text. */
export interface Report {
  readonly schema_version: 1;
  /** Name of the features that the figures were taken with. */
  readonly features: string;
  readonly messages: number;
  readonly repositories: number;
  readonly settings: Settings;
  readonly approach: string;
  readonly shipped: ReturnType<typeof figures>;
  readonly reference: ReturnType<typeof figures>;
  readonly against_reference: ReturnType<typeof compare>;
  /** The same on the first message of each text in each repository: repeated prompts count once. */
  readonly against_reference_distinct: ReturnType<typeof compare>;
  readonly by_reading: {
    readonly shipped: ReturnType<typeof byReading>;
    readonly reference: ReturnType<typeof byReading>;
  };
  readonly per_intent: ReturnType<typeof perIntent>;
  readonly confusion: {
    readonly labels: readonly string[];
    readonly rows_given: readonly (readonly number[])[];
  };
  readonly mistakes: ReturnType<typeof mistakes>;
  readonly temperature: number;
  readonly calibration: ReturnType<typeof reliability>;
  readonly flow_error: FlowError;
  readonly flow_error_reference: FlowError;
  readonly flow_error_second_reader: FlowError;
}

/**
 * Measure the approach that ships.
 *
 * @param examples The labelled messages.
 * @param scores Their out-of-fold scores.
 * @param reference Predicted codes of the reference by message id.
 * @param readers Two readers' labels of some sessions.
 * @returns All figures.
 */
export function report(
  examples: readonly Example[],
  scores: readonly Float64Array[],
  reference: ReadonlyMap<string, number>,
  readers: readonly {
    session: string;
    position: number;
    a: number;
    b: number;
  }[],
): Report {
  const labels = examples.map(({ label }) => label);
  const predicted = scores.map(argmax);
  const theirs = examples.map(({ id }) => reference.get(id) ?? -1);
  const once = firstOfEach(examples);
  const calibrated = crossCalibrate(
    scores,
    labels,
    examples.map(({ fold }) => fold),
  );
  return {
    schema_version: 1,
    features: featuresId(),
    messages: examples.length,
    repositories: new Set(examples.map(({ repository }) => repository)).size,
    settings: SHIPPED,
    approach: APPROACHES.at(-1)?.name ?? "",
    shipped: figures(examples, predicted),
    reference: figures(examples, theirs),
    against_reference: compare(examples, predicted, theirs),
    against_reference_distinct: compare(
      once.examples,
      once.pick(predicted),
      once.pick(theirs),
    ),
    by_reading: {
      shipped: byReading(examples, predicted),
      reference: byReading(examples, theirs),
    },
    per_intent: perIntent(confusion(examples, predicted)),
    confusion: {
      labels: TAXONOMY.labels,
      rows_given: rowsOf(confusion(examples, predicted)),
    },
    mistakes: mistakes(examples, predicted),
    temperature: fitTemperature(scores, labels),
    calibration: reliability(calibrated, labels),
    flow_error: flowError(wholeSessions(examples, predicted)),
    flow_error_reference: flowError(wholeSessions(examples, theirs)),
    flow_error_second_reader: flowError(
      readers.map(({ session, position, a, b }) => ({
        session,
        position,
        given: a,
        other: b,
      })),
    ),
  };
}

function rowsOf(counts: Float64Array): number[][] {
  const k = TAXONOMY.labels.length;
  return Array.from(
    { length: k },
    (_, row) => [...counts.slice(row * k, row * k + k)],
  );
}
