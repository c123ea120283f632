/**
 * The contract on talk about the splitting: a turn is all that its user says, there are no others.
 *
 * @module
 */

import type { ContractText } from "./contract_text.ts";
import { type Finding, finding, quoted } from "./finding.ts";
import { around, phrases, proseOf, spoken } from "./phrase.ts";

const I =
  "(?:i|we)(?:'ll| will|'m going to|'re going to| am going to| are going to| plan to| shall)";
const SAY =
  "(?:describe|explain|tell|send|give|get (?:back )?to|come (?:back )?to|cover|list|ask|share|follow up|specify|detail|let you know|write|say|go into|bring up|walk you|deal with|handle|tackle|address|look at|do|add|provide|spell out|outline|define|post|continue|return to|discuss|talk about|revisit|request|want|need|clarify|elaborate)";
const LATER =
  "(?:later(?: on)?|next|afterwards?|after (?:this|that)|soon|shortly|separately|once (?:this|that|it|you)(?:'s|'re| is| are|'ve| has| have)\\b|when (?:this|that|it|you)(?:'s|'re| is| are|'ve| has| have)\\b|in (?:a|the|my|another) (?:later|next|second|third|final|last|separate|follow-?up|following|subsequent|upcoming|another)\\b)";
const ORDER =
  "(?:first|second|third|fourth|next|final|last|previous|following|upcoming|remaining|later|subsequent|initial|other|current)";
const PIECE =
  "(?:part|message|turn|prompt|chunk|instal+ment|sub-?task|portion|slice)s?";
const TASK =
  "(?:task|work|change|issue|request|job|feature|ticket|project|spec(?:ification)?|description|assignment|story|problem|refactor(?:ing)?|migration|conversation|series|sequence|set)";

