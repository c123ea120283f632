/**
 * The single statements of an issue text, with what each is about.
 *
 * @module
 */

import type { SourceText } from "./contract_text.ts";
import { sentencesOf } from "./sentences.ts";
import { sourceUnits } from "./source_units.ts";
import { type Term, termsOf } from "./terms.ts";

/** One statement. */
export interface Claim {
  /** `asked`: it stands where the source says what to do; `context`: elsewhere. */
  readonly role: "asked" | "context";
  readonly text: string;
  /** Its terms with weight, each key once. */
  readonly terms: readonly Term[];
  /** Sum of their weights. */
  readonly weight: number;
}

/** From this weight on a sentence is read clause by clause. */
const LONG = 9;

/**
 * The terms of a text that carry weight, each key once.
 *
 * @returns Terms in order.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { weightyTerms } from "./claims.ts";
 *
 * deepEqual(weightyTerms("the cache of the cache").map(({ key }) => key), ["cach"]);
 * ```
 */
export function weightyTerms(text: string): Term[] {
  const terms = new Map<string, Term>();
  for (const term of termsOf(text)) {
    if (term.weight > 0 && !terms.has(term.key)) terms.set(term.key, term);
  }
  return [...terms.values()];
}

/**
 * Sum of weights.
 *
 * @returns The sum.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { weighed, weightyTerms } from "./claims.ts";
 *
 * equal(weighed(weightyTerms("evict stale pages")), 3);
 * ```
 */
export function weighed(terms: readonly Term[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0);
}

/**
 * Cut an issue text into statements: sentences and items of lists; long ones also give their clauses,
 * so that one dropped clause of a long item is noticed.
 *
 * @param texts The source.
 * @returns Statements with some weight; those of the requirements, else of the statement, are `asked`.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { claimsOf } from "./claims.ts";
 *
 * const claims = claimsOf({ problem_statement: "Pages are stale.", requirements: "- Evict old pages.", interface: "", repo: "a/a" });
 * deepEqual(claims.map(({ role }) => role), ["context", "asked"]);
 * ```
 */
export function claimsOf(texts: SourceText): Claim[] {
  const listed = texts.requirements.trim() !== "";
  return [
    ...statements(texts.problem_statement, listed ? "context" : "asked"),
    ...statements(texts.requirements, "asked"),
    ...statements(texts.interface, "context"),
  ];
}

function statements(text: string, role: Claim["role"]): Claim[] {
  return sourceUnits(text).flatMap(({ kind, text }) =>
    kind === "heading" || kind === "code"
      ? []
      : sentencesOf(text).flatMap((sentence) => {
        const whole = claim(sentence, role);
        const clauses = whole.weight < LONG
          ? []
          : clausesOf(sentence).map((clause) => claim(clause, role));
        return [whole, ...clauses.filter(({ weight }) => weight >= 3)];
      })
  ).filter(({ weight }) => weight >= 1.5);
}

function claim(text: string, role: Claim["role"]): Claim {
  const terms = weightyTerms(text);
  return { role, text, terms, weight: weighed(terms) };
}

/**
 * The clauses of a sentence: cut at semicolons, and at commas before a conjunction.
 *
 * @returns The clauses, trimmed; one if nothing is to cut.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { clausesOf } from "./claims.ts";
 *
 * deepEqual(clausesOf("Read it; trim it, and log it"), ["Read it", "trim it", "and log it"]);
 * ```
 */
export function clausesOf(sentence: string): string[] {
  return sentence.split(
    /;\s+|,\s+(?=(?:and|but|so|while|or|with|including|which|when|where|if|then|otherwise|excluding|unless|except)\b)|:\s+|\s+[–—]\s+/,
  )
    .map((clause) => clause.trim()).filter((clause) => clause !== "");
}
