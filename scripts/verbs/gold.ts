/**
 * `taskflow gold`: labels by people, and what they say of a classifier.
 *
 * @module
 */

import type { Command } from "commander";
import { addGoldAdjudicate } from "./gold_adjudicate.ts";
import { addGoldReport } from "./gold_report.ts";
import { addGoldSample } from "./gold_sample.ts";

/**
 * Add the verb to the program.
 *
 * @param taskflow The program.
 */
export function addGold(taskflow: Command): void {
  const gold = taskflow.command("gold").description(
    "Labels by people: draw a blind sheet, merge what two people said, and report how right a " +
      "classifier is. Only with such labels is a corrected P_T offered.",
  );
  addGoldSample(gold);
  addGoldAdjudicate(gold);
  addGoldReport(gold);
}
