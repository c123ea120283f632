/**
 * The comparison behind `taskflow compare`.
 *
 * @module
 */

import {
  align,
  type Alignment,
  allPairs,
  cellsToCounts,
  type CompareStep,
  compareSteps,
  type Comparison,
  type DrawOptions,
  type NearestRow,
  type PairComparison,
  type Reading,
  type SplitHalf,
  splitHalf,
  sumOf,
  type TaskFlow,
  taskFlow,
} from "@taskflow/flow";
import type { Input } from "@taskflow/table";
import type { ComparedCorpus, CompareInputs } from "./compare_inputs.ts";

/** How corpora are compared. */
export interface CompareCorporaOptions extends DrawOptions {
  readonly where: string;
  readonly by?: string;
  readonly cluster?: string;
  readonly weight?: string;
  readonly cap?: number;
  readonly reading: Reading;
  readonly onStep?: (step: CompareStep) => void;
}

/** A pair; without sessions on both sides only its scores are known. */
export type ComparedPair =
  & Pick<PairComparison, "pair" | "scores" | "intervals" | "differ" | "tooFew">
  & Pick<PairComparison, "holm">
  & { readonly test: PairComparison["test"] | null };

/** A comparison with everything that is told about it. */
export interface CorpusComparison {
  readonly corpora: readonly ComparedCorpus[];
  readonly inputs: readonly Input[];
  readonly options: Omit<CompareCorporaOptions, "onStep" | "signal">;
  readonly pairs: readonly ComparedPair[];
  readonly nearest: readonly NearestRow[];
  /** Two halves of each corpus against each other; `null` for flow files. */
  readonly halves: readonly (SplitHalf | null)[];
  /** With weights: each corpus as it is against itself weighted, and the weighted flow. */
  readonly weighted:
    | readonly { readonly scores: Alignment; readonly flow: TaskFlow }[]
    | null;
}

/** Draws of halves that a yardstick is averaged over. */
const HALVES = 200;

/**
 * Compare.
 *
 * @param read What was read.
 * @param options How.
 * @returns Scores, intervals, tests, yardsticks.
 */
export async function compareCorpora(
  { corpora, inputs }: CompareInputs,
  options: CompareCorporaOptions,
): Promise<CorpusComparison> {
  const { onStep, signal, ...rest } = options;
  const { reading, replicates, seed, by, weight } = options;
  const wanted = by === "month"
    ? neighbours(corpora)
    : allPairs(corpora.length);
  const flows = corpora.map(({ rows, flow }) =>
    rows === null
      ? flow(reading)
      : taskFlow(cellsToCounts(sumOf(rows), rows.taxonomy), reading)
  );
  // Only pairs with sessions on both sides can be resampled.
  const drawn = replicates > 0;
  const sampled = corpora.flatMap(({ rows }, at) => rows === null ? [] : [at]);
  const place = new Map(sampled.map((at, index) => [at, index]));
  const tested = wanted.filter((pair) => pair.every((at) => place.has(at)));
  const result: Comparison = drawn
    ? await stepping(
      compareSteps(
        sampled.flatMap((at) => corpora[at]?.rows ?? []),
        {
          replicates,
          seed,
          reading,
          pairs: tested.map(([a, b]): [number, number] => [
            place.get(a) ?? 0,
            place.get(b) ?? 0,
          ]),
          ...(signal === undefined ? {} : { signal }),
        },
      ),
      onStep,
    )
    : { pairs: [], nearest: [] };
  const back = (index: number) => sampled[index] ?? 0;
  const pairs = wanted.map(([a, b]): ComparedPair => {
    const found = result.pairs.find(({ pair: [x, y] }) =>
      back(x) === a && back(y) === b
    );
    const flowPair = [flows[a], flows[b]] as const;
    const [first, second] = flowPair;
    if (first === undefined || second === undefined) {
      throw new RangeError(`Cannot compare corpora ${a} and ${b}: no flow`);
    }
    if (found !== undefined) return { ...found, pair: [a, b] };
    return {
      pair: [a, b],
      scores: align(first, second),
      intervals: null,
      test: null,
      holm: null,
      differ: null,
      tooFew: false,
    };
  });
  return {
    corpora,
    inputs,
    options: rest,
    pairs,
    nearest: result.nearest.map((row) => ({
      ...row,
      from: back(row.from),
      nearest: back(row.nearest),
      other: back(row.other),
    })),
    halves: corpora.map(({ rows }) =>
      rows === null ? null : splitHalf(rows, {
        replicates: HALVES,
        seed,
        reading,
        ...(signal === undefined ? {} : { signal }),
      })
    ),
    weighted: weight === undefined ? null : corpora.map(({ flow }, at) => {
      const weightedFlow = flows[at] ?? flow(reading);
      return { scores: align(flow(reading), weightedFlow), flow: weightedFlow };
    }),
  };
}

/** Milliseconds between two looks at signals and the progress line. */
const BREATH = 100;

/** Run steps to the end; in between a Ctrl-C is heard. */
async function stepping<T>(
  steps: Generator<CompareStep, T>,
  onStep: CompareCorporaOptions["onStep"],
): Promise<T> {
  let last = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - last < BREATH) continue;
    onStep?.(value);
    await new Promise((resolve) => setTimeout(resolve));
    last = performance.now();
  }
}

/** Each month with the next one of the same corpus; months that are not known with none. */
function neighbours(corpora: readonly ComparedCorpus[]): [number, number][] {
  const prefix = ({ name, sample }: ComparedCorpus) =>
    name.slice(0, name.length - (sample?.group?.length ?? 0));
  return corpora.slice(1).flatMap((corpus, at): [number, number][] => {
    const before = corpora[at];
    return before === undefined || corpus.sample?.group === null ||
        before.sample?.group === null || prefix(before) !== prefix(corpus)
      ? []
      : [[at, at + 1]];
  });
}
