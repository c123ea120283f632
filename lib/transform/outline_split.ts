/**
 * The offline splitter: the text's own structure.
 *
 * @module
 */

import type { Task } from "@taskflow/benchmark";
import { artifactsOf } from "./artifacts.ts";
import { asks } from "./asking.ts";
import { clausesOf } from "./claims.ts";
import { outlineBlocks } from "./outline_blocks.ts";
import { outlineItems } from "./outline_items.ts";
import { outlineStory } from "./outline_story.ts";
import { overlap, partition } from "./outline_partition.ts";
import { sentencesOf } from "./sentences.ts";
import { ineligible, type Split } from "./split.ts";

/** Changes with what the splitter does. */
export const OUTLINE_VERSION = "outline/1";

/** Fewer words than this are no turn of their own. */
const LEAST_WORDS = 12;

/**
 * Split a task along its own structure: the items of its requirements in their order, cut into even
 * groups where neighbours have little in common; each interface goes to the first part that names it,
 * each sentence and block of the statement to the part that it has most in common with. Nothing is
 * reworded, so artifacts survive and nothing is new; the same task always gives the same split.
 *
 * @param task The task; without requirements the list of its statement is split.
 * @param parts How many turns (K in the paper), at least 2.
 * @returns The split, or a row that says why there is none.
 * @throws {RangeError} If `parts` is below 2.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { taskOf } from "@taskflow/benchmark";
 * import { outlineSplit } from "@taskflow/transform";
 *
 * const requirements = [
 *   "- Cache pages on disk in the folder that the option `cacheDir` names.",
 *   "- Evict pages that nobody asked for during a whole week of use.",
 *   "- Print how many pages came from the cache when the crawl ends.",
 * ].join("\n");
 * const task = taskOf({ instance_id: "a-1", repo: "a/a", problem_statement: "Pages are fetched twice.", requirements });
 * const split = outlineSplit(task, 3);
 * equal(split.parts?.length, 3);
 * equal(split.parts?.[0]?.startsWith("Pages are fetched twice."), true);
 * ```
 */
export function outlineSplit(task: Task, parts = 3): Split {
  if (!Number.isInteger(parts) || parts < 2) {
    throw new RangeError(
      `Cannot split into ${parts} parts: give a whole number of at least 2`,
    );
  }
  const made = {
    instance_id: task.instance_id,
    splitter: "outline",
    splitter_version: OUTLINE_VERSION,
  };
  const asked = task.requirements.trim() === ""
    ? task.problem_statement
    : task.requirements;
  const items = outlineItems(asked).map(({ text }) => text);
  if (items.length < parts) {
    return ineligible(
      made,
      `the text lists ${items.length} separate requirement${
        items.length === 1 ? "" : "s"
      }, ${parts} are needed`,
    );
  }
  const starts = partition(items, parts);
  const groups = starts.map((from, g) =>
    items.slice(from, starts[g + 1] ?? items.length)
  );
  const thin = groups.findIndex((group) =>
    group.join(" ").split(/\s+/).length < LEAST_WORDS
  );
  if (thin >= 0) {
    return ineligible(
      made,
      `the requirements are too short for ${parts} turns: part ${
        thin + 1
      } would have under ${LEAST_WORDS} words`,
    );
  }
  const idle = asked === task.problem_statement
    ? groups.findIndex((group) => !group.some(asksFor))
    : -1;
  if (idle >= 0) {
    return ineligible(
      made,
      `the statement tells a story more than it lists changes: part ${
        idle + 1
      } of ${parts} would ask for nothing`,
    );
  }
  const texts = groups.map((group) => group.join("\n"));
  const blocks = placed(outlineBlocks(task.interface), texts);
  const story = asked === task.problem_statement
    ? texts.map(() => "")
    : outlineStory(task.problem_statement, texts);
  const turns = texts.map((text, g) =>
    [story[g] ?? "", text, ...(blocks[g] ?? [])].filter((piece) => piece !== "")
      .join("\n\n")
  );
  return {
    ...ineligible(made, ""),
    eligible: true,
    reason: null,
    parts: turns,
    artifacts: bindingOf(`${asked}\n\n${blocks.flat().join("\n\n")}`, turns),
    requirement_units: items.map(unitName),
    unit_to_part: groups.flatMap((group, g) => group.map(() => g)),
  };
}

function asksFor(item: string): boolean {
  return sentencesOf(item.replace(/^[-\s]+/, "")).flatMap(clausesOf).some(asks);
}

/** Blocks by part: each with the first part that says its name, else with the most similar one. */
function placed(
  blocks: readonly string[],
  texts: readonly string[],
): string[][] {
  const by: string[][] = texts.map(() => []);
  for (const block of blocks) {
    const names = block.match(
      /(?<=\b(?:name|function|class|method|struct|interface|signature)[\s*`]*:[\s*`]*)[\w.$]{3,}/gi,
    ) ?? [];
    const named = texts.findIndex((text) =>
      names.some((name) => text.includes(name.split(".").at(-1) ?? name))
    );
    by[named >= 0 ? named : mostAlike(block, texts)]?.push(block);
  }
  return by;
}

function mostAlike(text: string, others: readonly string[]): number {
  const shares = others.map((other) => overlap(text, other));
  return shares.indexOf(Math.max(...shares));
}

/** Code of the text, where it stands verbatim in a part. */
function bindingOf(text: string, turns: readonly string[]): string[] {
  const strings = artifactsOf(text).filter(({ kind }) =>
    kind !== "quotation" && kind !== "number"
  )
    .map(({ text }) => text);
  return [...new Set(strings)].filter((string) =>
    turns.some((turn) => turn.includes(string))
  );
}

/** The first words of an item. */
function unitName(item: string): string {
  const words = item.replace(/^[-\s]+/, "").split(/\s+/);
  return words.slice(0, 12).join(" ") + (words.length > 12 ? " ..." : "");
}
