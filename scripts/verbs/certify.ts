/**
 * `taskflow certify`: a selection file checked by itself.
 *
 * @module
 */

import type { Command } from "commander";
import { checkSelection, printBound, printTfas } from "@taskflow/select";
import { AnswerIsNo, print, printJson, verb } from "../cli/run.ts";
import { readJson } from "./flow_side.ts";

/**
 * Add the verb to the program.
 *
 * @param taskflow The program.
 */
export function addCertify(taskflow: Command): void {
  verb(
    taskflow,
    "certify",
    "Check a selection file by itself: counts, limits, TFAS and the certified bound are derived again.",
    [
      "taskflow certify selection.json",
      "taskflow certify instance.json --json",
    ],
  )
    .argument(
      "<file>",
      "a selection file, or an instance with `best` and `bound`",
    )
    .option("--json", "print one JSON object")
    .action(action);
}

async function action(
  path: string,
  options: { json?: boolean },
): Promise<void> {
  const result = checkSelection(await readJson(path, "selection"), path);
  const { ok, checks, tfas, S_L, S_T, S_R, bound } = result;
  if (options.json) {
    printJson({
      ok,
      tfas,
      S_L,
      S_T,
      S_R,
      bound: Number.isFinite(bound) ? bound : null,
      checks,
    });
  } else {
    const score = tfas === null
      ? "TFAS undefined"
      : `TFAS ${printTfas(tfas, 6)} of at most ${
        Number.isFinite(bound) ? printBound(bound, 6) : "(no bound)"
      }`;
    print(
      [
        score,
        ...checks.map(({ name, ok, detail }) =>
          `  ${ok ? "holds" : "FAILS"}  ${name}${ok ? "" : `: ${detail}`}`
        ),
      ].join("\n"),
    );
  }
  if (!ok) {
    const failed = checks.filter((check) => !check.ok);
    throw new AnswerIsNo(
      `"${path}" is not certified: ${
        failed.map(({ name, detail }) => `${name}: ${detail}`).join("; ")
      }`,
    );
  }
}
