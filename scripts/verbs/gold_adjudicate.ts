/**
 * `taskflow gold adjudicate`: merge what two people said.
 *
 * @module
 */

import type { Command } from "commander";
import {
  adjudicateGold,
  agreement,
  type GoldAnswer,
  toRevise,
} from "@taskflow/classify";
import { formatShare } from "@taskflow/plot";
import { print, printJson, verb } from "../cli/run.ts";
import { refuseExisting, writePrivate } from "../cli/write_private.ts";
import { readTaxonomy } from "./flow_side.ts";
import { cellOf, readSheet, sheetText } from "./gold_sheet.ts";

interface Options {
  taxonomy?: string;
  out: string;
  json?: boolean;
}

/**
 * Add the verb to its parent.
 *
 * @param gold The parent.
 */
export function addGoldAdjudicate(gold: Command): void {
  verb(
    gold,
    "adjudicate <first.csv> <second.csv>",
    "Merge two filled-in copies of a sheet: where both say the same, that is the gold label; the other " +
      "rows come first, with an empty column gold for a third person to fill. The file holds the texts " +
      "of the sheet, is written for its owner only, and never over another file.",
    ["taskflow gold adjudicate anna.csv ben.csv -o gold.csv"],
  )
    .summary("Merge what two people said.")
    .option(
      "--taxonomy <file>",
      "taxonomy of the labels (default: the paper's 16)",
    )
    .requiredOption(
      "-o, --out <gold.csv>",
      "merged sheet; must not be there yet",
    )
    .option("--json", "print one JSON object")
    .action(action);
}

async function action(
  first: string,
  second: string,
  options: Options,
): Promise<void> {
  const { out } = options;
  const remedy =
    "decisions may stand in it: name another file, or move it away";
  await refuseExisting(out, remedy);
  const taxonomy = await readTaxonomy(options.taxonomy);
  const merged = adjudicateGold(
    await answers(first),
    await answers(second),
    taxonomy,
  );
  const { rows, agreed, disagreed, unlabelled, ratings } = merged;
  const open = rows.filter(({ gold }) => gold === null);
  const measured = agreement(ratings);
  const revision = toRevise(measured);
  await writePrivate(
    out,
    sheetText(
      ["id", "text", "first", "second", "gold"],
      [...open, ...rows.filter(({ gold }) => gold !== null)].map((row) => [
        row.id,
        row.text,
        row.first,
        row.second,
        row.gold,
      ]),
    ),
    remedy,
  );
  const [pair] = measured.pairs;
  if (options.json) {
    printJson({
      out,
      rows: rows.length,
      agreed,
      disagreed,
      unlabelled,
      open: open.map(({ id, first, second }) => ({ id, first, second })),
      exact: pair?.exact ?? null,
      kappa: pair?.kappa ?? null,
      alpha: measured.alpha,
      revise: revision.intents.map(({ intent }) => intent),
    });
    return;
  }
  const number = (value: number | null | undefined) =>
    value?.toFixed(3) ?? "undefined";
  print([
    `${rows.length} rows: ${agreed} agreed upon, ${disagreed} not, ${unlabelled} not labelled by both`,
    `the two agree on ${formatShare(pair?.exact.estimate ?? null)} ` +
    `(kappa ${number(pair?.kappa.estimate)}, alpha ${
      number(measured.alpha.estimate)
    } [${number(measured.alpha.low)}, ${number(measured.alpha.high)}]); ` +
    `the sample is stratified, so this is not their agreement on the corpus`,
    ...(revision.intents.length === 0 ? [] : [
      `they part most about: ${
        revision.intents.map(({ intent, f1 }) => `${intent} (F1 ${number(f1)})`)
          .join(", ")
      }: look at these definitions first`,
    ]),
    ...open.slice(0, SHOWN).map(({ id, first, second }) =>
      `  ${id}  ${first ?? "(empty)"} / ${second ?? "(empty)"}`
    ),
    ...(open.length > SHOWN ? [`  ... and ${open.length - SHOWN} more`] : []),
    open.length === 0
      ? `wrote ${out}: complete; next: taskflow gold report ${out} --key KEY`
      : `wrote ${out}: ${open.length} rows on top want a label in the column gold`,
  ].join("\n"));
}

/** Open rows listed in the terminal; the file has all. */
const SHOWN = 20;

async function answers(path: string): Promise<GoldAnswer[]> {
  const rows = await readSheet(path, ["id", "intent"]);
  return rows.map((row) => ({
    id: cellOf(row, "id") ?? "",
    intent: cellOf(row, "intent"),
    text: cellOf(row, "text"),
    place: row.place,
  }));
}