const SURE = [
  // What is promised for later.
  `\\b${I}(?: \\w+){0,2} (?:describe|explain|tell you|send|spell out|outline|walk you|follow up|let you know|elaborate|clarify|specify|get (?:back )?to|come (?:back )?to|go into|bring up|revisit|discuss|share)\\b`,
  `\\b${I}(?: \\w+){0,2} ${SAY}\\b[^.!?\\n]{0,80}\\b${LATER}`,
  `\\b(?:i|we) (?:want|need|have|would like|'d like)[^.!?\\n]{0,50}\\b(?:later on|in a (?:later|second|follow-?up|separate) ${PIECE}|in a follow-?up)\\b`,
  `\\blater,? ${I}`,
  `\\b(?:more|details?|specifics|specifications?|instructions|requirements|the rest|the others?|the remainder|everything else|further (?:details|requirements|instructions))(?: \\w+){0,4} (?:(?:will|to|'ll) (?:come|follow|be (?:described|given|covered|handled|provided|sent|shared|specified|added))|comes? (?:later|next|afterwards|soon)|follows? (?:later|next|afterwards|in|once)|is coming|are coming|can wait|later on)\\b`,
  `\\bmore (?:on|about) (?:that|this|it)(?: \\w+)? (?:later|soon|next|below|in a)\\b`,
  `\\b(?:leave|save|keep|postpone|defer|park|hold)(?: off)?(?: \\w+){1,8} (?:for|until|till) (?:later|the (?:next|second|third|last|final)|another|a (?:later|second|follow-?up|separate)|next time|now)\\b`,
  `\\b(?:don't|do not|no need to|needn't|not)(?: \\w+){0,2} (?:touch|worry about|do|implement|change|bother with|add|start|handle|wire|build|write|update|deal with|think about|look at)(?: [\\w_]+){0,6} (?:yet|for now|at this (?:point|stage)|just yet|until (?:i|we) (?:say|ask|get|tell))\\b`,
  `\\b(?:just|only|that's (?:it|all)|that is all|this is all|nothing else|nothing more|enough|stop (?:here|there)|start|ignore|skip|leave it|focus|concentrate)\\b[^.!?\\n]{0,60}\\bfor now\\b`,
  `\\b(?:that's|that is|this is) (?:all|it|everything|enough)(?: \\w+){0,3} (?:for now|so far|for the moment|at the moment|for this (?:one|${PIECE}|round|step))\\b`,
  `\\bwait for (?:my|the) (?:next|further|other|remaining|following)\\b`,
  `\\b(?:next|afterwards|after that|then|later),? (?:i|we)(?:'ll| will|'d like to| want to)\\b[^.!?\\n]{0,20}\\b(?:ask|tell|give|move|turn|get|come|go|describe|send|tackle|do|handle|look|work|deal|add|continue)\\b`,
  `\\bbefore (?:we|i|you) (?:move on|get to|go on|continue|tackle|proceed|come to|turn to|start with)\\b`,
  `\\b(?:moving|going|getting) on (?:to|with)\\b`,
  `\\b(?:next|first|last|second|third|final) up\\b`,
  `\\bon to the (?:next|second|third|last|final)\\b`,
  // The pieces themselves.
  `(?:^|\\n)\\s*[#*_]*\\s*(?:part|step|turn|message|prompt|phase|stage|sub-?task) (?:\\d|one|two|three|i{1,3})\\b(?! (?:of the|in the) )`,
  `(?:^|\\n)\\s*[(\\[]?[1-9] ?(?:\\/|of) ?[1-9][)\\]]?[:.\\s-]`,
  `\\b(?:part|step|turn|message|prompt|phase|chunk|piece|sub-?task)s? (?:\\d|one|two|three)(?:,? (?:of|out of|\\/) (?:\\d|two|three|four|the|this|my)| and (?:\\d|two|three))\\b`,
  `\\b(?:the|my|this|your|a) ${ORDER} (?:part|piece|half|third|step|stage|phase|bit|chunk|portion) of (?:the|this|my|our|what)(?: \\w+)? ?${TASK}\\b`,
  `\\b(?:in|from|with|for|of|per|see|after) (?:the|my|a|our|your) ${ORDER} (?:message|turn|prompt|ask|sub-?task)s?\\b`,
  `\\b(?:in|from|with|for|of|per|see|after|to|until) (?:my|our|your|this) ${ORDER} (?:message|turn|prompt|part|step|request|question|instruction|task|note|comment|email|reply|requirement|ask)s?\\b`,
  `\\b(?:in|for|with|is|as) (?:the|a) (?:next|second|third|follow-?up|later|final|last|first|separate) (?:part|piece|chunk|instal+ment|follow-?up|sub-?task|round)\\b(?! of)`,
  `\\b(?:this|that) is (?:the|my|just the|only the|just|only)? ?(?:first|second|third|last|final|next)(?: \\w+)? (?:part|step|piece|message|request|turn|of (?:several|a few|two|three|four|my|\\d))\\b`,
  `\\b(?:first|second|third|last|one) of (?:several|a few|two|three|four|\\d|my|a series of) (?:parts?|steps?|pieces?|messages?|requests?|changes?|turns?|tasks?|prompts?)\\b`,
  `\\b(?:split|broken?|break|divided?|cut|chopped?|separated?|carved?)(?: \\w+){0,3}(?: (?:up|down))? (?:in|into|across|over) (?:\\d|two|three|four|several|multiple|smaller|a few|separate|manageable|individual)(?: \\w+)? (?:parts?|steps?|pieces?|messages?|turns?|tasks?|prompts?|stages?|requests?|chunks?|phases?|sub-?tasks?|ones|issues|tickets|changes)\\b`,
  `\\b(?:split|splitting|breaking|dividing|cutting|chopping) (?:(?:this|it) (?:up|down|apart|over|across)|(?:this|the) (?:work|task|issue|request|change|job|ticket)(?: up| down)? (?:in|into|over|across))\\b`,
  `\\b(?:comes?|come up|coming|follows?|is|are|be|done|described|covered|handled) (?:\\w+ )?(?:in|for|with|by) (?:the|a|an|my|another) (?:next|later|last|second|third|final|separate|other|following|upcoming) (?:message|turn|prompt|request|one)\\b`,
  `\\bfor (?:another|a later|a separate|the next) (?:message|turn|prompt|request|part|time|day|round)\\b`,
  `\\b(?:until|till|before|when|once|unless) i (?:ask|say|tell|get to|come to|request|send|describe|explain|follow up|give)\\b`,
  `\\b(?:in|over|across|through) (?:several|multiple|two|three|four|\\d|a few|separate|small) (?:messages|turns|prompts|parts|instal+ments)\\b`,
  `\\b(?:after|before|following|beyond|besides) this (?:message|turn|prompt|part|step)\\b`,
  `\\b(?:comes?|coming|follows|following) (?:next|later|afterwards|separately|up next)\\b`,
  `\\b(?:the rest|the others?|everything else|the remainder) (?:later|next|afterwards|separately|another time|some other time)\\b`,
  `\\b(?:my|our|your) (?:later|subsequent|upcoming|follow-?up|future|next|previous|earlier) (?:messages?|turns?|prompts?|requests?|tasks?|instructions?|steps?|questions?)\\b`,
  `\\b(?:later|subsequent|upcoming|future|follow-?up|following) (?:turns|prompts|instructions)\\b`,
  `^\\s*(?:for|as|in|with|on to|now for|now) (?:the|this|my) (?:first|second|third|next|final|last|remaining) (?:step|part|piece|task|request|bit|stage|phase|point|item|thing)\\b`,
  `\\b(?:for the moment|at this point|this time),? (?:only|just)\\b`,
  `\\b(?:this|the|my|our) (?:issue|task|ticket|request|description|prompt|spec|work) (?:is|was|has been|will be|got|gets) (?:split|broken|divided|cut|separated|decomposed)\\b`,
  `\\b(?:one|a) (?:step|piece|part|thing|bit|message|turn|task|item) (?:at a time|after (?:another|the other))\\b`,
  `\\b(?:sub-?tasks?|decomposition|decomposed)\\b`,
  `\\b(?:the|this) (?:original|full|complete|whole|entire|initial|overall) (?:issue|prompt|ticket|task description|issue description|problem statement|task|spec)\\b`,
  `\\b(?:let's|let us|we'll|i'll|i will|let me|we can) (?:start|begin|kick off)(?: \\w+)? (?:with|by|from|off)\\b`,
  `\\b(?:as|for) (?:a|the|my|our) (?:first|second|third|final|last|next|initial) step\\b`,
  `\\bthe (?:first|second|third|next|final|last) (?:step|thing|task) (?:is|here|i (?:want|need|ask)|would be|will be)\\b`,
  `\\b(?:continuing|picking up|carrying on|following up)(?: \\w+){0,2} (?:from|where|with what|on (?:my|the|what|our))\\b`,
  `\\bnow that (?:you've|you have|you're|we've|we have|the (?:first|second|previous|last) (?:part|step|piece|one)|part|step|that's|that is|this is|it's|it is) (?:\\w+ )?(?:done|finished|complete[d]?|implemented|in|in place|out of the way|added|made|ready|working|there|is done)\\b`,
  `\\b(?:same|and) (?:drill|now) for the (?:second|next|last|final|third) (?:part|step|piece)\\b`,
  `\\b(?:with|once|after) (?:the )?(?:part|step|piece|turn|message) (?:one|two|three|\\d)\\b`,
  `\\b(?:in|from|see|per|of|to) (?:part|step|turn|message|prompt|piece) (?:one|two|three|[1-9]|[ABC])\\b(?![.-]?\\d)`,
];

