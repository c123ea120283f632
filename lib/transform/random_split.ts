/**
 * The control: sentences cut at random.
 *
 * @module
 */

import { type Task } from "@taskflow/benchmark";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { artifactsOf } from "./artifacts.ts";
import { sentencesOf } from "./sentences.ts";
import { sourceUnits } from "./source_units.ts";
import { ineligible, type Split } from "./split.ts";

/** Changes with what the splitter does. */
export const RANDOM_VERSION = "random/1";

/**
 * Split the prompt of a task at random ends of sentences, each set of places equally likely. It keeps
 * every word in its order and nothing else of the contract: the control that tells whether what a
 * split does is disclosure, or chopped-up information. Its rows go through the same contract, and
 * what they fail is counted openly.
 *
 * @param task The task; its `prompt` is cut.
 * @param parts How many turns, at least 2.
 * @param seed Seed; with the id of the task it decides the places, whatever the order of tasks.
 * @returns The split, or a row that says why there is none.
 * @throws {RangeError} If `parts` is below 2.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * import { taskOf } from "@taskflow/benchmark";
 * import { randomSplit } from "@taskflow/transform";
 *
 * const problem_statement = "One fails. Two fails. Three fails. Four fails.";
 * const task = taskOf({ instance_id: "a-1", repo: "a/a", problem_statement });
 * const { parts } = randomSplit(task, 3, 1);
 * equal(parts?.join(" "), problem_statement);
 * deepEqual(randomSplit(task, 3, 1).parts, parts);
 * ```
 */
export function randomSplit(task: Task, parts: number, seed: number): Split {
  if (!Number.isInteger(parts) || parts < 2) {
    throw new RangeError(
      `Cannot split into ${parts} parts: give a whole number of at least 2`,
    );
  }
  const made = {
    instance_id: task.instance_id,
    splitter: "random",
    splitter_version: `${RANDOM_VERSION} seed ${seed}`,
  };
  const places = beginnings(task.prompt).slice(1);
  if (places.length < parts - 1) {
    return ineligible(
      made,
      `the text has ${places.length + 1} sentences, ${parts} are needed`,
    );
  }
  const random = xoroshiro128plus(mixed(seed, task.instance_id));
  const chosen = new Set<number>();
  while (chosen.size < parts - 1) {
    const at = places[uniformInt(random, 0, places.length - 1)];
    if (at !== undefined) chosen.add(at);
  }
  const cuts = [0, ...[...chosen].sort((a, b) => a - b), task.prompt.length];
  const turns = cuts.slice(1).map((to, i) =>
    task.prompt.slice(cuts[i], to).trim()
  );
  const artifacts = artifactsOf(task.prompt).filter(({ kind }) =>
    kind === "path" || kind === "url" || kind === "signature" || kind === "span"
  );
  return {
    ...ineligible(made, ""),
    eligible: true,
    reason: null,
    parts: turns,
    artifacts: [...new Set(artifacts.map(({ text }) => text))],
  };
}

/** Where sentences and items begin. */
function beginnings(text: string): number[] {
  let from = 0;
  return sourceUnits(text).flatMap(({ kind, text }) =>
    kind === "code" ? [] : sentencesOf(text)
  ).flatMap((sentence) => {
    const at = text.indexOf(sentence.split("\n")[0] ?? sentence, from);
    if (at < 0) return [];
    from = at + 1;
    return [at];
  });
}

/** One number of a seed and an id (FNV-1a). */
function mixed(seed: number, id: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const character of new TextEncoder().encode(id)) {
    hash = Math.imul(hash ^ character, 0x01000193);
  }
  return hash | 0;
}
