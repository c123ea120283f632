/**
 * The contract on standing alone: a turn says what it means, without "as I said above".
 *
 * @module
 */

import type { ContractText } from "./contract_text.ts";
import { type Finding, finding, quoted } from "./finding.ts";
import { around, phrases, proseOf, type Spoken, spoken } from "./phrase.ts";
import { sentencesOf } from "./sentences.ts";
import { sourceUnits } from "./source_units.ts";

const SAID =
  "(?:mentioned|described|listed|given|specified|defined|outlined|discussed|shown|stated|noted|explained|introduced|said|provided|requested|asked(?: for)?|talked about|named|sent|pasted|gave|told|showed|wrote|agreed(?: on)?|covered|laid out|set out|detailed|enumerated)";
const THINGS =
  "(?:names?|values?|lists?|fields?|rules?|formats?|messages?|headers?|keys?|constants?|options?|parameters?|arguments?|functions?|methods?|class(?:es)?|types?|behaviou?rs?|conditions?|cases?|steps?|files?|paths?|signatures?|requirements?|criteria|approach|logic|structs?|interfaces?|components?|examples?|strings?|ones?|things?|way|instructions?|mapping|table|defaults?|settings?|properties|schema|shape|endpoints?|helpers?|errors?|limits?|thresholds?|modules?|hooks?|columns?)";

/** Words of a speaker, not of a program. */
const TOLD =
  "(?:mentioned|described|listed|given|outlined|discussed|shown|stated|noted|explained|said|talked about|named|told|requested|asked for|enumerated)";
const SECOND = "(?:first|previous|earlier|prior|preceding|initial|last|other)";

/** References to what was said in another message. */
const SURE = [
  `\\b(?:i|we)(?:'ve| have|'d| had)?(?: just| already| previously| earlier)? (?:gave|given|told|mentioned|described|listed|said|showed|shown|specified|defined|outlined|discussed|explained|sent|pasted|wrote|requested|asked(?: you)?(?: for| to)?|talked about|agreed(?: on| upon)?|named|spelled out|laid out|detailed|noted)\\b(?! (?:that )?(?:it|this|the (?:docs|user|customer)))`,
  `\\b(?:as|like|which|that|what|than|just as|exactly as) (?:already |previously |earlier |just )?${SAID} (?:above|earlier|before|previously|already|last time|in (?:the|my) (?:first|previous|last|other|earlier))\\b`,
  `\\bas (?:already |previously |just )?(?:discussed|agreed|mentioned|requested|explained|said|told|described before)\\b(?! (?:in|by|with) (?:the|https?|#|rfc|issue|[A-Z]))`,
  `\\b(?:previously|earlier|above|before)[- ](?:mentioned|described|listed|discussed|outlined|stated|noted|explained|said|agreed|enumerated)\\b`,
  `\\b(?:aforementioned|aforesaid|afore-?described|above-?mentioned)\\b`,
  `\\bfrom (?:before|earlier|last time)(?=\\s*[.,;:)!?]|\\s*$|\\s+(?:on|and|as|for|in|to|should|must)\\b)`,
  `\\b(?:the|those|these|that|all|same|both) (?:\\w+ ){0,3}from (?:before|earlier|above|last time|my (?:first|previous|last|other|earlier)|the (?:first|previous|earlier) (?:part|message|turn|step|request))\\b`,
  `\\bsame (?:\\w+ ){0,3}${THINGS}(?: \\w+){0,2} (?:as|like) (?:before|above|earlier|previously|last time|in (?:my|the) (?:previous|first|last|earlier))\\b`,
  `\\bsame as (?:above|earlier|last time|(?:in )?(?:my|the) (?:previous|last|first|earlier) (?:message|part|turn|request|step|one|task))\\b`,
  `\\b(?:like|as) (?:last time|you did (?:before|earlier|above|last time|for the (?:first|other|previous|last)))\\b`,
  `\\b(?:see|cf\\.?|per|refer to|follow|using|use|apply|reuse) (?:the )?(?:above|earlier|previous) (?:list|names|values|rules|message|description|instructions|requirements|section|definition|table|details|text|explanation|format|mapping)\\b`,
  `\\b(?:in|from|of|per) my (?:previous|earlier|last|first|prior|other|initial|original|opening) \\w+\\b`,
  `\\b${TOLD} (?:earlier|before|previously|already|last time)\\b(?! (?:the|it|they|calling|being|any|each|this|in the))`,
  `\\b(?:in|from|of|per|by) (?:the|my|your|our) ${SECOND} (?:message|turn|prompt|instructions?)\\b`,
  `\\b(?:in|from|of|per) (?:part|step|turn|message|prompt) (?:one|two|three|[1-9])\\b(?![.-]?\\d)`,
  `\\byou(?:'ve)? (?:already |just )?(?:know|remember|recall) (?:which|what|the|them|it|from)\\b`,
  `\\b(?:remember|recall) (?:the|what|that|how|my|those) (?:\\w+ ){0,4}(?:i|we|you|earlier|before|above|from)\\b`,
  `\\b(?:what|everything|whatever|things?|stuff) (?:i|we) (?:said|described|asked|told|mentioned|wrote|gave|requested|listed|specified|discussed)\\b`,
  `\\b(?:earlier|previously) (?:today|in (?:this|our) (?:chat|conversation|thread|session|discussion))\\b`,
  `\\b(?:this|our|the) (?:chat|conversation|thread|discussion) (?:above|so far|earlier)\\b`,
];