const UNSURE = [
  `\\bfor now\\b`,
  `\\b(?:later on|in a later|in a follow-?up)\\b`,
  `\\bnext step\\b`,
  `\\bto start with\\b`,
  `^\\s*(?:finally|lastly|first|firstly|second|secondly|third|thirdly|next|to finish|to conclude),`,
  `\\b(?:later|subsequent|upcoming|future) (?:messages?|requests?|tasks?|steps?)\\b`,
  `\\b(?:follow-?up|step by step)\\b`,
  `\\b(?:in|from|with|for) the (?:${ORDER}) (?:step|part|request|task)\\b`,
];

const build = (shapes: readonly string[]) =>
  shapes.map((shape) => new RegExp(shape, "iu"));
const PHRASES = [
  ...phrases("error", build(SURE)),
  ...phrases("warning", build(UNSURE)),
];

/**
 * Find talk about other messages, parts and steps, and promises of more. Words that the source uses
 * itself ("in the next step" of its own pipeline) are none.
 *
 * @param text Source and parts.
 * @returns At most one error and one warning a part.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { checkMentions } from "./contract_mentions.ts";
 * import { contractText } from "./contract_text.ts";
 *
 * const source = { problem_statement: "Cache pages.", requirements: "", interface: "", repo: "a/a" };
 * const parts = ["Add a cache; how it expires I'll explain later.", "Let the next step of the parser use it."];
 * deepEqual(checkMentions(contractText(source, parts)).map(({ part, severity }) => [part, severity]), [
 *   [0, "error"],
 *   [1, "warning"],
 * ]);
 * ```
 */
export function checkMentions(text: ContractText): Finding[] {
  const source = proseOf(text.source);
  return text.parts.flatMap((part, at) => {
    const found = spoken(proseOf(part), PHRASES, source);
    const first = found.find(({ severity }) => severity === "error") ??
      found[0];
    return first === undefined ? [] : [
      finding(
        "mentions-split",
        first.severity,
        at,
        `it speaks of other messages or steps: ${quoted(around(part, first))}`,
      ),
    ];
  });
}
