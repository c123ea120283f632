/**
 * Clauses that ask for something.
 *
 * @module
 */

const ASKS =
  /\b(?:should|must|shall|needs?|has to|have to|ought to|required? to|make sure|ensure|please|never|always|is to|are to|want|expect|may not|cannot|(?:can|could|would|will) you|let's|i'd like|we'd like|i need|we need)\b/i;
const VERBS =
  "abort accept adapt add adjust align allow also append apply assign assume attach avoid block bring build bump cache calculate call cap centralize change check clamp clarify clean clear close collapse collect combine compute configure consider consolidate construct consume convert copy correct count cover create decouple deduplicate default defer define delegate delete deny deprecate derive describe detect determine disable display document drop eliminate embed emit enable encapsulate encrypt enforce enhance establish evaluate evict exclude expand export expose extend extract fail fall fetch fill filter fix forbid format generate get give go group guarantee guard handle have hide honor implement import improve include incorporate increase inject insert instantiate integrate introduce invoke keep leave let limit load localize lock log look lower maintain make map mark measure merge migrate mirror modernize modify move normalize notify offer omit open parse pass perform permit persist pick place populate prefix preserve prevent print prioritize process produce propagate protect provide publish pull push put queue raise rate read rebuild record redact redirect reduce refactor refuse register reject release remove rename render reorganize replace report represent require reset resolve respect restore restrict restructure retain retrieve retry return reuse revert review rework rewrite round route run sanitize save scope select send separate serialize set show simplify skip sort specify split standardize start stop store strip supply support switch take test throttle throw time track transform treat trigger trim truncate turn unexport unify update upgrade use validate verify warn widen wire wrap write";
const ORDERS = new RegExp(
  `^(?:and |but |also |then |please |so |finally |additionally |besides |in addition,? |now |just |, |[-*•] )*(?:${
    VERBS.replaceAll(" ", "|")
  })\\b`,
  "i",
);

/**
 * Whether a clause asks for something: a modal verb or a wish, or an order at its beginning.
 *
 * @param clause The clause.
 * @returns Whether it does.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { asks } from "./asking.ts";
 *
 * equal(asks("and reject negative ages"), true);
 * equal(asks("Pages are stale."), false);
 * ```
 */
export function asks(clause: string): boolean {
  return ASKS.test(clause) || ORDERS.test(clause);
}
