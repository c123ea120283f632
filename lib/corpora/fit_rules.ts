/**
 * Which rules labels were made under.
 *
 * @module
 */

import type { Taxonomy } from "@taskflow/taxonomy";
import { resolve } from "node:path";
import { joinLabels } from "./join_labels.ts";
import { readLabels } from "./labels.ts";
import { readCorpus, type ReadCorpusOptions } from "./read_corpus.ts";
import { RULES, type RulesName } from "./rules.ts";

/** How well labels fit the messages that a preset of rules gives. */
export interface RulesFit {
  readonly rules: RulesName;
  /** Labels that found a message. */
  readonly matched: number;
  /** Messages without a label, and labels of files read without a message. */
  readonly unmatched: number;
}

/**
 * Find the preset of rules under which labels and messages fit best. Labels belong to messages as
 * somebody extracted them; read by other rules, a session may lose one of its labels and with it its
 * place in the flow. Reads the corpus once per preset.
 *
 * @param path A folder or file of exports.
 * @param labelPath The label file.
 * @param taxonomy Its labels.
 * @param options Signal, adapters.
 * @returns The fits, best first; equal ones in the order of the presets, `default` first.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { fitRules } from "@taskflow/corpora";
 * import { TAXONOMY } from "@taskflow/taxonomy";
 *
 * const [best] = await fitRules(
 *   "data/sample/specstory",
 *   "data/sample/labels.csv",
 *   TAXONOMY,
 * );
 * equal(best?.rules, "default");
 * equal(best?.unmatched, 0);
 * ```
 */
export async function fitRules(
  path: string,
  labelPath: string,
  taxonomy: Taxonomy,
  options: Omit<ReadCorpusOptions, "rules" | "onProgress"> = {},
): Promise<RulesFit[]> {
  const fits: RulesFit[] = [];
  for (const rules of Object.keys(RULES) as RulesName[]) {
    const labels = await readLabels(labelPath, taxonomy);
    const { sessions } = readCorpus(path, { ...options, rules });
    for await (const session of sessions) {
      joinLabels(session, labels, resolve(path));
    }
    const { matched, unlabelled, unused } = labels.report();
    fits.push({ rules, matched, unmatched: unlabelled + unused });
  }
  return fits.sort((a, b) => a.unmatched - b.unmatched);
}
