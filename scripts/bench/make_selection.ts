/**
 * Made-up selection instances, shaped like the paper's: 255 of every 700 tasks have one to three
 * questions, issue turns mostly new features and fixes, a target that mixes everything.
 *
 * @module
 */

import { type RandomBelow, randomBelow } from "@taskflow/flow";
import {
  type Constraints,
  type Instance,
  parseInstance,
  type Pattern,
} from "@taskflow/select";
import { TAXONOMY } from "@taskflow/taxonomy";

/** What to make. */
export interface MakeSelectionOptions {
  readonly tasks: number;
  readonly seed: number;
  /** Whether adjacent issue turns may be merged (default false). */
  readonly merges?: boolean;
  /** Questions of a task at most (default 3), and share of tasks that have some (default 255/700). */
  readonly questions?: number;
  readonly questioned?: number;
  readonly constraints?: Constraints;
  /** Names that tasks are spread over. */
  readonly repositories?: readonly string[];
}

/** Issue turns, questions and target by label: made-up weights. */
const ISSUE = {
  "new-feature": 50,
  "bug-fix": 36,
  refactor: 5,
  tests: 3,
  debug: 2,
  "generate-docs": 1,
  transformation: 1,
  "data-analysis": 1,
  other: 1,
};
const QUESTION = { explain: 85, question: 10, "code-review": 5 };
const TARGET = {
  "bug-fix": 26,
  "new-feature": 19,
  question: 10,
  explain: 6,
  execute: 8,
  debug: 7,
  refactor: 7,
  planning: 5,
  tests: 5,
  "code-review": 3,
  "generate-docs": 2,
  transformation: 1,
  "data-analysis": 1,
};
const LENGTHS = [0, 0, 0.36, 0.18, 0.11, 0.22, 0.13];

/**
 * Make an instance.
 *
 * @param options Size, seed, freedoms, limits.
 * @returns The instance; the same options give the same one.
 */
export function makeSelection(options: MakeSelectionOptions): Instance {
  const { tasks, seed, merges = false, questions = 3 } = options;
  const { questioned = 255 / 700, repositories } = options;
  const random = randomBelow(seed);
  const code = (label: string) => TAXONOMY.codeOf.get(label) ?? 0;
  const sequences = new Map<string, { t: number[]; p: Pattern; q: number }>();
  const ids = new Map<string, number>();
  const groups = new Map<
    string,
    { n: number; c: number[]; repository: string }
  >();
  for (let task = 0; task < tasks; task++) {
    const parts = Array.from({ length: 3 }, () => code(draw(ISSUE, random)));
    const count = random(1e6) < questioned * 1e6 ? 1 + random(questions) : 0;
    const asked = Array.from(
      { length: count },
      () => code(draw(QUESTION, random)),
    );
    const c = new Set<number>();
    const seen = new Set<string>();
    for (const plan of merges ? plans(parts) : [parts]) {
      for (const candidate of interleavings(plan, asked)) {
        if (candidate.t.length < 3) continue;
        const key = `${candidate.t}|${candidate.p}`;
        if (seen.has(key)) continue;
        seen.add(key);
        if (!ids.has(key)) {
          ids.set(key, ids.size);
          sequences.set(key, candidate);
        }
        c.add(ids.get(key) ?? 0);
      }
    }
    const repository = repositories?.[random(repositories.length)] ?? "";
    const key = `${[...c]}|${repository}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { n: 1, c: [...c], repository });
    else known.n++;
  }
  return parseInstance({
    format: "tfas-selection/v1",
    labels: [...TAXONOMY.labels],
    conventions: { lengthOf: "all", emptySession: "edge" },
    tasks,
    target: targetOf(random),
    sequences: [...sequences.values()],
    groups: [...groups.values()].map(({ n, c, repository }) =>
      repositories === undefined ? { n, c } : { n, c, repository }
    ),
    ...(options.constraints === undefined
      ? {}
      : { constraints: options.constraints }),
  }, `made with seed ${seed}`);
}

function draw(weights: Record<string, number>, random: RandomBelow): string {
  const entries = Object.entries(weights);
  const sum = entries.reduce((total, [, weight]) => total + weight, 0);
  let at = random(sum * 1000) / 1000;
  for (const [label, weight] of entries) {
    at -= weight;
    if (at < 0) return label;
  }
  return entries[0]?.[0] ?? "";
}

/** Merged issue turns take the label of their first part. */
function plans([a = 0, b = 0, c = 0]: readonly number[]): number[][] {
  return [[a, b, c], [a, b], [a, c], [a]];
}

function* interleavings(
  issue: readonly number[],
  asked: readonly number[],
): Generator<{ t: number[]; p: Pattern; q: number }> {
  for (let subset = 0; subset < 2 ** asked.length; subset++) {
    const questions = asked.filter((_, at) => (subset >> at) & 1);
    const length = issue.length + questions.length;
    for (let places = 0; places < 2 ** length; places++) {
      const slots = Array.from({ length }, (_, at) => (places >> at) & 1);
      if (slots.filter((slot) => slot === 1).length !== questions.length) {
        continue;
      }
      const [left, rest] = [[...issue], [...questions]];
      const t = slots.map((slot) => (slot === 1 ? rest : left).shift() ?? 0);
      const first = slots.indexOf(0);
      const last = slots.lastIndexOf(0);
      const before = slots.indexOf(1) < first;
      const p: Pattern = questions.length === 0
        ? "none"
        : slots.lastIndexOf(1) < first
        ? "before"
        : !before && slots.indexOf(1) > last
        ? "after"
        : "interleaved";
      yield { t, p, q: questions.length };
    }
  }
}

/** A target with every transition a little, steady ones more. */
function targetOf(random: RandomBelow): Instance["target"] {
  const { retained } = TAXONOMY;
  const noisy = (value: number) => value * (0.8 + random(400) / 1000);
  const share = (values: readonly number[]) => {
    const sum = values.reduce((total, value) => total + value, 0);
    return values.map((value) => value / sum);
  };
  const P_L = share(LENGTHS.map(noisy));
  const weights = TARGET as Record<string, number>;
  const P_T = share(retained.map((label) => noisy(weights[label] ?? 0)));
  const [ends, cells] = [0.2, {} as Record<string, number>];
  retained.forEach((from, a) => {
    const p = P_T[a] ?? 0;
    cells[`START>${from}`] = noisy(p * ends);
    cells[`${from}>END`] = noisy(p * ends);
    retained.forEach((to, b) =>
      cells[`${from}>${to}`] = noisy(
        0.6 * p * ((P_T[b] ?? 0) * 0.7 + (a === b ? 0.3 : 0)),
      )
    );
  });
  const shares = share(Object.values(cells));
  return {
    P_L,
    P_T,
    P_R: Object.fromEntries(
      Object.keys(cells).map((name, at) => [name, shares[at] ?? 0]),
    ),
  };
}