/** References upwards, fine where what they point at stands in the same part. */
const UPWARDS = [
  `\\b(?:${SAID}|see|shown|as|the|from) above\\b`,
  `\\b(?:the|these|those|all|any of the) above(?:[- ]\\w+)?\\b`,
  `\\b(?:${THINGS}) above\\b`,
  `\\bthe (?:former|latter)\\b`,
  `\\b(?:the|those) (?:earlier|previous(?:ly)?) (?:${SAID}|instructions?|requirements?|description|discussion|list|names)\\b`,
];

const UNSURE = [
  `\\b(?:previously|earlier|already|just)[- ](?:${SAID})\\b`,
  `\\byou (?:just|already) (?:added|created|wrote|made|implemented|built|introduced|changed|did|have)\\b`,
  `\\b(?:as|like) before\\b`,
  `\\b(?:again|same) (?:here|there)\\b`,
];

/** The same so many things, with none of them in sight. */
const COUNTED = [
  `\\b(?:the|those|these|that) same (?:two|three|four|five|six|seven|eight|nine|ten|\\d+)\\b`,
];

const build = (shapes: readonly string[]) =>
  shapes.map((shape) => new RegExp(shape, "iu"));
const SURE_PHRASES = phrases("error", build(SURE));
const UPWARD_PHRASES = phrases("error", build([...UPWARDS, ...COUNTED]));
const UNSURE_PHRASES = phrases("warning", build(UNSURE));

const MODAL =
  "(?:should|must|shall|needs?|has|have|had|can(?:not|'t)?|could|will|won't|would|may|might|does|doesn't|do|don't|is|isn't|are|aren't|was|were|also|then|only|still|now|currently|always|never|returns?|takes?|accepts?|raises?|throws?|uses?|happens?|fails?|breaks?|works?|becomes?|gets?|goes|lives?|belongs?|supports?|applies|apply|too|all|both)";
const PRONOUN = new RegExp(
  `^(?:and |but |so |then |also,? |plus,? )?(?:it|this|that|they|these|those|he|she|both|each|neither|the same|same|its|their)(?:'s|'re|'ll|'d)?,? ${MODAL}\\b`,
  "i",
);
const LIKENESS =
  /^(?:and |now |please )?(?:do )?(?:the same|same|likewise|similarly|ditto)\b(?: (?:thing|goes|for|with|applies|story|here|treatment|change|fix|again|way|in|to)\b|,)/i;
const EXPLETIVE =
  /^(?:it|this|that)(?:'s| is| was|'d be| would be| should be| has been) (?:not |very |really |quite |too |currently |also |a |an |often |sometimes |still |so )*(?:hard|easy|easier|harder|impossible|possible|difficult|confusing|annoying|unclear|clear|important|critical|necessary|helpful|useful|nice|great|good|better|best|safe|unsafe|common|time|pain|shame|bug|problem|known|expected|required|recommended|likely|unlikely|inconvenient|tedious|frustrating|desirable|handy|worth|odd|strange|weird|unfortunate|mess|about)\b|^it (?:seems|looks like|appears|turns out|would|happens that|takes|is (?:that|when|where))\b/i;
