/**
 * The contract on completeness: every requirement of the source is in some part.
 *
 * @module
 */

import { type Claim, claimsOf, weighed, weightyTerms } from "./claims.ts";
import type { ContractText } from "./contract_text.ts";
import { type Finding, finding, quoted } from "./finding.ts";
import { sentencesOf } from "./sentences.ts";
import { sourceUnits } from "./source_units.ts";
import type { Term } from "./terms.ts";

/**
 * What may be turned; chosen on generated violations (scripts/dev/contract_recall.ts) with room to
 * the nearest good split.
 */
const BOUNDS = {
  /** A statement is lost on its own evidence: so much weight and such a share of it in no part. */
  alone: { weight: 3.5, share: 0.55 },
  /**
   * A unit is lost if its part has little of it in any sentence, and the parts have little of the
   * statement of the source that it names in any two neighbouring ones: `unit` is below the one, and
   * the sum of both below the other.
   */
  unit: [{ unit: 0.5, sum: 1.1 }, { unit: 0.6, sum: 0.9 }],
  /** A unit said almost so in another part is not lost. */
  elsewhere: 0.85,
  /** Worth a look. */
  look: { weight: 2.5, share: 0.4 },
};

/**
 * Find requirements that no part asks for: a statement of the source whose distinctive words,
 * identifiers and numbers are in no part, and a unit of the row that its part does not speak of while
 * the statement of the source that it names is uncovered as well.
 *
 * @param text Source and parts.
 * @param units The row's requirement units.
 * @param unitToPart The 0-based part of each.
 * @returns Errors where the evidence is strong, warnings where a person should look.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { checkDropped } from "./contract_dropped.ts";
 * import { contractText } from "./contract_text.ts";
 *
 * const source = {
 *   problem_statement: "Pages are stale.",
 *   requirements: "- Cache pages on disk.\n- Evict least recently touched entries beyond a quota.",
 *   interface: "",
 *   repo: "a/a",
 * };
 * const found = checkDropped(contractText(source, ["Cache pages on disk.", "Stale pages hurt."]), [], []);
 * deepEqual(found.map(({ kind, severity }) => [kind, severity]), [["dropped-requirement", "error"]]);
 * ```
 */
export function checkDropped(
  text: ContractText,
  units: readonly string[],
  unitToPart: readonly number[],
): Finding[] {
  const cover = coverage(text.parts);
  const claims = claimsOf(text.texts).map((claim) => {
    const open = claim.terms.filter((term) => !cover.anywhere(term));
    const missing = weighed(open);
    return {
      claim,
      open,
      missing,
      share: missing / claim.weight,
      best: () => cover.best(claim.terms, 2),
    };
  });
  const found: Finding[] = [];
  const named = new Set<string>();
  const report = (
    severity: Finding["severity"],
    part: number | null,
    what: string,
    about: string,
  ) => {
    if (named.has(about)) return;
    named.add(about);
    found.push(finding("dropped-requirement", severity, part, what));
  };
  for (const [i, unit] of units.entries()) {
    const part = unitToPart[i] ?? 0;
    const lost = unitLost(unit, part, cover, claims);
    if (lost === null) continue;
    const about = lost.claim.text;
    report(
      "error",
      part,
      `nothing asks for ${quoted(unit)} as the source does: ${quoted(about)}`,
      about,
    );
  }
  for (const { claim, open, missing, share } of claims) {
    if (claim.role !== "asked" || isAside(claim.text)) continue;
    const about = claim.text;
    const what = `${words(open)} are in no part: ${quoted(about)}`;
    if (
      [...named].some((other) => other.includes(about) || about.includes(other))
    ) continue;
    if (missing >= BOUNDS.alone.weight && share >= BOUNDS.alone.share) {
      report("error", null, what, about);
    } else if (missing >= BOUNDS.look.weight && share >= BOUNDS.look.share) {
      report("warning", null, what, about);
    }
  }
  return found;
}

interface Judged {
  readonly claim: Claim;
  readonly open: readonly Term[];
  readonly missing: number;
  readonly share: number;
  readonly best: () => number;
}

/** The statement that a lost unit names, or `null` if the unit is covered or names none. */
function unitLost(
  unit: string,
  part: number,
  cover: Coverage,
  claims: readonly Judged[],
): Judged | null {
  const terms = weightyTerms(unit);
  const weight = weighed(terms);
  if (weight < 1) return null;
  const inPart = cover.best(terms, 1, part);
  if (BOUNDS.unit.every((bound) => inPart >= bound.unit)) return null;
  if (cover.best(terms, 1) >= BOUNDS.elsewhere) return null;
  const scored = claims.map((judged) => {
    const keys = judged.claim.terms.map(({ key }) => key);
    const hit = terms.filter(({ key }) =>
      keys.some((other) => related(key, other))
    );
    return { judged, hit: weighed(hit) / weight };
  });
  const top = Math.max(0, ...scored.map(({ hit }) => hit));
  if (top < 0.5) return null;
  const named = scored.filter(({ hit }) => hit >= top - 0.01).map((
    { judged },
  ) => judged);
  // The source says things twice: the telling that the parts follow best decides.
  const [told] = named.toSorted((a, b) => b.best() - a.best());
  if (told === undefined) return null;
  const sum = inPart + told.best();
  return BOUNDS.unit.some((bound) => inPart < bound.unit && sum < bound.sum)
    ? told
    : null;
}

interface Coverage {
  /** Whether some part has a term. */
  readonly anywhere: (term: Term) => boolean;
  /** Largest share of the weight of terms in so many neighbouring sentences, of one part or of any. */
  readonly best: (
    terms: readonly Term[],
    sentences: number,
    part?: number,
  ) => number;
}

function coverage(parts: readonly string[]): Coverage {
  const sentences = parts.map((part) =>
    sourceUnits(part).flatMap(({ text }) => sentencesOf(text)).map((sentence) =>
      weightyTerms(sentence).map(({ key }) => key)
    )
  );
  const all = [...new Set(sentences.flat(2))];
  const memo = new Map<string, boolean>();
  const anywhere = ({ key }: Term) => {
    const known = memo.get(key) ?? all.some((other) => related(key, other));
    memo.set(key, known);
    return known;
  };
  const best = (terms: readonly Term[], size: number, part?: number) => {
    const total = weighed(terms);
    if (total === 0) return 1;
    let most = 0;
    for (const [at, list] of sentences.entries()) {
      if (part !== undefined && at !== part) continue;
      for (let i = 0; i < list.length; i++) {
        const window = list.slice(i, i + size).flat();
        const hit = terms.filter(({ key }) =>
          window.some((other) => related(key, other))
        );
        most = Math.max(most, weighed(hit) / total);
      }
    }
    return most;
  };
  return { anywhere, best };
}

/** One key, or one a shorter form of the other. */
function related(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 4 && long.startsWith(short) &&
    long.length - short.length <= 6;
}

/** "No new interfaces are introduced." and the like ask for nothing. */
function isAside(text: string): boolean {
  return /\bno (?:new |public )*(?:public )?(?:interfaces?|apis?)\b|\b(?:golden )?patch (?:introduces|adds|will introduce)\b/i
    .test(text);
}

function words(terms: readonly Term[]): string {
  const texts = [...new Set(terms.map(({ text }) => text))];
  return quoted(
    texts.slice(0, 8).join(", ") + (texts.length > 8 ? ", ..." : ""),
  );
}
