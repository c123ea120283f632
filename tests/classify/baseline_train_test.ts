/** The helpers that train and measure the baseline, on cases that can be checked by hand. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { parseBaseline, scoreFeatures } from "@taskflow/classify";
import { labelCode, TAXONOMY } from "@taskflow/taxonomy";
import {
  fitTemperature,
  probabilities,
  reliability,
} from "../../scripts/train/calibrate.ts";
import type { Example } from "../../scripts/train/dataset.ts";
import { fitEmbedding } from "../../scripts/train/embedding.ts";
import {
  accuracy,
  argmax,
  compare,
  confusion,
  macroF1,
  perIntent,
} from "../../scripts/train/evaluate.ts";
import { extractAll, toSparse } from "../../scripts/train/extract.ts";
import { flowError } from "../../scripts/train/flow_error.ts";
import { minimize } from "../../scripts/train/minimize.ts";
import { fitNaiveBayes, ratioScales } from "../../scripts/train/naive_bayes.ts";
import { pack } from "../../scripts/train/pack.ts";
import { sampleWeights } from "../../scripts/train/sample_weights.ts";
import { fitSoftmax, scoreRow } from "../../scripts/train/softmax.ts";
import { chooseVocabulary } from "../../scripts/train/vocabulary.ts";

const code = (label: string) => labelCode(TAXONOMY, label);
const K = TAXONOMY.labels.length;

function example(
  text: string,
  intent: string,
  repository: string,
  fold = 0,
): Example {
  return {
    id: text,
    text,
    label: code(intent),
    repository,
    fold,
    session: repository,
    position: 0,
    of: 1,
  };
}

const TOY = ["a", "b", "c"].flatMap((repository) => [
  example(`fix the crash in ${repository}`, "bug-fix", repository),
  example(`fix this error ${repository}`, "bug-fix", repository),
  example(`add a menu ${repository}`, "new-feature", repository),
  example(`add the export to ${repository}`, "new-feature", repository),
  example(`run the build ${repository}`, "execute", repository),
]);

function toy() {
  const extracted = extractAll(TOY);
  const vocabulary = chooseVocabulary(extracted, [1, 1, 1, 1, 1]);
  const x = toSparse(extracted, vocabulary);
  return {
    extracted,
    vocabulary,
    x,
    labels: Int32Array.from(TOY, ({ label }) => label),
    weights: new Float64Array(TOY.length).fill(1),
  };
}

Deno.test("minimize() finds the bottom of a skewed bowl", () => {
  const best = minimize(
    ([x = 0, y = 0], gradient) => {
      gradient[0] = 2 * (x - 3);
      gradient[1] = 200 * (y + 1);
      return (x - 3) ** 2 + 100 * (y + 1) ** 2;
    },
    new Float64Array(2),
    { iterations: 50, tolerance: 1e-12 },
  );
  ok(
    Math.abs((best[0] ?? 0) - 3) < 1e-4 && Math.abs((best[1] ?? 0) + 1) < 1e-4,
  );
});

Deno.test("chooseVocabulary() leaves out what one repository alone says", () => {
  const { vocabulary } = toy();
  const [only] = extractAll([example("zebra", "other", "z")]);
  const [shared] = extractAll([example("fix", "bug-fix", "z")]);
  const known = (hashes: Int32Array = new Int32Array(), end = 0) =>
    hashes.slice(0, end).filter((hash) => vocabulary.rows.has(hash)).length;
  equal(known(only?.hashes, only?.ends[0]), 0);
  ok(known(shared?.hashes, shared?.ends[0]) > 0);
});

Deno.test("every kind of classifier learns the toy, the packed one scores as the fitted one", () => {
  const { extracted, vocabulary, x, labels, weights } = toy();
  const linear = fitSoftmax(x, labels, weights, 0.01);
  const scaled = fitSoftmax(
    x,
    labels,
    weights,
    0.01,
    ratioScales(x, labels, weights, 0.1),
  );
  const bayes = fitNaiveBayes(x, labels, weights, 0.1);
  const vectors = fitEmbedding(x, labels, weights, {
    dimensions: 8,
    epochs: 60,
    rate: 0.5,
    seed: 5,
  });
  const baseline = parseBaseline(pack(vocabulary, linear, 1), "toy");
  const fitted = new Float64Array(K);
  extracted.forEach(({ hashes, values, ends, example: { label } }, row) => {
    for (const model of [scaled, bayes, vectors, linear]) {
      scoreRow(x, row, model, fitted);
      equal(argmax(fitted), label);
    }
    const packed = scoreFeatures(baseline, {
      hashes,
      values,
      ends,
      count: hashes.length,
    });
    packed.forEach((score, k) => ok(Math.abs(score - (fitted[k] ?? 0)) < 0.05));
  });
});

Deno.test("fitSoftmax() finds the log-odds where there is nothing to know", () => {
  const none = {
    rows: 4,
    columns: 0,
    start: new Int32Array(5),
    column: new Int32Array(),
    value: new Float64Array(),
  };
  const { bias } = fitSoftmax(
    none,
    Int32Array.of(1, 1, 1, 2),
    new Float64Array(4).fill(1),
    1,
  );
  const p = probabilities(bias, 1);
  ok(
    Math.abs((p[1] ?? 0) - 0.75) < 0.01 && Math.abs((p[2] ?? 0) - 0.25) < 0.01,
  );
});

Deno.test("sampleWeights() counts repeats less and classes by other people's messages", () => {
  const examples = [
    ...Array.from({ length: 4 }, () => example("same", "bug-fix", "a")),
    example("one", "explain", "a"),
    ...Array.from(
      { length: 50 },
      (_, i) => example(`own ${i}`, "explain", "own", -1),
    ),
  ];
  const w = sampleWeights(examples, { repeats: 0.5, own: 1, balance: 0 });
  const sum = (from: number, to: number) =>
    w.slice(from, to).reduce((a, b) => a + b, 0);
  ok(Math.abs(sum(0, 55) - 55) < 1e-9);
  // Four repeats count as two, one more of each class is assumed: 3 to 2.
  ok(Math.abs(sum(0, 4) / sum(4, 55) - 1.5) < 1e-9);
});

Deno.test("perIntent(), accuracy() and macroF1() by hand", () => {
  const examples = [
    ...Array.from({ length: 20 }, () => example("x", "bug-fix", "a")),
    ...Array.from({ length: 20 }, () => example("x", "explain", "a")),
    example("x", "tests", "a"),
  ];
  const predicted = examples.map((_, i) =>
    code(i < 15 ? "bug-fix" : "explain")
  );
  const counts = confusion(examples, predicted);
  equal(accuracy(counts), 35 / 41);
  deepEqual(perIntent(counts)[code("bug-fix")], {
    intent: "bug-fix",
    given: 20,
    predicted: 15,
    precision: 1,
    recall: 0.75,
    f1: 15 / 17.5,
  });
  // Tests, with one example, does not enter.
  equal(macroF1(counts), (15 / 17.5 + 20 / 23) / 2);
});

Deno.test("compare() pairs two classifiers on the same repositories", () => {
  const examples = ["a", "b", "c", "d"].flatMap((repository) =>
    Array.from({ length: 10 }, () => example("x", "bug-fix", repository))
  );
  const right = examples.map(() => code("bug-fix"));
  const half = examples.map((_, i) => code(i % 2 === 0 ? "bug-fix" : "other"));
  const { accuracy, repositories } = compare(examples, right, half, 200);
  deepEqual([repositories, accuracy], [4, {
    difference: 0.5,
    low: 0.5,
    high: 0.5,
  }]);
});

Deno.test("fitTemperature() cools a classifier that is too sure", () => {
  // Right in 3 of 4 cases, sure in all: the odds of 3 are a score difference of ln 3.
  const row = new Float64Array(2);
  row[0] = 4;
  const t = fitTemperature([row, row, row, row], [0, 0, 0, 1]);
  ok(Math.abs(t - 4 / Math.log(3)) < 0.01, String(t));
  const p = probabilities(row, t);
  ok(reliability([p, p, p, p], [0, 0, 0, 1]).ece < 1e-3);
});

Deno.test("flowError() is nothing for equal labels and leaves short sessions out", () => {
  const messages = ["bug-fix", "tests", "other"].map((label, position) => ({
    session: "s",
    position,
    given: code(label),
    other: code(label),
  }));
  const short = {
    session: "t",
    position: 0,
    given: code("tests"),
    other: code("debug"),
  };
  const same = flowError([...messages, short]);
  deepEqual([same.sessions, same.TFAS, same.P_T_distance], [1, 100, 0]);
  const moved = flowError(
    messages.map((m) => ({ ...m, other: code("bug-fix") })),
  );
  equal(moved.P_T_distance, 0.5);
  equal(moved.S_L, 1);
});