const EMPTY_HANDED =
  /\b(?:these|those|the same) (?:two|three|four|five|six|seven|eight|nine|ten|\d+)(?=[ ,.;:]|$)|\b(?:both|all|each|one|any) of (?:them|these|those)\b|\b(?:in|for|on|with|to|from|use|reuse|apply|extend|update|call) (?:them|those ones|these ones|that one|this one)\b/i;

/**
 * Find parts that lean on another message: references to what was said, "above" with nothing above,
 * a beginning with a pronoun or "same for", an announcement ("as follows:") that nothing follows.
 *
 * @param text Source and parts.
 * @returns At most one error and one warning a part.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { checkSelfContained } from "./contract_self_contained.ts";
 * import { contractText } from "./contract_text.ts";
 *
 * const source = { problem_statement: "Cache pages.", requirements: "", interface: "", repo: "a/a" };
 * const parts = ["Cache pages for a day.", "It should also expire.", "Log the names I gave you above."];
 * deepEqual(checkSelfContained(contractText(source, parts)).map(({ part }) => part), [1, 2]);
 * ```
 */
export function checkSelfContained(text: ContractText): Finding[] {
  const source = proseOf(text.source);
  return text.parts.flatMap((part, at) => {
    const prose = proseOf(part);
    const found = [
      ...spoken(prose, SURE_PHRASES, source),
      ...spoken(prose, UPWARD_PHRASES, source).map((one) =>
        hasAntecedent(part, one)
          ? { ...one, severity: "warning" as const }
          : one
      ),
      ...opening(prose, source),
      ...ending(part),
      ...spoken(prose, UNSURE_PHRASES, source),
    ];
    const first = found.find(({ severity }) => severity === "error") ??
      found[0];
    return first === undefined ? [] : [
      finding(
        "not-self-contained",
        first.severity,
        at,
        `it leans on something outside it: ${quoted(around(part, first))}`,
      ),
    ];
  });
}

/** Whether a part says enough before a place for "above" to point at it: a list, code, three sentences. */
function hasAntecedent(part: string, { at }: Spoken): boolean {
  const before = part.slice(0, at);
  return /^\s*(?:[-*•]|\d+[.)])\s/m.test(before) || before.includes("```") ||
    (before.match(/[`"][^`"\n]+[`"]/g)?.length ?? 0) >= 3 ||
    sentencesOf(before).length >= 3;
}

function opening(prose: string, source: string): Spoken[] {
  const [sentence = ""] = sentencesOf(prose.trimStart());
  const error = (
    words: string,
  ): Spoken[] => [{ severity: "error", words, at: 0 }];
  if (EXPLETIVE.test(sentence)) return [];
  if (source.includes(sentence.slice(0, 40)) && at(source, sentence) === 0) {
    return [];
  }
  if (LIKENESS.test(sentence) || PRONOUN.test(sentence)) return error(sentence);
  const handed = EMPTY_HANDED.exec(sentence);
  if (handed === null) return [];
  // Something may be named before the pronoun in the same sentence.
  const before = sentence.slice(0, handed.index);
  return /_{3,}|[A-Z]\w*[A-Z_]|\d|,| and |:/.test(before.slice(1))
    ? []
    : error(sentence);
}

function at(source: string, sentence: string): number {
  return source.trimStart().indexOf(sentence.slice(0, 40));
}

/** An announcement or a heading that nothing follows, a list that begins in its middle. */
function ending(part: string): Spoken[] {
  const trimmed = part.trim();
  const last = trimmed.split("\n").at(-1) ?? "";
  const first = trimmed.split("\n")[0] ?? "";
  const error = (
    words: string,
    at: number,
  ): Spoken[] => [{ severity: "error", words, at }];
  if (/:\s*$|\b(?:as follows|the following)\s*[.:]?\s*$/i.test(last)) {
    return error(last, trimmed.length - last.length);
  }
  const units = sourceUnits(part);
  if (units.length > 1 && units.at(-1)?.kind === "heading") {
    return error(last, trimmed.length - last.length);
  }
  return /^(?:[2-9]|[1-9]\d)[.)] /.test(first) ? error(first, 0) : [];
}
