/**
 * Sessions drawn from a known flow, for measurements of intervals and speed.
 *
 * @module
 */

import {
  collectVectors,
  parseFlowFile,
  type SessionVectors,
  type TaskFlow,
} from "@taskflow/flow";
import { TAXONOMY } from "@taskflow/taxonomy";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import standIn from "../../data/targets/production-standin.json" with {
  type: "json",
};

/** How a simulated corpus differs from the stand-in target. */
export interface Tilt {
  /** From 0 (transitions of the target) to 1 (those of people who ask, plan and review). */
  readonly mix: number;
  /** Share of sessions that are cut to half their length. */
  readonly short: number;
}

/** Weights of the retained intents in the other flow, in taxonomy order. */
const OTHER = [3, 0.5, 1, 0.5, 1, 0.3, 2, 3, 1, 1, 1, 4, 0.5];
/** Share of messages that are excluded from transitions. */
const EXCLUDED = 0.06;
const LONGEST = 60;

/**
 * A source of sessions: lengths of the stand-in target, intents a Markov chain.
 *
 * @param seed Seed.
 * @param tilt How far from the target.
 * @returns A function that gives the intent codes of the next session.
 */
export function simulator(seed: number, tilt: Tilt): () => number[] {
  const flow: TaskFlow = parseFlowFile(standIn, "production-standin.json")
    .flow();
  const random = xoroshiro128plus(seed);
  // The first numbers of neighbouring seeds are alike.
  for (let i = 0; i < 200; i++) random.next();
  const chance = () => (random.next() >>> 0) / 2 ** 32;
  const pick = (weights: ArrayLike<number>) => {
    let left = chance() * sum(weights);
    for (let at = 0; at < weights.length; at++) {
      left -= weights[at] ?? 0;
      if (left < 0) return at;
    }
    return weights.length - 1;
  };
  const { retained, codeOf } = TAXONOMY;
  const n = retained.length;
  const codes = retained.map((label) => codeOf.get(label) ?? 0);
  const excluded = codeOf.get("other") ?? 0;
  const whole = sum(OTHER);
  const rows = Array.from({ length: n + 1 }, (_, from) => {
    const row = flow.P_R?.subarray(from * (n + 1), from * (n + 1) + n) ?? [];
    const total = sum(row);
    return Array.from(row, (p, to) => {
      const stay = to === from - 1 ? 3 : 1;
      return (1 - tilt.mix) * (p / total) +
        tilt.mix * stay * (OTHER[to] ?? 0) / whole;
    });
  });
  const length = () => {
    const bin = pick(flow.P_L ?? []);
    let messages = bin < 5 ? bin + 1 : bin === 5 ? 6 + pick(FIVE) : 11;
    if (bin === 6) { while (messages < LONGEST && chance() < 0.85) messages++; }
    return chance() < tilt.short
      ? Math.max(3, Math.floor(messages / 2))
      : messages;
  };
  return () => {
    let row = 0;
    return Array.from({ length: length() }, () => {
      if (chance() < EXCLUDED) return excluded;
      row = pick(rows[row] ?? []) + 1;
      return codes[row - 1] ?? 0;
    });
  };
}

const FIVE = [1, 1, 1, 1, 1];

function sum(weights: ArrayLike<number>): number {
  let total = 0;
  for (let at = 0; at < weights.length; at++) total += weights[at] ?? 0;
  return total;
}

/**
 * A simulated corpus.
 *
 * @param sessions Number of sessions.
 * @param seed Seed.
 * @param tilt How far from the target (default not at all).
 * @returns Its session vectors.
 */
export function simulateCorpus(
  sessions: number,
  seed: number,
  tilt: Tilt = { mix: 0, short: 0 },
): SessionVectors {
  const next = simulator(seed, tilt);
  const collector = collectVectors();
  for (let i = 0; i < sessions; i++) collector.add(next());
  return collector.finish();
}

/**
 * A benchmark of made-up splits: three to six turns, mostly one implementing intent.
 *
 * @param tasks Number of tasks.
 * @returns Its session vectors.
 */
export function simulateSplits(tasks: number): SessionVectors {
  const random = xoroshiro128plus(9);
  const chance = () => (random.next() >>> 0) / 2 ** 32;
  const code = (label: string) => TAXONOMY.codeOf.get(label) ?? 0;
  const collector = collectVectors();
  for (let i = 0; i < tasks; i++) {
    const main = code(chance() < 0.5 ? "bug-fix" : "new-feature");
    const turns = 3 + Math.floor(chance() * chance() * 4);
    collector.add(
      Array.from({ length: turns }, () =>
        chance() < 0.6 ? main : code(
          chance() < 0.5 ? "tests" : chance() < 0.5 ? "explain" : "refactor",
        )),
    );
  }
  return collector.finish();
}
