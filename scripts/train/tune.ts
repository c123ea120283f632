/**
 * Settings compared by cross-validation, and how much choosing the best of them flatters it.
 *
 * @module
 */

import { approach, fitShipped, type Settings, SHIPPED } from "./approaches.ts";
import { crossValidate } from "./cross_validate.ts";
import { accuracy, argmax, confusion, frequent, macroF1 } from "./evaluate.ts";
import type { Extracted } from "./extract.ts";

/** Settings around the shipped one, one change at a time. */
const VARIANTS: Readonly<Record<string, Partial<Settings>>> = {
  "penalty 0.1": { penalty: 0.1 },
  "penalty 0.02": { penalty: 0.02 },
  "own 0.8": { own: 0.8 },
  "balance 0.3": { balance: 0.3 },
};

/** Figures of every setting and of a choice that has not seen the fold it is judged on. */
export interface Tuning {
  readonly settings: readonly {
    readonly name: string;
    readonly accuracy: number;
    readonly macroF1: number;
  }[];
  /** For each fold the setting that is best on the other folds: what choosing among these settings gives. */
  readonly nested: { readonly accuracy: number; readonly macroF1: number };
}

/**
 * Cross-validate all settings.
 *
 * @param labelled Messages with folds.
 * @param own Our own messages.
 * @param shipped Predicted codes under the shipped setting.
 * @param progress Called with the name of each setting as it starts.
 * @returns Their figures; "best" is the largest sum of accuracy and macro-F1.
 */
export function tune(
  labelled: readonly Extracted[],
  own: readonly Extracted[],
  shipped: readonly number[],
  progress: (name: string) => void,
): Tuning {
  const examples = labelled.map(({ example }) => example);
  const runs: { name: string; predicted: readonly number[] }[] = [{
    name: "shipped",
    predicted: shipped,
  }];
  for (const [name, change] of Object.entries(VARIANTS)) {
    progress(name);
    const tried = approach(name, true, { ...SHIPPED, ...change }, fitShipped);
    const predicted = crossValidate(tried, labelled, own).map(argmax);
    runs.push({ name, predicted });
  }
  const over = frequent(confusion(examples, []));
  const figures = (predicted: readonly number[], skip = -1) => {
    const counts = confusion(
      examples,
      predicted,
      ({ fold }) => fold === skip ? 0 : 1,
    );
    return { accuracy: accuracy(counts), macroF1: macroF1(counts, over) };
  };
  const best = new Map(
    [...new Set(examples.map(({ fold }) => fold))].map((fold) => {
      const sums = runs.map(({ predicted }) => {
        const { accuracy, macroF1 } = figures(predicted, fold);
        return accuracy + macroF1;
      });
      return [fold, runs[argmax(sums)]];
    }),
  );
  const nested = examples.map(({ fold }, i) =>
    best.get(fold)?.predicted[i] ?? 0
  );
  return {
    settings: runs.map(({ name, predicted }) => ({
      name,
      ...figures(predicted),
    })),
    nested: figures(nested),
  };
}
