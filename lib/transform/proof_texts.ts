/**
 * What is wrong with a question before anything runs or a model is asked: evidence, leaks, rationale.
 *
 * @module
 */

import type { Fix } from "@taskflow/sandbox";
import { join } from "node:path";
import { type CheckedEvidence, linesOf } from "./evidence.ts";
import { evidenceInFix, namesOfFix } from "./leak.ts";
import { absentNames } from "./leak_base.ts";
import { readDiff } from "./leak_diff.ts";
import type { Objection } from "./proof_reasons.ts";
import type { Question } from "./question.ts";
import { rationaleIn } from "./rationale.ts";

/**
 * Objections to the citations.
 *
 * @param question The question.
 * @param evidence Its citations, checked.
 * @returns One a citation that has a problem; one if nothing is cited.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { evidenceObjections } from "./proof_texts.ts";
 *
 * deepEqual(evidenceObjections({ evidence: [] }, []).map(({ reason }) => reason), ["evidence-path"]);
 * ```
 */
export function evidenceObjections(
  question: Pick<Question, "evidence">,
  evidence: readonly CheckedEvidence[],
): Objection[] {
  if (question.evidence.length === 0) {
    return [{ reason: "evidence-path", detail: "no evidence is cited" }];
  }
  return evidence.flatMap(({ problem, detail }) =>
    problem === null ? [] : [{ reason: problem, detail }]
  );
}

/**
 * Objections to what question and answers say.
 *
 * @param question The question.
 * @param tree Folder of the base checkout.
 * @param evidence Its citations, checked.
 * @param fix The fix, or `null` where it is not known: then no leak can be found.
 * @param warnings Gets a line for each citation of lines that the fix changes.
 * @returns The objections.
 */
export async function textObjections(
  question: Question,
  tree: string,
  evidence: readonly CheckedEvidence[],
  fix: Fix | null,
  warnings: string[],
): Promise<Objection[]> {
  const objections: Objection[] = [];
  if (fix !== null) {
    const changes = readDiff(fix.diff);
    const names = namesOfFix(question, changes);
    const absent = await absentNames(tree, names.map(({ name }) => name));
    for (const { name, fields } of names) {
      if (!absent.includes(name)) continue;
      objections.push({
        reason: "leaks-fix",
        detail: `"${name}" comes with the fix and stands in ${
          fields.join(", ")
        }`,
      });
    }
    for (const at of evidenceInFix(question.evidence, changes)) {
      const cited = question.evidence[at];
      if (cited === undefined) continue;
      warnings.push(
        `${cited.path}:${cited.start_line}-${cited.end_line}: the fix changes these lines`,
      );
    }
  }
  const rationale = rationaleIn(question, await citedText(tree, evidence));
  if (rationale !== null) {
    objections.push({ reason: "asks-rationale", detail: rationale });
  }
  return objections;
}

async function citedText(
  tree: string,
  evidence: readonly CheckedEvidence[],
): Promise<string> {
  const texts = await Promise.all(evidence.map(async (cited) => {
    if (cited.problem !== null) return "";
    const lines = linesOf(await Deno.readFile(join(tree, cited.path)));
    return lines.slice(cited.start_line - 1, cited.end_line)
      .map((line) => new TextDecoder().decode(line)).join("");
  }));
  return texts.join("\n");
}
