/**
 * The classifiers that were tried, each as: training messages in, scores of a message out.
 *
 * @module
 */

import { parseBaseline } from "../../lib/classify/baseline_model.ts";
import { scoreFeatures } from "../../lib/classify/baseline_score.ts";
import { fitEmbedding } from "./embedding.ts";
import { type Extracted, type Sparse, toSparse } from "./extract.ts";
import { fitNaiveBayes, ratioScales } from "./naive_bayes.ts";
import { pack } from "./pack.ts";
import { sampleWeights, type WeightSettings } from "./sample_weights.ts";
import { fitSoftmax, type Linear } from "./softmax.ts";
import { chooseVocabulary, type Vocabulary } from "./vocabulary.ts";

/** Scores of the intents for one message. */
export type Scorer = (message: Extracted) => Float64Array;

/** A way to train. */
export interface Approach {
  readonly name: string;
  /** Whether our own messages are trained on too. */
  readonly own: boolean;
  readonly fit: (train: readonly Extracted[]) => Scorer;
}

/** Everything that was tuned. */
export interface Settings extends WeightSettings {
  /** Penalty on squared weights. */
  readonly penalty: number;
  /** Weight of each group of features. */
  readonly groups: readonly number[];
}

/** What ships. */
export const SHIPPED: Settings = {
  penalty: 0.04,
  repeats: 0.5,
  own: 0.4,
  balance: 0.15,
  groups: [1, 1, 1, 1, 1],
};

/** Training messages, ready to fit. */
export interface Prepared {
  readonly vocabulary: Vocabulary;
  readonly x: Sparse;
  readonly labels: Int32Array;
  readonly weights: Float64Array;
}

/** Features, labels and weights of training messages. */
export function prepare(
  train: readonly Extracted[],
  settings: Settings,
): Prepared {
  const vocabulary = chooseVocabulary(train, settings.groups);
  const examples = train.map(({ example }) => example);
  return {
    vocabulary,
    x: toSparse(train, vocabulary),
    labels: Int32Array.from(examples, ({ label }) => label),
    weights: sampleWeights(examples, settings),
  };
}

/** Score as the shipped code does: packed to eight bits, through the hash table. */
function packed(vocabulary: Vocabulary, linear: Linear): Scorer {
  const baseline = parseBaseline(pack(vocabulary, linear, 1), "fold");
  return ({ hashes, values, ends }) =>
    scoreFeatures(baseline, { hashes, values, ends, count: hashes.length });
}

/** Training of the vectors: fixed beforehand but for the epochs. */
const VECTORS = { dimensions: 32, epochs: 6, rate: 0.1 };
const SEEDS = [5, 6, 7];

/** The mean of linear classifiers is a linear classifier: an ensemble at the price of one. */
function mean(members: readonly Linear[]): Linear {
  const add = (parts: readonly Float64Array[]) =>
    (parts[0] ?? new Float64Array()).map((_, i) =>
      parts.reduce((sum, part) => sum + (part[i] ?? 0), 0) / parts.length
    );
  return {
    weights: add(members.map(({ weights }) => weights)),
    bias: add(members.map(({ bias }) => bias)),
  };
}

/** Fit what ships: the mean of a softmax regression and of vectors from three starts. */
export function fitShipped(
  { x, labels, weights }: Prepared,
  { penalty }: Settings,
): Linear {
  return mean([
    fitSoftmax(x, labels, weights, penalty),
    ...SEEDS.map((seed) =>
      fitEmbedding(x, labels, weights, { ...VECTORS, seed })
    ),
  ]);
}

/** An approach from a way to fit prepared messages. */
export function approach(
  name: string,
  own: boolean,
  settings: Settings,
  fit: (prepared: Prepared, settings: Settings) => Linear,
): Approach {
  return {
    name,
    own,
    fit: (train) => {
      const prepared = prepare(train, settings);
      return packed(prepared.vocabulary, fit(prepared, settings));
    },
  };
}

function softmaxOnly(
  { x, labels, weights }: Prepared,
  { penalty }: Settings,
): Linear {
  return fitSoftmax(x, labels, weights, penalty);
}

const lean: Settings = { ...SHIPPED, groups: [1, 1, 0, 0, 0] };

/** Approaches in the order of the table; the last one ships. */
export const APPROACHES: readonly Approach[] = [
  approach(
    "naive Bayes, all features, own messages",
    true,
    SHIPPED,
    ({ x, labels, weights }) => fitNaiveBayes(x, labels, weights, 0.02),
  ),
  approach(
    "NB-SVM (softmax on ratio-scaled features), own messages",
    true,
    SHIPPED,
    ({ x, labels, weights }, { penalty }) =>
      fitSoftmax(
        x,
        labels,
        weights,
        penalty,
        ratioScales(x, labels, weights, 0.1),
      ),
  ),
  approach(
    "feature vectors (fastText style, 32 dimensions), own messages",
    true,
    SHIPPED,
    ({ x, labels, weights }) =>
      fitEmbedding(x, labels, weights, { ...VECTORS, seed: 6 }),
  ),
  approach("softmax, words and characters", false, lean, softmaxOnly),
  approach(
    "softmax, words and characters, own messages",
    true,
    lean,
    softmaxOnly,
  ),
  approach("softmax, all features", false, SHIPPED, softmaxOnly),
  approach("softmax, all features, own messages", true, SHIPPED, softmaxOnly),
  approach("softmax and vectors, all features", false, SHIPPED, fitShipped),
  approach(
    "softmax and vectors, all features, own messages",
    true,
    SHIPPED,
    fitShipped,
  ),
];
