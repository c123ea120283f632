/**
 * The contract on additions: a part asks for nothing that the source does not ask for.
 *
 * @module
 */

import { asks } from "./asking.ts";
import { clausesOf, weighed, weightyTerms } from "./claims.ts";
import type { ContractText } from "./contract_text.ts";
import { type Finding, finding, quoted } from "./finding.ts";
import { sentencesOf } from "./sentences.ts";
import { sourceUnits } from "./source_units.ts";

/** What may be turned; chosen on generated violations, see scripts/dev/contract_recall.ts. */
const BOUNDS = {
  sure: { weight: 2, share: 0.6 },
  look: { weight: 1.5, share: 0.4 },
};

/** What a user says about the situation or the manner, not about the change. */
const PERSONAL =
  /\b(?:i'm|i am|i get|i see|i ran|i run|i'd like|i have|i can't|we get|we see|we have|we call|our|people|nobody|hard to|right now|currently|at the moment|annoying|confusing|fragile)\b/i;

/**
 * Find what the parts ask for without support in the source: clauses that order something and are
 * made of words that the source does not have.
 *
 * @param text Source and parts.
 * @returns `new-requirement`: errors where most of the clause is foreign, warnings where much is.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { checkNew } from "./contract_new.ts";
 * import { contractText } from "./contract_text.ts";
 *
 * const source = { problem_statement: "Cache pages.", requirements: "", interface: "", repo: "a/a" };
 * const parts = ["Cache pages, and negative ages should be rejected.", "Keep cached pages on."];
 * deepEqual(checkNew(contractText(source, parts)).map(({ part, severity }) => [part, severity]), [[0, "error"]]);
 * ```
 */
export function checkNew(text: ContractText): Finding[] {
  return text.parts.flatMap((part, at) => {
    const pieces = sourceUnits(part).filter(({ kind }) =>
      kind === "bullet" || kind === "sentence"
    )
      .flatMap(({ text }) => sentencesOf(text)).flatMap(clausesOf);
    return pieces.flatMap((clause): Finding[] => {
      if (!asks(clause)) return [];
      const terms = weightyTerms(clause);
      const foreign = terms.filter((term) => !text.supports(term));
      const [missing, total] = [weighed(foreign), weighed(terms)];
      const share = total === 0 ? 0 : missing / total;
      const grave = missing >= BOUNDS.sure.weight &&
        share >= BOUNDS.sure.share && !PERSONAL.test(clause);
      if (
        !grave && (missing < BOUNDS.look.weight || share < BOUNDS.look.share)
      ) return [];
      const unknown = quoted(
        [...new Set(foreign.map(({ text }) => text))].join(", "),
      );
      return [
        finding(
          "new-requirement",
          grave ? "error" : "warning",
          at,
          `${unknown} are not in the source: ${quoted(clause)}`,
        ),
      ];
    });
  });
}
